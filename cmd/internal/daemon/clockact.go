package daemon

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// moveOn moves all deadlines of a game on, by will of the referee or of the players, and tells everybody.
func (o *Office) moveOn(tx *store.Tx, t *Table, by time.Duration, news notice.Notice, reason string) error {
	records, err := t.Life.Clock.Extend(t.plan(), by, o.Now(), reason)
	if err != nil {
		return err
	}
	return o.movedOn(tx, t, records, news)
}

// stopClocks lets the clocks of a game stand still, as far as the budget for pauses reaches, and tells everybody.
func (o *Office) stopClocks(tx *store.Tx, t *Table) error {
	c := &t.Life.Clock
	if !t.Running() || t.over() {
		return clock.ErrNoDeadline
	}
	records, err := c.Stop(t.plan(), true, o.Now(), "the referee")
	if err != nil {
		return err
	}
	return o.movedOn(tx, t, records, notice.ClocksStopped{Until: c.Pause.Until})
}

// runClocks lets them run again, and tells everybody.
func (o *Office) runClocks(tx *store.Tx, t *Table) error {
	if t.Life.Clock.Pause == nil {
		return clock.ErrRuns
	}
	if err := o.endPause(tx, t); err != nil {
		return err
	}
	return t.save()
}

// clockRefusals are the answers to what cannot be done with a clock.
var clockRefusals = map[error]notice.Notice{clock.ErrNoDeadline: notice.NoDeadline{}, clock.ErrPaused: notice.PausedAlready{},
	clock.ErrRuns: notice.RunningAlready{}, clock.ErrNoPause: notice.PauseUsedUp{}, clock.ErrPastVacation: notice.AwayPast{}, clock.ErrNoVacation: notice.AwayNone{}}

// clockDone answers an act about the clock: with how things stand now, or with why it was not done.
func (e *errand) clockDone(err error) (layout.Mail, error) {
	if err == nil {
		return e.words(notice.Status{Waiting: nil, Rulings: nil, Votes: nil, Bidders: nil})
	}
	if long, ok := errors.AsType[*clock.TooLong](err); ok {
		return e.decline(notice.AwayTooLong{Days: long.Days, Limit: long.Of})
	}
	if n, ok := clockRefusals[err]; ok {
		return e.decline(n)
	}
	return layout.Mail{}, err
}

var (
	_ = define[commands.Extend](command.Spec{
		Syntax: []commands.Syntax{commands.ExtendSyntax},
		Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, func(e *errand, c commands.Extend) (layout.Mail, error) {
		span := time.Duration(c.Hours) * time.Hour
		return e.clockAct(c, e.table.Life.Clock.Given()+span > e.table.plan().Consent)
	})
	_ = define[commands.PauseGame](command.Spec{
		Syntax: []commands.Syntax{commands.PauseGameSyntax},
		Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, func(e *errand, c commands.PauseGame) (layout.Mail, error) { return e.clockAct(c, true) })
	_ = define[commands.ResumeGame](command.Spec{
		Syntax: []commands.Syntax{commands.ResumeGameSyntax},
		Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, func(e *errand, _ commands.ResumeGame) (layout.Mail, error) {
		return e.clockDone(e.o.runClocks(e.tx, e.table))
	})
	_ = define[commands.Vacation](command.Spec{
		Syntax: []commands.Syntax{commands.VacationSyntax},
		Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, (*errand).goAway)
	_ = define[commands.NoVacation](command.Spec{
		Syntax: []commands.Syntax{commands.NoVacationSyntax},
		Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, (*errand).comeBack)
)

// goAway takes note of a vacation, and tells everybody.
func (e *errand) goAway(v commands.Vacation) (layout.Mail, error) {
	if e.table.over() {
		return e.decline(notice.NotStarted{})
	}
	return e.clockDone(e.o.goAway(e.tx, e.table, e.seat, v))
}

func (o *Office) goAway(tx *store.Tx, t *Table, s *roster.Seat, v commands.Vacation) error {
	records, err := t.Life.Clock.Leave(t.plan(), s.Role, v.From, v.To, s.Location(), o.Now())
	if err != nil {
		return err
	}
	return o.tellAway(tx, t, s, "vacation "+v.From+" to "+v.To, records, notice.Away{Seat: s.Power, Days: v.From + " – " + v.To})
}

// comeBack takes the vacations of a seat back, and tells everybody.
func (e *errand) comeBack(commands.NoVacation) (layout.Mail, error) {
	if e.table.over() {
		return e.decline(notice.NotStarted{})
	}
	err := e.table.Life.Clock.Return(e.seat.Role, e.seat.Location(), e.o.Now())
	if err == nil {
		err = e.o.tellAway(e.tx, e.table, e.seat, "no vacation", nil, notice.AwayBack{Seat: e.seat.Power})
	}
	return e.clockDone(err)
}

// tellAway writes into the history what a seat says of its vacations, with what that does to deadlines, and tells everybody.
func (o *Office) tellAway(tx *store.Tx, t *Table, s *roster.Seat, what string, records []*history.Clock, news notice.Notice) error {
	act, err := t.record(&history.Act{Actor: s.Role, What: what, Hash: dice.Sum(dice.Text(what))}, o.Now())
	if err != nil {
		return err
	}
	if _, err := o.appendClock(t, records); err != nil {
		return err
	}
	if err := t.save(); err != nil {
		return err
	}
	return o.tellAll(tx, t, news, seqName(act))
}

// ClockChange is what the operator wants of a game's clocks; nothing: to see them.
type ClockChange struct {
	Game   string `json:"game"`
	Extend string `json:"extend,omitempty"` // a span, as 48h
	Pause  bool   `json:"pause,omitempty"`
	Resume bool   `json:"resume,omitempty"`
}

// ClockView is how the clocks of a game stand.
type ClockView struct {
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

// actClock changes or shows the clocks of a game.
func (o *Office) actClock(tx *store.Tx, c ClockChange) (any, error) {
	t, err := openGame(tx, c.Game)
	if err != nil {
		return nil, err
	}
	if err := o.changeClock(tx, t, c); err != nil {
		return nil, fmt.Errorf("game %s: %w", c.Game, err)
	}
	v := t.clockView()
	v.Read, err = heartbeat(tx)
	return v, err
}

func (o *Office) changeClock(tx *store.Tx, t *Table, c ClockChange) error {
	switch {
	case c.Extend != "":
		span, err := clock.ParseSpan(c.Extend)
		if err != nil {
			return err
		}
		return o.moveOn(tx, t, span.About(), notice.DeadlineMoved{By: span.About()}, "the referee")
	case c.Pause:
		return o.stopClocks(tx, t)
	case c.Resume:
		return o.runClocks(tx, t)
	}
	return nil
}

func (t *Table) clockView() ClockView {
	p, c := t.plan(), &t.Life.Clock
	v := ClockView{Game: t.Setup.Name, Deadlines: []DeadlineView{}, Extended: int(c.Extended / time.Second)}
	left := p.PauseBudget - c.Paused
	if c.Pause != nil {
		v.Paused, v.Until = true, c.Pause.Until
	}
	v.PauseLeft = int(max(0, left) / time.Second)
	for _, w := range c.Waits {
		v.Deadlines = append(v.Deadlines, DeadlineView{Power: t.Rules.Board.PowerOf(w.Role), Question: w.Question, At: w.At,
			Stands: !w.Stood.IsZero(), Late: w.Late, BankLeft: int(c.BankLeft(p, w.Role) / time.Second)})
	}
	for _, a := range c.Vacations() {
		v.Away = append(v.Away, AwayView{t.Rules.Board.PowerOf(a.Role), a.From, a.To})
	}
	return v
}

// deadlineName tells mails about the same deadline apart from those about another.
func deadlineName(w clock.Wait) []string {
	return []string{w.Role, strconv.FormatInt(w.At.Unix(), 10)}
}
