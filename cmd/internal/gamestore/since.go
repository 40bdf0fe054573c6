package gamestore

import (
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/position"
	"fieldpost/store"
)

// partPositions keeps the position after each seat's last turn, by role. Like the snapshot it is a cache: the records can make it again.
const partPositions store.Part = "since"

// PositionAfterTurn is the position after the last turn of a power, from where on its player wants to know what changed; nil if it has not
// played one yet.
func PositionAfterTurn(g *Game, p board.Power) (*position.Position, error) {
	seat := g.Seat(p)
	if seat == nil {
		return nil, nil
	}
	v, ok, err := g.Row.Get(partPositions, seat.Role)
	if err != nil || !ok {
		return nil, err
	}
	pos, err := DecodePosition(v.Bytes)
	if err != nil {
		return nil, fmt.Errorf("position after the last turn of %s: %w", p, err)
	}
	if g.Ahead(pos) {
		return nil, nil // of a turn that was rolled back
	}
	return pos, nil
}

// KeepPositions keeps a position for those whose turn ended with it.
func KeepPositions(g *Game, events []event.Event, pos *position.Position) error {
	for _, e := range events {
		ended, ok := e.(event.TurnEnded)
		if !ok {
			continue
		}
		seat := g.Seat(ended.Power)
		if seat == nil {
			continue
		}
		b, err := EncodePosition(pos)
		if err != nil {
			return err
		}
		if err := g.Row.Put(partPositions, seat.Role, store.Value{Version: PositionVersion, Bytes: b}); err != nil {
			return err
		}
	}
	return nil
}

// KeepAllPositions does the same for a whole game that was played again.
func KeepAllPositions(g *Game, resolutions []*game.Resolution) error {
	for _, res := range resolutions {
		if err := KeepPositions(g, res.Events, res.Position); err != nil {
			return err
		}
	}
	return nil
}
