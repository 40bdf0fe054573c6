package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// airMissions sends planes to battles and raids.
type airMissions struct {
	*progress
	sel     *selector
	air     *airTravel
	flights *flights
}

// takeOff carries out the part of a combat line that flies.
func (m *airMissions) takeOff(o order.Order) {
	switch o := o.(type) {
	case order.Move:
		m.attack(o)
	case order.Bomb:
		m.raid(o)
	}
}

// attack sends planes to a battle.
func (m *airMissions) attack(o order.Move) {
	ids := m.pickPlanes(o.Line, o.Groups, func(u position.Unit) *phase.Fault { return m.cannotAttack(u, o) })
	if m.faulty[o.Line] {
		return
	}
	m.fly(ids, o.Line, o.To, o.Via)
	if o.Kamikaze {
		m.Mark(ids, position.Suicide)
		return
	}
	if m.IsHostile(o.To) {
		return
	}
	for _, id := range ids {
		m.flights.arrive(id, flight{to: o.To}) // it left a space with enemies, and does not fight
	}
}

// pickPlanes finds the planes that a line names, an order's fighters before its bombers (cases.md), and counts them for
// `all`.
func (m *airMissions) pickPlanes(line int, groups []order.Group, can func(position.Unit) *phase.Fault) []int {
	var ids []int
	for _, g := range groups {
		for _, w := range planes(g) {
			ids = append(ids, m.sel.pick(choice{
				line: line, from: g.From, want: w, mild: w.Type == board.NoUnit,
				has:  func(u position.Unit) bool { return u.Type.IsAir() },
				free: m.canStillMove,
				can:  can,
				fit:  m.MovementLeft,
			})...)
		}
	}
	m.flown[line] += len(ids)
	m.air.fightersFirst(ids)
	return ids
}

// cannotAttack says what hinders a plane to attack a space.
func (m *airMissions) cannotAttack(u position.Unit, o order.Move) *phase.Fault {
	switch {
	case !m.IsHostile(o.To) && m.beganAmongEnemies(u) && !o.Kamikaze:
		return m.flights.cannotLand(u, flight{to: o.To, via: o.Via, onward: board.NoSpace})
	case !m.IsHostile(o.To) && m.Board.Space(o.To).Sea:
		return phase.NewFault(order.NothingThere, phase.WithSpace(o.To))
	case !m.IsHostile(o.To):
		return phase.NewFault(order.FriendlyTarget, phase.WithSpace(o.To))
	case o.Kamikaze && (!m.Rules.SuicideAttacks(m.Advantages(u.Owner)) || !m.Board.Space(o.To).Sea):
		return phase.NewFault(order.NoKamikaze, phase.WithPower(m.Power), phase.WithSpace(o.To))
	case u.At == o.To && len(o.Via) == 0:
		return nil
	}
	return m.air.cannotFly(u, o.To, o.Via)
}

// fly moves planes of a combat line and notes their routes over guns, which fire when combat begins.
func (m *airMissions) fly(ids []int, line int, to board.SpaceID, via []board.SpaceID) {
	for _, p := range m.groups(ids, func(u position.Unit) *route.Route { return m.air.route(u, to, via) }) {
		m.hintRoute(line, via, p)
		m.air.hintGuns(line, p, to)
		if p.route.Guns > 0 {
			var routes []event.Route
			for _, id := range p.ids {
				routes = append(routes, event.Route{Unit: id, Over: slices.Clone(p.route.Over())})
			}
			m.Emit(event.Planned{Plan: event.Plan{Routes: routes}})
		}
		m.moveAlong(p.ids, p.route, line, false)
	}
}

// raid sends planes to bomb a complex. All lines on one territory are one raid (fine print 7).
func (m *airMissions) raid(o order.Bomb) {
	if !m.IsEnemyLand(o.Target) || !m.HasComplex(o.Target) {
		m.AddFault(o.Line, order.NoComplexThere, phase.WithSpace(o.Target))
	}
	ids := m.pickPlanes(o.Line, o.Groups, func(u position.Unit) *phase.Fault {
		if !m.Rules.Raids(m.Advantages(u.Owner), u.Type) {
			return phase.NewFault(order.NotABomber)
		}
		return m.air.cannotFly(u, o.Target, o.Via)
	})
	for _, g := range o.Groups {
		for _, w := range g.Units {
			if w.Type != board.NoUnit && !w.Type.IsAir() {
				m.AddFault(o.Line, order.NotABomber, phase.WithUnit(w.Type))
			}
		}
	}
	if m.faulty[o.Line] {
		return
	}
	m.fly(ids, o.Line, o.Target, o.Via)
	m.Mark(ids, position.Raided)
	m.Emit(event.Planned{Plan: event.Plan{Raids: []event.Raid{{Target: o.Target, Planes: ids}}}})
}

// needBombers notes the lines on a raid in which no bomber takes part, where fighters only escort (Europe, 3.16). A
// bomber that a faulty line names counts: that line has its own fault.
func (m *airMissions) needBombers() {
	if !m.Rules.Raid.Intercept {
		return
	}
	for _, o := range m.lines {
		b, ok := o.(order.Bomb)
		if ok && !m.bombersOver(b.Target) {
			m.AddFault(b.Line, order.NoBomber, phase.WithSpace(b.Target))
		}
	}
}

// bombersOver reports whether a bomber takes part in the raid on a territory, or a faulty line wants one to.
func (m *airMissions) bombersOver(target board.SpaceID) bool {
	for r := range m.Pos.Turn().Raids() {
		if r.Target == target &&
			slices.ContainsFunc(r.Planes, func(id int) bool { return m.Pos.Unit(id).Type == board.Bomber }) {
			return true
		}
	}
	return slices.ContainsFunc(m.lines, func(o order.Order) bool {
		b, ok := o.(order.Bomb)
		return ok && b.Target == target && m.faulty[b.Line] && slices.ContainsFunc(b.Groups, func(g order.Group) bool {
			return slices.ContainsFunc(g.Units,
				func(w order.Units) bool { return w.Type == board.Bomber || w.Type == board.NoUnit })
		})
	})
}
