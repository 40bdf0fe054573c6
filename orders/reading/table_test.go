package reading_test

import (
	"testing"

	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
)

// TestTables reads turns that are written as tables: what a column says stands at its head, and without heads units go
// from the first place to the second. A row that has more cells than the table is not read by guess.
func TestTables(t *testing.T) {
	v := setup(t, "Germany")
	const want = "combat\n  move 2 infantry from Ukraine S.S.R. to Caucasus\n  move 1 tank from Ukraine S.S.R. to Caucasus\n"
	for _, c := range []struct {
		name, text string
		outcome    reading.Outcome
	}{
		{"bars", "Combat\n| From | To | Units |\n|---|---|---|\n| Ukraine | Caucasus | 2 inf |\n| Ukraine | Caucasus | 1 tank |", reading.Sure},
		{"tabs, a column for each type", "Combat\nFrom\tTo\tInf\tTank\nUkraine\tCaucasus\t2\t0\nUkraine\tCaucasus\t\t1", reading.Sure},
		{"tabs without heads", "Combat\nUkraine\tCaucasus\t2 inf\nUkraine\tCaucasus\t1 tank", reading.Sure},
		{"two rows on one line", "Combat\nUkraine\tCaucasus\t2 inf\tUkraine\tCaucasus\t1 tank", reading.Likely},
	} {
		r := read(v, c.text, syntax.English)
		if r.Outcome == reading.Sure && r.Canonical != want {
			t.Errorf("%s:\n%swant\n%s", c.name, r.Canonical, want)
		}
		if c.outcome == reading.Sure && r.Outcome != reading.Sure {
			t.Errorf("%s: %s, %v", c.name, r.Outcome, r.Faults)
		}
		if c.outcome != reading.Sure && r.Outcome == reading.Sure {
			t.Errorf("%s: %s is taken without a question", c.name, r.Canonical)
		}
	}
}

// TestAside reads orders with what people write below them: names and telephone numbers are no orders, orders are.
func TestAside(t *testing.T) {
	v := setup(t, "Germany")
	const turn = "combat\nmove 1 tank Ukraine to Caucasus\n"
	for below, sure := range map[string]bool{
		"\nRegards,\nKlaus Panzer\nTel. 0171 / 555 12 34": true,
		"\n-- \nUwe Brandt, mobile +49 160 5550177":       true,
		"\nCheers\nAttack Egypt":                          false,
		"\n-- \n2 inf Ukraine to Caucasus":                false,
		"\nTel. 2 inf Ukraine to Caucasus":                false,
	} {
		r := read(v, turn+below, syntax.English)
		if alone := r.Outcome == reading.Sure && r.Canonical == "combat\n  move 1 tank from Ukraine S.S.R. to Caucasus\n"; alone != sure {
			t.Errorf("%q: %s\n%s%v", below, r.Outcome, r.Canonical, r.Tokens)
		}
	}
}
