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
convert 2 uk fighters in karelia s.s.r.
combat
  move 3 infantry, 1 tank from archangel to west russia
  move 2 infantry from archangel, 1 tank from russia to west russia
  move 1 tank from ukraine s.s.r. via caucasus to persia
  ship 1 tank, 1 infantry from united kingdom to norway via sz3
  ship 1 infantry from algeria, 1 artillery from southern europe to gibraltar via sz13 by 1 transport in sz14
  load 1 infantry from algeria onto 1 transport in sz13
  load 1 infantry from algeria onto 1 uk transport in sz13 and sail to sz12
  unload all from sz12 to algeria
  bomb germany with 2 bombers from united kingdom
  bomb germany with 1 bomber from russia, all bombers from united kingdom via norway
  rocket germany from eastern europe
  bombard norway with 1 battleship in sz3
  attack submarines in sz2
  pledge 1 aircraft carrier from sz52 to sz53
  move 1 fighter from japan to sz60 kamikaze
  battle order sz3, norway, west russia
battle west russia
  losses infantry, artillery, fighter, tank
  losses empty transport, damage, loaded transport
  their losses cheapest
  losses save land
  losses save aircraft
  retreat to karelia s.s.r. after round 2
  retreat to karelia s.s.r. if fewer than 4 left
  retreat to karelia s.s.r. if odds below 40%
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
  land 1 fighter from west russia in russia
  land 1 fighter from sz60 in sz53 on 1 uk aircraft carrier
  land 1 fighter from india in persia and on to soviet far east
  move 2 infantry, 1 artillery from russia to archangel
  move 1 industrial complex from caucasus to kazakh s.s.r.
  take over all in russia
place 3 tanks, 1 artillery in caucasus
place 1 fighter from germany in sz5
done
defend everywhere
  losses infantry, artillery, fighter, tank, bomber
defend sz15
  losses transport, destroyer, aircraft carrier, fighter, battleship
  submerge if no destroyer
  flee to new zealand, sz30
  object
defend sz60
  kaiten 1 submarine
attack india
  their losses infantry, tank
garrison australia
declare russian winter
nonaggression in buryatia s.s.r., soviet far east
enigma never
enigma no
enigma move 1 infantry from trans-jordan to anglo-egypt
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
		if got := strings.Count(canonical, "\n"); got != lines || strings.ToLower(canonical) != canonical || strings.Contains(strings.ReplaceAll(canonical, "\n  ", "\n"), "  ") {
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
