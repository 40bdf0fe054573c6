package event_test

import (
	"reflect"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// Every kind is listed once, and a kind that is in reports has its entry in them.
func TestAll(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	seen := map[reflect.Type]bool{}
	for _, e := range event.All() {
		if seen[reflect.TypeOf(e)] {
			t.Errorf("%T is listed twice", e)
		}
		seen[reflect.TypeOf(e)] = true
		if told := event.Report(b, []event.Event{e}); (e.Kind() != "") != (len(told) == 1) {
			t.Errorf("%T is of kind %q, and its report has %d entries", e, e.Kind(), len(told))
		}
	}
}

// Units of a line that go the same way are one entry of a report, wherever other events come between; a new phase
// begins again.
func TestReportJoinsMoves(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	move := func(id int, u board.UnitType, line int) event.Moved {
		return event.Moved{Power: "Germany", Units: []event.Unit{{ID: id, Owner: "Germany", Type: u}}, From: 1, To: 2,
			Path: []board.SpaceID{2}, Line: line}
	}
	events := []event.Event{
		event.PhaseBegan{Power: "Germany"},
		move(1, board.Tank, 3),
		event.Captured{Power: "Germany", Space: 2, From: "USSR", To: "Germany"},
		event.Marked{Units: []int{1}, Did: event.Blitzed},
		move(2, board.Infantry, 3),
		move(3, board.Infantry, 4),
		event.PhaseBegan{Power: "Germany"},
		move(4, board.Tank, 3),
		event.Moved{Power: "Germany", Units: []event.Unit{{ID: 5}}, From: 1, To: 1, Line: 3}, // they stay
	}
	var got []event.Kind
	for _, r := range event.Report(b, events) {
		got = append(got, r.Kind)
	}
	want := []event.Kind{event.KindPhaseBegan, event.KindMoved, event.KindCaptured, event.KindMoved,
		event.KindPhaseBegan, event.KindMoved}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("the report has %q, want %q", got, want)
	}
	first := event.Report(b, events)[1].Units
	if len(first) != 2 || first[0].Type != board.Infantry || first[1].Type != board.Tank {
		t.Errorf("the first move is of %+v, want an infantry and a tank", first)
	}
}
