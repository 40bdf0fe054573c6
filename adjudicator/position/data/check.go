package data

import (
	"fmt"

	"fieldpost/adjudicator/board"
)

// Check looks for what no set-up has and no event leads to.
func (d *Position) Check(b *board.Board) error {
	if len(d.Owner) != len(b.Spaces) {
		return fmt.Errorf("%d spaces have an owner; the board has %d spaces", len(d.Owner), len(b.Spaces))
	}
	if n := len(d.Turn.StartOwner); n != 0 && n != len(b.Spaces) {
		return fmt.Errorf("%d spaces had an owner when the turn began; the board has %d spaces", n, len(b.Spaces))
	}
	last := 0
	for i := range d.Units {
		u := &d.Units[i]
		switch {
		case u.ID <= last || u.ID > d.NextID:
			return fmt.Errorf("unit %d follows unit %d; the last that was given is %d", u.ID, last, d.NextID)
		case u.Type == board.NoUnit || u.Type >= board.NumUnitTypes:
			return fmt.Errorf("unit %d is of no type", u.ID)
		case u.At < 0 || int(u.At) >= len(b.Spaces):
			return fmt.Errorf("unit %d is in space %d; the board has %d spaces", u.ID, u.At, len(b.Spaces))
		case u.Aboard != 0 && d.Unit(u.Aboard) == nil:
			return fmt.Errorf("unit %d is aboard %d, which is not on the board", u.ID, u.Aboard)
		}
		last = u.ID
	}
	for i := range d.Nations {
		if n := &d.Nations[i]; b.SeatOf(n.Power) == nil || d.Nation(n.Power) != n {
			return fmt.Errorf("%q has no turn, or two", n.Power)
		}
	}
	return nil
}
