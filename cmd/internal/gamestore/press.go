package gamestore

import (
	"encoding/json"
	"fmt"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// PartPress holds the press of a game, by number.
const PartPress store.Part = "press"

// PressMessage is a press message as it is stored. Its readers are decided when it is written.
type PressMessage struct {
	game.PressMessage
	Writer  string   `json:"by"`      // the writer, by ID
	Readers []string `json:"readers"` // participants by ID, the writer among them
}

// File returns the bytes whose hash is in the history.
func (r PressMessage) File() layout.File {
	return layout.File{Name: fmt.Sprintf("%s-press-%d.txt", r.Game, r.Number), Type: OctetStream, Data: r.Text()}
}

// PressParticipants returns the participants that a press message names.
func PressParticipants(g *Game, names []string) []local.Participant {
	var out []local.Participant
	for _, n := range names {
		out = append(out, PressParticipant(g, n))
	}
	return out
}

// PressParticipant returns a participant by their name in a press message.
func PressParticipant(g *Game, name string) local.Participant {
	switch name {
	case game.PressAll:
		return local.Participant{Word: "all"}
	case game.PressReferee:
		return local.Participant{Word: "referee"}
	case game.PressObserver:
		return local.Participant{Word: "observer"}
	case game.PressAnonymous:
		return local.Participant{Word: "anonymous"}
	}
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if strings.EqualFold(name, side.String()) {
			return local.Participant{Side: side}
		}
	}
	return local.Participant{Power: g.Rules.Board.PowerOf(name)}
}

// ReadPress returns all press messages of a game.
func ReadPress(g *Game) ([]PressMessage, error) {
	var rows []PressMessage
	for e, err := range g.Row.All(PartPress, "") {
		if err != nil {
			return nil, err
		}
		var r PressMessage
		if err := json.Unmarshal(e.Value.Bytes, &r); err != nil {
			return nil, fmt.Errorf("letter %s: %w", e.Key, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// ReadPressMessage returns the press message with a number; ok is false if there is none.
func ReadPressMessage(g *Game, n int) (r PressMessage, ok bool, err error) {
	err = GetJSON(g.Row, PartPress, SeqKey(n), &r)
	return r, r.Number == n && n > 0, err
}
