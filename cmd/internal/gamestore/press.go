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

// PartPress is where the letters stand that people around a table wrote to each other, by number.
const PartPress store.Part = "press"

// PressMessage is a letter as it is kept. Who may read it again is decided when it is written.
type PressMessage struct {
	game.Letter
	Writer  string   `json:"by"`      // the writer's seat or chair, by name
	Readers []string `json:"readers"` // seats and chairs by name, the writer's among them
}

// File is the letter as its digest in the history was made of.
func (r PressMessage) File() layout.File {
	return layout.File{Name: fmt.Sprintf("%s-press-%d.txt", r.Game, r.Number), Type: OctetStream, Data: r.Text()}
}

func PressParticipants(g *Game, names []string) []local.Participant {
	var out []local.Participant
	for _, n := range names {
		out = append(out, PressParticipant(g, n))
	}
	return out
}

// PressParticipant is somebody around the table by his name in a letter.
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

// ReadPress are all letters of the game.
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

func ReadPressMessage(g *Game, n int) (r PressMessage, ok bool, err error) {
	err = GetJSON(g.Row, PartPress, SeqKey(n), &r)
	return r, r.Number == n && n > 0, err
}
