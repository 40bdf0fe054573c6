package dice

import "fmt"

// A Carry is the source of a corrected go: rolls that a correct record keeps
// come from the epoch in which they fell, all others from the new epoch.
type Carry struct {
	kept   map[Label]Roll
	served map[Label]bool
	other  Source
}

// NewCarry returns a source that serves each kept roll once, and asks other for
// the rest. Wrap other, not the Carry, in a [Recorder]: a kept roll stands in
// its own record already.
func NewCarry(kept []Roll, other Source) *Carry {
	c := &Carry{kept: map[Label]Roll{}, served: map[Label]bool{}, other: other}
	for _, r := range kept {
		c.kept[r.Label] = r
	}
	return c
}

// Roll returns the kept roll of the label or, if there is none, asks the other
// source. A kept roll must be asked for with its own number of dice and sides:
// if the battle changed, its dice may not be kept.
func (c *Carry) Roll(label Label, n, sides int) ([]int, error) {
	r, ok := c.kept[label]
	if !ok {
		return c.other.Roll(label, n, sides)
	}
	if len(r.Dice) != n || r.Sides != sides {
		return nil, fmt.Errorf("label %q: %dd%d are kept, but the corrected battle rolls %dd%d; void this roll instead of carrying it", label, len(r.Dice), r.Sides, n, sides)
	}
	if c.served[label] {
		return nil, fmt.Errorf("label %q: %w", label, ErrLabelUsed)
	}
	c.served[label] = true
	return r.Dice, nil
}

// Left returns how many kept rolls have not been asked for.
func (c *Carry) Left() int { return len(c.kept) - len(c.served) }
