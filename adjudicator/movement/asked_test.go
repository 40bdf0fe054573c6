package movement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
)

// turn is the turn of the power of a table.
func turn(tb *table) *phase.Turn {
	return phase.Begin(phase.State{Rules: tb.Set, Position: tb.Pos, Resolver: phase.Assumed()})
}

// Planes that fought could land on friendly land within their range, and fighters on decks with room.
func TestReturns(t *testing.T) {
	t.Parallel()
	tb := lay(t, "UK", `
		Norway: UK 1 bomber, 1 fighter
		SZ3: UK 1 aircraft carrier
		SZ6: USA 1 aircraft carrier (aboard: 2 fighter)
		owner UK: Norway`)
	positiontest.ChangeIn(tb.Pos, tb.At("Norway"), func(u *position.Unit) {
		u.Now.Did, u.Now.Used = position.Fought|position.MovedInCombat, 2
		u.Now.Line = 9 - int(u.Type)
	})
	captured("Norway")(tb)
	var got []string
	for _, r := range movement.Returns(turn(tb)) {
		if r.Plane.Type == board.Bomber {
			r.Places = r.Places[:1] // four spaces are many places
		}
		got = append(got, fmt.Sprintf("%s: %s", r.Plane.Type, names(tb, r.Places, ", ")))
	}
	// The bomber's line is above the fighter's. A fighter has two spaces left; the deck of the USA is full.
	const want = "bomber: Archangel\nfighter: Archangel, Karelia S.S.R., United Kingdom, SZ3"
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}

// A power without units of its own may have something to move in noncombat.
func TestMayMove(t *testing.T) {
	t.Parallel()
	may := func(tb *table, where string) bool {
		tb.Helper()
		return movement.MayMove(turn(tb), slices.Collect(tb.Pos.In(tb.At(where)))[0])
	}
	tb := layOn(t, "europe", "UK", "")
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Add(board.AAGun, board.MiddleEast, tb.At("Egypt")) })
	if !may(tb, "Egypt") {
		t.Error("a friend may move a gun of the Middle East")
	}
	positiontest.ChangeIn(tb.Pos, tb.At("Egypt"), func(u *position.Unit) { u.Round = tb.Pos.Round() })
	if may(tb, "Egypt") {
		t.Error("it was moved this round")
	}
	tb = lay(t, "USSR", "Caucasus: USSR 1 industrial complex\nIndia: UK 1 industrial complex")
	if may(tb, "Caucasus") {
		t.Error("complexes stay")
	}
	advantage("USSR", "Mobile Industry")(tb)
	if !may(tb, "Caucasus") {
		t.Error("Mobile Industry moves complexes")
	}
	if may(tb, "India") {
		t.Error("but not an ally's")
	}
	for _, n := range []string{"Kazakh S.S.R.", "Persia", "Russia", "Ukraine S.S.R.", "West Russia"} {
		positiontest.Change(tb.Pos, func(d *position.Data) { d.Owner[tb.At(n)] = "Germany" })
	}
	if may(tb, "Caucasus") {
		t.Error("there is nowhere to go")
	}
}

// What a power could reach in its next combat moves.
func TestReach(t *testing.T) {
	t.Parallel()
	tb := lay(t, "Germany", `
		Ukraine S.S.R.: Germany 1 tank, 1 infantry, 1 fighter, 1 bomber
		SZ5: Germany 1 destroyer`)
	r := movement.NewReach(turn(tb))
	unit := func(typ board.UnitType) position.Unit {
		for u := range tb.Pos.Units() {
			if u.Type == typ {
				return u
			}
		}
		t.Fatalf("no %s", typ)
		return position.Unit{}
	}
	for _, x := range []struct {
		what string
		got  bool
		want bool
	}{
		{"a tank in two steps", r.Overland(unit(board.Tank), tb.At("Russia")), true},
		{"infantry in one", r.Overland(unit(board.Infantry), tb.At("Caucasus")), true},
		{"infantry not in two", r.Overland(unit(board.Infantry), tb.At("Russia")), false},
		{"a destroyer in two zones", r.BySea(unit(board.Destroyer), tb.At("SZ3")), true},
		{"not in three", r.BySea(unit(board.Destroyer), tb.At("SZ2")), false},
		{"a fighter that can come back", r.ByAir(unit(board.Fighter), tb.At("Russia")), true},
		{"not one that cannot", r.ByAir(unit(board.Fighter), tb.At("Sinkiang")), false},
		{"nor one that does not come there", r.ByAir(unit(board.Fighter), tb.At("China")), false},
		{"a bomber", r.ByAir(unit(board.Bomber), tb.At("Sinkiang")), true},
	} {
		if x.got != x.want {
			t.Errorf("%s: %v", x.what, x.got)
		}
	}
}

// Target is where a line brings a battle about.
func TestTarget(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		o    order.Order
		want board.SpaceID
	}{
		{order.Move{To: 3}, 3}, {order.ShipUnits{To: 4}, 4}, {order.Unload{To: 5}, 5}, {order.Load{Sail: 6}, 6},
		{order.AttackSubs{In: 7}, 7},
		{order.Load{Sail: board.NoSpace}, board.NoSpace}, {order.Bomb{Target: 8}, board.NoSpace},
	} {
		got, ok := movement.Target(x.o)
		if got != x.want || ok != (x.want != board.NoSpace) {
			t.Errorf("%T: %d, %v", x.o, got, ok)
		}
	}
}
