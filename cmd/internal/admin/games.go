package admin

import (
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// GameView is a game in full.
type GameView struct {
	gamestore.Summary
	Options      []string                `json:"options"`
	Seats        []gamestore.SeatSummary `json:"seats"`
	Others       []gamestore.SeatSummary `json:"chairs,omitempty"` // the referee, observers, substitutes
	ApproveLines []string                `json:"asks,omitempty"`   // by which the referee approves requests
	Head         string                  `json:"head"`
	VKey         string                  `json:"vkey"`
	Base         string                  `json:"base"` // on which orders build that are written now
	// as gamestore.EncodePosition writes it, without orders that are closed
	Position []byte `json:"position"`
}

// CreateGame makes a game and returns its summary.
func CreateGame(e *env.Env, tx *store.Tx, n people.NewGame) (any, error) {
	g, err := people.CreateGame(e, tx, n)
	if err != nil {
		return nil, err
	}
	return gamestore.Summarize(g), nil
}

// ListGames returns the summaries of all games.
func ListGames(e *env.Env, tx *store.Tx, _ struct{}) (any, error) {
	rows := []gamestore.Summary{}
	for name, err := range tx.Games().Names() {
		if err != nil {
			return nil, err
		}
		row, err := gamestore.ReadSummary(tx, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// ShowGame returns a game in full.
func ShowGame(e *env.Env, tx *store.Tx, n gamestore.GameName) (any, error) {
	g, err := gamestore.OpenGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	v := GameView{Summary: gamestore.Summarize(g), Options: []string{}, Head: g.Chain.Head().String(),
		VKey: g.State.VKey, Base: g.Base().String()}
	for _, s := range g.Rules.Options.All() {
		v.Options = append(v.Options, s.Name+" "+s.Value)
	}
	for _, s := range g.Seats {
		v.Seats = append(v.Seats, gamestore.SummarizeSeat(s))
	}
	for _, s := range g.Others {
		if s.Taken() {
			v.Others = append(v.Others, gamestore.SummarizeSeat(s))
		}
	}
	v.ApproveLines = gamestore.ApproveLines(g)
	v.Position, err = gamestore.EncodePosition(gamestore.PublicPosition(g.Pos))
	return v, err
}

// StartRequest asks to begin a game; with Anyway, even if not every address has confirmed.
type StartRequest struct {
	gamestore.GameName
	Anyway bool `json:"anyway,omitempty"`
}

// StartGame begins a game.
func StartGame(e *env.Env, tx *store.Tx, n StartRequest) (any, error) {
	g, err := gamestore.OpenGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	if n.Anyway {
		if err := people.ConfirmAll(e, tx, g); err != nil {
			return nil, err
		}
		if g.State.Bids.Running() {
			err := people.SettleBids(e, tx, g)
			return gamestore.Summarize(g), err
		}
	}
	if err := people.Start(e, tx, g); err != nil {
		return nil, err
	}
	return gamestore.Summarize(g), nil
}

// ReadData returns all that is known of a game except persons and secrets.
func ReadData(e *env.Env, tx *store.Tx, n gamestore.GameName) (any, error) {
	row, err := gamestore.FindGame(tx, n.Game)
	if err != nil {
		return nil, err
	}
	return gamestore.ReadData(e, row)
}
