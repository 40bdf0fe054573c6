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

// progress is how far the lines of one movement phase have been carried out.
type progress struct {
	*phase.Turn
	phase  order.Phase
	lines  []order.Order
	began  map[int]board.SpaceID // where each unit was when the phase began
	named  map[int]int           // line of this phase that named a unit; units of faulty lines count as used
	faulty map[int]bool          // lines that have their fault: one a line, never a cascade
	flown  map[int]int           // planes that a line sent off before the rest of it moves
	exact  bool                  // a line takes as many units as it names; else those of them that are left
}

func newProgress(t *phase.Turn, ph order.Phase, part order.PhaseOrders) *progress {
	p := &progress{Turn: t, phase: ph, lines: part.Orders, began: map[int]board.SpaceID{}, named: map[int]int{},
		faulty: map[int]bool{}, flown: map[int]int{}, exact: part.Take == order.Exactly}
	for u := range t.Pos.Units() {
		p.began[u.ID] = u.At
	}
	return p
}

// AddFault notes a line's first fault.
func (m *progress) AddFault(line int, code order.Code, fill ...func(*order.Fault)) {
	if !m.faulty[line] {
		m.faulty[line] = true
		m.Turn.AddFault(line, code, fill...)
	}
}

// moveAlong puts units of a line that stand in one space, and what is aboard them, at the end of a route. Planes may
// land there.
func (m *progress) moveAlong(ids []int, t *route.Route, line int, lands bool) {
	if len(ids) == 0 {
		return
	}
	from := m.Pos.Unit(ids[0]).At
	e := event.Moved{Power: m.Power, Units: m.InOrder(ids), From: from, To: t.End(from), Path: t.Steps, Cost: t.Cost,
		Line: line, Phase: m.phase, Battle: board.NoSpace, Lands: lands}
	if m.phase == order.Combat && m.IsHostile(e.To) {
		e.Battle = e.To
	}
	m.Emit(e)
}

// moveGroup is units of one line that go the same way.
type moveGroup struct {
	ids   []int
	route *route.Route
}

// groups divides units by their ways, in the order in which they come.
func (m *progress) groups(ids []int, way func(position.Unit) *route.Route) []moveGroup {
	var list []moveGroup
	for _, id := range ids {
		u := m.Pos.Unit(id)
		t := way(u)
		i := slices.IndexFunc(list, func(p moveGroup) bool {
			return m.Pos.Unit(p.ids[0]).At == u.At && slices.Equal(p.route.Steps, t.Steps)
		})
		if i < 0 {
			list = append(list, moveGroup{[]int{id}, t})
			continue
		}
		list[i].ids = append(list[i].ids, id)
	}
	return list
}

// hintRoute names the way that was found for units of a line, if it could have been another (fine print 1).
func (m *progress) hintRoute(line int, via []board.SpaceID, p moveGroup) {
	over := p.route.Over()
	if len(via) > 0 || len(over) == 0 {
		return
	}
	u := m.Pos.Unit(p.ids[0])
	m.AddHint(line, order.WayTaken, phase.WithUnit(u.Type), phase.WithSpace(u.At), phase.WithOther(p.route.End(u.At)),
		phase.WithSpaces(over))
}

// wasLandedOn reports whether a fighter has landed on a carrier this turn, which therefore stays.
func (m *progress) wasLandedOn(carrier int) bool {
	return slices.ContainsFunc(m.Pos.CargoOf(carrier), func(id int) bool {
		return m.Pos.Unit(id).Now.Did.Has(position.Arrived)
	})
}

// willFight reports whether units of the power on turn will fight in a zone.
func (m *progress) willFight(zone board.SpaceID) bool {
	return m.IsHostile(zone) && m.Pos.AnyIn(zone, func(u position.Unit) bool {
		return m.Controls(u.Owner) && !u.Submerged && u.Aboard == 0 && (u.Type.IsShip() || u.Now.Battle == zone)
	})
}

// isReturning reports whether a plane has been sent out and is not home.
func (m *progress) isReturning(u position.Unit) bool {
	return u.Type.IsAir() && m.Controls(u.Owner) && !u.Now.Did.Has(position.Arrived) &&
		u.Now.Did.Any(position.MovedInCombat|position.Launched|position.Fought)
}

// beganAmongEnemies reports whether a unit began the turn next to enemies, so that it may go to a friendly space in
// combat moves.
func (m *progress) beganAmongEnemies(u position.Unit) bool {
	return m.Pos.Turn().StartEnemy(u.Now.Start)
}

// wasBlitzed reports whether a territory was captured by a way through it in these combat moves.
func (m *progress) wasBlitzed(at board.SpaceID) bool {
	return m.phase == order.Combat && m.Pos.Turn().HasCaptured(at)
}

// isTarget reports whether combat moves may end in a space: all moves are made at the same time, so land that some
// units blitz through is a target for others, whichever line comes first.
func (m *progress) isTarget(at board.SpaceID) bool { return m.IsHostile(at) || m.wasBlitzed(at) }

// canStillMove reports whether a unit may still make a move of its own in this phase (R-20, R-22, R-34, T-20). A named
// one is judged by its line.
func (m *progress) canStillMove(u position.Unit) bool {
	if m.named[u.ID] != 0 || u.Submerged || immobileGun(m.Turn, u) != "" {
		return false
	}
	if m.phase == order.Combat {
		return !u.Now.Did.Any(position.MovedInCombat)
	}
	return !m.IsJointAttacker(u.Owner) &&
		!u.Now.Did.Any(position.MovedInCombat|position.MovedInNoncombat|position.Fought|position.FiredRocket|
			position.UnloadedThisTurn|position.LoadedThisTurn|position.RetreatedNow|position.PlacedNow)
}

// units lists the units on the board that satisfy a test, by ID.
func (m *progress) units(test func(position.Unit) bool) []position.Unit {
	var list []position.Unit
	for u := range m.Pos.Units() {
		if test(u) {
			list = append(list, u)
		}
	}
	return list
}

// ids are the IDs of units.
func ids(us []position.Unit) []int {
	list := make([]int, len(us))
	for i, u := range us {
		list[i] = u.ID
	}
	return list
}

// carriers lists the friendly carriers, the own ones first, then the allies', each by ID.
func (m *progress) carriers() []position.Unit {
	list := m.units(func(u position.Unit) bool { return u.Type == board.Carrier && m.IsFriendly(u.Owner) })
	m.ownFirst(list)
	return list
}

// ownFirst sorts units: the own ones before the others'.
func (m *progress) ownFirst(us []position.Unit) {
	slices.SortStableFunc(us,
		func(a, b position.Unit) int { return boolInt(!m.Controls(a.Owner)) - boolInt(!m.Controls(b.Owner)) })
}

// landable reports whether planes may land in a territory: friendly since the turn began, not taken in it.
func (m *progress) landable(at board.SpaceID) bool {
	return !m.Board.Space(at).Sea && m.IsFriendly(m.Pos.Turn().StartOwner(at)) && m.IsFriendly(m.Pos.Owner(at)) &&
		!m.Pos.Turn().HasCaptured(at)
}

// pledged is where a carrier was pledged to go.
func (m *progress) pledged(carrier int) (board.SpaceID, bool) {
	for p := range m.Pos.Turn().Pledges() {
		if p.Carrier == carrier {
			return p.To, true
		}
	}
	return board.NoSpace, false
}

// boolInt counts a condition, for sorting.
func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
