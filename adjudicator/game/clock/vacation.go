package clock

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator/history"
)

// Vacation is when a seat is away, the second time not included.
type Vacation struct {
	Role     string    `json:"role"`
	From, To time.Time // midnights of the person's zone
	// Back says that it was taken back after it had moved a deadline: no one is away, but the days are used.
	Back bool `json:"back,omitempty"`
}

// Leave takes note that a seat is away, from one day to another, both included, in the person's own zone. A vacation
// that overlaps with an earlier one takes its place, as if that had been taken back. A deadline of the seat moves on by
// the days that lie before it and gave nothing yet. The error says what speaks against it.
func (c *Clock) Leave(p Plan, role, from, to string, zone *time.Location, now time.Time) ([]*history.Clock, error) {
	first, err := time.ParseInLocation(time.DateOnly, from, zone)
	last, err2 := time.ParseInLocation(time.DateOnly, to, zone)
	if err != nil || err2 != nil || last.Before(first) {
		return nil, fmt.Errorf("%s to %s is no vacation", from, to)
	}
	v := Vacation{Role: role, From: first, To: dayTime(last, 1, 0)}
	today := dayTime(now.In(zone), 0, 0)
	if v.From.Before(today) {
		if !slices.ContainsFunc(c.away(role),
			func(x Vacation) bool { return x.overlaps(v) && x.From.Before(today) && x.To.After(today) }) ||
			!v.To.After(today) {
			return nil, ErrPastVacation
		}
		v.From = today
	}
	rest := append(c.without(role, zone, now, v.overlaps), v)
	slices.SortStableFunc(rest, func(a, b Vacation) int { return a.From.Compare(b.From) })
	for year := v.From.In(zone).Year(); year <= last.Year(); year++ {
		if n := daysAway(rest, role, year, zone); n > p.VacationDays {
			return nil, &TooLong{Days: n, Of: p.VacationDays}
		}
	}
	before := c.Away
	c.Away = rest
	return c.moved(p, daysOf(v, zone), before, now), nil
}

// Return takes all vacations of a seat back. Days up to today stay, and no deadline moves back: the days of a vacation
// that has moved one stay used. The error is ErrNoVacation if the seat is not away after today.
func (c *Clock) Return(role string, zone *time.Location, now time.Time) error {
	tomorrow := dayTime(now.In(zone), 1, 0)
	if !slices.ContainsFunc(c.away(role), func(v Vacation) bool { return v.To.After(tomorrow) }) {
		return ErrNoVacation
	}
	c.Away = c.without(role, zone, now, func(Vacation) bool { return true })
	return nil
}

func (v Vacation) overlaps(x Vacation) bool { return v.From.Before(x.To) && x.From.Before(v.To) }

// without is what remains of all vacations when a seat takes some of its own back.
func (c *Clock) without(role string, zone *time.Location, now time.Time, taken func(Vacation) bool) []Vacation {
	tomorrow := dayTime(now.In(zone), 1, 0)
	var rest []Vacation
	for _, v := range c.Away {
		if v.Role != role || v.Back || !v.To.After(tomorrow) || !taken(v) {
			rest = append(rest, v)
			continue
		}
		if v.From.Before(tomorrow) {
			rest = append(rest, Vacation{Role: role, From: v.From, To: tomorrow})
		}
		if c.gave(v) {
			rest = append(rest, Vacation{Role: role, From: later(v.From, tomorrow), To: v.To, Back: true})
		}
	}
	return rest
}

// gave reports whether a vacation has moved a deadline that is still awaited.
func (c *Clock) gave(v Vacation) bool {
	return slices.ContainsFunc(c.Waits, func(w Wait) bool {
		return w.Role == v.Role && w.At.After(v.From) && w.Began.Before(v.To)
	})
}

// daysOf are the days of a vacation.
func daysOf(v Vacation, zone *time.Location) []Vacation {
	var days []Vacation
	for d := v.From.In(zone); d.Before(v.To); d = dayTime(d, 1, 0) {
		days = append(days, Vacation{Role: v.Role, From: d, To: dayTime(d, 1, 0)})
	}
	return days
}

// moved gives a seat the time of the days of a new vacation back, but not of those that gave theirs already, as days of
// a vacation before, taken back or not.
func (c *Clock) moved(p Plan, days, before []Vacation, now time.Time) []*history.Clock {
	role := days[0].Role
	var out []*history.Clock
	for i := range c.Waits {
		w := &c.Waits[i]
		if w.Role != role || w.overdue(now) {
			continue
		}
		fresh := slices.DeleteFunc(slices.Clone(days), func(d Vacation) bool {
			return w.At.After(d.From) && slices.ContainsFunc(before,
				func(x Vacation) bool { return x.Role == role && x.overlaps(d) })
		})
		at := p.move(giveBack(now, w.At, fresh), c.away(role))
		if at.After(w.At) {
			w.shift(at.Sub(w.At))
			out = append(out, w.record(history.ClockExtended, 0, 0, "vacation"))
		}
	}
	return out
}

// Errors of going on vacation and coming back.
var (
	ErrPastVacation = errors.New("a vacation begins today or later")
	ErrNoVacation   = errors.New("there is no vacation to take back")
)

// TooLong is the error of more vacation than a year allows.
type TooLong struct{ Days, Of int }

// Error says how many days there would be.
func (e *TooLong) Error() string {
	return fmt.Sprintf("%d days of vacation in a year are more than %d", e.Days, e.Of)
}

// daysAway counts the days of a year that a seat is or was away, or has used though it came back.
func daysAway(list []Vacation, role string, year int, zone *time.Location) int {
	days := map[string]bool{}
	for _, v := range list {
		if v.Role != role {
			continue
		}
		for _, d := range daysOf(v, zone) {
			if d.From.Year() == year {
				days[d.From.Format(time.DateOnly)] = true
			}
		}
	}
	return len(days)
}

// away are a seat's vacations, by time.
func (c *Clock) away(role string) []Vacation {
	return slices.DeleteFunc(slices.Clone(c.Away), func(v Vacation) bool { return v.Role != role || v.Back })
}

// Vacations are those of all seats that were not taken back, by time.
func (c *Clock) Vacations() []Vacation {
	return slices.DeleteFunc(slices.Clone(c.Away), func(v Vacation) bool { return v.Back })
}
