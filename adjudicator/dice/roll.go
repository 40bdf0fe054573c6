package dice

import (
	"fmt"
	"strconv"
	"strings"
)

// Limits of one roll. The largest stack of a real game stays far below MaxDice;
// MaxSides is what one byte of the stream can give.
const (
	MaxDice  = 1000
	MaxSides = 256
)

// A Roll is a group of dice that has fallen.
type Roll struct {
	Label Label
	Sides int
	Dice  []int // in the order of the units, each from 1 to Sides
}

// String returns "label NdS d,d,d", a roll line of a turn record.
func (r Roll) String() string {
	faces := make([]string, len(r.Dice))
	for i, d := range r.Dice {
		faces[i] = strconv.Itoa(d)
	}
	return fmt.Sprintf("%s %dd%d %s", r.Label, len(r.Dice), r.Sides, strings.Join(faces, ","))
}

// ParseRoll reads what [Roll.String] writes, nothing else.
func ParseRoll(s string) (Roll, error) {
	t := strings.Split(s, " ")
	if len(t) != 7 {
		return Roll{}, fmt.Errorf("roll %q has %d tokens, want a label of five, NdS and the dice", shorten(s), len(t))
	}
	label, err := ParseLabel(strings.Join(t[:5], " "))
	if err != nil {
		return Roll{}, err
	}
	n, sides, err := parseNdS(t[5])
	if err != nil {
		return Roll{}, fmt.Errorf("roll of %q: %w", label, err)
	}
	faces := strings.Split(t[6], ",")
	if len(faces) != n {
		return Roll{}, fmt.Errorf("roll of %q: %s promises %d dice, %d follow", label, t[5], n, len(faces))
	}
	r := Roll{Label: label, Sides: sides}
	for _, f := range faces {
		d, err := ParseNumber(f)
		if err != nil {
			return Roll{}, fmt.Errorf("roll of %q: %w", label, err)
		}
		if d < 1 || d > sides {
			return Roll{}, fmt.Errorf("roll of %q: a die of %d sides cannot show %d", label, sides, d)
		}
		r.Dice = append(r.Dice, d)
	}
	return r, nil
}

// parseNdS reads a number of dice and of sides, such as 4d6.
func parseNdS(s string) (n, sides int, err error) {
	left, right, _ := strings.Cut(s, "d")
	if n, err = ParseNumber(left); err != nil {
		return 0, 0, err
	}
	if sides, err = ParseNumber(right); err != nil {
		return 0, 0, err
	}
	return n, sides, checkDice(n, sides)
}

// checkDice checks the limits that all sources and the parser share.
func checkDice(n, sides int) error {
	if n < 1 || n > MaxDice {
		return fmt.Errorf("%d dice: want 1 to %d", n, MaxDice)
	}
	if sides < 2 || sides > MaxSides {
		return fmt.Errorf("dice of %d sides: want 2 to %d", sides, MaxSides)
	}
	return nil
}
