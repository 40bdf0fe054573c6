package orders

import (
	"fieldpost/orders/syntax"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/order"
)

// TestCostOfAText: texts that people do not write are read at a cost that grows with their size, and with nothing else.
// Memory is counted, because time is not the same on every machine: what takes long here allocates much.
func TestCostOfAText(t *testing.T) { // allocations are counted: not parallel
	Parse("buy 1 tnak", Context{}) // the words are loaded once
	line := func(f string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, f+"\n", i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"misspelt keywords":         line("mvoe%d 3 infnatry from Karelai to Archnagel", 2990),
		"misspelt spaces":           line("move %d infantry from Karelai to Archangel", 2990),
		"misspelt units":            line("buy %d infnatry, 2 tnak, 1 fihgter", 2990),
		"words of a letter":         strings.Repeat(strings.Repeat("x ", 120)+"\n", 2990),
		"whole moves that go on":    line(`move %dinf 2tnk from Karelia to Russia \\`, 2990),
		"moves and a comma":         line("move %dinf 2tnk from Karelia to Russia,", 2990),
		"moves in three groups":     line("move 1%dinf 2tnk from Karelia, 1ftr from Archangel, 1inf from Russia to Karelia", 2990),
		"commas at the end":         line("buy %d infantry,", 2990),
		"backslashes at the end":    line(`buy %d \`, 2990),
		"connectors":                line("and %d\nto", 1490),
		"half orders":               line("move %d infantry from", 2990),
		"many closings":             line("Best regards\nxx%d", 1490) + "buy 1 infantry\n",
		"one line":                  "move " + strings.Repeat("1 infantry from Karelia ", 10_000),
		"one line of commas":        "buy " + strings.Repeat("1 infantry, ", 20_000),
		"quoted":                    line("> move %d infantry from Karelai to Archangel", 2990),
		"more lines than are read":  strings.Repeat("a\n", 128_000),
		"letters that have no end":  line("press to all\n%d", 1490),
		"headers and prose":         line("game g%d\nprose", 1490),
		"questions":                 line("odds %d infantry vs 2 infantry", 2990),
		"help for what is not help": line("help hlep%d", 2990),
	} {
		for _, preamble := range []bool{false, true} {
			if testing.Short() && preamble {
				continue
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Parse(text, Context{Preamble: preamble})
			runtime.ReadMemStats(&after)
			if n, most := after.TotalAlloc-before.TotalAlloc, uint64(24<<20); n > most {
				t.Errorf("%s, preamble %t: %d bytes allocated, at most %d", name, preamble, n, most)
			}
		}
	}
}

// TestLineTooLong: half a line is no order, so a line beyond the limit is a fault that names it. Prose above the orders
// may be long.
func TestLineTooLong(t *testing.T) {
	t.Parallel()
	long := "buy 1 infantry" + strings.Repeat(", 1 infantry", 200)
	f := Parse(long+"\ndone\n", Context{})
	if len(f.Faults) != 1 || f.Faults[0].Code != syntax.LineTooLong || f.Faults[0].Have != len(long) || f.Faults[0].Want != maxColumn || f.Faults[0].Line != 1 {
		t.Errorf("faults %+v", f.Faults)
	}
	f = Parse(strings.Repeat("Hello my dear friends. ", 200)+"\n\ngame g1\nbuy 1 infantry\n", Context{Preamble: true})
	if len(f.Faults) != 0 || !f.HasOrders() {
		t.Errorf("below a long paragraph: orders %t, faults %+v", f.HasOrders(), f.Faults)
	}
}

// TestTooMuch: what is not read is a fault, so that nothing of the text is played.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	f := Parse(strings.Repeat("move 3 infantry from Karelia to Archangel \\\n", 2500), Context{})
	n := slices.IndexFunc(f.Faults, func(x order.Fault) bool { return x.Code == syntax.TooMuch })
	if n < 0 || f.Faults[n].Line < 200 || f.Faults[n].Line >= 2500 {
		t.Errorf("%d faults, too-much at %d", len(f.Faults), n)
	}
	f = Parse("combat\n"+strings.Repeat("move 3 infantry from Karelia, 1 fighter from Ukraine to Archangel\n", 2900), Context{Preamble: true})
	if n := len(f.Sheet.Parts[order.Combat].Orders); len(f.Faults) != 0 || n != 2900 {
		t.Errorf("a long text: %d orders, %d faults", n, len(f.Faults))
	}
}

// TestLookups: words beyond the limit are faults all the same, only without suggestions.
func TestLookups(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 2 * syntax.MostLookups {
		fmt.Fprintf(&b, "buy 1 infantryx%d\n", i)
	}
	b.WriteString("buy 1 infantryx0\nbuy 1 tnak\n")
	f := Parse(b.String(), Context{})
	if n := len(f.Faults); n != 2*syntax.MostLookups+2 {
		t.Fatalf("%d faults", n)
	}
	last := f.Faults[len(f.Faults)-1]
	if len(last.Suggest) != 0 || last.Word != "tnak" {
		t.Errorf("%+v: looked up beyond the limit", last)
	}
	if f = Parse("buy 1 tnak\n", Context{}); len(f.Faults) != 1 || len(f.Faults[0].Suggest) != 1 || f.Faults[0].Suggest[0] != "tank" {
		t.Errorf("%+v", f.Faults)
	}
}
