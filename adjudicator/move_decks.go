package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// deck is a carrier as a place to land: where it will be, and the room left on it.
type deck struct {
	carrier int
	zones   []board.SpaceID // one, or, for a carrier still to be placed, all those where it can be
	room    int
}

// carriers lists the friendly carriers, the own ones first, then the allies', each by ID.
func (r *run) carriers() []*position.Unit {
	var own, allied []*position.Unit
	for i := range r.Pos.Units {
		u := &r.Pos.Units[i]
		switch {
		case u.Type != board.Carrier || !r.IsFriendly(u.Owner):
		case r.Controls(u.Owner):
			own = append(own, u)
		default:
			allied = append(allied, u)
		}
	}
	return append(own, allied...)
}

// decks lists the friendly carriers with the room on them, where `at` says that each will be.
func (m *moves) decks(at func(*position.Unit) board.SpaceID) []deck {
	var list []deck
	for _, c := range m.carriers() {
		list = append(list, deck{c.ID, []board.SpaceID{at(c)}, m.DeckRoom(c.ID)})
	}
	return list
}

// newDecks lists the carriers in the mobilization zone, where fighters may wait for them (R-36, option wait-for-new-carrier).
func (m *moves) newDecks() []deck {
	n := m.Pos.Nation(m.Power)
	if !m.Rules.Air.WaitForCarrier || n == nil || n.Bought[board.Carrier] == 0 {
		return nil
	}
	var zones []board.SpaceID
	for _, s := range phase.UsableComplexes(m.Turn) {
		for _, z := range m.Board.Near(s) {
			if m.Board.Space(z).Sea && !slices.Contains(zones, z) {
				zones = append(zones, z)
			}
		}
	}
	return []deck{{0, zones, n.Bought[board.Carrier] * position.DeckRoom}}
}

// seating gives fighters room on decks so that as many as possible have some: a matching, grown one fighter at a time.
type seating struct {
	decks []deck
	on    map[int][]int // fighters by deck
	reach map[int][]int // decks by fighter
}

func newSeating(decks []deck) *seating {
	return &seating{decks: decks, on: map[int][]int{}, reach: map[int][]int{}}
}

// seat finds room for one more fighter that can reach some spaces, moving others if need be.
func (s *seating) seat(fighter int, trails []*trail) bool {
	for i, d := range s.decks {
		if slices.ContainsFunc(d.zones, func(z board.SpaceID) bool { return trails[z] != nil }) {
			s.reach[fighter] = append(s.reach[fighter], i)
		}
	}
	return s.grow(fighter, make([]bool, len(s.decks)))
}

func (s *seating) grow(fighter int, tried []bool) bool {
	for _, d := range s.reach[fighter] {
		if tried[d] {
			continue
		}
		tried[d] = true
		if len(s.on[d]) < s.decks[d].room {
			s.on[d] = append(s.on[d], fighter)
			return true
		}
		for i, other := range s.on[d] {
			if s.grow(other, tried) {
				s.on[d][i] = fighter
				return true
			}
		}
	}
	return false
}

// mustLand judges that every plane sent to fight could land somewhere if nothing were lost and every battle won (R-28, R-29, R-30, T-45):
// on land that was friendly when the turn began, or on a deck, with all of them seated together. The fault lies on the line of
// the first plane that finds no place.
func (m *moves) mustLand() {
	at := func(c *position.Unit) board.SpaceID {
		if to, ok := m.pledged(c.ID); ok {
			return to
		}
		return c.At
	}
	decks, launching := m.decks(at), m.launching()
	for i := range decks {
		decks[i].room += len(slices.DeleteFunc(m.Pos.CargoOf(decks[i].carrier), func(id int) bool { return !slices.Contains(launching, id) }))
	}
	seats := newSeating(append(decks, m.newDecks()...))
	for _, id := range launching { // each has its own deck, and may leave it for land or another
		u := m.Pos.Unit(id)
		if trails := m.trails(u.At, m.airway(u)); !m.reachesLand(trails) {
			seats.seat(id, trails)
		}
	}
	for _, u := range m.sorties() {
		trails := m.trails(u.At, m.airway(u))
		switch {
		case u.Now.Did.Has(position.Suicide) || m.reachesLand(trails):
		case u.Type == board.Fighter && seats.seat(u.ID, trails):
		default:
			code := order.NoLandingPlace
			if u.Type == board.Bomber {
				code = order.NoLandForBomber
			}
			m.blame(u.Now.Line, code, phase.WithUnit(u.Type), phase.WithSpace(u.At), phase.WithNumbers(m.fuel(u), 0))
		}
	}
}

// launching lists the own fighters that no line names and that take off all the same: their own carrier stays beside enemy
// ships and fights there (fine print 3). They fly, so another may land on their deck.
func (m *moves) launching() []int {
	var ids []int
	for _, c := range m.carriers() {
		if !m.Controls(c.Owner) || c.Now.Did.Any(position.MovedInCombat) || !m.IsHostile(c.At) {
			continue
		}
		for _, id := range m.Pos.CargoOf(c.ID) {
			if m.Pos.Unit(id).Owner == c.Owner {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// sorties lists the own planes that were sent to fight, in the order of their lines.
func (m *moves) sorties() []*position.Unit {
	var us []*position.Unit
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		if m.returning(u) {
			us = append(us, u)
		}
	}
	slices.SortStableFunc(us, func(a, b *position.Unit) int { return a.Now.Line - b.Now.Line })
	return us
}

// landable tells whether planes may land in a territory: friendly since the turn began, not taken in it.
func (r *run) landable(at board.SpaceID) bool {
	return !r.Board.Space(at).Sea && r.IsFriendly(r.Pos.Turn.StartOwner[at]) && r.IsFriendly(r.Pos.Owner[at]) &&
		!slices.Contains(r.Pos.Turn.Captured, at)
}

func (m *moves) reachesLand(trails []*trail) bool {
	for s, t := range trails {
		if t != nil && m.landable(board.SpaceID(s)) {
			return true
		}
	}
	return false
}

// pledged is where a carrier was pledged to go.
func (r *run) pledged(carrier int) (board.SpaceID, bool) {
	for _, p := range r.Pos.Turn.Plan.Pledges {
		if p.Carrier == carrier {
			return p.To, true
		}
	}
	return board.NoSpace, false
}

// landedOn tells whether a fighter has landed on a carrier this turn, which therefore stays.
func (m *moves) landedOn(carrier int) bool {
	return slices.ContainsFunc(m.Pos.CargoOf(carrier), func(id int) bool {
		return m.Pos.Unit(id).Now.Did.Has(position.Arrived)
	})
}

// settleDecks ends the noncombat moves for planes: those at sea go on the decks there, and those that stand where they
// may not are lost. While judging, one that a line sent there is a fault of that line.
func (m *moves) settleDecks() {
	for _, c := range m.carriers() {
		for _, u := range m.Pos.In(c.At) {
			if u.Type == board.Fighter && m.Controls(u.Owner) && u.Aboard == 0 && m.DeckRoom(c.ID) > 0 && m.mayLandOn(u, c) {
				m.Emit(event.Embarked{Units: []int{u.ID}, Ship: c.ID})
			}
		}
	}
	seats := newSeating(m.newDecks())
	var lost []int
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		if !u.Type.IsAir() || !m.Controls(u.Owner) || m.stands(u) {
			continue
		}
		here := make([]*trail, len(m.Board.Spaces))
		here[u.At] = &trail{}
		if u.Type == board.Fighter && seats.seat(u.ID, here) {
			continue
		}
		if m.named[u.ID] != 0 && !m.missed(u.At) {
			m.blame(m.named[u.ID], order.NoDeck, phase.WithUnit(u.Type), phase.WithSpace(u.At))
		}
		lost = append(lost, u.ID)
	}
	phase.RemoveStranded(m.Turn, lost)
}

// boardWaiting puts fighters that waited for a new carrier on it (option wait-for-new-carrier).
func (r *run) boardWaiting(carrier int) {
	for _, u := range r.Pos.In(r.Pos.Unit(carrier).At) {
		if r.HasNoDeck(u) && r.DeckRoom(carrier) > 0 {
			r.Emit(event.Embarked{Units: []int{u.ID}, Ship: carrier})
		}
	}
}

// loseWaiting ends the wait of those for whom no carrier was placed.
func (r *run) loseWaiting() {
	var lost []int
	for i := range r.Pos.Units {
		if u := &r.Pos.Units[i]; r.HasNoDeck(u) {
			lost = append(lost, u.ID)
		}
	}
	phase.RemoveStranded(r.Turn, lost)
}

// missed tells whether a carrier was to come to a zone and did not: then its own line has the fault.
func (m *moves) missed(zone board.SpaceID) bool {
	return slices.ContainsFunc(m.carriers(), func(c *position.Unit) bool { return m.berth[c.ID] == zone && c.At != zone })
}

// mayLandOn holds what a `land` line said of the deck.
func (m *moves) mayLandOn(u, c *position.Unit) bool {
	want, ok := m.deckOf[u.ID]
	return !ok || want == c.Owner
}

// stands tells whether a plane stands where it may stay: on a deck, or on land that it may land in or never left.
func (m *moves) stands(u *position.Unit) bool {
	switch {
	case u.Aboard != 0:
		return true
	case m.Board.Space(u.At).Sea:
		return false
	}
	return m.landable(u.At) || u.Now.Start == u.At && u.Now.Used == 0 && m.IsFriendly(m.Pos.Owner[u.At])
}

// pledge promises that a carrier will go to a zone in noncombat: it must be able to, with all battles won.
func (m *moves) pledge(o order.Pledge) {
	ids := m.pick(choice{
		line: o.Line, from: o.From, want: o.Carrier, few: order.NoCarrierThere,
		has: func(u *position.Unit) bool { return u.Type == board.Carrier },
		free: func(u *position.Unit) bool {
			_, ok := m.pledged(u.ID)
			return m.ready(u) && !ok && !m.IsHostile(u.At)
		},
		can: func(u *position.Unit) *phase.Fault {
			if o.From == o.To {
				return nil
			}
			if _, fill, code := m.way(o.From, o.To, nil, m.afterCombat(u)); code != "" {
				return phase.NewFault(code, fill)
			}
			return nil
		},
	})
	for _, id := range ids {
		m.Emit(event.Pledged{Power: m.Power, Carrier: id, From: o.From, To: o.To})
	}
}

// afterCombat is how a ship will get about in noncombat if every battle is won.
func (m *moves) afterCombat(u *position.Unit) passage {
	p := m.seaway(u)
	p.step = func(from, to board.SpaceID) *block {
		if b := m.seaStep(u, from, to); b != nil {
			return b
		}
		if m.IsHostile(to) && !m.battleAt(to) {
			return &block{code: order.HostileTarget, from: from, to: to}
		}
		return nil
	}
	p.through = func(board.SpaceID) bool { return true }
	return p
}

// sailPledged sends pledged carriers that no line moved to where fighters wait for them (R-35, T-54); nothing else moves by itself (D22).
func (m *moves) sailPledged() {
	for _, p := range m.Pos.Turn.Plan.Pledges {
		c := m.Pos.Unit(p.Carrier)
		if c == nil || c.At == p.To || !m.ready(c) || m.landedOn(c.ID) || !m.waitedFor(p.To) {
			continue
		}
		t, _, code := m.way(c.At, p.To, nil, m.seaway(c))
		if code != "" {
			continue // the battle on its way was lost: the carrier is not able
		}
		m.walk([]int{c.ID}, t, 0)
	}
}

// waitedFor tells whether a fighter over a zone has no deck there.
func (m *moves) waitedFor(zone board.SpaceID) bool {
	return slices.ContainsFunc(m.Pos.In(zone), m.HasNoDeck)
}
