package rules

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
)

// AdvantagesOf lists the canonical names of a power's national advantages; the number of names.md is the place, from 1.
// A power without any has none.
func AdvantagesOf(power board.Power) []string {
	var names []string
	for _, a := range boxAdvantages {
		if a.Power == power {
			names = append(names, a.Name)
		}
	}
	return names
}

// RollAdvantages draws as many different advantages for a power as the game gives it, in the order of names.md. Each
// die names one by its number; a number that came before is rolled again. The role labels the dice. The error is that
// of the dice, or of a count beyond what the power has.
func RollAdvantages(power board.Power, role string, count int, d dice.Source) ([]string, error) {
	names := AdvantagesOf(power)
	if count < 0 || count > len(names) {
		return nil, fmt.Errorf("%s has %d national advantages, not %d", power, len(names), count)
	}
	drawn := make([]bool, len(names))
	for n, left := 1, count; left > 0; n++ {
		faces, err := d.Roll(dice.AdvantageLabel(role, n), 1, len(names))
		if err != nil {
			return nil, fmt.Errorf("national advantages of %s: %w", power, err)
		}
		if i := faces[0] - 1; !drawn[i] {
			drawn[i] = true
			left--
		}
	}
	var got []string
	for i, name := range names {
		if drawn[i] {
			got = append(got, name)
		}
	}
	return got, nil
}

// BadChoice is an error: what is wrong with the advantages that a power chose.
type BadChoice struct {
	Power      board.Power
	Name       string // of another power, or listed twice; "" if only the number is wrong
	Twice      bool
	Have, Want int // how many were chosen, and how many the game gives
}

// Error says it in English.
func (e *BadChoice) Error() string {
	switch {
	case e.Twice:
		return fmt.Sprintf("%s stands twice", e.Name)
	case e.Name != "":
		has := strings.Join(AdvantagesOf(e.Power), ", ")
		return fmt.Sprintf("%s is no national advantage of %s; it has %s", e.Name, e.Power, has)
	}
	return fmt.Sprintf("%s chooses %d national advantages, not %d", e.Power, e.Want, e.Have)
}

// CheckChoice says what is wrong with the advantages that a power chose, nil if nothing is: as many as the game gives
// it, each its own, none twice. The error is a *BadChoice.
func CheckChoice(power board.Power, chosen []string, count int) error {
	names := AdvantagesOf(power)
	for i, name := range chosen {
		twice := slices.Contains(chosen[:i], name)
		if twice || !slices.Contains(names, name) {
			return &BadChoice{Power: power, Name: name, Twice: twice, Have: len(chosen), Want: count}
		}
	}
	if len(chosen) != count {
		return &BadChoice{Power: power, Have: len(chosen), Want: count}
	}
	return nil
}
