package remedy

import (
	"fmt"
	"runtime"
	"slices"

	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"

	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// begin is the first turn of a rule set.
func begin(t *testing.T, name string, who board.Power) Ground {
	t.Helper()
	set, err := rules.New(name, rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	return Ground{Rules: set, Position: pos, Power: who, Lang: syntax.English}
}

// judged reads a text and judges it.
func judged(g Ground, text string, preamble bool) (*orders.File, []order.Fault) {
	f := orders.Parse(text, orders.Context{Board: g.Rules.Board, Phase: g.Position.Phase(), Power: g.Power, Preamble: preamble})
	return &f, f.Merge(f.Faults, adjudicator.Judge(g.Rules, g.Position, g.Power, f.File))
}

// offersNothing reports whether a fault says only what is wrong.
func offersNothing(f order.Fault) bool { return len(f.Suggest) == 0 && f.Most == 0 && f.Offer == "" }

// A turn of the usual length, below a long quotation, gets an offer for each of its faults: the limits are not for
// those.
func TestFiveFaultsOfATurn(t *testing.T) {
	t.Parallel()
	g := begin(t, "revised", "USSR")
	text := strings.Repeat("> what the report said\n", 300) + `buy 9 infantry
combat
move 9 infantry from Karelia S.S.R. to Norway
move 1 tank from Archangel to Norway
move 1 fighter from Russia to Norway
noncombat
move 1 infantry from Archangle to Russia
move 2 infantry from Russia to West Russia
move 1 antiaircraft gun from Russia to Archangel
place 2 infantrie in Russia
place 6 infantry in Caucasus
`
	f, faults := judged(g, text, true)
	var got []string
	for _, x := range Find(g, f, faults) {
		if x.Severity != order.Unwise {
			got = append(got, fmt.Sprintf("%d %s %s %d %s", x.Line-300, x.Code, x.Suggest, x.Most, x.Offer))
		}
	}
	// 24 IPC; 3 infantry stand in Karelia; West Russia is German
	want := []string{
		"1 too-dear [] 8 buy 8 infantry",
		"3 too-few [] 3 move 3 infantry from Karelia S.S.R. to Norway",
		"7 unknown-space [Archangel] 0 move 1 infantry from Archangel to Russia",
		"8 hostile-target [combat] 0 ",
		"10 unknown-unit [infantry] 0 place 2 infantry in Russia",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Whatever a text holds, no more than the limits allow is tried, and the memory that the search takes does not grow
// with the text. Faults beyond the limits keep their reason and offer nothing.
func TestLimits(t *testing.T) { // allocations are counted: not parallel
	g := begin(t, "revised", "USSR")
	lines := func(n int, heading, f string) string {
		var b strings.Builder
		b.WriteString(heading + "\n")
		for i := range n {
			fmt.Fprintf(&b, f+"\n", i+1)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text string
		preamble   bool
		offers     bool // whether the first faults still get offers
	}{
		{"misspelt keywords", lines(2990, "combat", "mvoe %d infnatry from Karelai to Archnagel"), false, false},
		{"misspelt spaces", lines(2990, "combat", "move %d infantry from Karelai to Archangel"), false, false},
		{"misspelt spaces in a mail", lines(2990, "combat", "move %d infantry from Karelai to Archangel"), true, false},
		{"misspelt units", lines(2990, "", "buy %d infantrie"), false, false},
		{"some misspelt units", lines(300, "", "buy %d infantrie"), false, true},
		{"words that are too many", lines(2990, "game x", "buy 1 infantry x%d"), false, false},
		{"units that are not there", lines(2990, "combat", "move %d tanks from Russia to Archangel"), false, true},
		{"planes that cannot land", lines(2990, "combat", "move 1 fighter from Russia to Germany # %d"), false, true},
		{"places at sea", lines(2990, "", "place %d fighters in SZ4"), false, false},
		{"sections without a battle", lines(2990, "place", "retreat to Russia after round %d"), false, false},
		{"lines without a heading", lines(2990, "", "retreat to Russia after round %d"), false, false},
		{"ships that are not there", lines(2990, "noncombat", "load %d infantry from Karelia S.S.R. onto transport"), false, false},
		{"one line of many groups", "noncombat\nmove " + strings.Repeat("9 tanks from Russia, ", 90) + "1 tank from Russia to Germany\n", false, false},
	} {
		if testing.Short() && c.name != "misspelt keywords" && c.name != "planes that cannot land" {
			continue // each reads and judges 3,000 lines
		}
		f, faults := judged(g, c.text, c.preamble)
		x := newFinder(g, f, &budget{mostTrials, mostSteps})
		offers, last := 0, order.Fault{}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, fault := range faults {
			x.mend(&fault)
			if !offersNothing(fault) {
				offers++
			}
			last = fault
		}
		runtime.ReadMemStats(&after)
		if x.left.trials < 0 || x.left.steps < 0 {
			t.Errorf("%s: %d trials and %d steps too many", c.name, -x.left.trials, -x.left.steps)
		}
		if n, most := after.TotalAlloc-before.TotalAlloc, uint64(32<<20); n > most {
			t.Errorf("%s: %d bytes allocated, at most %d", c.name, n, most)
		}
		if c.offers != (offers > 0) {
			t.Errorf("%s: %d offers", c.name, offers)
		}
		if len(faults) > 1 && !offersNothing(last) {
			t.Errorf("%s: the last fault is still looked after: %+v", c.name, last)
		}
	}
}
