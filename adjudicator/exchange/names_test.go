package exchange

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
)

// Every space, power, unit type, technology and phase of Revised has a name in TripleA, which leads back to it.
func TestNames(t *testing.T) {
	t.Parallel()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := newNames(set.Board)
	if err != nil {
		t.Fatal(err)
	}
	if len(n.spaces) != len(set.Board.Spaces) {
		t.Errorf("%d names for %d spaces", len(n.spaces), len(set.Board.Spaces))
	}
	for i, name := range n.theirs {
		if n.spaces[name] != board.SpaceID(i) {
			t.Errorf("%s is %s", name, set.Board.Name(n.spaces[name]))
		}
	}
	for i := range set.Board.Seats {
		p := set.Board.Seats[i].Power
		if name := n.player(p).name; name == "" || n.power(name) != p {
			t.Errorf("%s is %q, which is %s", p, name, n.power(name))
		}
		for _, ph := range set.Phases {
			if power, got, _ := n.phase(n.step(p, ph, false)); power != p || got != ph {
				t.Errorf("the step of %s %s is %q, which is %s %s", p, ph, n.step(p, ph, false), power, got)
			}
		}
	}
	for _, u := range board.UnitTypes() {
		if set.Chart[u] == (rules.Profile{}) {
			continue
		}
		if name := n.pieces[u]; name == "" || n.types[name] != u {
			t.Errorf("%s is %q, which is %s", u, name, n.types[name])
		}
	}
	for i, name := range n.tech[1:] {
		if name == "" || slices.Index(n.tech[:], name) != i+1 {
			t.Errorf("%s has no name of its own: %q", rules.TechNames[i+1], name)
		}
	}
}
