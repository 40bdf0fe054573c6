package clock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Calendar tells in which hours no deadline may fall. The zero value closes no hour, in UTC.
type Calendar struct {
	Zone     *time.Location // in which days and hours are meant; nil is UTC
	Off      [7]bool        // days of the week, from Sunday on
	Quiet    Hours
	Holidays []Holiday
}

// Hours are from one minute of the day to another, the second not included; they may run over midnight. Equal minutes
// are no hours.
type Hours struct{ From, To int }

func (h Hours) has(minute int) bool {
	if h.From <= h.To {
		return h.From <= minute && minute < h.To
	}
	return minute >= h.From || minute < h.To
}

// Holiday is one or more days, both ends included: YYYY-MM-DD, or MM-DD in every year.
type Holiday struct{ From, To string }

func (h Holiday) has(day string) bool {
	if len(h.From) == len("01-02") {
		day = day[len("2006-"):]
	}
	if h.From <= h.To {
		return h.From <= day && day <= h.To
	}
	return day >= h.From || day <= h.To // over the turn of the year
}

// Location is the zone of the calendar.
func (c Calendar) Location() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// Open reports whether a deadline may fall on a time.
func (c Calendar) Open(t time.Time) bool {
	l := t.In(c.Location())
	return !c.closed(l) && !c.Quiet.has(minute(l))
}

func (c Calendar) closed(l time.Time) bool {
	day := l.Format(time.DateOnly)
	return c.Off[l.Weekday()] || slices.ContainsFunc(c.Holidays, func(h Holiday) bool { return h.has(day) })
}

func minute(l time.Time) int { return l.Hour()*60 + l.Minute() }

// longest is how many steps are taken to look for an open hour: more than any year has closed hours in a row.
const longest = 3000

// Next is the first open time from t on. A calendar without any gives t back.
func (c Calendar) Next(t time.Time) time.Time {
	at := t
	for range longest {
		l := at.In(c.Location())
		next := at
		switch {
		case c.closed(l):
			next = dayTime(l, 1, 0)
		case c.Quiet.has(minute(l)) && minute(l) < c.Quiet.To:
			next = dayTime(l, 0, c.Quiet.To)
		case c.Quiet.has(minute(l)):
			next = dayTime(l, 1, c.Quiet.To)
		default:
			return at
		}
		if !next.After(at) { // a time of the day that the hands skip or pass twice
			next = at.Add(time.Hour)
		}
		at = next
	}
	return t
}

// dayTime is a minute of the day, some days after that of l.
func dayTime(l time.Time, days, minute int) time.Time {
	return time.Date(l.Year(), l.Month(), l.Day()+days, minute/60, minute%60, 0, 0, l.Location())
}

// Span is a length of time. Days end at the same time of the day as they began, hours are hours.
type Span struct {
	Days int
	Time time.Duration
}

// IsZero reports whether it is no time at all.
func (s Span) IsZero() bool { return s == Span{} }

// After is the time a span after t.
func (s Span) After(t time.Time, zone *time.Location) time.Time {
	return t.In(zone).AddDate(0, 0, s.Days).Add(s.Time).UTC()
}

// About is the span where days have 24 hours.
func (s Span) About() time.Duration { return time.Duration(s.Days)*24*time.Hour + s.Time }

// None is how a setting says that there is nothing of the kind.
const None = "none"

// ParseSpan reads 90m, 48h, 3d, 2w or none.
func ParseSpan(s string) (Span, error) {
	if s == None {
		return Span{}, nil
	}
	digits := strings.TrimRight(s, "mhdw")
	n, err := strconv.Atoi(digits)
	if err == nil && n >= 0 && n <= 10000 {
		switch strings.TrimPrefix(s, digits) {
		case "m":
			return Span{Time: time.Duration(n) * time.Minute}, nil
		case "h":
			return Span{Time: time.Duration(n) * time.Hour}, nil
		case "d":
			return Span{Days: n}, nil
		case "w":
			return Span{Days: 7 * n}, nil
		}
	}
	return Span{}, fmt.Errorf("%q is no span of time; write 90m, 48h, 3d, 2w or none", s)
}

// ParseSpans reads some spans, as 48h 12h, and gives them from the longest to the shortest.
func ParseSpans(s string) ([]time.Duration, error) {
	var out []time.Duration
	for _, w := range words(s) {
		d, err := ParseSpan(w)
		if err != nil {
			return nil, err
		}
		if !d.IsZero() {
			out = append(out, d.About())
		}
	}
	slices.SortFunc(out, func(a, b time.Duration) int { return int(b - a) })
	return out, nil
}

// ParseTime reads a time of the day, 20:00, as a minute of the day; none is -1.
func ParseTime(s string) (int, error) {
	if s == None {
		return -1, nil
	}
	t, err := time.Parse("15:04", s)
	if err != nil {
		return -1, fmt.Errorf("%q is no time of the day; write 20:00 or none", s)
	}
	return minute(t), nil
}

// ParseHours reads 22:00-07:00, or none.
func ParseHours(s string) (Hours, error) {
	if s == None {
		return Hours{}, nil
	}
	from, to, _ := strings.Cut(s, "-")
	a, err := ParseTime(strings.TrimSpace(from))
	b, err2 := ParseTime(strings.TrimSpace(to))
	if err != nil || err2 != nil || a == b || a < 0 || b < 0 {
		return Hours{}, fmt.Errorf("%q are no hours; write 22:00-07:00 or none", s)
	}
	return Hours{a, b}, nil
}

// ParseDays reads days of the week, as sat sun, or none. At least one day must be left.
func ParseDays(s string) (off [7]bool, err error) {
	if s == None {
		return off, nil
	}
	names := []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
	for _, w := range words(s) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(w, n) })
		if i < 0 {
			return off, fmt.Errorf("%q is no day of the week; write mon tue wed thu fri sat sun or none", w)
		}
		off[i] = true
	}
	if !slices.Contains(off[:], false) {
		return off, fmt.Errorf("%q leaves no day for a deadline", s)
	}
	return off, nil
}

// ParseHolidays reads days, as 2026-12-24..2027-01-02 12-31 05-01, or none.
func ParseHolidays(s string) ([]Holiday, error) {
	if s == None {
		return nil, nil
	}
	var out []Holiday
	for _, w := range words(s) {
		from, to, several := strings.Cut(w, "..")
		if !several {
			to = from
		}
		dated := isDay(time.DateOnly, from) && isDay(time.DateOnly, to) && from <= to
		yearly := isDay("2006-01-02", "2024-"+from) && isDay("2006-01-02", "2024-"+to)
		if !dated && !yearly {
			return nil, fmt.Errorf("%q is no holiday; write 2026-12-24..2027-01-02, or 12-24 for every year, or none",
				w)
		}
		out = append(out, Holiday{from, to})
	}
	return out, nil
}

func isDay(layout, s string) bool { _, err := time.Parse(layout, s); return err == nil }

// ParseZone reads the name of a time zone, as Europe/Berlin.
func ParseZone(s string) (*time.Location, error) {
	zone, err := time.LoadLocation(s)
	if err != nil || s == "" || s == "Local" {
		return nil, fmt.Errorf("%q is no time zone; write its name, such as Europe/Berlin, or UTC", s)
	}
	return zone, nil
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
}
