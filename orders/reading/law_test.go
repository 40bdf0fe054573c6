package reading_test

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/view"
	"fieldpost/orders"
	"fieldpost/orders/cases"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
)

// setup is the opening of Revised in the turn of a power, before anything is ordered.
func lawGround(t testing.TB, power string) reading.Context {
	t.Helper()
	c, err := cases.Parse("setup.txtar", []byte("A set-up.\n-- setup --\nrules revised\nboard standard\nturn "+power+"\n-- want --\naccepted\n"))
	if err != nil {
		t.Fatal(err)
	}
	set, pos, err := c.Start()
	if err != nil {
		t.Fatal(err)
	}
	v := view.View{Rules: set, Position: pos, Power: pos.Power()}
	return reading.Context{Board: set.Board, Rules: "revised", Phase: pos.Phase(), Power: pos.Power(), Lang: syntax.English,
		Judge: v, Stands: v}
}

// holdsAccount checks the laws of the account: every token of the text has one end, and a text that is accepted leaves
// out no number, no unit and no place.
func holdsAccount(t *testing.T, text string, ctx reading.Context) reading.Result {
	t.Helper()
	r := reading.Read(text, ctx)
	again := reading.Read(text, ctx)
	if r.Canonical != again.Canonical || r.Outcome != again.Outcome {
		t.Errorf("%q is read as\n%s(%s), and then as\n%s(%s)", text, r.Canonical, r.Outcome, again.Canonical, again.Outcome)
	}
	if r.Outcome != reading.Sure || len(r.Tokens) == 0 {
		return r
	}
	for _, l := range r.Left {
		if strings.ContainsAny(l.Text, "0123456789") {
			t.Errorf("%q is sure, and leaves out %q", text, l.Text)
		}
	}
	if order.Refuses(ctx.Judge.Judge(r.File.File)) {
		t.Errorf("%q is sure as\n%sand the judge refuses it", text, r.Canonical)
	}
	f := orders.Parse(r.Canonical, orders.Context{Board: ctx.Board, Phase: ctx.Phase, Power: ctx.Power})
	if len(f.Faults) > 0 {
		t.Errorf("%q is sure as\n%sand the notary does not take it: %v", text, r.Canonical, f.Faults)
	}
	return r
}

func FuzzAccount(f *testing.F) {
	for _, text := range []string{"EGY: 1inf 1arm lib, 1inf 1arm seu via trn to sz15, 1bmb ger", "buy: ftr, trn, 4 inf",
		"Hi all\n#1 Persia: 2 INF 1 FTR (India)\nCheers Tom", "combat\nmove 3 infantry from Ukraine S.S.R. to Caucasus #2 art",
		"move 1 tank from balkans to ukraine\nend\nbuy 3 inf"} {
		f.Add(text)
	}
	ctx := lawGround(f, "Germany")
	f.Fuzz(func(t *testing.T, text string) { holdsAccount(t, text, ctx) })
}

// TestNothingIsLost: orders that stand where letters say little are read or asked about, never dropped.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	ctx := lawGround(t, "Germany")
	for _, c := range []struct{ text, want string }{
		{"buy 3 tanks\nGood luck!\nmove 1 tank from Balkans to Ukraine", "1 tank from balkans"},
		{"noncombat\nmove 1 tank from Balkans to Ukraine\nend\nbuy 3 tanks", "buy 3 tanks"},
		{"move 1 tank from Balkans to Ukraine\npower Germany\nbuy 3 tanks", "1 tank from balkans"},
	} {
		if r := holdsAccount(t, c.text, ctx); r.Outcome == reading.Sure && !strings.Contains(r.Canonical, c.want) {
			t.Errorf("%q is sure as\n%s", c.text, r.Canonical)
		}
	}
}

// TestRubbish: whatever the text, there is an answer, and its size is bounded.
func TestRubbish(t *testing.T) {
	t.Parallel()
	ctx := lawGround(t, "Germany")
	for _, text := range []string{"", "\n\n", strings.Repeat("inf ", 60_000), strings.Repeat("1 inf lib - egy\n", 400),
		strings.Repeat("(", 500), strings.Repeat("12 ", 5000), strings.Repeat("a b c d e f g\n", 390)} {
		holdsAccount(t, text, ctx)
	}
}
