package daemon

import (
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/position"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// partSince keeps the position after each seat's last turn, by role. Like the snapshot it is a cache: the records can make it again.
const partSince store.Part = "since"

// since is the position after the last turn of a power, from where on its player wants to know what changed; nil if it has not
// played one yet.
func (t *Table) since(p board.Power) (*position.Position, error) {
	seat := t.Seat(p)
	if seat == nil {
		return nil, nil
	}
	v, ok, err := t.row.Get(partSince, seat.Role)
	if err != nil || !ok {
		return nil, err
	}
	pos, err := gamestore.DecodePosition(v.Bytes)
	if err != nil {
		return nil, fmt.Errorf("position after the last turn of %s: %w", p, err)
	}
	if t.Ahead(pos) {
		return nil, nil // of a turn that was rolled back
	}
	return pos, nil
}

// keepSince keeps a position for those whose turn ended with it.
func (t *Table) keepSince(events []event.Event, pos *position.Position) error {
	for _, e := range events {
		ended, ok := e.(event.TurnEnded)
		if !ok {
			continue
		}
		seat := t.Seat(ended.Power)
		if seat == nil {
			continue
		}
		b, err := gamestore.EncodePosition(pos)
		if err != nil {
			return err
		}
		if err := t.row.Put(partSince, seat.Role, store.Value{Version: gamestore.PositionVersion, Bytes: b}); err != nil {
			return err
		}
	}
	return nil
}

// keepAllSince does the same for a whole game that was played again.
func (t *Table) keepAllSince(goes []*game.Resolution) error {
	for _, g := range goes {
		if err := t.keepSince(g.Events, g.Position); err != nil {
			return err
		}
	}
	return nil
}
