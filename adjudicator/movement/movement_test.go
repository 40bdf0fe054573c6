package movement_test

import (
	"cmp"
	"os"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/orders/cases/casestest"
)

// TestCases runs all conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"), "")
}

// lay sets up an otherwise empty board of the revised rules.
func lay(t *testing.T, who board.Power, setup string) *positiontest.Table {
	t.Helper()
	return layOn(t, "revised", who, setup)
}

// layOn is lay with the rules of that name, and options given as name, value, name, value.
func layOn(t *testing.T, name string, who board.Power, setup string, opts ...string) *positiontest.Table {
	t.Helper()
	set := positiontest.Rules(t, name, opts...)
	tb := positiontest.Lay(t, set, adjudicator.Empty(set), who, setup)
	adjudicator.BeginTurn(set, tb.Pos)
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Phase = order.Combat })
	return tb
}

// play carries out the orders of a phase as a judgement does, keeps the position that they lead to, and sorts the
// faults by line.
func play(tb *positiontest.Table, f phase.Func, orders ...order.Order) phase.Result {
	tb.Helper()
	part := positiontest.Part(orders...)
	res, err := f(phase.State{Rules: tb.Set, Position: tb.Pos, Resolver: phase.Assumed()}, part)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Pos = res.After
	slices.SortStableFunc(res.Faults,
		func(a, b order.Fault) int { return cmp.Or(a.Line-b.Line, cmp.Compare(a.Severity, b.Severity)) })
	return res
}

func combat(tb *positiontest.Table, orders ...order.Order) phase.Result {
	tb.Helper()
	return play(tb, movement.Combat, orders...)
}

// judge carries out combat moves and returns their faults as "LINE CODE".
func judge(tb *positiontest.Table, orders ...order.Order) []string {
	tb.Helper()
	return positiontest.Codes(combat(tb, orders...).Faults)
}

func TestLandMoves(t *testing.T) {
	t.Parallel()
	const front = `
		Ukraine S.S.R.: Germany 2 tank, 2 infantry, 1 antiaircraft gun
		Balkans: Germany 1 tank
		Archangel: USSR 1 infantry
		Kazakh S.S.R.: USSR 1 antiaircraft gun
		owner Germany: West Russia`
	tests := []struct {
		name string
		do   func(*positiontest.Table) []order.Order
		want []string
		then func(*positiontest.Table)
	}{
		{"infantry takes the next territory in combat (R-19)", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("2 infantry from Ukraine S.S.R.", "Caucasus")}
		}, nil, func(tb *positiontest.Table) { tb.Has("Caucasus", "Germany", "2 infantry") }},
		{"a tank blitzes through empty land and takes it at once (R-16, R-17)",
			func(tb *positiontest.Table) []order.Order {
				return []order.Order{tb.Move("1 tank from Ukraine S.S.R.", "Persia", "Caucasus")}
			}, nil, func(tb *positiontest.Table) {
				if tb.Pos.Owner(tb.At("Caucasus")) != "Germany" {
					tb.Error("Caucasus was not taken")
				}
			}},
		{"it may come back (R-16)", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 tank from Ukraine S.S.R.", "Ukraine S.S.R.", "Caucasus")}
		}, nil, func(tb *positiontest.Table) { tb.Has("Ukraine S.S.R.", "Germany", "2 tank") }},
		{"a gun stops it (R-21, T24)", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 tank from Ukraine S.S.R.", "Kazakh S.S.R.", "Caucasus"),
				tb.Move("1 tank from Ukraine S.S.R.", "Novosibirsk", "Kazakh S.S.R.")}
		}, []string{"2 not-adjacent"}, nil},
		{"infantry has one move", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 infantry from Ukraine S.S.R.", "Russia")}
		}, []string{"1 too-far"}, nil},
		{"land units do not end combat moves in friendly land (R-20)", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 infantry from Ukraine S.S.R.", "Balkans")}
		}, []string{"1 friendly-target"}, nil},
		{"guns never move in combat (R-14)", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 antiaircraft gun from Ukraine S.S.R.", "Caucasus")}
		}, []string{"1 only-in-noncombat"}, nil},
		{"nothing enters neutral land (R-24)", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 tank from Balkans", "Turkey")}
		}, []string{"1 neutral-land"}, nil},
		{"one fault for too many, and none that follows from it", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("3 tank from Ukraine S.S.R.", "Caucasus"),
				tb.Move("1 infantry from Ukraine S.S.R.", "Caucasus")}
		}, []string{"1 too-few"}, nil},
		{"units that a line used are used", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("2 tank from Ukraine S.S.R.", "Caucasus"),
				tb.Move("1 tank from Ukraine S.S.R.", "Caucasus")}
		}, []string{"2 already-moved"}, nil},
		{"another's units are not ordered", func(tb *positiontest.Table) []order.Order {
			return []order.Order{tb.Move("1 USSR infantry from Archangel", "West Russia")}
		}, []string{"1 not-yours"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := lay(t, "Germany", front)
			tb.Want(judge(tb, tt.do(tb)...), tt.want...)
			if tt.then != nil {
				tt.then(tb)
			}
		})
	}
}

// Fine print 1: the shortest way; among equals past fewest guns, then over fewest enemy spaces, then the first by name.
func TestWays(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, setup string
		order       func(*positiontest.Table) order.Order
		path        []string
	}{
		{"first by name", "Germany: Germany 1 tank\nBelorussia: USSR 1 infantry\nowner USSR: Belorussia",
			func(tb *positiontest.Table) order.Order { return tb.Move("1 tank from Germany", "Belorussia") },
			[]string{"Eastern Europe", "Belorussia"}},
		{"past no guns", "Balkans: Germany 1 fighter\nUkraine S.S.R.: USSR 1 antiaircraft gun\nowner USSR: Ukraine S.S.R.\nCaucasus: USSR 1 infantry",
			func(tb *positiontest.Table) order.Order { return tb.Move("1 fighter from Balkans", "Caucasus") },
			[]string{"SZ16", "Caucasus"}},
		{"past a gun rather than farther",
			"Ukraine S.S.R.: Germany 1 bomber\nCaucasus: USSR 1 antiaircraft gun\nKazakh S.S.R.: USSR 1 infantry",
			func(tb *positiontest.Table) order.Order {
				return tb.Move("1 bomber from Ukraine S.S.R.", "Kazakh S.S.R.")
			},
			[]string{"Caucasus", "Kazakh S.S.R."}},
		{"over fewest enemy spaces",
			"Ukraine S.S.R.: Germany 1 fighter\nArchangel: USSR 1 infantry\nowner Germany: Karelia S.S.R.",
			func(tb *positiontest.Table) order.Order { return tb.Move("1 fighter from Ukraine S.S.R.", "Archangel") },
			[]string{"West Russia", "Archangel"}},
		{"as it is named", "Germany: Germany 1 fighter\nCaucasus: USSR 1 infantry",
			func(tb *positiontest.Table) order.Order {
				return tb.Move("1 fighter from Germany", "Caucasus", "Balkans", "SZ16")
			},
			[]string{"Balkans", "SZ16", "Caucasus"}},
		{"around a hostile zone", "SZ8: Germany 1 destroyer\nSZ7: UK 1 transport\nSZ3: UK 1 submarine",
			func(tb *positiontest.Table) order.Order { return tb.Move("1 destroyer from SZ8", "SZ3") },
			[]string{"SZ2", "SZ3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := lay(t, "Germany", tt.setup)
			res := combat(tb, tt.order(tb))
			i := slices.IndexFunc(res.Events, func(e event.Event) bool { return e.Kind() == event.KindMoved })
			if i < 0 {
				t.Fatalf("nothing moved: %v", positiontest.Codes(res.Faults))
			}
			var got []string
			for _, s := range res.Events[i].(event.Moved).Path {
				got = append(got, tb.Set.Board.Name(s))
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
	tb := lay(t, "Germany", setup)
	tb.Want(judge(tb, tb.Move("1 bomber from Ukraine S.S.R.", "Kazakh S.S.R.")), "1 way-taken", "1 guns-avoidable")
	tb = lay(t, "Germany", setup)
	tb.Want(judge(tb, tb.Move("1 bomber from Ukraine S.S.R.", "Kazakh S.S.R.", "Caucasus")), "1 guns-avoidable")
}
