package movement

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/route"
)

// Fighters are seated so that as many as possible have a deck, whoever came first.
func TestSeating(t *testing.T) {
	t.Parallel()
	near := func(zones ...board.SpaceID) []*route.Route {
		ts := make([]*route.Route, 4)
		for _, z := range zones {
			ts[z] = &route.Route{}
		}
		return ts
	}
	s := newSeating([]deck{{carrier: 1, zones: []board.SpaceID{1}, room: 1},
		{carrier: 2, zones: []board.SpaceID{2, 3}, room: 1}})
	for i, want := range []struct {
		zones []board.SpaceID
		ok    bool
	}{{[]board.SpaceID{1, 2}, true}, {[]board.SpaceID{1}, true}, {[]board.SpaceID{3}, false}} {
		if got := s.seat(i+1, near(want.zones...)); got != want.ok {
			t.Errorf("fighter %d: %v, want %v", i+1, got, want.ok)
		}
	}
}
