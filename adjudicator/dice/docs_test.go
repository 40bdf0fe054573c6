package dice

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// docs/dice.md lists every kind and step with an example that is a label.
func TestLabelsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, row := range regexp.MustCompile("(?m)^\\|.*\\| `([a-z0-9-]+ [A-Za-z]+ \\d+ [a-z-]+ [a-z-]+)` \\|$").FindAllSubmatch(page, -1) {
		l, err := ParseLabel(string(row[1]))
		if err != nil {
			t.Errorf("example in docs/dice.md: %v", err)
		}
		seen = append(seen, l.Place, l.Kind, l.Step)
	}
	for _, want := range append([]string{
		placeTech, placeAdvantage, StepFire, StepSubmarines, StepKamikaze, StepKaiten, StepEscort,
		StepInterceptor, StepOver, StepBattle, StepRaid, StepHome, StepDamage,
	}, kinds...) {
		if !slices.Contains(seen, want) {
			t.Errorf("docs/dice.md has no example of %q", want)
		}
	}
}
