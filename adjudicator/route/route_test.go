package route_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/route"
)

// spaces are the spaces of those names, joined by "; ".
func spaces(t *testing.T, list string) []board.SpaceID {
	t.Helper()
	var ids []board.SpaceID
	for n := range strings.SplitSeq(list, "; ") {
		id, ok := board.Named("revised").Find(n)
		if !ok {
			t.Fatalf("no space %q", n)
		}
		ids = append(ids, id)
	}
	return ids
}

func names(ids []board.SpaceID) string {
	var list []string
	for _, id := range ids {
		list = append(list, board.Named("revised").Name(id))
	}
	return strings.Join(list, "; ")
}

// in reports whether a space is one of those of a list.
func in(t *testing.T, list string) func(board.SpaceID) bool {
	t.Helper()
	ids := spaces(t, list)
	return func(s board.SpaceID) bool { return slices.Contains(ids, s) }
}

// bars bars steps into some spaces for a reason.
func bars(t *testing.T, code order.Code, list string) func(from, to board.SpaceID) *phase.Fault {
	t.Helper()
	barred := in(t, list)
	return func(from, to board.SpaceID) *phase.Fault {
		if barred(to) {
			return route.Barred(code, from, to)
		}
		return nil
	}
}

// The best way, or why there is none. Overland from Ukraine S.S.R.: Caucasus, Russia and Kazakh S.S.R. lie one, two and
// two steps away.
func TestFind(t *testing.T) {
	t.Parallel()
	not := func(f func(board.SpaceID) bool) func(board.SpaceID) bool {
		return func(s board.SpaceID) bool { return !f(s) }
	}
	for _, x := range []struct {
		name     string
		travel   route.Travel
		to, via  string
		movement int
		want     string
	}{
		{name: "the shortest", to: "Caucasus", movement: 3, want: "Caucasus, cost 1"},
		{name: "by name among equals", to: "Russia", movement: 2, want: "Caucasus; Russia, cost 2"},
		{name: "past fewest guns", to: "Russia", movement: 2, travel: route.Travel{Guns: in(t, "Caucasus")},
			want: "West Russia; Russia, cost 2"},
		{name: "but shorter before fewer guns", to: "Kazakh S.S.R.", movement: 4,
			travel: route.Travel{Guns: in(t, "Caucasus")}, want: "Caucasus; Kazakh S.S.R., cost 2, guns 1"},
		{name: "over fewest enemies", to: "Russia", movement: 2, travel: route.Travel{Foes: in(t, "Caucasus")},
			want: "West Russia; Russia, cost 2"},
		{name: "guns count before enemies", to: "Russia", movement: 2,
			travel: route.Travel{Foes: in(t, "Caucasus"), Guns: in(t, "West Russia")},
			want:   "Caucasus; Russia, cost 2, foes 1"},
		{name: "the ends count for nothing", to: "Caucasus", movement: 1,
			travel: route.Travel{Guns: in(t, "Caucasus; Ukraine S.S.R."), Foes: in(t, "Caucasus; Ukraine S.S.R.")},
			want:   "Caucasus, cost 1"},
		{name: "a dear step is gone around", to: "Russia", movement: 4, want: "West Russia; Russia, cost 2",
			travel: route.Travel{Cost: func(from, to board.SpaceID) int { return 1 + 2*one(in(t, "Caucasus")(to)) }}},
		{name: "as it is named", to: "Russia", via: "West Russia", movement: 2, want: "West Russia; Russia, cost 2"},
		{name: "named, but spaces do not touch", to: "Russia", via: "Balkans", movement: 2,
			want: "not-adjacent Balkans > Russia"},
		{name: "named, but too far", to: "Russia", via: "Caucasus; West Russia", movement: 2,
			want: "too-far Ukraine S.S.R. > Russia 2/3"},
		{name: "named, but an enemy is on the way", to: "Russia", via: "Caucasus", movement: 2,
			travel: route.Travel{MayPass: not(in(t, "Caucasus"))},
			want:   "enemy-on-way Caucasus > Russia"},
		{name: "named through neutral land", to: "Persia", via: "Caucasus; Turkey", movement: 3,
			want: "neutral-land Turkey"},
		{name: "enemies are gone around", to: "Russia", movement: 2,
			travel: route.Travel{MayPass: not(in(t, "Caucasus"))}, want: "West Russia; Russia, cost 2"},
		{name: "enemies on every way", to: "Russia", movement: 2,
			travel: route.Travel{MayPass: not(in(t, "Caucasus; West Russia"))},
			want:   "enemy-on-way Caucasus > Russia"},
		{name: "too far", to: "Russia", movement: 1, want: "too-far Ukraine S.S.R. > Russia 1/2"},
		{name: "hostile land", to: "Caucasus", movement: 1,
			travel: route.Travel{Step: bars(t, order.HostileTarget, "Caucasus")}, want: "hostile-target Caucasus"},
		{name: "what alone would have to go is the reason", to: "Kazakh S.S.R.", movement: 2,
			travel: route.Travel{Step: bars(t, order.HostileTarget, "Caucasus"), MayPass: not(in(t, "Caucasus"))},
			want:   "hostile-target Caucasus"},
		{name: "neutral land", to: "Turkey", movement: 3, want: "neutral-land Turkey"},
		{name: "neutral land on the only way", to: "Trans-Jordan", movement: 3, want: "neutral-land Turkey",
			travel: route.Travel{Step: bars(t, order.NoWay, "Persia; SZ15; SZ16; SZ34")}},
		{name: "no stop there", to: "Caucasus", movement: 2, travel: route.Travel{NoStop: in(t, "Caucasus")},
			want: "hostile-target Caucasus"},
		{name: "no way at all", to: "SZ1", movement: 2,
			travel: route.Travel{Step: func(from, to board.SpaceID) *phase.Fault {
				if board.Named("revised").Space(to).Sea {
					return route.Barred(order.NoWay, from, to)
				}
				return nil
			}}, want: "no-way Ukraine S.S.R. > SZ1"},
		{name: "one's own space is no way", to: "Ukraine S.S.R.", movement: 2,
			want: "no-way Ukraine S.S.R. > Ukraine S.S.R."},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := x.travel
			p.Board, p.Movement = board.Named("revised"), x.movement
			var via []board.SpaceID
			if x.via != "" {
				via = spaces(t, x.via)
			}
			from := spaces(t, "Ukraine S.S.R.")[0]
			r, why := p.Find(from, spaces(t, x.to)[0], via)
			if got := told(from, r, why); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func told(from board.SpaceID, r *route.Route, why *phase.Fault) string {
	if r == nil {
		f := order.NewFault(1, order.NotAllowed, why.Code)
		why.Fill(&f)
		s := fmt.Sprintf("%s %s", f.Code, names([]board.SpaceID{f.Space}))
		if f.Other != board.NoSpace {
			s += " > " + names([]board.SpaceID{f.Other})
		}
		if f.Want != 0 {
			s += fmt.Sprintf(" %d/%d", f.Have, f.Want)
		}
		return s
	}
	s := fmt.Sprintf("%s, cost %d", names(r.Steps), r.Cost)
	if r.Guns > 0 {
		s += fmt.Sprintf(", guns %d", r.Guns)
	}
	if r.Foes > 0 {
		s += fmt.Sprintf(", foes %d", r.Foes)
	}
	return s
}

// A route knows its end and what lies between its ends.
func TestRoute(t *testing.T) {
	t.Parallel()
	stay, far := route.Route{}, route.Route{Steps: []board.SpaceID{4, 5, 6}}
	if stay.End(3) != 3 || far.End(3) != 6 {
		t.Error("ends")
	}
	if stay.Over() != nil || !slices.Equal(far.Over(), []board.SpaceID{4, 5}) {
		t.Error("between the ends")
	}
}

// Routes go to every space within the movement and to no other.
func TestRoutes(t *testing.T) {
	t.Parallel()
	p := route.Travel{Board: board.Named("revised"), Movement: 1}
	var got []board.SpaceID
	for s, r := range p.Routes(spaces(t, "Caucasus")[0]) {
		if r != nil {
			got = append(got, board.SpaceID(s))
		}
	}
	if want := "Caucasus; Kazakh S.S.R.; Persia; Russia; Ukraine S.S.R.; West Russia; SZ16"; names(got) != want {
		t.Errorf("%s, want %s", names(got), want)
	}
}
