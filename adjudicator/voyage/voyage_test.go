package voyage_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/route"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/voyage"
	"fieldpost/orders/cases/casestest"
)

// TestCases runs the conformance cases.
func TestCases(t *testing.T) {
	t.Parallel()
	casestest.Run(t, os.DirFS("../testdata/cases"), "AMP EAMP ETRA LIG LOD TRN")
}

// loads are ships of the UK that load units of the UK and end next to a territory.
type loads struct {
	name   string
	setup  string
	cargo  string // "UNIT from SPACE", joined by "; "
	to     string // zones in which the ship may end, joined by "; "
	via    string
	most   int // ships; 0: any number
	stay   bool
	named  string // the zone of ships that a line has named
	passed string // zones that all ships have passed

	thenFrom, thenTo string // what a later line asks: to load here, and to end there

	want string
}

// Ships fetch cargo: which take what, on which way.
func TestLoad(t *testing.T) {
	t.Parallel()
	for _, x := range []loads{
		{name: "a ship beside the land", setup: "SZ8: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ8",
			want: "SZ8: 1 infantry"},
		{name: "it loads on its way", setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ6",
			want: "SZ12 > SZ7 > SZ6: 1 infantry"},
		{name: "it cannot where it stays", setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ12", stay: true},
		{name: "nor without movement enough", setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ5"},
		{name: "nor beside enemies (R-57)",
			setup: "SZ8: UK 1 transport; Germany 1 destroyer\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ8", stay: true},
		{name: "it may have loaded in a zone that it passed before",
			setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry", cargo: "1 infantry from United Kingdom",
			to: "SZ12", passed: "SZ8", want: "SZ12: 1 infantry"},
		{name: "by the zones that the line names", setup: "SZ8: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ6", via: "SZ7",
			want: "SZ8 > SZ7 > SZ6: 1 infantry"},
		{name: "which must be on a way", setup: "SZ8: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ6", via: "SZ12"},
		{name: "two fit if one is infantry (R-54)",
			setup: "SZ8: UK 1 transport\nUnited Kingdom: UK 1 infantry, 1 tank", to: "SZ8",
			cargo: "1 infantry from United Kingdom; 1 tank from United Kingdom", want: "SZ8: 1 infantry, 1 tank"},
		{name: "two tanks need two ships", setup: "SZ8: UK 2 transport\nUnited Kingdom: UK 2 tank", to: "SZ8",
			cargo: "2 tank from United Kingdom", want: "SZ8: 1 tank\nSZ8: 1 tank"},
		{name: "more than the line names", setup: "SZ8: UK 2 transport\nUnited Kingdom: UK 2 tank", to: "SZ8",
			cargo: "2 tank from United Kingdom", most: 1},
		{name: "what needs most room goes first", setup: "SZ8: UK 2 transport\nUnited Kingdom: UK 2 infantry, 2 tank",
			to:    "SZ8",
			cargo: "2 infantry from United Kingdom; 2 tank from United Kingdom",
			want:  "SZ8: 1 infantry, 1 tank\nSZ8: 1 infantry, 1 tank"},
		{name: "cargo of two lands on one ship",
			setup: "SZ3: UK 1 transport\nUnited Kingdom: UK 1 infantry\nNorway: UK 1 infantry", to: "SZ3",
			cargo: "1 infantry from United Kingdom; 1 infantry from Norway", want: "SZ3: 2 infantry"},
		{name: "the nearer ship", setup: "SZ12: UK 1 transport\nSZ7: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ6",
			want: "SZ7 > SZ6: 1 infantry"},
		{name: "of ships as near one that no line has named",
			setup: "SZ7: UK 1 transport\nSZ3: UK 1 transport\nUnited Kingdom: UK 1 infantry", named: "SZ7",
			cargo: "1 infantry from United Kingdom", to: "SZ6", want: "SZ3 > SZ6: 1 infantry"},
		{name: "and of those the emptier",
			setup: "SZ7: UK 1 transport (aboard: 1 infantry)\nSZ3: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ6", want: "SZ3 > SZ6: 1 infantry"},
		{name: "and of those the first",
			setup: "SZ7: UK 1 transport\nSZ3: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ6", want: "SZ7 > SZ6: 1 infantry"},
		{name: "ships in two zones are both tried",
			setup: "SZ7: UK 1 transport\nSZ3: UK 1 transport\nUnited Kingdom: UK 2 tank",
			cargo: "2 tank from United Kingdom", to: "SZ6", want: "SZ7 > SZ6: 1 tank\nSZ3 > SZ6: 1 tank"},
		{name: "among ways as good the first by name", setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ7; SZ8", want: "SZ12 > SZ7: 1 infantry"},
		{name: "but one on which it can do what a later line asks (R-149)",
			setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ7; SZ8", thenFrom: "Eastern Canada", thenTo: "SZ9",
			want: "SZ12 > SZ8: 1 infantry"},
		{name: "which must be possible", setup: "SZ12: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			cargo: "1 infantry from United Kingdom", to: "SZ7; SZ8", thenFrom: "Eastern Canada", thenTo: "SZ10",
			want: "SZ12 > SZ7: 1 infantry"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			x.run(t)
		})
	}
}

func (x *loads) run(t *testing.T) {
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tb := positiontest.Lay(t, set, adjudicator.Empty(set), "UK", x.setup)
	f, ships := x.fleet(tb)
	v := voyage.Voyage{Stay: x.stay, Past: x.passed != "",
		Ends: func(at board.SpaceID) bool { return slices.Contains(tb.Spaces(strings.Split(x.to, "; ")...), at) }}
	if x.via != "" {
		v.Via = tb.Spaces(x.via)
	}
	if x.thenTo != "" {
		v.Then = func(position.Unit, []int) []voyage.Voyage {
			return []voyage.Voyage{{From: tb.Spaces(x.thenFrom),
				Ends: func(at board.SpaceID) bool { return at == tb.At(x.thenTo) }}}
		}
	}
	most := -1
	if x.most > 0 {
		most = x.most
	}
	var got []string
	for _, s := range f.Load(x.units(tb), ships, v, most) {
		got = append(got, shipment(tb, s))
	}
	if g := strings.Join(got, "\n"); g != x.want {
		t.Errorf("got\n%s\nwant\n%s", g, x.want)
	}
}

// fleet is the fleet of the UK: its transports have two moves.
func (x *loads) fleet(tb *positiontest.Table) (*voyage.Fleet, []position.Unit) {
	turn := phase.Begin(phase.State{Rules: tb.Set, Position: tb.Pos, Resolver: phase.Assumed()})
	f := &voyage.Fleet{Turn: turn, Named: map[int]int{}, Passed: map[int][]board.SpaceID{},
		Travel: func(position.Unit) route.Travel {
			return route.Travel{Board: tb.Set.Board, Movement: 2, Step: func(from, to board.SpaceID) *phase.Fault {
				if !tb.Set.Board.Space(to).Sea {
					return route.Barred("no-way", from, to)
				}
				return nil
			}}
		},
		Fits: func(u position.Unit, cargo []int) bool {
			var types []board.UnitType
			for _, id := range append(turn.Pos.CargoOf(u.ID), cargo...) {
				types = append(types, turn.Pos.Unit(id).Type)
			}
			return tb.Set.Carries(nil, u.Type, types)
		}}
	var ships []position.Unit
	for u := range turn.Pos.Units() {
		if u.Type != board.Transport {
			continue
		}
		ships = append(ships, u)
		if x.named != "" && u.At == tb.At(x.named) {
			f.Named[u.ID] = 1
		}
		if x.passed != "" {
			f.Passed[u.ID] = tb.Spaces(x.passed)
		}
	}
	return f, ships
}

// units are the IDs of the cargo.
func (x *loads) units(tb *positiontest.Table) []int {
	var ids []int
	for part := range strings.SplitSeq(x.cargo, "; ") {
		what, where, _ := strings.Cut(part, " from ")
		w := tb.List(what)[0]
		for u := range tb.Pos.In(tb.At(where)) {
			if u.Type == w.Type && w.N > 0 {
				ids = append(ids, u.ID)
				w.N--
			}
		}
	}
	return ids
}

// shipment is "ZONE > ZONE: UNITS".
func shipment(tb *positiontest.Table, s voyage.Shipment) string {
	way := []string{tb.Set.Board.Name(s.Ship.At)}
	for _, z := range s.Route.Steps {
		way = append(way, tb.Set.Board.Name(z))
	}
	var types []board.UnitType
	for _, id := range s.Cargo {
		types = append(types, tb.Pos.Unit(id).Type)
	}
	slices.Sort(types)
	var units []string
	for len(types) > 0 {
		n := 1
		for n < len(types) && types[n] == types[0] {
			n++
		}
		units = append(units, fmt.Sprintf("%d %s", n, types[0]))
		types = types[n:]
	}
	return strings.Join(way, " > ") + ": " + strings.Join(units, ", ")
}

// As much as finds room is loaded; what stays is returned.
func TestLoadMost(t *testing.T) {
	t.Parallel()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tb := positiontest.Lay(t, set, adjudicator.Empty(set), "UK",
		"SZ8: UK 1 transport\nUnited Kingdom: UK 1 tank, 1 artillery, 1 infantry")
	x := loads{cargo: "1 tank from United Kingdom; 1 artillery from United Kingdom; 1 infantry from United Kingdom"}
	f, ships := x.fleet(tb)
	got, left := f.LoadMost(x.units(tb), ships, voyage.Voyage{Ends: func(board.SpaceID) bool { return true }}, -1)
	if len(got) != 1 || shipment(tb, got[0]) != "SZ8: 1 infantry, 1 tank" {
		t.Errorf("loaded %+v", got)
	}
	if len(left) != 1 || tb.Pos.Unit(left[0]).Type != board.Artillery {
		t.Errorf("left %v", left)
	}
}
