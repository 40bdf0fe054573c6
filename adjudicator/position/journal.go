package position

import (
	"fmt"

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
	if err := j.now.d.Apply(e); err != nil {
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

// Apply returns the position after some events. The error names the first impossible one.
func (p *Position) Apply(events ...event.Event) (*Position, error) {
	q := p.Clone()
	for i, e := range events {
		if err := q.d.Apply(e); err != nil {
			return nil, fmt.Errorf("event %d, %T: %w", i, e, err)
		}
	}
	return q, nil
}
