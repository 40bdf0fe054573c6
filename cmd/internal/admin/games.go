package admin

import (
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// GameView is a game in full.
type GameView struct {
	gamestore.GameRow
	Options  []string            `json:"options"`
	Seats    []gamestore.SeatRow `json:"seats"`
	Others   []gamestore.SeatRow `json:"chairs,omitempty"` // the referee, observers, substitutes
	Asks     []string            `json:"asks,omitempty"`   // the lines by which the referee lets in who asks
	Head     string              `json:"head"`
	VKey     string              `json:"vkey"`
	Position []byte              `json:"position"` // as gamestore.EncodePosition writes it, without orders that are sealed
}

func OpNew(e *env.Env, tx *store.Tx, n people.NewGame) (any, error) {
	g, err := people.CreateGame(e, tx, n)
	if err != nil {
		return nil, err
	}
	return gamestore.RowOf(g), nil
}

func OpList(e *env.Env, tx *store.Tx, _ struct{}) (any, error) {
	rows := []gamestore.GameRow{}
	for name, err := range tx.Games().Names() {
		if err != nil {
			return nil, err
		}
		row, err := gamestore.RowIn(tx, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func OpShow(e *env.Env, tx *store.Tx, n gamestore.GameName) (any, error) {
	g, err := gamestore.OpenGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	v := GameView{GameRow: gamestore.RowOf(g), Options: []string{}, Head: g.Chain.Head().String(), VKey: g.Life.VKey}
	for _, s := range g.Rules.Options.All() {
		v.Options = append(v.Options, s.Name+" "+s.Value)
	}
	for _, s := range g.Seats {
		v.Seats = append(v.Seats, gamestore.NewSeatRow(s))
	}
	for _, s := range g.Others {
		if s.Taken() {
			v.Others = append(v.Others, gamestore.NewSeatRow(s))
		}
	}
	v.Asks = gamestore.Waiting(g)
	v.Position, err = gamestore.EncodePosition(gamestore.Disclosed(g.Pos)) // without what is sealed
	return v, err
}

// GameStart begins a game; Anyway: though not every address has confirmed.
type GameStart struct {
	gamestore.GameName
	Anyway bool `json:"anyway,omitempty"`
}

func OpStart(e *env.Env, tx *store.Tx, n GameStart) (any, error) {
	g, err := gamestore.OpenGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	if n.Anyway {
		if err := people.Vouch(e, tx, g); err != nil {
			return nil, err
		}
		if g.Life.Bids.Running() {
			err := people.SettleBids(e, tx, g)
			return gamestore.RowOf(g), err
		}
	}
	if err := people.Start(e, tx, g); err != nil {
		return nil, err
	}
	return gamestore.RowOf(g), nil
}

func OpData(e *env.Env, tx *store.Tx, n gamestore.GameName) (any, error) {
	row, err := gamestore.FindGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	return gamestore.Data(e, row)
}
