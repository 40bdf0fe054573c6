package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// rocket plans a gun's shot at a complex (R-102, T-39): one for each territory with a gun, one for each complex.
func (m *moves) rocket(o order.Rocket) {
	if m.Rules.RocketRange(m.Advantages(m.Power)) == 0 {
		code := order.NoRockets
		if !m.Rules.Tech.Research {
			code = order.NoTechnology
		}
		m.blame(o.Line, code, phase.WithPower(m.Power))
	}
	plan := &m.Pos.Turn.Plan
	ids := m.pick(choice{
		line: o.Line, from: o.From, want: order.Units{N: 1, Type: board.AAGun},
		has: func(u *position.Unit) bool { return u.Aboard == 0 },
		free: func(u *position.Unit) bool {
			return !slices.ContainsFunc(plan.Rockets, func(x position.Rocket) bool { return x.From == o.From })
		},
		can: func(u *position.Unit) *phase.Fault { return m.cannotFire(u, o.Target) },
	})
	if m.faulty[o.Line] || len(ids) == 0 {
		return
	}
	m.Mark(ids[:1], position.FiredRocket)
	m.Emit(event.Planned{Plan: event.Plan{Rockets: []event.Rocket{{Gun: ids[0], From: o.From, Target: o.Target}}}})
}

// cannotFire says what hinders a gun to fire a rocket at a territory.
func (m *moves) cannotFire(u *position.Unit, target board.SpaceID) *phase.Fault {
	switch {
	case slices.Contains(m.Pos.Turn.Captured, u.At) || u.Now.Did.Any(position.MovedInCombat|position.LoadedThisTurn):
		return phase.NewFault(order.GunMoved, phase.WithSpace(u.At))
	case !m.IsEnemyLand(target) || !m.HasComplex(target):
		return phase.NewFault(order.NoComplexThere, phase.WithSpace(target))
	case slices.ContainsFunc(m.Pos.Turn.Plan.Rockets, func(x position.Rocket) bool { return x.Target == target }):
		return phase.NewFault(order.RocketTwice, phase.WithSpace(target))
	}
	flies := m.airway(u)
	flies.budget, flies.cost = m.Rules.RocketRange(m.Advantages(m.Power)), func(_, _ board.SpaceID) int { return 1 }
	if _, fill, code := m.way(u.At, target, nil, flies); code != "" {
		return phase.NewFault(code, fill)
	}
	return nil
}

// attackSubs checks that somebody stays and fights where a line says so; it does no more.
func (m *moves) attackSubs(o order.AttackSubs) {
	if !m.battleAt(o.In) {
		m.blame(o.Line, order.NobodyFights, phase.WithSpace(o.In))
	}
}

// battleAt tells whether units of the power on turn will fight in a space, or take it undefended.
func (m *moves) battleAt(at board.SpaceID) bool {
	if !m.IsHostile(at) {
		return false
	}
	sea := m.Board.Space(at).Sea
	if !sea && slices.ContainsFunc(m.Pos.Turn.Plan.Landings, func(l position.Landing) bool { return l.Target == at }) {
		return true
	}
	return slices.ContainsFunc(m.Pos.In(at), func(u *position.Unit) bool {
		switch {
		case !m.Controls(u.Owner) || u.Submerged || u.Aboard != 0 || u.Now.Did.Has(position.Raided):
			return false
		case sea:
			return u.Type.IsShip() || u.Now.Battle == at
		}
		return u.Type.IsFightingLand() || u.Type.IsAir()
	})
}

// orderBattles notes the order in which battles are fought: the player's list, then the spaces as the lines name them (fine
// print 6). Where nobody fights is left out when the battles are known.
func (m *moves) orderBattles() {
	var list []board.SpaceID
	for _, o := range m.lines {
		if o, ok := o.(order.BattleOrder); ok {
			list = append(list, o.Spaces...)
		}
	}
	for _, o := range m.lines {
		if s, ok := target(o); ok && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if len(list) > 0 {
		m.Emit(event.Planned{Plan: event.Plan{BattleOrder: list}})
	}
}

// target is the space that a combat line names as the place of a battle.
func target(o order.Order) (board.SpaceID, bool) {
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

// surfaceSubmarines brings submerged submarines up at the end of noncombat, where the rules do so at once.
func (m *moves) surfaceSubmarines() {
	if !m.Rules.Subs.SurfaceAtOnce {
		return
	}
	for at := range m.Board.Spaces {
		space := board.SpaceID(at)
		for _, power := range m.Board.Powers() {
			up := m.Units(m.UnitsIn(space, func(u *position.Unit) bool { return u.Submerged && u.Owner == power }))
			if len(up) == 0 {
				continue
			}
			for i := range up {
				up[i].Submerged = false
			}
			m.Emit(event.Surfaced{Power: power, Space: space, Units: up})
		}
	}
}
