package local

import "time"

// When returns a point in time in a zone, followed by UTC where that differs; nil is UTC.
func (t *Texts) When(at time.Time, zone *time.Location) string { return t.date(at, zone, true) }

// Short returns a point in time in few words, for subjects: its weekday, with the date if it is a week or more after now.
func (t *Texts) Short(at, now time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	at = at.In(zone)
	key := "short-time"
	if !now.IsZero() && at.Sub(now) > 6*24*time.Hour {
		key = "short-date"
	}
	return t.Text(key, "Weekday", t.Text("weekday-short-"+at.Format("Mon")), "Day", at.Day(),
		"Month", t.Text("month-"+at.Format("1")), "Time", t.timeOfDay(at))
}

// Moment returns a point in time as a sentence says it: its weekday and date, with the year if it is not that of now, and
// the time of day, followed by UTC where the zone's differs.
func (t *Texts) Moment(at, now time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	return t.date(at, zone, !now.IsZero() && at.In(zone).Year() != now.In(zone).Year())
}

// date is a point in time by the clock of a zone, nil for UTC, and by that of UTC where they differ.
func (t *Texts) date(at time.Time, zone *time.Location, year bool) string {
	if zone == nil {
		zone = time.UTC
	}
	there := at.In(zone)
	month := t.Text("month-" + there.Format("1"))
	if year {
		month += there.Format(" 2006")
	}
	text := t.Text("moment", "Weekday", t.Text("weekday-"+there.Format("Mon")), "Day", there.Day(), "Month", month,
		"Time", t.timeOfDay(there))
	if _, offset := there.Zone(); offset == 0 {
		return text + " UTC"
	}
	return text + " (" + t.timeOfDay(at.UTC()) + " UTC)"
}

func (t *Texts) timeOfDay(at time.Time) string {
	return t.Text("time-of-day", "Hour", at.Format("15"), "Minute", at.Format("04"))
}

// Span returns a span of time in days and hours, or hours and minutes.
func (t *Texts) Span(d time.Duration) string {
	minutes := int(d.Minutes())
	days, hours := minutes/(24*60), minutes/60%24
	day, hour, minute := t.Plural("days", days, "N", days), t.Plural("hours", hours, "N",
		hours), t.Plural("minutes", minutes%60, "N", minutes%60)
	switch {
	case days > 0 && hours > 0:
		return t.List([]string{day, hour})
	case days > 0:
		return day
	case hours > 0 && minutes%60 > 0:
		return t.List([]string{hour, minute})
	case hours > 0:
		return hour
	}
	return minute
}

// Hours returns a span of time in hours with one place after the point.
func (t *Texts) Hours(d time.Duration) string { return t.Decimal(d.Hours(), 1) + " h" }
