package clock

import (
	"slices"
	"time"
)

// What happens at a deadline without orders.
const (
	SilenceWaits      = "wait"       // it is told, and waited
	SilenceReminds    = "remind"     // likewise, and the seat is reminded again and again
	SilenceEmpty      = "empty"      // the turn is played as it is: nothing more is done
	SilenceDefaults   = "defaults"   // the turn is played with what is on file: a draft, placing by default
	SilenceSubstitute = "substitute" // a substitute takes the seat
	SilenceBot        = "bot"        // the bot plays this turn
	SilenceAdjourns   = "adjourn"    // the clocks stand still until the referee lets them run
)

// Plan is what the settings of a game come to.
type Plan struct {
	Calendar
	Span      Span // for a turn or a phase; zero: no deadlines
	PerPhase  bool
	At        int           // minute of the day on which deadlines fall, -1 for any
	Question  Span          // for a question to a player who is not on turn
	Grace     time.Duration // from a deadline to what is done about it
	Reminders []time.Duration
	Again     time.Duration // between two reminders after the deadline
	LateNote  bool          // everybody is told of a deadline that passed

	Bank, Refill time.Duration // of time for a seat, and what comes back each turn
	VacationDays int           // a year

	Silence     string
	PauseBudget time.Duration // that the referee may stop the clocks, in all
	Consent     time.Duration // beyond which a playing referee needs the other side's consent
	StopBounced bool          // the clock of a seat whose mail comes back stands still
}

// timed reports whether there are deadlines at all.
func (p Plan) timed() bool { return !p.Span.IsZero() }

// deadline returns when the time is up for a seat that has been awaited since then.
func (p Plan) deadline(since time.Time, span Span, away []Vacation) time.Time {
	at := giveBack(since, span.After(since, p.Location()), away)
	return p.move(p.onTime(at), away).UTC().Truncate(time.Second)
}

// onTime is the first time from t on with the plan's time of the day, if it has one, on an open day.
func (p Plan) onTime(t time.Time) time.Time {
	if p.At < 0 {
		return t
	}
	l := t.In(p.Location())
	for day := range longest {
		if at := dayTime(l, day, p.At); !at.Before(t) && p.Open(at) {
			return at
		}
	}
	return t
}

// move is the first time from t on at which a deadline may fall: an open hour outside of vacations.
func (p Plan) move(t time.Time, away []Vacation) time.Time {
	for range longest {
		at := p.Next(t)
		for _, v := range away {
			if !at.Before(v.From) && at.Before(v.To) {
				at = v.To
			}
		}
		if at.Equal(t) {
			return t
		}
		t = at
	}
	return t
}

// giveBack returns a deadline with the time added that a player is away before it.
func giveBack(since, at time.Time, away []Vacation) time.Time {
	for _, v := range away {
		if from := later(v.From, since); at.After(from) && v.To.After(from) {
			at = at.Add(v.To.Sub(from))
		}
	}
	return at
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// reminder is the first reminder of a deadline after a time; the zero time if there is none left.
func (p Plan) reminder(at, after time.Time) time.Time {
	i := slices.IndexFunc(p.Reminders, func(d time.Duration) bool { return at.Add(-d).After(after) })
	if i < 0 {
		return time.Time{}
	}
	return at.Add(-p.Reminders[i])
}
