package position

import (
	"errors"
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// Journal is a position that events change one by one, with the events so far and the first error.
type Journal struct {
	now    *Position
	events []event.Event
	err    error
}

// NewJournal begins with a private copy of a position.
func NewJournal(p *Position) *Journal { return JournalOn(p.Clone()) }

// JournalOn changes the position itself, which the caller gives up.
func JournalOn(p *Position) *Journal { return &Journal{now: p} }

// Emit applies an event and keeps it. The first impossible event is kept as Err; after it the position is invalid.
func (j *Journal) Emit(e event.Event) {
	if err := j.now.apply(e); err != nil {
		if j.err == nil {
			j.err = fmt.Errorf("event %d, %T: %w", len(j.events), e, err)
		}
		return
	}
	j.events = append(j.events, e)
}

// Adopt keeps events that were applied elsewhere to a copy of the position, and the position after them, which the
// caller gives up.
func (j *Journal) Adopt(after *Position, events []event.Event) {
	*j.now = *after
	j.events = append(j.events, events...)
}

// Now is the position after all events. It is for reading only, and changes with the next event.
func (j *Journal) Now() *Position { return j.now }

// Events are those so far, bookkeeping included.
func (j *Journal) Events() []event.Event { return j.events }

// Err is the first impossible event, nil without one.
func (j *Journal) Err() error { return j.err }

// errNoCase says that no type switch has a case for an event.
var errNoCase = errors.New("no case for it")

// Apply returns the position after some events. The error names the first impossible one.
func (p *Position) Apply(events ...event.Event) (*Position, error) {
	q := p.Clone()
	for i, e := range events {
		if err := q.apply(e); err != nil {
			return nil, fmt.Errorf("event %d, %T: %w", i, e, err)
		}
	}
	return q, nil
}

// apply makes an event's change in place.
func (p *Position) apply(e event.Event) error {
	if mine, err := p.applyMove(e); mine {
		return err
	}
	if mine, err := p.applyCombat(e); mine {
		return err
	}
	if mine, err := p.applyTurn(e); mine {
		return err
	}
	if mine, err := p.applyEdit(e); mine {
		return err
	}
	return errNoCase
}

// eachUnit does something with units by their IDs. The error names one that is not on the board.
func (p *Position) eachUnit(ids []int, do func(*Unit)) error {
	for _, id := range ids {
		u := p.Unit(id)
		if u == nil {
			return fmt.Errorf("no unit %d", id)
		}
		do(u)
	}
	return nil
}

// eachEventUnit is each for units as events name them.
func (p *Position) eachEventUnit(units []event.Unit, do func(*Unit, event.Unit)) error {
	for _, x := range units {
		u := p.Unit(x.ID)
		if u == nil {
			return fmt.Errorf("no unit %d", x.ID)
		}
		do(u, x)
	}
	return nil
}

// moveUnit puts a unit into a space, with what is aboard it.
func (p *Position) moveUnit(u *Unit, to board.SpaceID) {
	u.At = to
	if !u.Type.IsShip() {
		return
	}
	for i := range p.Units {
		if p.Units[i].Aboard == u.ID {
			p.Units[i].At = to
		}
	}
}

// removeLost removes units. What was aboard them stays in the space.
func (p *Position) removeLost(units []event.Unit) error {
	ids := make([]int, len(units))
	for i, u := range units {
		ids[i] = u.ID
	}
	return p.removeUnits(ids)
}

func (p *Position) removeUnits(ids []int) error {
	if err := p.eachUnit(ids, func(*Unit) {}); err != nil {
		return err
	}
	p.Remove(ids...)
	for i := range p.Units {
		if u := &p.Units[i]; u.Aboard != 0 && p.Unit(u.Aboard) == nil {
			u.Aboard = 0
		}
	}
	return nil
}

// addUnits puts new units on the board. Their IDs follow the last one given.
func (p *Position) addUnits(at board.SpaceID, units []event.Unit) error {
	for _, x := range units {
		if x.ID != p.NextID+1 {
			return fmt.Errorf("unit %d is not the next: %d were given", x.ID, p.NextID)
		}
		u := p.Unit(p.Add(x.Type, x.Owner, at))
		u.Aboard = x.Aboard
	}
	return nil
}

// changeNation does something with what belongs to a power. The error says that it has no turn.
func (p *Position) changeNation(power board.Power, do func(*Nation)) error {
	n := p.Nation(power)
	if n == nil {
		return fmt.Errorf("%q has no turn", power)
	}
	do(n)
	return nil
}

// transferMoney moves money from one power to another. [board.Nobody] and powers without a turn have no money and need
// none.
func (p *Position) transferMoney(from, to board.Power, n int) error {
	if f := p.Nation(from); f != nil {
		if f.Money < n {
			return fmt.Errorf("%s has %d IPC, not %d", from, f.Money, n)
		}
		f.Money -= n
	}
	if t := p.Nation(to); t != nil {
		t.Money += n
	}
	return nil
}
