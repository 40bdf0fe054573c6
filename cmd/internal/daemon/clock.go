package daemon

import (
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// timetable is the plan that some settings come to: working it out takes longer than all else that is done with it.
type timetable struct {
	of   []rules.Setting
	plan clock.Plan
}

// plan is what the settings of the game say of deadlines.
func (t *Table) plan() clock.Plan {
	if t.times == nil || !slices.Equal(t.times.of, t.Life.House.Settings) {
		t.times = &timetable{slices.Clone(t.Life.House.Settings), t.Life.House.Plan()}
	}
	return t.times.plan
}

// asked is whom the game waits for, as its clock sees it.
func (t *Table) asked(p clock.Plan) []clock.Asked {
	if !t.Running() {
		return nil
	}
	return t.Asked(p, func(power board.Power) game.Sitter {
		s := t.Seat(power)
		return game.Sitter{Bot: s.Bot, Bounced: s.Bounced != ""}
	})
}

// followClock sets the deadlines of those whom the game waits for now, and writes them into the history. Everybody
// is told of a clock that stands because mail comes back, and when it runs again.
func (o *Office) followClock(tx *store.Tx, t *Table) error {
	p := t.plan()
	if t.over() {
		t.Life.Clock = clock.Clock{}
		return nil
	}
	for _, r := range t.Life.Clock.Follow(p, t.TurnFor(p), t.asked(p), o.Now()) {
		entry, err := t.record(r, o.Now())
		if err != nil {
			return err
		}
		news := bounceNotice(r.Reason, t.Rules.Board.PowerOf(r.Role), t.Life.Clock.BounceEnds(p))
		if news == nil {
			continue
		}
		if err := o.tellAll(tx, t, news, seqName(entry)); err != nil {
			return err
		}
	}
	return nil
}

// bounceNotice is what everybody is told of a clock that stands because mail comes back, by the reason of its
// record; nil for others.
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

// bounceEnds is when a clock runs again although mail comes back: the budget for pauses is used up.
func bounceEnds(t *Table) time.Time { return t.Life.Clock.BounceEnds(t.plan()) }

// over tells whether the history is closed.
func (t *Table) over() bool { return t.Chain.Over() }

// clockFollows is when the clock wants to be brought into line: at once, if something happened that it does not
// know of.
func clockFollows(t *Table) time.Time {
	if t.Life.Untimed() {
		return time.Time{}
	}
	p := t.plan()
	if t.over() && t.Life.Clock.Pause == nil && len(t.Life.Clock.Waits) == 0 || t.Life.Clock.Follows(p, t.TurnFor(p), t.asked(p)) {
		return time.Time{}
	}
	return t.Life.Started
}

// appendClock writes records of deadlines, and tells the last one.
func (o *Office) appendClock(t *Table, records []*history.Clock) (last history.Entry, err error) {
	for _, r := range records {
		if last, err = t.record(r, o.Now()); err != nil {
			return last, err
		}
	}
	return last, nil
}

// deadlineFor is the deadline that a reader is told: his own, else the first.
func (o *Office) deadlineFor(t *Table, s *roster.Seat) reader.Deadline {
	d := reader.Deadline{Now: o.Now(), Zone: s.Location()}
	c := &t.Life.Clock
	w := c.Of(s.Role)
	if w == nil || !w.Stood.IsZero() {
		w = c.First()
	}
	if w != nil {
		d.At = w.At
	}
	if c.Pause != nil {
		d.Paused, d.Until = true, c.Pause.Until
	}
	return d
}

// deadlines are those of all whom the game waits for and whose clock runs.
func (t *Table) deadlines() map[board.Power]time.Time {
	all := map[board.Power]time.Time{}
	for _, a := range t.Awaited() {
		if w := t.Life.Clock.Of(t.Rules.Board.SeatOf(a.Power).Role); w != nil && w.Stood.IsZero() {
			all[a.Power] = w.At
		}
	}
	return all
}
