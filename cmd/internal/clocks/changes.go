package clocks

import (
	"fmt"
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// ExtendDeadlines moves all deadlines of a game on, by will of the referee or of the players, and tells everybody.
func ExtendDeadlines(e *env.Env, tx *store.Tx, g *gamestore.Game, by time.Duration, news notice.Notice, reason string) error {
	records, err := g.State.Clock.Extend(g.Plan(), by, e.Now(), reason)
	if err != nil {
		return err
	}
	return saveMoved(e, tx, g, records, news)
}

// Stop lets the clocks of a game stand still, as far as the budget for pauses reaches, and tells everybody.
func Stop(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	c := &g.State.Clock
	if !g.Running() || g.Over() {
		return clock.ErrNoDeadline
	}
	records, err := c.Stop(g.Plan(), true, e.Now(), "the referee")
	if err != nil {
		return err
	}
	return saveMoved(e, tx, g, records, notice.ClocksStopped{Until: c.Pause.Until})
}

// Resume lets them run again, and tells everybody.
func Resume(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.State.Clock.Pause == nil {
		return clock.ErrRuns
	}
	if err := EndPause(e, tx, g); err != nil {
		return err
	}
	return g.Save()
}

// Refusals are the answers to what cannot be done with a clock.
var Refusals = map[error]notice.Notice{clock.ErrNoDeadline: notice.NoDeadline{}, clock.ErrPaused: notice.PausedAlready{},
	clock.ErrRuns: notice.RunningAlready{}, clock.ErrNoPause: notice.PauseUsedUp{}, clock.ErrPastVacation: notice.AwayPast{}, clock.ErrNoVacation: notice.AwayNone{}}

func SetVacation(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, v commands.Vacation) error {
	records, err := g.State.Clock.Leave(g.Plan(), s.Role, v.From, v.To, s.Location(), e.Now())
	if err != nil {
		return err
	}
	return NotifyVacation(e, tx, g, s, "vacation "+v.From+" to "+v.To, records, notice.Away{Seat: s.Power, Days: v.From + " – " + v.To})
}

// NotifyVacation writes into the history what a seat says of its vacations, with what that does to deadlines, and tells everybody.
func NotifyVacation(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, what string, records []*history.Clock, news notice.Notice) error {
	act, err := g.AppendRecord(&history.Act{Actor: s.Role, What: what, Hash: dice.Sum(dice.Text(what))}, e.Now())
	if err != nil {
		return err
	}
	if _, err := AppendRecords(e, g, records); err != nil {
		return err
	}
	if err := g.Save(); err != nil {
		return err
	}
	return notify.All(e, tx, g, news, gamestore.SeqName(act))
}

// ChangeRequest is what the operator wants of a game's clocks; nothing: to see them.
type ChangeRequest struct {
	Game   string `json:"game"`
	Extend string `json:"extend,omitempty"` // a span, as 48h
	Pause  bool   `json:"pause,omitempty"`
	Resume bool   `json:"resume,omitempty"`
}

// View is how the clocks of a game stand.
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

func newView(g *gamestore.Game) View {
	p, c := g.Plan(), &g.State.Clock
	v := View{Game: g.Setup.Name, Deadlines: []DeadlineView{}, Extended: int(c.Extended / time.Second)}
	left := p.PauseBudget - c.Paused
	if c.Pause != nil {
		v.Paused, v.Until = true, c.Pause.Until
	}
	v.PauseLeft = int(max(0, left) / time.Second)
	for _, w := range c.Waits {
		v.Deadlines = append(v.Deadlines, DeadlineView{Power: g.Rules.Board.PowerOf(w.Role), Question: w.Question, At: w.At,
			Stands: !w.Stood.IsZero(), Late: w.Late, BankLeft: int(c.BankLeft(p, w.Role) / time.Second)})
	}
	for _, a := range c.Vacations() {
		v.Away = append(v.Away, AwayView{g.Rules.Board.PowerOf(a.Role), a.From, a.To})
	}
	return v
}

// DeadlineName tells mails about the same deadline apart from those about another.
func DeadlineName(w clock.Wait) []string {
	return []string{w.Role, strconv.FormatInt(w.At.Unix(), 10)}
}
