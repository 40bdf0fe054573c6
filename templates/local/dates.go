package local

import "time"

// When returns a point in time in a zone, followed by UTC where that differs; nil is UTC.
func (t *Texts) When(at time.Time, zone *time.Location) string {
	utc := t.moment(at.UTC(), "UTC")
	if zone == nil {
		return utc
	}
	there := at.In(zone)
	name, offset := there.Zone()
	if offset == 0 {
		return utc
	}
	return t.Text("when-both", "Local", t.moment(there, name), "UTC", at.UTC().Format("15:04"))
}

func (t *Texts) moment(at time.Time, zone string) string {
	return t.Text("when", "Weekday", t.Text("weekday-"+at.Format("Mon")), "Day", at.Format("2006-01-02"), "Time",
		at.Format("15:04"), "Zone", zone)
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
