package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// declarations declare what is to happen when combat begins: rockets, bombardments, the order of the battles.
type declarations struct {
	*progress
	sel *selector
	air *airTravel
}

// bombard assigns ships to the landing on one territory; each bombards once a turn.
func (m *declarations) bombard(o order.Bombard) {
	zones := []board.SpaceID{}
	for l := range m.Pos.Turn().Landings() {
		if l.Target == o.Target && (o.In == board.NoSpace || o.In == l.Zone) {
			zones = append(zones, l.Zone)
		}
	}
	if len(zones) == 0 {
		m.AddFault(o.Line, order.NoLandingThere, phase.WithSpace(o.Target), phase.WithOther(o.In))
		return
	}
	for _, w := range o.Ships {
		free := ids(m.units(func(u position.Unit) bool {
			return slices.Contains(zones, u.At) && m.Controls(u.Owner) &&
				(w.Type == board.NoUnit || u.Type == w.Type) &&
				m.Rules.Bombard(m.Advantages(u.Owner), u.Type) > 0 &&
				!m.Pos.Turn().IsToBombard(u.ID)
		}))
		n := w.N
		if n == order.All {
			n = len(free)
		}
		if len(free) < n && m.exact || len(free) == 0 {
			m.AddFault(o.Line, order.NoBombarder, phase.WithUnit(w.Type), phase.WithSpace(zones[0]),
				phase.WithOther(o.Target), phase.WithNumbers(len(free), n))
			return
		}
		var more []event.Bombard
		for _, id := range free[:min(n, len(free))] {
			more = append(more, event.Bombard{Ship: id, Target: o.Target})
		}
		m.Emit(event.Planned{Plan: event.Plan{Bombards: more}})
	}
}

// rocket plans a gun's shot at a complex (R-102, T-39): one for each territory with a gun, one for each complex.
func (m *declarations) rocket(o order.Rocket) {
	if m.Rules.RocketRange(m.Advantages(m.Power)) == 0 {
		code := order.NoRockets
		if !m.Rules.Tech.Research {
			code = order.NoTechnology
		}
		m.AddFault(o.Line, code, phase.WithPower(m.Power))
	}
	ids := m.sel.pick(choice{
		line: o.Line, from: o.From, want: order.Units{N: 1, Type: board.AAGun},
		has: func(u position.Unit) bool { return u.Aboard == 0 },
		free: func(u position.Unit) bool {
			return !m.Pos.Turn().AnyRocket(func(x position.Rocket) bool { return x.From == o.From })
		},
		can: func(u position.Unit) *phase.Fault { return m.cannotFire(u, o.Target) },
	})
	if m.faulty[o.Line] || len(ids) == 0 {
		return
	}
	m.Mark(ids[:1], position.FiredRocket)
	m.Emit(event.Planned{Plan: event.Plan{Rockets: []event.Rocket{{Gun: ids[0], From: o.From, Target: o.Target}}}})
}

// cannotFire says what hinders a gun to fire a rocket at a territory.
func (m *declarations) cannotFire(u position.Unit, target board.SpaceID) *phase.Fault {
	switch {
	case m.Pos.Turn().HasCaptured(u.At) || u.Now.Did.Any(position.MovedInCombat|position.LoadedThisTurn):
		return phase.NewFault(order.GunMoved, phase.WithSpace(u.At))
	case !m.IsEnemyLand(target) || !m.HasComplex(target):
		return phase.NewFault(order.NoComplexThere, phase.WithSpace(target))
	case m.Pos.Turn().AnyRocket(func(x position.Rocket) bool { return x.Target == target }):
		return phase.NewFault(order.RocketTwice, phase.WithSpace(target))
	}
	flies := m.air.travel(u)
	flies.Movement, flies.Cost = m.Rules.RocketRange(m.Advantages(m.Power)), nil
	_, why := flies.Find(u.At, target, nil)
	return why
}

// attackSubs checks that a unit stays and fights where a line says so; it does no more.
func (m *declarations) attackSubs(o order.AttackSubs) {
	if !m.willFight(o.In) {
		m.AddFault(o.Line, order.NobodyFights, phase.WithSpace(o.In))
	}
}

// orderBattles notes the order in which battles are fought: the player's list, then the spaces as the lines name them
// (fine print 6). A space without a battle is left out when the battles are known.
func (m *declarations) orderBattles() {
	var list []board.SpaceID
	for _, o := range m.lines {
		if o, ok := o.(order.BattleOrder); ok {
			list = append(list, o.Spaces...)
		}
	}
	for _, o := range m.lines {
		if s, ok := Target(o); ok && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if len(list) > 0 {
		m.Emit(event.Planned{Plan: event.Plan{BattleOrder: list}})
	}
}

// Target is the space that a combat line names as the place of a battle.
func Target(o order.Order) (board.SpaceID, bool) {
	switch o := o.(type) {
	case order.Move:
		return o.To, true
	case order.ShipUnits:
		return o.To, true
	case order.Unload:
		return o.To, true
	case order.Load:
		return o.Sail, o.Sail != board.NoSpace
	case order.AttackSubs:
		return o.In, true
	}
	return board.NoSpace, false
}
