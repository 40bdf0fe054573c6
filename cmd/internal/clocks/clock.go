package clocks

import (
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

// Follow sets the deadlines of the seats that the game waits for now, and records them. Everybody is told of a clock
// that is stopped because mail bounces, and when it runs again.
func Follow(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	p := g.Plan()
	if g.Over() {
		g.State.Clock = clock.Clock{}
		return nil
	}
	for _, r := range g.State.Clock.Follow(p, g.TurnFor(p), g.AwaitedByClock(p), e.Now()) {
		entry, err := g.AppendRecord(r, e.Now())
		if err != nil {
			return err
		}
		news := bounceNotice(r.Reason, g.Rules.Board.PowerOf(r.Role), g.State.Clock.BounceEnds(p))
		if news == nil {
			continue
		}
		if err := notify.SendNoticeToAll(e, tx, g, news, gamestore.SeqName(entry)); err != nil {
			return err
		}
	}
	return nil
}

// bounceNotice returns the notice about a clock that is stopped because mail bounces, by the reason of its record; nil
// for other reasons.
func bounceNotice(reason string, seat board.Power, until time.Time) notice.Notice {
	switch reason {
	case clock.ReasonBounced:
		return notice.ClockBounced{Seat: seat, Until: until}
	case clock.ReasonReached:
		return notice.ClockReached{Seat: seat}
	case clock.ReasonBudget:
		return notice.ClockBudget{Seat: seat}
	}
	return nil
}

// AppendRecords appends records of deadlines, and returns the last one.
func AppendRecords(e *env.Env, g *gamestore.Game, records []*history.Clock) (last history.Entry, err error) {
	for _, r := range records {
		if last, err = g.AppendRecord(r, e.Now()); err != nil {
			return last, err
		}
	}
	return last, nil
}

// saveMoved appends the records of deadlines that have moved, saves the game, and tells everybody if there are any.
func saveMoved(e *env.Env, tx *store.Tx, g *gamestore.Game, records []*history.Clock, news notice.Notice) error {
	entry, err := AppendRecords(e, g, records)
	if err != nil {
		return err
	}
	if err := g.Save(); err != nil || len(records) == 0 {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, news, gamestore.SeqName(entry))
}

// ExtendDeadlines extends all deadlines of a game, as the referee or the players decided, and tells everybody.
func ExtendDeadlines(e *env.Env, tx *store.Tx, g *gamestore.Game, by time.Duration, news notice.Notice,
	reason string) error {
	records, err := g.State.Clock.Extend(g.Plan(), by, e.Now(), reason)
	if err != nil {
		return err
	}
	return saveMoved(e, tx, g, records, news)
}

// Stop stops the clocks of a game, as far as the budget for pauses reaches, and tells everybody.
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

// Resume ends a pause, saves the game, and tells everybody. The error is [clock.ErrRuns] if there is none.
func Resume(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.State.Clock.Pause == nil {
		return clock.ErrRuns
	}
	if err := EndPause(e, tx, g); err != nil {
		return err
	}
	return g.Save()
}

// EndPause lets the clocks run again, and tells everybody.
func EndPause(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	p := g.Plan()
	records, err := g.State.Clock.Resume(p, g.TurnFor(p), g.AwaitedByClock(p), e.Now())
	if err != nil {
		return err
	}
	entry, err := AppendRecords(e, g, records)
	if err != nil {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, notice.ClocksRun{}, gamestore.SeqName(entry))
}

// Refusals are the answers to what cannot be done with a clock.
var Refusals = map[error]notice.Notice{
	clock.ErrNoDeadline:   notice.NoDeadline{},
	clock.ErrPaused:       notice.PausedAlready{},
	clock.ErrRuns:         notice.RunningAlready{},
	clock.ErrNoPause:      notice.PauseUsedUp{},
	clock.ErrPastVacation: notice.AwayPast{},
	clock.ErrNoVacation:   notice.AwayNone{},
}

// SetVacation enters a vacation of a seat, and tells everybody.
func SetVacation(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, v commands.Vacation) error {
	records, err := g.State.Clock.Leave(g.Plan(), s.Role, v.From, v.To, s.Location(), e.Now())
	if err != nil {
		return err
	}
	return NotifyVacation(e, tx, g, s, "vacation "+v.From+" to "+v.To, records,
		notice.Away{Seat: s.Power, Days: v.From + " – " + v.To})
}

// NotifyVacation records what a seat says of its vacations, with what that does to deadlines, and tells everybody.
func NotifyVacation(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, what string,
	records []*history.Clock, news notice.Notice) error {
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
	return notify.SendNoticeToAll(e, tx, g, news, gamestore.SeqName(act))
}

// DeadlineName returns the parts of a Message-ID that name a deadline.
func DeadlineName(w clock.Wait) []string {
	return []string{w.Role, strconv.FormatInt(w.At.Unix(), 10)}
}
