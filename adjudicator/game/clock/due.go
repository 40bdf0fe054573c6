package clock

import "time"

// Of is the wait for a seat; nil if there is none.
func (c *Clock) Of(role string) *Wait {
	for i := range c.Waits {
		if w := &c.Waits[i]; w.Role == role && w.Stood.IsZero() {
			return w
		}
	}
	for i := range c.Waits {
		if c.Waits[i].Role == role {
			return &c.Waits[i]
		}
	}
	return nil
}

// First is the running wait whose deadline comes first; nil if none runs.
func (c *Clock) First() *Wait {
	return c.first(func(w Wait) time.Time { return w.At })
}

// Reminder is the next reminder: to whose seat, and when. Nil without one.
func (c *Clock) Reminder(p Plan) (*Wait, time.Time) {
	return c.firstAt(func(w Wait) time.Time {
		if w.Late {
			if p.Silence != SilenceReminds && p.Silence != SilenceSubstitute || p.Again <= 0 {
				return time.Time{}
			}
			return later(w.At, w.Told).Add(p.Again)
		}
		return p.reminder(w.At, later(w.Began, w.Told))
	})
}

// Deadline is the next deadline about which something is to be done: whose, and when the grace is over. Nil without
// one.
func (c *Clock) Deadline(p Plan) (*Wait, time.Time) {
	return c.firstAt(func(w Wait) time.Time {
		if w.Late {
			return time.Time{}
		}
		return later(w.At.Add(p.Grace), w.Try)
	})
}

// Closed is the time after which a mail of a seat is too late, if something will be done at its deadline; ok is false
// if not.
func (c *Clock) Closed(p Plan, w Wait) (at time.Time, ok bool) {
	if !w.Stood.IsZero() || w.Late {
		return at, false
	}
	return w.At.Add(c.bankLeft(p, w)), true
}

func (c *Clock) first(at func(Wait) time.Time) *Wait {
	w, _ := c.firstAt(at)
	return w
}

// firstAt is the running wait with the earliest time; a zero time does not count. Waits with the same time differ by
// nanoseconds, so that what is due changes when one of them is done with.
func (c *Clock) firstAt(at func(Wait) time.Time) (*Wait, time.Time) {
	var first *Wait
	var when time.Time
	for i := range c.Waits {
		w := &c.Waits[i]
		if !w.Stood.IsZero() {
			continue
		}
		if t := at(*w); !t.IsZero() && (first == nil || t.Before(when)) {
			first, when = w, t.Add(time.Duration(w.Number%1000))
		}
	}
	return first, when
}
