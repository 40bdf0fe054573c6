package gamestore

import (
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// Summary is a game in a list.
type Summary struct {
	Name    string    `json:"name"`
	Rules   string    `json:"rules"`
	Round   int       `json:"round"`
	Awaited []Awaited `json:"awaited"`
	Records int       `json:"records"`
	Started time.Time `json:"started,omitzero"`
	Winner  string    `json:"winner,omitempty"`
	Beacon  time.Time `json:"beacon,omitzero"` // when the value comes that locked orders wait for
	Held    string    `json:"held,omitempty"`  // why nothing is played
	// Deadline is the first one; zero while none runs.
	Deadline time.Time `json:"deadline,omitzero"`
	Paused   bool      `json:"paused,omitempty"` // the clocks are stopped
	Bids     bool      `json:"bids,omitempty"`   // it begins when the secret bids are settled
	Ended    string    `json:"ended,omitempty"`  // how, if no resolution decided it: draw, end, surrender
}

// Awaited is a power that a game waits for, and what for.
type Awaited struct {
	Power    board.Power `json:"power"`
	What     string      `json:"what"`
	Space    string      `json:"space,omitempty"`
	Deadline time.Time   `json:"deadline,omitzero"` // zero while none runs for it
}

// SeatSummary is a seat as the operator sees it. Key is filled in only if it was asked for.
type SeatSummary struct {
	Power       board.Power          `json:"power"`
	Role        string               `json:"role"`
	Name        string               `json:"name,omitempty"`
	Address     string               `json:"address,omitempty"`
	Language    string               `json:"language,omitempty"`
	Zone        string               `json:"zone,omitempty"`
	Others      []string             `json:"others,omitempty"` // further addresses of the person
	Lost        []roster.LostAddress `json:"lost,omitempty"`   // those that mail comes back from
	Bounced     string               `json:"bounced,omitempty"`
	Bot         bool                 `json:"bot,omitempty"`
	Unconfirmed bool                 `json:"waits,omitempty"` // the address has yet to confirm
	PGP         bool                 `json:"pgp,omitempty"`   // an OpenPGP key is on file
	Key         string               `json:"key,omitempty"`
}

// GameName names a game in a request.
type GameName struct {
	Game string `json:"game"`
}

// Summarize returns the summary of a game.
func Summarize(g *Game) Summary {
	r := Summary{Name: g.Setup.Name, Rules: g.Setup.Rules, Round: g.Pos.Round(), Awaited: []Awaited{},
		Records: g.Chain.Len(), Started: g.State.Started, Ended: g.State.Ended, Bids: g.State.Bids.Running()}
	if g.Pos.Winner() != board.NoSide {
		r.Winner = g.Pos.Winner().String()
	} else if g.Pos.Drawn() {
		r.Ended = game.Draw
	}
	if w := g.State.Clock.First(); w != nil {
		r.Deadline = w.At
	}
	r.Paused = g.State.Clock.Pause != nil
	if r.Beacon = g.BeaconTime(); g.Stopped() {
		r.Held = g.State.Stopped.Why
	} else if g.WaitsForReferee() {
		r.Held = "it was rolled back and waits for the referee's go on"
	}
	until := Deadlines(g)
	for _, a := range g.Awaited() {
		r.Awaited = append(r.Awaited, Awaited{Power: a.Power, What: a.What, Space: g.Rules.Board.Name(a.Space),
			Deadline: until[a.Power]})
	}
	return r
}

// SummarizeSeat returns the summary of a seat or another participant.
func SummarizeSeat(s roster.Participant) SeatSummary {
	return SeatSummary{Power: s.Power, Role: s.Role, Name: s.Name, Address: s.Address, Language: s.Language,
		Zone: s.Zone, Others: s.Others, Lost: s.Lost, Bounced: s.Bounced, Bot: s.Bot,
		Unconfirmed: s.Unconfirmed, PGP: s.PGP != ""}
}

// ReadSummary returns the summary of a game as it was written last. A game without one is loaded for it.
func ReadSummary(tx *store.Tx, name string) (r Summary, err error) {
	g, err := tx.Games().Game(name)
	if err != nil {
		return r, err
	}
	if err := GetJSON(g, PartState, "row", &r); err != nil || r.Name != "" {
		return r, err
	}
	t, err := Load(tx, name)
	if err != nil {
		return r, err
	}
	return Summarize(t), nil
}

// Status returns new, running or over.
func (r Summary) Status() string {
	switch {
	case r.Winner != "" || r.Ended != "":
		return "over"
	case r.Started.IsZero():
		return "new"
	}
	return "running"
}

// GameCounts are the numbers of games of a store.
type GameCounts struct{ Waiting, Running, Over int } // not begun, in play, ended

// CountGames counts games by their newest records, without loading them.
func CountGames(tx *store.Tx) (c GameCounts, err error) {
	for name, err := range tx.Games().Names() {
		if err != nil {
			return c, err
		}
		row, err := tx.Games().Game(name)
		if err != nil {
			return c, err
		}
		var l State
		if err := GetJSON(row, PartState, "life", &l); err != nil {
			return c, err
		}
		over, err := isClosed(row)
		switch {
		case err != nil:
			return c, err
		case over:
			c.Over++
		case l.Started.IsZero():
			c.Waiting++
		default:
			c.Running++
		}
	}
	return c, nil
}

// isClosed reports whether a game's newest record closes it.
func isClosed(row *store.Game) (bool, error) {
	if row.Len() == 0 {
		return false, nil
	}
	b, err := row.Record(row.Len() - 1)
	if err != nil {
		return false, err
	}
	r, err := history.ParseRecord(b)
	if err != nil {
		return false, err
	}
	_, closes := r.Body.(*history.Close)
	return closes, nil
}
