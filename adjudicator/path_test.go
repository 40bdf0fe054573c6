package adjudicator

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// Fine print 1: the shortest way; among equals past fewest guns, then over fewest enemy spaces, then the first by name.
func TestWays(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, setup string
		order       func(*table) order.Order
		path        []string
	}{
		{"first by name", "Germany: Germany 1 tank\nBelorussia: USSR 1 infantry\nowner USSR: Belorussia",
			func(tb *table) order.Order { return tb.move("1 tank from Germany", "Belorussia") },
			[]string{"Eastern Europe", "Belorussia"}},
		{"past no guns", "Balkans: Germany 1 fighter\nUkraine S.S.R.: USSR 1 antiaircraft gun\nowner USSR: Ukraine S.S.R.\nCaucasus: USSR 1 infantry",
			func(tb *table) order.Order { return tb.move("1 fighter from Balkans", "Caucasus") },
			[]string{"SZ16", "Caucasus"}},
		{"past a gun rather than farther", "Ukraine S.S.R.: Germany 1 bomber\nCaucasus: USSR 1 antiaircraft gun\nKazakh S.S.R.: USSR 1 infantry",
			func(tb *table) order.Order { return tb.move("1 bomber from Ukraine S.S.R.", "Kazakh S.S.R.") },
			[]string{"Caucasus", "Kazakh S.S.R."}},
		{"over fewest enemy spaces", "Ukraine S.S.R.: Germany 1 fighter\nArchangel: USSR 1 infantry\nowner Germany: Karelia S.S.R.",
			func(tb *table) order.Order { return tb.move("1 fighter from Ukraine S.S.R.", "Archangel") },
			[]string{"West Russia", "Archangel"}},
		{"as it is named", "Germany: Germany 1 fighter\nCaucasus: USSR 1 infantry",
			func(tb *table) order.Order {
				return tb.move("1 fighter from Germany", "Caucasus", "Balkans", "SZ16")
			},
			[]string{"Balkans", "SZ16", "Caucasus"}},
		{"around a hostile zone", "SZ8: Germany 1 destroyer\nSZ7: UK 1 transport\nSZ3: UK 1 submarine",
			func(tb *table) order.Order { return tb.move("1 destroyer from SZ8", "SZ3") },
			[]string{"SZ2", "SZ3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := lay(t, revisedSet(t), "Germany", tt.setup)
			r := newRun(tb.set, tb.pos, phase.Assumed())
			r.combatMoves(part(tt.order(tb)))
			i := slices.IndexFunc(r.Journal.Events(), func(e event.Event) bool { return e.Kind() == event.KindMoved })
			if i < 0 {
				t.Fatalf("nothing moved: %v", codes(r.Faults))
			}
			var got []string
			for _, s := range r.Journal.Events()[i].(event.Moved).Path {
				got = append(got, r.Board.Name(s))
			}
			if !slices.Equal(got, tt.path) {
				t.Errorf("way %q, want %q", got, tt.path)
			}
		})
	}
}

// The way that was found is named, guns that another way avoids too; a way that was named is not repeated.
func TestHintsOfWays(t *testing.T) {
	t.Parallel()
	const setup = "Ukraine S.S.R.: Germany 1 bomber\nCaucasus: USSR 1 antiaircraft gun\nKazakh S.S.R.: USSR 1 infantry"
	tb := lay(t, revisedSet(t), "Germany", setup)
	tb.want(tb.judge(tb.move("1 bomber from Ukraine S.S.R.", "Kazakh S.S.R.")), "1 way-taken", "1 guns-avoidable")
	tb = lay(t, revisedSet(t), "Germany", setup)
	tb.want(tb.judge(tb.move("1 bomber from Ukraine S.S.R.", "Kazakh S.S.R.", "Caucasus")), "1 guns-avoidable")
}

// Fighters are seated so that as many as possible have a deck, whoever came first.
func TestSeating(t *testing.T) {
	t.Parallel()
	near := func(zones ...board.SpaceID) []*trail {
		ts := make([]*trail, 4)
		for _, z := range zones {
			ts[z] = &trail{}
		}
		return ts
	}
	s := newSeating([]deck{{carrier: 1, zones: []board.SpaceID{1}, room: 1}, {carrier: 2, zones: []board.SpaceID{2, 3}, room: 1}})
	for i, want := range []struct {
		zones []board.SpaceID
		ok    bool
	}{{[]board.SpaceID{1, 2}, true}, {[]board.SpaceID{1}, true}, {[]board.SpaceID{3}, false}} {
		if got := s.seat(i+1, near(want.zones...)); got != want.ok {
			t.Errorf("fighter %d: %v, want %v", i+1, got, want.ok)
		}
	}
}
