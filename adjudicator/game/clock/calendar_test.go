package clock

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// at reads a local time in a zone.
func at(t testing.TB, z *time.Location, s string) time.Time {
	t.Helper()
	x, err := time.ParseInLocation("2006-01-02 15:04", s, z)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestDeadlinesMoveOutOfClosedHours(t *testing.T) {
	t.Parallel()
	for _, zoneName := range []string{"Europe/Berlin", "Europe/Copenhagen", "America/New_York"} {
		z := zone(t, zoneName)
		off, _ := ParseDays("sat sun")
		quiet, _ := ParseHours("22:00-07:00")
		holidays, _ := ParseHolidays("12-24..12-26, 2026-05-01")
		c := Calendar{Zone: z, Off: off, Quiet: quiet, Holidays: holidays}
		for _, x := range []struct{ why, from, to string }{
			{"an open hour stays", "2026-11-18 12:00", "2026-11-18 12:00"},
			{"before the quiet hours", "2026-11-18 21:59", "2026-11-18 21:59"},
			{"in the evening", "2026-11-18 22:00", "2026-11-19 07:00"},
			{"after midnight", "2026-11-19 03:00", "2026-11-19 07:00"},
			{"Friday night ends on Monday", "2026-11-20 23:00", "2026-11-23 07:00"},
			{"Saturday", "2026-11-21 12:00", "2026-11-23 07:00"},
			{"a single holiday, then a weekend", "2026-05-01 10:00", "2026-05-04 07:00"},
			{"Christmas of any year, then a weekend", "2026-12-24 10:00", "2026-12-28 07:00"},
			{"the night in which summer time begins", "2026-03-27 23:00", "2026-03-30 07:00"},
			{"the night in which it ends", "2026-10-23 22:30", "2026-10-26 07:00"},
		} {
			if got := c.Next(at(t, z, x.from)); !got.Equal(at(t, z, x.to)) {
				t.Errorf("%s, %s: %s moves to %s, want %s", zoneName, x.why, x.from, got.In(z), x.to)
			}
		}
	}
}

// A span of days keeps the time of the day, a span of hours does not.
func TestSpansOverAChangeOfTheHands(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "Europe/Copenhagen"} {
		z := zone(t, name)
		for _, x := range []struct{ span, from, to string }{
			{"2d", "2026-03-28 20:00", "2026-03-30 20:00"},
			{"48h", "2026-03-28 20:00", "2026-03-30 21:00"},
			{"2d", "2026-10-24 20:00", "2026-10-26 20:00"},
			{"48h", "2026-10-24 20:00", "2026-10-26 19:00"},
			{"1w", "2026-10-20 08:30", "2026-10-27 08:30"},
			{"90m", "2026-10-25 00:30", "2026-10-25 02:00"},
		} {
			s, err := ParseSpan(x.span)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.After(at(t, z, x.from), z).In(z).Format("2006-01-02 15:04"); got != x.to {
				t.Errorf("%s: %s after %s is %s, want %s", name, x.span, x.from, got, x.to)
			}
		}
	}
}

func TestADeadlineAtATimeOfTheDay(t *testing.T) {
	t.Parallel()
	z := zone(t, "Europe/Berlin")
	off, _ := ParseDays("sun")
	p := Plan{Calendar: Calendar{Zone: z, Off: off}, Span: Span{Time: 36 * time.Hour}, At: 20 * 60}
	for _, x := range []struct{ from, to string }{
		{"2026-11-18 09:00", "2026-11-20 20:00"}, // Thursday 21:00, on to Friday
		{"2026-11-19 19:00", "2026-11-21 20:00"}, // Saturday 7:00
		{"2026-11-20 19:00", "2026-11-23 20:00"}, // Sunday is off
		{"2026-03-27 20:00", "2026-03-30 20:00"}, // over the beginning of summer time
	} {
		if got := p.deadline(at(t, z, x.from), p.Span, nil).In(z).Format("2006-01-02 15:04"); got != x.to {
			t.Errorf("from %s: %s, want %s", x.from, got, x.to)
		}
	}
}

func TestSettingsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for what, err := range map[string]error{
		"span":          second(ParseSpan("two days")),
		"spans":         second(ParseSpans("24h soon")),
		"time":          second(ParseTime("25:00")),
		"hours":         second(ParseHours("22:00")),
		"no hours":      second(ParseHours("07:00-07:00")),
		"day":           second(ParseDays("sat xmas")),
		"all days":      second(ParseDays("mon tue wed thu fri sat sun")),
		"holiday":       second(ParseHolidays("12-40")),
		"backward days": second(ParseHolidays("2026-12-27..2026-12-24")),
		"zone":          second(ParseZone("Berlin")),
		"local zone":    second(ParseZone("Local")),
	} {
		if err == nil {
			t.Errorf("%s: taken", what)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// plans are settings as games have them, in zones that change their clocks.
func plans(t *rapid.T) Plan {
	z, err := ParseZone(rapid.SampledFrom([]string{"Europe/Berlin", "Europe/Copenhagen", "America/Sao_Paulo", "Australia/Lord_Howe", "UTC"}).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	p := Plan{Calendar: Calendar{Zone: z}, At: -1, Grace: 15 * time.Minute, PauseBudget: 14 * 24 * time.Hour, VacationDays: 28,
		Silence: rapid.SampledFrom([]string{SilenceWaits, SilenceReminds}).Draw(t, "silence"), Again: 24 * time.Hour}
	p.Span = Span{rapid.IntRange(0, 5).Draw(t, "days"), time.Duration(rapid.IntRange(1, 70).Draw(t, "hours")) * time.Hour}
	p.Question = p.Span
	for i := range 6 {
		p.Off[i] = rapid.Bool().Draw(t, "off")
	}
	if rapid.Bool().Draw(t, "quiet") {
		p.Quiet = Hours{rapid.IntRange(0, 1439).Draw(t, "from"), rapid.IntRange(0, 1439).Draw(t, "to")}
		if p.Quiet.From == p.Quiet.To {
			p.Quiet = Hours{}
		}
	}
	if rapid.Bool().Draw(t, "at time") {
		p.At = rapid.IntRange(0, 1439).Draw(t, "at")
	}
	p.Bank = time.Duration(rapid.IntRange(0, 72).Draw(t, "bank")) * time.Hour
	return p
}

func instants(t *rapid.T, name string) time.Time {
	return time.Unix(rapid.Int64Range(1735689600, 1924991999).Draw(t, name), 0).UTC() // 2025 to 2030
}

func TestADeadlineIsNeverEarlyAndNeverInAClosedHour(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := plans(t)
		now := instants(t, "now")
		d := p.deadline(now, p.Span, nil)
		if !p.Open(d) {
			t.Errorf("%s is closed", d.In(p.Location()))
		}
		if d.Before(p.Span.After(now, p.Location())) {
			t.Errorf("%s is before its time", d)
		}
	})
}
