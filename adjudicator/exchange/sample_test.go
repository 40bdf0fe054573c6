package exchange_test

import (
	"testing"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

func newSet(t testing.TB, options ...string) *rules.Set {
	t.Helper()
	var o rules.Options
	for i := 0; i < len(options); i += 2 {
		var err error
		if o, err = o.With(options[i], options[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	set, err := rules.New("revised", o)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// carried is the text of a position without what a file for TripleA does not carry: national advantages, submerged
// submarines, and which ship of several a unit is aboard.
func carried(t testing.TB, set *rules.Set, pos *position.Position) string {
	t.Helper()
	d := pos.Data()
	for i := range d.Nations {
		n := &d.Nations[i]
		n.Advantages, n.Used, n.InForce, n.AttackedBy = nil, nil, nil, nil
	}
	for i := range d.Units {
		d.Units[i].Submerged, d.Units[i].Aboard = false, 0
	}
	plain, err := position.New(set.Board, d)
	if err != nil {
		t.Fatal(err)
	}
	return plain.Text(set.Board)
}
