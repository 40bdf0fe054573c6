package rules

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
)

func TestThirty(t *testing.T) {
	t.Parallel()
	if n := len(NationalAdvantages()); n != 30 {
		t.Fatalf("%d advantages", n)
	}
	for _, p := range []board.Power{"USSR", "Germany", "UK", "Japan", "USA"} {
		if n := len(AdvantagesOf(p)); n != 6 {
			t.Errorf("%s has %d", p, n)
		}
	}
	if got := AdvantagesOf("UK")[2]; got != "Enigma Decoded" {
		t.Errorf("the third of the UK is %s", got)
	}
}

// Every advantage is explained in every language, in words of its own, and nothing else is.
func TestTexts(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, a := range NationalAdvantages() {
		for _, lang := range []string{"en", "de", "da"} {
			s := AdvantageText(a.Name, lang)
			if s == "" || !strings.HasSuffix(s, ".") {
				t.Errorf("%s, %s: %q", a.Name, lang, s)
			}
			if other, twice := seen[s]; twice {
				t.Errorf("%s and %s have one text", a.Name, other)
			}
			seen[s] = a.Name
		}
	}
	if n := len(advantageTexts()); n != 30 {
		t.Errorf("%d names are explained", n)
	}
	if s := AdvantageText("Blitzkrieg", "en"); s != "" {
		t.Errorf("no advantage, but %q", s)
	}
}

// A die that shows what came before is rolled again.
func TestRoll(t *testing.T) {
	t.Parallel()
	rec := dice.NewRecorder(dice.NewScript(5, 5, 2, 5, 1))
	got, err := RollAdvantages("Japan", "JPN", 3, rec)
	if want := []string{"Tokyo Express", "Kamikaze", "Dug-In Defenders"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	var labels []string
	for _, r := range rec.Rolls() {
		labels = append(labels, r.Label.String())
	}
	if want := []string{"advantage JPN 1 - -", "advantage JPN 2 - -", "advantage JPN 3 - -", "advantage JPN 4 - -", "advantage JPN 5 - -"}; !slices.Equal(labels, want) {
		t.Errorf("labels %v", labels)
	}
	if _, err := RollAdvantages("Japan", "JPN", 7, dice.NewScript()); err == nil {
		t.Error("seven of six were drawn")
	}
	if _, err := RollAdvantages("Japan", "JPN", 1, dice.NewScript()); err == nil {
		t.Error("drawn without dice")
	}
}

// The rulebook's table: what 1 to 6 mean, by power.
func TestDiceChooseByTheTable(t *testing.T) {
	t.Parallel()
	for p, want := range map[board.Power][]string{
		"USSR":    {"Russian Winter", "Nonaggression Treaty", "Mobile Industry", "Salvage", "Lend-Lease", "Trans-Siberian Railway"},
		"Germany": {"U-Boat Interdiction", "Atlantic Wall", "Panzerblitz", "Wolf Packs", "Dive-Bombers", "Fortress Europe"},
		"UK":      {"Radar", "Joint Strike", "Enigma Decoded", "Mideast Oil", "French Resistance", "Colonial Garrison"},
		"Japan": {"Tokyo Express", "Kamikaze", "Kaiten Torpedoes", "Lightning Assaults", "Dug-In Defenders",
			"Banzai Attacks"},
		"USA": {"Island Bases", "Chinese Divisions", "Marines", "Motorized Infantry", "Fast Carriers", "Superfortresses"},
	} {
		for i, name := range want {
			got, err := RollAdvantages(p, "RUS", 1, dice.NewScript(i+1))
			if err != nil || !slices.Equal(got, []string{name}) {
				t.Errorf("%s, a %d: got %v, %v; want %s", p, i+1, got, err, name)
			}
		}
	}
}

func TestCheckChoice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		chosen []string
		count  int
		wrong  string
	}{
		{"right", []string{"Marines", "Fast Carriers"}, 2, ""},
		{"another power's", []string{"Radar"}, 1, "Radar is no national advantage of USA"},
		{"twice", []string{"Marines", "Marines"}, 2, "Marines stands twice"},
		{"too few", []string{"Marines"}, 2, "USA chooses 2 national advantages, not 1"},
	} {
		err := CheckChoice("USA", c.chosen, c.count)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.HasPrefix(err.Error(), c.wrong) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
