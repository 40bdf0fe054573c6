package clock

import (
	"errors"
	"slices"
	"time"

	"fieldpost/adjudicator/history"
)

// Clock holds the deadlines of one game. The zero value waits for no one.
type Clock struct {
	Waits    []Wait          `json:"waits,omitempty"`
	Count    int             `json:"count,omitempty"`    // of waits so far
	Pause    *Pause          `json:"pause,omitempty"`    // nil: the clocks run
	Paused   time.Duration   `json:"paused,omitempty"`   // that was used of the budget for pauses
	Extended time.Duration   `json:"extended,omitempty"` // that deadlines were extended in all
	Banks    map[string]Bank `json:"banks,omitempty"`    // by role
	Away     []Vacation      `json:"away,omitempty"`     // by time
	Outage   time.Time       `json:"outage,omitzero"`    // until when outages are given back
}

// Wait is for one seat, for its turn, for a phase of it, or for the answer to a question.
type Wait struct {
	Number   int           `json:"number"` // of all waits of the game
	Role     string        `json:"role"`
	Turn     string        `json:"turn"` // what is awaited, as [Asked] says
	Question bool          `json:"question,omitempty"`
	Began    time.Time     `json:"began"`
	At       time.Time     `json:"at"`               // the deadline
	Stood    time.Time     `json:"stood,omitzero"`   // since when it stands; zero: it runs
	Bounced  time.Time     `json:"bounced,omitzero"` // since when it stands because mail to the seat comes back
	Given    time.Duration `json:"given,omitempty"`  // by which the referee or the players have extended it
	Drawn    time.Time     `json:"drawn,omitzero"`   // the deadline before the time bank was drawn on
	Told     time.Time     `json:"told,omitzero"`    // when the seat was reminded last
	Noted    bool          `json:"noted,omitempty"`  // everybody was told that the deadline has passed
	Late     bool          `json:"late,omitempty"`   // and everything was done about it
	Try      time.Time     `json:"try,omitzero"`     // before this it is not looked at again
}

// Pause is when all clocks of a game stand still.
type Pause struct {
	Since  time.Time `json:"since"`
	Until  time.Time `json:"until,omitzero"` // when they run again by themselves; zero: when the referee says so
	Budget bool      `json:"budget,omitempty"`
}

// Bank is what a seat has drawn from its time bank.
type Bank struct {
	Used time.Duration `json:"used"`
	Turn string        `json:"turn"` // of the last refill
}

// Asked is a seat that a game waits for. Turn names what is awaited: as long as it is the same, so is the
// deadline.
type Asked struct {
	Role, Turn string
	Question   bool // not on turn, but asked something
	Stands     bool // the clock stands still by a rule
	Bounced    bool // likewise, because mail to him comes back: as long as the budget for pauses reaches
}

// Reasons that records give.
const (
	reasonSet      = "awaited"
	reasonAsk      = "others are asked"
	reasonAnswered = "answered"
	reasonPause    = "pause over"
	reasonBank     = "time bank"

	ReasonBounced = "mail comes back"
	ReasonReached = "mail gets through"
	ReasonBudget  = "pause budget used up"
)

// Follow brings the waits into line with the seats that the game waits for; turn is what the power on turn is awaited
// for. A turn that others interrupt with an answer stands meanwhile; so does one of a seat that mail comes back from,
// which draws on the budget for pauses. The records are what is to stand in the history.
func (c *Clock) Follow(p Plan, turn string, asked []Asked, now time.Time) []*history.Clock {
	var out []*history.Clock
	var kept []Wait
	usedUp := c.bounceLeft(p, now) <= 0
	for _, w := range c.Waits {
		a := find(asked, w)
		resumed := c.endBounce(p, &w, a, usedUp, now)
		bounced := a != nil && a.Bounced && !usedUp
		switch {
		case !p.timed(), a == nil && (w.Question || w.Turn != turn):
			c.close(w, now)
			continue
		case a == nil || a.Stands || c.Pause != nil:
			if w.Stood.IsZero() {
				w.Stood = now.UTC()
				if c.Pause == nil {
					out = append(out, w.record(history.ClockPaused, 0, 0, reasonAsk))
				}
			}
		case bounced && w.Bounced.IsZero():
			out = append(out, c.bounce(&w, now))
		case bounced:
		case !w.Stood.IsZero():
			c.run(p, &w, now)
			r := w.record(history.ClockResumed, 0, 0, reasonAnswered)
			if resumed != "" {
				r.Budget, r.Reason = seconds(c.Paused), resumed
			}
			out = append(out, r)
		}
		kept = append(kept, w)
	}
	c.Waits = kept
	for _, a := range asked {
		if !c.has(a) && p.timed() && !(a.Question && p.Question.IsZero()) {
			out = append(out, c.begin(p, a, now))
			if w := &c.Waits[len(c.Waits)-1]; a.Bounced && w.Stood.IsZero() && c.bounceLeft(p, now) > 0 {
				out = append(out, c.bounce(w, now))
			}
		}
	}
	return out
}

// bounce lets a wait stand because mail to the seat comes back.
func (c *Clock) bounce(w *Wait, now time.Time) *history.Clock {
	w.Bounced = now.UTC()
	if w.Stood.IsZero() {
		w.Stood = w.Bounced
	}
	return w.record(history.ClockPaused, c.Paused, 0, ReasonBounced)
}

// endBounce takes from the budget for pauses what a wait has used that stood because mail came back, when it does so no
// longer. It returns why the wait runs again, "" if it did not stand for that or still does.
func (c *Clock) endBounce(p Plan, w *Wait, a *Asked, usedUp bool, now time.Time) string {
	if w.Bounced.IsZero() || a != nil && a.Bounced && !usedUp && c.Pause == nil && p.timed() {
		return ""
	}
	c.Paused = min(max(c.Paused, p.PauseBudget), c.Paused+max(0, now.Sub(w.Bounced)).Truncate(time.Second))
	w.Bounced = time.Time{}
	if usedUp && a != nil && a.Bounced {
		c.Paused = max(c.Paused, p.PauseBudget)
		return ReasonBudget
	}
	return ReasonReached
}

// bounceLeft is what is left of the budget for pauses while waits stand because mail comes back.
func (c *Clock) bounceLeft(p Plan, now time.Time) time.Duration {
	left := p.PauseBudget - c.Paused
	for _, w := range c.Waits {
		if !w.Bounced.IsZero() {
			left -= max(0, now.Sub(w.Bounced))
		}
	}
	return left
}

// BounceEnds is when the budget for pauses is used up by waits that stand because mail comes back; the zero time if
// none does.
func (c *Clock) BounceEnds(p Plan) time.Time {
	left, n := p.PauseBudget-c.Paused, 0
	var first time.Time
	for _, w := range c.Waits {
		if w.Bounced.IsZero() {
			continue
		}
		if n++; first.IsZero() {
			first = w.Bounced
		}
		left += w.Bounced.Sub(first)
	}
	if n == 0 {
		return time.Time{}
	}
	return first.Add(left/time.Duration(n) + time.Second).Truncate(time.Second)
}

// Follows reports whether the waits are in line with the seats that the game waits for: whether Follow would change
// nothing.
func (c *Clock) Follows(p Plan, turn string, asked []Asked) bool {
	for _, w := range c.Waits {
		a := find(asked, w)
		stands := a == nil || a.Stands || c.Pause != nil
		bounced := !stands && a.Bounced && p.PauseBudget > c.Paused
		if bounced == w.Bounced.IsZero() {
			return false
		}
		stands = stands || bounced
		if !p.timed() || a == nil && (w.Question || w.Turn != turn) || stands == w.Stood.IsZero() {
			return false
		}
	}
	return !p.timed() || !slices.ContainsFunc(asked,
		func(a Asked) bool { return !c.has(a) && !(a.Question && p.Question.IsZero()) })
}

func find(asked []Asked, w Wait) *Asked {
	i := slices.IndexFunc(asked, func(a Asked) bool {
		return a.Role == w.Role && a.Turn == w.Turn && a.Question == w.Question
	})
	if i < 0 {
		return nil
	}
	return &asked[i]
}

func (c *Clock) has(a Asked) bool {
	return slices.ContainsFunc(c.Waits, func(w Wait) bool { return find([]Asked{a}, w) != nil })
}

// begin sets a deadline.
func (c *Clock) begin(p Plan, a Asked, now time.Time) *history.Clock {
	span := p.Span
	if a.Question {
		span = p.Question
	} else {
		c.refill(p, a)
	}
	w := Wait{Number: c.Count, Role: a.Role, Turn: a.Turn, Question: a.Question, Began: now.UTC(),
		At: p.deadline(now, span, c.away(a.Role))}
	if a.Stands || c.Pause != nil {
		w.Stood = now.UTC()
	}
	c.Count++
	c.Waits = append(c.Waits, w)
	return w.record(history.ClockSet, c.Banks[a.Role].Used, 0, reasonSet)
}

// refill puts a turn's share back into a seat's time bank.
func (c *Clock) refill(p Plan, a Asked) {
	b, ok := c.Banks[a.Role]
	if ok && b.Turn != a.Turn {
		c.setBank(a.Role, Bank{max(0, b.Used-p.Refill), a.Turn})
	}
}

func (c *Clock) setBank(role string, b Bank) {
	banks := map[string]Bank{role: b}
	for r, old := range c.Banks {
		if r != role {
			banks[r] = old
		}
	}
	c.Banks = banks
}

// close takes from the time bank what was used of it.
func (c *Clock) close(w Wait, now time.Time) {
	if w.Drawn.IsZero() {
		return
	}
	end := now
	if !w.Stood.IsZero() {
		end = w.Stood
	}
	b := c.Banks[w.Role]
	used := min(max(0, end.Sub(w.Drawn)), w.At.Sub(w.Drawn))
	c.setBank(w.Role, Bank{b.Used + used.Truncate(time.Second), w.Turn})
}

// run lets a wait that stood go on: it has as much time left as it had.
func (c *Clock) run(p Plan, w *Wait, now time.Time) {
	stood := now.Sub(w.Stood)
	w.Stood = time.Time{}
	c.postpone(p, w, stood)
}

// postpone moves a deadline on, out of closed hours and vacations.
func (c *Clock) postpone(p Plan, w *Wait, by time.Duration) {
	at := p.move(w.At.Add(max(0, by)), c.away(w.Role)).UTC().Truncate(time.Second)
	w.shift(at.Sub(w.At))
}

func (w *Wait) shift(by time.Duration) {
	w.At = w.At.Add(by)
	if !w.Drawn.IsZero() {
		w.Drawn = w.Drawn.Add(by)
	}
	w.Noted, w.Late, w.Try = false, false, time.Time{}
}

func (w *Wait) overdue(now time.Time) bool { return w.Stood.IsZero() && w.At.Before(now) }

// timeLayout is that of times in records.
const timeLayout = "2006-01-02T15:04:05Z"

func (w *Wait) record(action string, budget, outage time.Duration, reason string) *history.Clock {
	r := &history.Clock{Action: action, Role: w.Role, Deadline: "-", Budget: seconds(budget),
		Outage: seconds(outage), Reason: reason}
	if w.Stood.IsZero() {
		r.Deadline = w.At.UTC().Format(timeLayout)
	}
	return r
}

func seconds(d time.Duration) int { return int(d / time.Second) }

// game is a record about all clocks of a game.
func gameRecord(action string, budget time.Duration, reason string) *history.Clock {
	return &history.Clock{Action: action, Role: "-", Deadline: "-", Budget: seconds(budget), Reason: reason}
}

// ErrNoDeadline says that there is no deadline to be moved.
var ErrNoDeadline = errors.New("there is no deadline")

// Extend moves all deadlines on. One that has passed is moved on from now. Budget of the records is how much was
// extended in all.
func (c *Clock) Extend(p Plan, by time.Duration, now time.Time, reason string) ([]*history.Clock, error) {
	if len(c.Waits) == 0 {
		return nil, ErrNoDeadline
	}
	c.Extended += by
	for i := range c.Waits {
		c.Waits[i].Given += by
	}
	return c.moveAll(p, history.ClockExtended, c.Extended, 0, reason, func(w Wait) time.Duration {
		if w.overdue(now) {
			return now.Sub(w.At) + by
		}
		return by
	}), nil
}

// Given is by how much the deadlines that run now were extended already.
func (c *Clock) Given() time.Duration {
	var most time.Duration
	for _, w := range c.Waits {
		most = max(most, w.Given)
	}
	return most
}

// Renew gives a wait whose deadline has passed a whole span from now on.
func (c *Clock) Renew(p Plan, w *Wait, now time.Time, reason string) *history.Clock {
	c.close(*w, now)
	w.Drawn = time.Time{}
	w.shift(p.deadline(now, p.Span, c.away(w.Role)).Sub(w.At))
	return w.record(history.ClockExtended, c.Banks[w.Role].Used, 0, reason)
}

// GiveBack moves the deadlines on by the time of an outage, as far as they ran in it and had not passed before. No
// outage counts twice.
func (c *Clock) GiveBack(p Plan, from, to time.Time, reason string) []*history.Clock {
	from = later(from, c.Outage)
	if !to.After(from) {
		return nil
	}
	c.Outage = to
	return c.moveAll(p, history.ClockExtended, 0, to.Sub(from), reason, func(w Wait) time.Duration {
		if !w.Stood.IsZero() || w.At.Before(from) {
			return 0
		}
		return to.Sub(later(from, w.Began))
	})
}

// Jump moves all running deadlines on by a time: the clock on the wall was moved, and the right time is unknown.
func (c *Clock) Jump(p Plan, by time.Duration, now time.Time, reason string) []*history.Clock {
	c.Outage = now
	return c.moveAll(p, history.ClockExtended, 0, by, reason, func(w Wait) time.Duration {
		if !w.Stood.IsZero() || w.Late {
			return 0
		}
		return by
	})
}

func (c *Clock) moveAll(p Plan, action string, budget, outage time.Duration, reason string,
	by func(Wait) time.Duration) []*history.Clock {
	var out []*history.Clock
	for i := range c.Waits {
		w := &c.Waits[i]
		if d := by(*w); d > 0 {
			c.postpone(p, w, d)
			out = append(out, w.record(action, budget, outage, reason))
		}
	}
	return out
}

// Errors of stopping and starting the clocks.
var (
	ErrPaused  = errors.New("the clocks stand still already")
	ErrRuns    = errors.New("the clocks run")
	ErrNoPause = errors.New("the time for pauses is used up")
)

// Stop lets all clocks stand still: until the budget for pauses is used up, or, if it is not the referee who wants it,
// until the referee lets them run.
func (c *Clock) Stop(p Plan, byReferee bool, now time.Time, reason string) ([]*history.Clock, error) {
	for i := range c.Waits {
		c.endBounce(p, &c.Waits[i], nil, false, now)
	}
	left := p.PauseBudget - c.Paused
	switch {
	case c.Pause != nil:
		return nil, ErrPaused
	case byReferee && left <= 0:
		return nil, ErrNoPause
	}
	c.Pause = &Pause{Since: now.UTC(), Budget: byReferee}
	if byReferee {
		c.Pause.Until = now.UTC().Add(left).Truncate(time.Second)
	}
	for i := range c.Waits {
		if c.Waits[i].Stood.IsZero() {
			c.Waits[i].Stood = now.UTC()
		}
	}
	return []*history.Clock{gameRecord(history.ClockPaused, c.Paused, reason)}, nil
}

// Resume lets the clocks run again, as far as those are awaited whose they are; the others go on standing.
func (c *Clock) Resume(p Plan, turn string, asked []Asked, now time.Time) ([]*history.Clock, error) {
	if c.Pause == nil {
		return nil, ErrRuns
	}
	if c.Pause.Budget {
		c.Paused += now.Sub(c.Pause.Since).Truncate(time.Second)
	}
	c.Pause = nil
	out := c.Follow(p, turn, asked, now)
	for _, r := range out {
		if r.Action == history.ClockResumed {
			r.Budget, r.Reason = seconds(c.Paused), reasonPause
		}
	}
	if len(out) == 0 {
		out = append(out, gameRecord(history.ClockResumed, c.Paused, reasonPause))
	}
	return out, nil
}

// Draw puts what a seat has in its time bank behind a deadline that has passed; nil if it has none.
func (c *Clock) Draw(p Plan, w *Wait) *history.Clock {
	left := c.bankLeft(p, *w)
	if left <= 0 {
		return nil
	}
	before := w.At
	c.postpone(p, w, left)
	w.Drawn = before
	return w.record(history.ClockExtended, c.Banks[w.Role].Used, 0, reasonBank)
}

// bankLeft is what the time bank adds to a deadline.
func (c *Clock) bankLeft(p Plan, w Wait) time.Duration {
	if w.Question || !w.Drawn.IsZero() {
		return 0
	}
	return max(0, p.Bank-c.Banks[w.Role].Used)
}

// BankLeft is what a seat has left in its time bank, not counting what it draws just now.
func (c *Clock) BankLeft(p Plan, role string) time.Duration { return max(0, p.Bank-c.Banks[role].Used) }
