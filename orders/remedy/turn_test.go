package remedy

import (
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// mendText mends the orders of the USSR in the first turn of Revised.
func mendText(t *testing.T, lang syntax.Lang, text string) (Turn, bool) {
	t.Helper()
	g := begin(t, "revised", "USSR")
	g.Lang = lang
	ctx := orders.Context{Board: g.Rules.Board, Phase: g.Position.Phase(), Power: "USSR"}
	judge := func(f *orders.File) []order.Fault { return adjudicator.Judge(g.Rules, g.Position, "USSR", f.File) }
	f := orders.Parse(text, ctx)
	faults := Find(g, &f, f.Merge(f.Faults, judge(&f)))
	return Mend(g, strings.Split(strings.TrimSuffix(text, "\n"), "\n"), ctx, faults, judge)
}

func TestMend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, want string
		lang             syntax.Lang
		lost             bool
	}{
		{name: "a misspelt unit", lang: "en", text: "buy 3 tnaks, 2 infantry\n", want: "buy 3 tanks, 2 infantry"},
		{name: "a misspelt name and a number too high", lang: "en",
			text: "combat\nmove 9 infantry from Caucasus to Ukrane\n",
			want: "combat\n  move 3 infantry from Caucasus to Ukraine S.S.R."},
		{name: "too far", lang: "en", text: "combat\nmove 2 infantry from Novosibirsk to Ukraine S.S.R.\nmove 1 tank from Archangel to West Russia\n",
			want: "combat\n  move 2 infantry from Novosibirsk to ???\n  move 1 tank from Archangel to West Russia"},
		{name: "no unit", lang: "en", text: "buy 3 infantry\ncombat\nmove 3 frogs from Archangel to West Russia\n",
			want: "buy 3 infantry\ncombat\n  move 3 ??? from Archangel to West Russia"},
		{name: "all the rest stays", lang: "de",
			text: "buy 4 infantri\ncombat\nmove 1 tank from Archangel to West Russia\nbattle West Russia\nlosses infantry\nplace 4 infantry in Russia\ndone\n",
			want: "kaufe 4 Infanterie\nKampf\n  bewege 1 Panzer von Archangel nach Westrussland\nSchlacht Westrussland\n  Verluste Infanterie\n" +
				"platziere 4 Infanterie in Russland\nfertig"},
	} {
		turn, ok := mendText(t, tt.lang, tt.text)
		var lines []string
		gaps := 0
		for _, l := range turn.Lines {
			lines = append(lines, l.Text)
			if l.Gap {
				gaps++
			}
		}
		if got := strings.Join(lines, "\n"); !ok || got != tt.want || turn.Lost != tt.lost || gaps != turn.Gaps {
			t.Errorf("%s: %v, lost %v, %d of %d gaps\n%s\nwant\n%s", tt.name, ok, turn.Lost, gaps, turn.Gaps, got, tt.want)
		}
	}
}

// What was mended stands as a whole: it is parsed and judged without a fault.
func TestWhatWasMendedStands(t *testing.T) {
	t.Parallel()
	turn, ok := mendText(t, "en", "buy 9 tanks\nnoncombat\nmove 9 infantry from Caucasus to Rusia\nmove 1 tank from Caucasus to Russia\n")
	if !ok || turn.Gaps > 0 || turn.Lost {
		t.Fatalf("%v %+v", ok, turn)
	}
	text := ""
	for _, l := range turn.Lines {
		text += l.Text + "\n"
	}
	again, ok := mendText(t, "en", text)
	if !ok || len(again.Lines) != len(turn.Lines) {
		t.Fatalf("%v\n%s", ok, text)
	}
	for i, l := range again.Lines {
		if l.Was != "" || l.Gap || l.Text != turn.Lines[i].Text {
			t.Errorf("%q was mended again: %+v", turn.Lines[i].Text, l)
		}
	}
}
