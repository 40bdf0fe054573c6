package data

import (
	"errors"
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// ErrNoCase says that no type switch has a case for an event.
var ErrNoCase = errors.New("no case for it")

// Apply makes an event's change in place.
func (d *Position) Apply(e event.Event) error {
	if mine, err := d.applyMove(e); mine {
		return err
	}
	if mine, err := d.applyCombat(e); mine {
		return err
	}
	if mine, err := d.applyTurn(e); mine {
		return err
	}
	if mine, err := d.applyEdit(e); mine {
		return err
	}
	return ErrNoCase
}

// eachUnit does something with units by their IDs. The error names one that is not on the board.
func (d *Position) eachUnit(ids []int, do func(*Unit)) error {
	for _, id := range ids {
		u := d.Unit(id)
		if u == nil {
			return fmt.Errorf("no unit %d", id)
		}
		do(u)
	}
	return nil
}

// eachEventUnit is each for units as events name them.
func (d *Position) eachEventUnit(units []event.Unit, do func(*Unit, event.Unit)) error {
	for _, x := range units {
		u := d.Unit(x.ID)
		if u == nil {
			return fmt.Errorf("no unit %d", x.ID)
		}
		do(u, x)
	}
	return nil
}

// moveUnit puts a unit into a space, with what is aboard it.
func (d *Position) moveUnit(u *Unit, to board.SpaceID) {
	u.At = to
	if !u.Type.IsShip() {
		return
	}
	for i := range d.Units {
		if d.Units[i].Aboard == u.ID {
			d.Units[i].At = to
		}
	}
}

// removeLost removes units. What was aboard them stays in the space.
func (d *Position) removeLost(units []event.Unit) error {
	ids := make([]int, len(units))
	for i, u := range units {
		ids[i] = u.ID
	}
	return d.removeUnits(ids)
}

func (d *Position) removeUnits(ids []int) error {
	if err := d.eachUnit(ids, func(*Unit) {}); err != nil {
		return err
	}
	d.Remove(ids...)
	for i := range d.Units {
		if u := &d.Units[i]; u.Aboard != 0 && d.Unit(u.Aboard) == nil {
			u.Aboard = 0
		}
	}
	return nil
}

// addUnits puts new units on the board. Their IDs follow the last one given.
func (d *Position) addUnits(at board.SpaceID, units []event.Unit) error {
	for _, x := range units {
		if x.ID != d.NextID+1 {
			return fmt.Errorf("unit %d is not the next: %d were given", x.ID, d.NextID)
		}
		u := d.Unit(d.Add(x.Type, x.Owner, at))
		u.Aboard = x.Aboard
	}
	return nil
}

// changeNation does something with what belongs to a power. The error says that it has no turn.
func (d *Position) changeNation(power board.Power, do func(*Nation)) error {
	n := d.Nation(power)
	if n == nil {
		return fmt.Errorf("%q has no turn", power)
	}
	do(n)
	return nil
}

// transferMoney moves money from one power to another. [board.Nobody] and powers without a turn have no money and need
// none.
func (d *Position) transferMoney(from, to board.Power, n int) error {
	if f := d.Nation(from); f != nil {
		if f.Money < n {
			return fmt.Errorf("%s has %d IPC, not %d", from, f.Money, n)
		}
		f.Money -= n
	}
	if t := d.Nation(to); t != nil {
		t.Money += n
	}
	return nil
}
