package clocks

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// ChangeRequest asks to change the clocks of a game; an empty one only shows them.
type ChangeRequest struct {
	Game   string `json:"game"`
	Extend string `json:"extend,omitempty"` // a span, as 48h
	Pause  bool   `json:"pause,omitempty"`
	Resume bool   `json:"resume,omitempty"`
}

// View is the clocks of a game.
type View struct {
	Game      string         `json:"game"`
	Deadlines []DeadlineView `json:"deadlines"`
	Paused    bool           `json:"paused,omitempty"`
	Until     time.Time      `json:"until,omitzero"`     // when a pause ends by itself
	PauseLeft int            `json:"pause_left_seconds"` // of the budget for pauses
	Extended  int            `json:"extended_seconds"`   // by the referee, in all
	Away      []AwayView     `json:"away,omitempty"`
	Read      time.Time      `json:"mailbox_read_up_to,omitzero"`
}

// DeadlineView is the deadline of a seat.
type DeadlineView struct {
	Power    board.Power `json:"power"`
	Question bool        `json:"question,omitempty"` // of an answer, not of the turn
	At       time.Time   `json:"at"`
	Stands   bool        `json:"stands,omitempty"` // it does not run now
	Late     bool        `json:"late,omitempty"`   // it has passed
	BankLeft int         `json:"bank_left_seconds,omitempty"`
}

// AwayView is a seat's vacation.
type AwayView struct {
	Power board.Power `json:"power"`
	From  time.Time   `json:"from"`
	To    time.Time   `json:"to"` // not included
}

// Change changes or shows the clocks of a game.
func Change(e *env.Env, tx *store.Tx, c ChangeRequest) (any, error) {
	g, err := gamestore.OpenGame(tx, c.Game)
	if err != nil {
		return nil, err
	}
	if err := applyChange(e, tx, g, c); err != nil {
		return nil, fmt.Errorf("game %s: %w", c.Game, err)
	}
	v := newView(g)
	v.Read, err = Heartbeat(tx)
	return v, err
}

// applyChange makes the change that a request asks for.
func applyChange(e *env.Env, tx *store.Tx, g *gamestore.Game, c ChangeRequest) error {
	switch {
	case c.Extend != "":
		span, err := clock.ParseSpan(c.Extend)
		if err != nil {
			return err
		}
		return ExtendDeadlines(e, tx, g, span.About(), notice.DeadlineMoved{By: span.About()}, "the referee")
	case c.Pause:
		return Stop(e, tx, g)
	case c.Resume:
		return Resume(e, tx, g)
	}
	return nil
}

// newView returns the clocks of a game as the operator sees them.
func newView(g *gamestore.Game) View {
	p, c := g.Plan(), &g.State.Clock
	v := View{Game: g.Setup.Name, Deadlines: []DeadlineView{}, Extended: int(c.Extended / time.Second)}
	left := p.PauseBudget - c.Paused
	if c.Pause != nil {
		v.Paused, v.Until = true, c.Pause.Until
	}
	v.PauseLeft = int(max(0, left) / time.Second)
	for _, w := range c.Waits {
		v.Deadlines = append(v.Deadlines, DeadlineView{Power: g.Rules.Board.PowerOf(w.Role), Question: w.Question,
			At:     w.At,
			Stands: !w.Stood.IsZero(), Late: w.Late, BankLeft: int(c.BankLeft(p, w.Role) / time.Second)})
	}
	for _, a := range c.Vacations() {
		v.Away = append(v.Away, AwayView{g.Rules.Board.PowerOf(a.Role), a.From, a.To})
	}
	return v
}
