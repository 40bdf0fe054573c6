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

// decks judges that planes can land, and puts them on decks when noncombat ends.
type decks struct {
	*progress
	air  *airTravel
	plan *carrierPlan
}

// mustLand judges that every plane sent to fight could land somewhere if nothing were lost and every battle won (R-28,
// T-45): on land that was friendly when the turn began, or on a deck, with all of them seated together. The
// fault lies on the line of the first plane that finds no place.
func (m *decks) mustLand() {
	at := func(c position.Unit) board.SpaceID {
		if to, ok := m.pledged(c.ID); ok {
			return to
		}
		return c.At
	}
	decks, launching := m.plan.decks(at), m.launching()
	for i := range decks {
		decks[i].room += len(slices.DeleteFunc(m.Pos.CargoOf(decks[i].carrier),
			func(id int) bool { return !slices.Contains(launching, id) }))
	}
	seats := newSeating(append(decks, m.plan.newDecks()...))
	for _, id := range launching { // each has its own deck, and may leave it for land or another
		u := m.Pos.Unit(id)
		if routes := m.air.travel(u).Routes(u.At); !m.air.reachesLand(routes) {
			seats.seat(id, routes)
		}
	}
	for _, u := range m.sorties() {
		routes := m.air.travel(u).Routes(u.At)
		switch {
		case u.Now.Did.Has(position.Suicide) || m.air.reachesLand(routes):
		case u.Type == board.Fighter && seats.seat(u.ID, routes):
		default:
			code := order.NoLandingPlace
			if u.Type == board.Bomber {
				code = order.NoLandForBomber
			}
			m.AddFault(u.Now.Line, code, phase.WithUnit(u.Type), phase.WithSpace(u.At),
				phase.WithNumbers(m.MovementLeft(u), 0))
		}
	}
}

// launching lists the own fighters that no line names and that take off all the same: their own carrier stays next to
// enemy ships and fights there (fine print 3). They fly, so another may land on their deck.
func (m *decks) launching() []int {
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
func (m *decks) sorties() []position.Unit {
	us := m.units(m.isReturning)
	slices.SortStableFunc(us, func(a, b position.Unit) int { return a.Now.Line - b.Now.Line })
	return us
}

// settle ends the noncombat moves for planes: those at sea go on the decks there, and those that stand where
// they may not are lost. One that a line sent there is a fault of that line.
func (m *decks) settle() {
	for _, c := range m.carriers() {
		for u := range m.Pos.In(c.At) {
			if u.Type == board.Fighter && m.Controls(u.Owner) && u.Aboard == 0 && m.DeckRoom(c.ID) > 0 &&
				m.mayLandOn(u, c) {
				m.Emit(event.Embarked{Units: []int{u.ID}, Ship: c.ID})
			}
		}
	}
	seats := newSeating(m.plan.newDecks())
	var lost []int
	for u := range m.Pos.Units() {
		if !u.Type.IsAir() || !m.Controls(u.Owner) || m.mayStay(u) {
			continue
		}
		here := make([]*route.Route, len(m.Board.Spaces))
		here[u.At] = &route.Route{}
		if u.Type == board.Fighter && seats.seat(u.ID, here) {
			continue
		}
		if m.named[u.ID] != 0 && !m.plan.isMissing(u.At) {
			m.AddFault(m.named[u.ID], order.NoDeck, phase.WithUnit(u.Type), phase.WithSpace(u.At))
		}
		lost = append(lost, u.ID)
	}
	phase.RemoveStranded(m.Turn, lost)
}

// mayLandOn holds what a `land` line said of the deck.
func (m *decks) mayLandOn(u, c position.Unit) bool {
	want, ok := m.plan.deckOf[u.ID]
	return !ok || want == c.Owner
}

// mayStay reports whether a plane stands where it may stay: on a deck, or on land that it may land in or never left.
func (m *decks) mayStay(u position.Unit) bool {
	switch {
	case u.Aboard != 0:
		return true
	case m.Board.Space(u.At).Sea:
		return false
	}
	return m.landable(u.At) || u.Now.Start == u.At && u.Now.Used == 0 && m.IsFriendly(m.Pos.Owner(u.At))
}

// deck is a carrier as a place to land: where it will be, and the room left on it.
type deck struct {
	carrier int
	zones   []board.SpaceID // one, or, for a carrier still to be placed, all those where it can be
	room    int
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
func (s *seating) seat(fighter int, routes []*route.Route) bool {
	for i, d := range s.decks {
		if slices.ContainsFunc(d.zones, func(z board.SpaceID) bool { return routes[z] != nil }) {
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
