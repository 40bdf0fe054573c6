package orders

import (
	"os"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// turn is every kind of line of a turn of Revised, in canonical form.
const turn = `research rockets with 2 dice
buy 3 tanks, 1 artillery
buy 4 infantry if rockets
buy 4 infantry if no rockets
convert 2 UK fighters in Karelia S.S.R.
combat
  move 3 infantry, 1 tank from Archangel to West Russia
  move 2 infantry from Archangel, 1 tank from Russia to West Russia
  move 1 tank from Ukraine S.S.R. via Caucasus to Persia
  ship 1 tank, 1 infantry from United Kingdom to Norway via SZ3
  ship 1 infantry from Algeria, 1 artillery from Southern Europe to Gibraltar via SZ13 by 1 transport in SZ14
  load 1 infantry from Algeria onto 1 transport in SZ13
  load 1 infantry from Algeria onto 1 UK transport in SZ13 and sail to SZ12
  unload all from SZ12 to Algeria
  bomb Germany with 2 bombers from United Kingdom
  bomb Germany with 1 bomber from Russia, all bombers from United Kingdom via Norway
  rocket Germany from Eastern Europe
  bombard Norway with 1 battleship in SZ3
  attack submarines in SZ2
  pledge 1 aircraft carrier from SZ52 to SZ53
  move 1 fighter from Japan to SZ60 kamikaze
  battle order SZ3, Norway, West Russia
battle West Russia
  losses infantry, artillery, fighter, tank
  losses empty transport, damage, loaded transport
  their losses cheapest
  losses save land
  losses save aircraft
  retreat to Karelia S.S.R. after round 2
  retreat to Karelia S.S.R. if fewer than 4 left
  retreat to Karelia S.S.R. if odds below 40%
  withdraw aircraft after round 1
  submerge 1 submarine after round 1
  submerge always
  submerge never
  submerge if alone
  submerge if no destroyer
  call off
  call off if odds below 12.5%
  no bombardment
  pause after round 1
noncombat
  land 1 fighter from West Russia in Russia
  land 1 fighter from SZ60 in SZ53 on 1 UK aircraft carrier
  land 1 fighter from India in Persia and on to Soviet Far East
  move 2 infantry, 1 artillery from Russia to Archangel
  move 1 industrial complex from Caucasus to Kazakh S.S.R.
  take over all in Russia
place 3 tanks, 1 artillery in Caucasus
place 1 fighter from Germany in SZ5
done
defend everywhere
  losses infantry, artillery, fighter, tank, bomber
defend SZ15
  losses transport, destroyer, aircraft carrier, fighter, battleship
  submerge if no destroyer
  flee to New Zealand, SZ30
  object
defend SZ60
  kaiten 1 submarine
attack India
  their losses infantry, tank
garrison Australia
declare Russian Winter
nonaggression in Buryatia S.S.R., Soviet Far East
enigma never
enigma no
enigma move 1 infantry from Trans-Jordan to Anglo-Egypt
resistance when asked
resistance at once
place by default
`

// TestCanonical: what is canonical is understood without a fault and printed to the same bytes; and in each language
// the printed form says the same orders.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, l := range syntax.Langs() {
		ctx := Context{Board: board.Named("revised")}
		first := Parse(turn, ctx)
		noFaults(t, &first)
		text := Format(first.File, l, ctx)
		again := Parse(text, ctx)
		noFaults(t, &again)
		if got := Format(again.File, syntax.English, ctx); got != turn {
			t.Errorf("%s: canonical form changed:\n%s", l, diff(turn, got))
		}
	}
}

func noFaults(t *testing.T, f *File) {
	t.Helper()
	for _, x := range f.Faults {
		t.Errorf("line %d %q: %s %q %v", x.Line, f.Line(x.Line), x.Code, x.Word, x.Suggest)
	}
}

// diff shows the lines in which two texts differ.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out []string
	for i := range max(len(w), len(g)) {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			out = append(out, "- "+a, "+ "+b)
		}
	}
	return strings.Join(out, "\n")
}

// TestExamples: the language's own examples, as they are written in its description, are understood whole; each line is
// one order of the canonical form.
func TestExamples(t *testing.T) {
	t.Parallel()
	for name, b := range map[string]*board.Board{"turn": board.Named("revised"), "standing": board.Named("revised"), "europe": board.Named("europe")} {
		text, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		f := Parse(string(text), Context{Board: b})
		noFaults(t, &f)
		lines := 0
		for l := range strings.Lines(string(text)) {
			if strings.TrimSpace(l) != "" {
				lines++
			}
		}
		canonical := Format(f.File, syntax.English, Context{Board: b})
		if got := strings.Count(canonical, "\n"); got != lines || strings.Contains(strings.ReplaceAll(canonical, "\n  ", "\n"), "  ") {
			t.Errorf("%s: %d lines of %d:\n%s", name, got, lines, canonical)
		}
	}
}

func TestMovementWithoutHeading(t *testing.T) {
	t.Parallel()
	const line = "move 1 infantry from Russia to Archangel\n"
	for _, ph := range []order.Phase{order.Combat, order.Noncombat} {
		f := Parse(line, Context{Phase: ph})
		if noFaults(t, &f); len(f.Sheet.Parts[ph].Orders) != 1 {
			t.Errorf("%s: the line is not there", ph)
		}
	}
	if f := Parse(line, Context{Phase: order.Buy}); len(f.Faults) != 1 || f.Faults[0].Code != syntax.NoHeading {
		t.Errorf("during buy: %v", f.Faults)
	}
}
