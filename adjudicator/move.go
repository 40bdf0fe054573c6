package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// moves is one movement phase while its lines are carried out.
type moves struct {
	*run
	phase    order.Phase
	began    map[int]board.SpaceID   // where each unit stood when the phase began
	named    map[int]int             // line of this phase that named a unit; units of faulty lines count as used
	faulty   map[int]bool            // lines that have their fault: one a line, never a cascade
	lines    []order.Order           // the phase's
	sent     map[int]int             // line that sends a carrier off
	bound    map[int]bool            // carriers that their pledge binds against a line
	home     map[entry]int           // planes of an entry that flew home before the others
	flown    map[int]int             // planes that a line sent off before the rest of it moves
	berth    map[int]board.SpaceID   // where each friendly carrier will be when noncombat ends
	deckOf   map[int]board.Power     // whose deck a line named for a fighter
	passed   map[int][]board.SpaceID // zones that ships of `ship` lines have passed in this phase, from where they began
	landings []landing               // what ships are to put ashore, in the order in which lines first name them
}

func (r *run) newMoves(phase order.Phase, lines []order.Order) *moves {
	began := map[int]board.SpaceID{}
	for i := range r.Pos.Units {
		began[r.Pos.Units[i].ID] = r.Pos.Units[i].At
	}
	return &moves{
		run: r, phase: phase, lines: lines, began: began, named: map[int]int{}, faulty: map[int]bool{}, sent: map[int]int{},
		bound: map[int]bool{}, home: map[entry]int{}, flown: map[int]int{}, passed: map[int][]board.SpaceID{}, deckOf: map[int]board.Power{},
	}
}

// combatMoves carries out the orders of the combat move phase (D5), line by line, on r.pos: it moves units, fixes the plan
// (routes over guns, raids, rockets, landings, bombardment, pledges, battle order) and notes faults. Planes take off before
// ships move, as a carrier launches before it sails; what an attack needs of other lines is judged at the end (fine
// print 10).
func (r *run) combatMoves(part order.PhaseOrders) {
	m := r.newMoves(order.Combat, part.Orders)
	m.berth = m.berths()
	for _, o := range part.Orders {
		m.takeOff(o)
	}
	m.needBombers()
	for _, o := range part.Orders {
		m.combatLine(o)
	}
	m.settleLandings()
	for _, o := range part.Orders {
		m.lateLine(o)
	}
	m.mustClear()
	m.mustLand()
	m.orderBattles()
}

// combatLine carries out what a line of the combat moves orders on land and at sea, and the fire of rockets.
func (m *moves) combatLine(o order.Order) {
	if fire, ok := o.(order.Rocket); ok {
		m.rocket(fire)
		return
	}
	m.line(o)
}

// lateLine carries out the lines that speak of what other lines do.
func (m *moves) lateLine(o order.Order) {
	switch o := o.(type) {
	case order.Pledge:
		m.pledge(o)
	case order.Bombard:
		m.bombard(o)
	case order.AttackSubs:
		m.attackSubs(o)
	}
}

// noncombatMoves carries out the orders of the noncombat move phase; faults as above. Planes that fought come home first, then
// those that did not fly, in the order of the lines (fine print 8); then everything else moves. Pledged carriers sail, and
// at the end what cannot stand where it is is removed.
func (r *run) noncombatMoves(part order.PhaseOrders) error {
	m := r.newMoves(order.Noncombat, part.Orders)
	m.moor()
	if err := m.flights(); err != nil {
		return err
	}
	for _, o := range part.Orders {
		m.noncombatLine(o)
	}
	m.settleLandings()
	m.crowdedGuns()
	m.noteRound()
	m.sailPledged()
	m.settleDecks()
	m.surfaceSubmarines()
	return nil
}

// line carries out what both movement phases have in common.
func (m *moves) line(o order.Order) {
	switch o := o.(type) {
	case order.Move:
		m.surface(o)
	case order.ShipUnits:
		m.ship(o)
	case order.Load:
		m.load(o)
	case order.Unload:
		m.unload(o)
	}
}

// noncombatLine carries out what a line of the noncombat moves orders on land and at sea.
func (m *moves) noncombatLine(o order.Order) {
	if patriot, ok := o.(order.TakeOver); ok {
		m.takeOver(patriot)
		return
	}
	m.line(o)
}

// blame notes a line's first fault.
func (m *moves) blame(line int, code order.Code, fill ...func(*order.Fault)) {
	if m.faulty[line] {
		return
	}
	m.faulty[line] = true
	m.AddFault(line, code, fill...)
}

// act is what a move in this phase is noted as.
func (m *moves) act() position.Act {
	if m.phase == order.Combat {
		return position.MovedInCombat
	}
	return position.MovedInNoncombat
}

// walk puts units of a line that stand in one space, and what is aboard them, at the end of a trail.
func (m *moves) walk(ids []int, t *trail, line int) { m.moveAlong(ids, t, line, false) }

// flyAlong is walk for planes that fly to where they stay.
func (m *moves) flyAlong(ids []int, t *trail, line int) { m.moveAlong(ids, t, line, true) }

func (m *moves) moveAlong(ids []int, t *trail, line int, lands bool) {
	if len(ids) == 0 {
		return
	}
	from := m.Pos.Unit(ids[0]).At
	e := event.Moved{Power: m.Power, Units: m.InOrder(ids), From: from, To: t.end(from), Path: t.steps, Cost: t.cost,
		Line: line, Phase: m.phase,
		Battle: board.NoSpace, Lands: lands}
	if m.phase == order.Combat && m.IsHostile(e.To) {
		e.Battle = e.To
	}
	m.Emit(e)
}

// party is units of one line that go the same way.
type party struct {
	ids   []int
	trail *trail
}

// parties divides units by their ways, in the order in which they come.
func (m *moves) parties(ids []int, way func(*position.Unit) *trail) []party {
	var list []party
	for _, id := range ids {
		u := m.Pos.Unit(id)
		t := way(u)
		i := slices.IndexFunc(list, func(p party) bool {
			return m.Pos.Unit(p.ids[0]).At == u.At && slices.Equal(p.trail.steps, t.steps)
		})
		if i < 0 {
			list = append(list, party{[]int{id}, t})
			continue
		}
		list[i].ids = append(list[i].ids, id)
	}
	return list
}

// hintWay names the way that was found for units of a line, if it could have been another (fine print 1).
func (m *moves) hintWay(line int, via []board.SpaceID, p party) {
	over := p.trail.over()
	if len(via) > 0 || len(over) == 0 {
		return
	}
	u := m.Pos.Unit(p.ids[0])
	m.AddHint(line, order.WayTaken, phase.WithUnit(u.Type), phase.WithSpace(u.At), phase.WithOther(p.trail.end(u.At)), phase.WithSpaces(over))
}
