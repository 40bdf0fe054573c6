package game

import (
	"fmt"
	"strconv"
	"time"

	"fieldpost/adjudicator/game/clock"
)

// clockOptions are about deadlines: package clock says what each comes to.
var clockOptions = []Setting{
	{Name: "deadline", Default: none, check: valid(clock.ParseSpan)},
	{Name: "deadline-per", Default: "turn", Values: []string{"turn", "phase"}},
	{Name: "deadline-at", Default: none, check: valid(clock.ParseTime)},
	{Name: "question-deadline", Default: "same", check: valid(questionSpan)},
	{Name: "grace", Default: "15m", check: valid(graceSpan)},
	{Name: "reminders", Default: "24h", check: valid(clock.ParseSpans)},
	{Name: "remind-every", Default: "24h", check: valid(clock.ParseSpan)},
	{Name: "late-notice", Default: "on", Values: []string{"on", "off"}},
	{Name: "zone", Default: "UTC", check: valid(clock.ParseZone), exact: true},
	{Name: "days-off", Default: none, check: valid(clock.ParseDays)},
	{Name: "quiet-hours", Default: none, check: valid(clock.ParseHours)},
	{Name: "holidays", Default: none, check: valid(clock.ParseHolidays)},
	{Name: "time-bank", Default: none, check: valid(clock.ParseSpan)},
	{Name: "bank-refill", Default: none, check: valid(clock.ParseSpan)},
	{Name: "vacation-days", Default: "28", check: valid(days)},
	{Name: "silence", Default: clock.SilenceReminds,
		Values: []string{clock.SilenceWaits, clock.SilenceReminds, clock.SilenceEmpty,
			clock.SilenceDefaults, clock.SilenceSubstitute, clock.SilenceBot, clock.SilenceAdjourns}},
	{Name: "pause-budget", Default: "14d", check: valid(clock.ParseSpan)},
	{Name: "consent-beyond", Default: "72h", check: valid(clock.ParseSpan)},
	{Name: "bounce-stops-clock", Default: "no", Values: []string{"no", "yes"}},
}

// valid checks a value by reading it.
func valid[T any](parse func(string) (T, error)) func(string) error {
	return func(v string) error {
		_, err := parse(v)
		return err
	}
}

// questionSpan is the deadline of questions; the zero span with "same" is that of turns.
func questionSpan(v string) (clock.Span, error) {
	if v == "same" {
		return clock.Span{}, nil
	}
	return clock.ParseSpan(v)
}

// leastGrace is how long a mail that the server had in time may take to be read.
const leastGrace = 15 * time.Minute

func graceSpan(v string) (time.Duration, error) {
	s, err := clock.ParseSpan(v)
	if err == nil && s.About() < leastGrace {
		err = fmt.Errorf("%s is too short: mail needs at least %s on its way", v, leastGrace)
	}
	return s.About(), err
}

func days(v string) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 366 {
		return 0, fmt.Errorf("%q is no number of days in a year", v)
	}
	return n, nil
}

// Plan is what the settings say of deadlines. They were checked when they were set.
func (h Settings) Plan() clock.Plan {
	p := clock.Plan{
		Span: read(h, "deadline", clock.ParseSpan), PerPhase: h.Get("deadline-per") == "phase",
		At:       read(h, "deadline-at", clock.ParseTime),
		Question: read(h, "question-deadline", questionSpan), Grace: max(leastGrace, read(h, "grace", graceSpan)),
		Reminders: read(h, "reminders", clock.ParseSpans), Again: read(h, "remind-every", clock.ParseSpan).About(),
		LateNote:     h.Get("late-notice") == "on",
		Bank:         read(h, "time-bank", clock.ParseSpan).About(),
		Refill:       read(h, "bank-refill", clock.ParseSpan).About(),
		VacationDays: read(h, "vacation-days", days), Silence: h.Get("silence"),
		PauseBudget: read(h, "pause-budget", clock.ParseSpan).About(),
		Consent:     read(h, "consent-beyond", clock.ParseSpan).About(),
		StopBounced: h.Get("bounce-stops-clock") == "yes",
	}
	p.Calendar = clock.Calendar{Zone: read(h, "zone", clock.ParseZone), Off: read(h, "days-off", clock.ParseDays),
		Quiet: read(h, "quiet-hours", clock.ParseHours), Holidays: read(h, "holidays", clock.ParseHolidays)}
	if h.Get("question-deadline") == "same" {
		p.Question = p.Span
	}
	return p
}

func read[T any](h Settings, name string, parse func(string) (T, error)) T {
	v, _ := parse(h.Get(name))
	return v
}
