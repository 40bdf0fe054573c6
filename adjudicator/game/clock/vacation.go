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
}

// Leave takes note that a seat is away, from one day to another, both included, in the person's own zone. A vacation that overlaps
// with an earlier one takes its place, but days that are over stay counted. A deadline of the seat moves on by the days that lie before it. The
// error says what speaks against it.
func (c *Clock) Leave(p Plan, role, from, to string, zone *time.Location, now time.Time) ([]*history.Clock, error) {
	first, err := time.ParseInLocation(time.DateOnly, from, zone)
	last, err2 := time.ParseInLocation(time.DateOnly, to, zone)
	if err != nil || err2 != nil || last.Before(first) {
		return nil, fmt.Errorf("%s to %s is no vacation", from, to)
	}
	v := Vacation{role, first, dayTime(last, 1, 0)}
	today := dayTime(now.In(zone), 0, 0)
	rest := slices.DeleteFunc(slices.Clone(c.Away), func(x Vacation) bool {
		overlaps := x.Role == role && x.From.Before(v.To) && v.From.Before(x.To)
		if overlaps && x.From.Before(today) {
			v.From = x.From
		}
		return overlaps
	})
	if first.Before(today) && v.From.Equal(first) {
		return nil, ErrPastVacation
	}
	rest = append(rest, v)
	slices.SortFunc(rest, func(a, b Vacation) int { return a.From.Compare(b.From) })
	for year := v.From.In(zone).Year(); year <= last.Year(); year++ {
		if n := daysAway(rest, role, year, zone); n > p.VacationDays {
			return nil, &TooLong{Days: n, Of: p.VacationDays}
		}
	}
	c.Away = rest
	return c.moved(role, p, v, now), nil
}

// moved gives a seat the time of a new vacation back.
func (c *Clock) moved(role string, p Plan, v Vacation, now time.Time) []*history.Clock {
	var out []*history.Clock
	for i := range c.Waits {
		w := &c.Waits[i]
		if w.Role != role || w.overdue(now) {
			continue
		}
		at := p.move(giveBack(now, w.At, []Vacation{v}), c.away(role))
		if at.After(w.At) {
			w.shift(at.Sub(w.At))
			out = append(out, w.record(history.ClockExtended, 0, 0, "vacation"))
		}
	}
	return out
}

// ErrPastVacation is the error of a vacation that begins before today.
var ErrPastVacation = errors.New("a vacation begins today or later")

// TooLong is the error of more vacation than a year allows.
type TooLong struct{ Days, Of int }

// Error says how many days there would be.
func (e *TooLong) Error() string {
	return fmt.Sprintf("%d days of vacation in a year are more than %d", e.Days, e.Of)
}

// daysAway counts a seat's days of vacation in a year.
func daysAway(list []Vacation, role string, year int, zone *time.Location) int {
	n := 0
	for _, v := range list {
		if v.Role != role {
			continue
		}
		for d := v.From.In(zone); d.Before(v.To); d = dayTime(d, 1, 0) {
			if d.Year() == year {
				n++
			}
		}
	}
	return n
}

// away are a seat's vacations, by time.
func (c *Clock) away(role string) []Vacation {
	return slices.DeleteFunc(slices.Clone(c.Away), func(v Vacation) bool { return v.Role != role })
}
