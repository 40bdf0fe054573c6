package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
)

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
func (s *seating) seat(fighter int, routes []*route) bool {
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
