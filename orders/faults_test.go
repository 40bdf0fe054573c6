package orders

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// told is what a file's faults say, for tables: "line code word suggestion…".
func told(f *File) []string {
	var out []string
	for _, x := range f.Faults {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", x.Line, x.Code, x.Word, strings.Join(x.Suggest, "/"))))
	}
	return out
}

// TestFaults: one mistake, one fault, with the word that is wrong and what may have been meant.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"muve 1 tank from Russia to Archangel", "1 unknown-line muve move"},
		{"frobnicate", "1 unknown-line frobnicate"},
		{"move 1 tank form Russia to Archangel", "1 unknown-word form from"},
		{"move 1 tank from Russia too Archangel", "1 unknown-word too to"},
		{"move 1 tank from Russia to", "1 missing-word space"},
		{"move 1 tank from Russia", "1 missing-word to"},
		{"move 1 tank to Russia", "1 missing-word from"},
		{"move 1 tank", "1 missing-word from"},
		{"move", "1 missing-word units"},
		{"move from Russia to Archangel", "1 missing-word units"},
		{"move 1 tank from Rusia to Archangel", "1 unknown-space Rusia Russia"},
		{"move 1 tank from Atlantis to Archangel", "1 unknown-space Atlantis"},
		{"move 1 tank from Western to Archangel", "1 ambiguous-space Western Western Canada/Western Europe/Western United States"},
		{"move 1 tank from SZ65 to SZ1", "1 unknown-space SZ65"},
		{"move 1 tonk from Russia to Archangel", "1 unknown-unit tonk tank"},
		{"move tanks from Russia to Archangel", "1 no-number tanks"},
		{"move 0 tanks from Russia to Archangel", "1 bad-number 0"},
		{"move 99999 tanks from Russia to Archangel", "1 bad-number 99999"},
		{"move 1 tank from Russia to Archangel to Karelia", "1 clause-twice to"},
		{"move 1 tank from Russia to Archangel via Karelia via Norway", "1 clause-twice via"},
		{"move 1 tank from Russia to Archangel quickly", "1 unknown-space Archangel quickly Archangel"},
		{"move 2 of 3 tanks from Russia to Archangel", "1 unknown-unit of 3 tanks"},
		{"ship 1 tank from Russia to SZ4", "1 not-spaces-kind land"},
		{"ship 1 tank from United Kingdom to Norway via Norway", "1 not-spaces-kind sea"},
		{"load 1 tank from Russia", "1 missing-word onto"},
		{"load 1 tank from Russia onto 1 tank in SZ4", "1 unknown-unit tank transport"},
		{"unload all from SZ4", "1 missing-word to"},
		{"bomb Germany from United Kingdom", "1 missing-word with"},
		{"rocket Germany", "1 missing-word from"},
		{"pledge fighter from SZ1 to SZ2", "1 unknown-unit fighter aircraft carrier"},
		{"attack", "1 missing-word space"},
		{"attack submarines", "1 missing-word in"},
		{"research rockets", "1 missing-word number"},
		{"research rockets with 0 dice", "1 bad-number 0"},
		{"research rocketts with 1 die", "1 unknown-tech rocketts rockets"},
		{"research lasers with 1 die", "1 unknown-tech lasers"},
		{"buy", "1 missing-word units"},
		{"buy 3 tanks if lasers", "1 unknown-tech lasers"},
		{"buy 3 tanks 2", "1 missing-word units"},
		{"place 3 tanks", "1 missing-word in"},
		{"declare Russian Wintr", "1 unknown-advantage Russian Wintr Russian Winter"},
		{"garrison SZ5", "1 not-spaces-kind land"},
		{"battle\n losses infantry", "1 missing-word space"},
		{"battle West Rusia\n losses infantry\n retreat to Karelia", "1 unknown-space West Rusia West Russia"},
		{"battle Karelia\n losses infantry, tank, infantry", "2 loss-twice"},
		{"battle Karelia\n losses infantry, tank, 2 infantry", "2 loss-twice"},
		{"battle Karelia\n losses 0 infantry", "2 bad-number 0"},
		{"battle Karelia\n losses 2 damage", "2 unknown-unit damage"},
		{"battle Karelia\n losses infantry, keep", "2 missing-word units"},
		{"battle Karelia\n losses keep 2", "2 missing-word units"},
		{"battle Karelia\n losses keep all tanks", "2 keep-number all tanks"},
		{"battle Karelia\n losses keep 1 tank, infantry", "2 keep-not-last"},
		{"battle Karelia\n losses save air, infantry", "2 unknown-unit save air"},
		{"battle Karelia\n losses empty tank", "2 unknown-unit tank transport"},
		{"battle Karelia\n retreat to Russia after round 0", "2 bad-number 0"},
		{"battle Karelia\n retreat to Russia if odds below 140%", "2 bad-number 140%"},
		{"battle Karelia\n retreat to Russia after round 2 if alone", "2 clause-twice condition"},
		{"battle Karelia\n retreat after round 2", "2 missing-word to"},
		{"battle Karelia\n object", "2 wrong-section object defend"},
		{"battle Karelia\n submerge 1 tank", "2 unknown-unit tank submarine"},
		{"defend Karelia\n retreat to Russia", "2 wrong-section retreat battle"},
		{"losses infantry", "1 wrong-section losses battle"},
		{"combat\n land 1 fighter from Russia in Karelia", "2 wrong-section land noncombat"},
		{"noncombat\n bomb Germany with 1 bomber from Russia", "2 wrong-section bomb combat"},
		{"move 1 tank from Russia to Karelia\nmove 1 tank from Russia to Karelia", "1 no-heading move combat/noncombat"},
		{"combat\nbuy 1 tank\nmove 1 tank from Russia to Karelia", "3 no-heading move combat/noncombat"},
		{"battel Karelia\n losses infantry\n move 1 tank from Russia to Karelia", "1 unknown-line battel battle"},
		{"power Italy", "1 unknown-power Italy"},
		{"power Germani", "1 unknown-power Germani Germany"},
		{"round soon", "1 unknown-word soon"},
		{"game East Front!", "1 bad-game-name east front! east-front"},
		{"key 1234", "1 bad-header key"},
		{"base 79c9", "1 bad-header base"},
		{"salt xyz", "1 bad-header salt"},
		{"power UK\npower USA", "2 header-twice power"},
		{"buy 1 tank\ncheck", "2 check-not-first check"},
		{"done\nbuy 1 tank", "2 after-done done"},
		{"share UK 4, UK 8", "1 clause-twice UK"},
		{"enigma perhaps", "1 unknown-word perhaps"},
		{"resistance", "1 missing-word when asked"},
		{"odds 3 tanks", "1 missing-word vs"},
		{"press to Japan\nhello", "1 press-open end press"},
		{"press to Nobody\nhello\nend press", "1 unknown-power Nobody"},
		{"beacon 12", "1 bad-value beacon"},
		{"vacation tomorrow", "1 bad-value vacation"},
		{"extend a bit", "1 bad-value extend"},
		{"replace Germany with nobody", "1 bad-value replace"},
		{"new game x rules chess", "1 bad-value new game"},
		{"join x as Atlantis", "1 unknown-power Atlantis"},
		{"vote maybe", "1 unknown-word maybe"},
	} {
		f := Parse(c.text, Context{})
		if got := told(&f); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q:\n got  %q\n want %q", c.text, got, c.want)
		}
	}
}

// TestAllFaultsAtOnce: every wrong line is named, none because of another.
func TestAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	f := Parse("reserch rockets with 1 die\nbuy tanks\ncombat\n  move 1 tank from A to B\n  move 1 tank from Russia\n\n# comment\nbattle Nowhere\n  losses infantry\n  losses boats\nplace 1 tank in Russia\n", Context{})
	var lines []int
	for _, x := range f.Faults {
		lines = append(lines, x.Line)
	}
	if !slices.Equal(lines, []int{1, 2, 4, 5, 8, 10}) {
		t.Errorf("faults in %v: %q", lines, told(&f))
	}
	if f.Line(2) != "buy tanks" || f.Line(99) != "" {
		t.Error("lines are not kept as written")
	}
}

// TestMerge: what only follows from a line that was not understood is left out.
func TestMerge(t *testing.T) {
	t.Parallel()
	f := Parse("buy 3 tonks\ncombat\n move 1 tank from Russia to Karelia\nplace 3 tanks in Russia\n", Context{Board: board.Named("revised")})
	judged := []order.Fault{order.NewFault(3, order.NotAllowed, "too-few"), order.NewFault(4, order.NotAllowed, "not-bought")}
	var lines []int
	for _, x := range f.Merge(f.Faults, judged) {
		lines = append(lines, x.Line)
	}
	if !slices.Equal(lines, []int{1, 3}) {
		t.Errorf("faults in %v", lines)
	}
}
