package position

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/event"
)

// An event that is impossible is an error that names it, and the first of them sticks.
func TestImpossibleEvents(t *testing.T) {
	t.Parallel()
	lost := event.Lost{Units: []event.Unit{{ID: 99}}}
	p := new(Position)
	if _, err := p.Apply(event.FlightTracked{}, lost); err == nil ||
		!strings.HasPrefix(err.Error(), fmt.Sprintf("event 1, %T: ", lost)) {
		t.Errorf("the error does not name it: %v", err)
	}
	j := NewJournal(p)
	j.Emit(lost)
	j.Emit(event.FlightTracked{})
	if len(j.Events()) != 1 || j.Err() == nil {
		t.Errorf("%d events, error %v", len(j.Events()), j.Err())
	}
	if p.Turn().Flights() != 0 || j.Now().Turn().Flights() != 1 {
		t.Error("the journal's copy is not its own")
	}
}
