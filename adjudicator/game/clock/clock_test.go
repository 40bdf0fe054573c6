package clock

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fieldpost/adjudicator/history"
)

var began = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

func turn(role string) []Asked { return []Asked{{Role: role, Turn: "R1 " + role}} }

// A question to others stops the clock of the turn, and the answer starts it again with what was left.
func TestAQuestionStopsTheClockOfTheTurn(t *testing.T) {
	t.Parallel()
	p := Plan{At: -1, Span: Span{Days: 3}, Question: Span{Days: 1}}
	var c Clock
	c.Follow(p, "R1 GER", turn("GER"), began)
	c.Follow(p, "R1 GER", []Asked{{Role: "UK", Turn: "R1 GER enigma", Question: true}}, began.Add(10*time.Hour))
	if w := c.Of("GER"); w.Stood.IsZero() {
		t.Error("the clock of the turn runs while others are asked")
	}
	if w := c.Of("UK"); !w.At.Equal(began.Add(34 * time.Hour)) {
		t.Errorf("the deadline of the question is %s", w.At)
	}
	records := c.Follow(p, "R1 GER", turn("GER"), began.Add(15*time.Hour))
	if w := c.Of("GER"); !w.At.Equal(began.Add(3*day + 5*time.Hour)) {
		t.Errorf("the deadline is %s", w.At)
	}
	if len(records) != 1 || records[0].Action != history.ClockResumed || records[0].Deadline != "2026-11-24T14:00:00Z" {
		t.Errorf("records: %+v", records)
	}
	if c.Of("UK") != nil {
		t.Error("the question is still awaited")
	}
}

func TestEachPhaseHasADeadlineOfItsOwn(t *testing.T) {
	t.Parallel()
	p := Plan{At: -1, Span: Span{Days: 1}}
	var c Clock
	c.Follow(p, "R1 GER buy", []Asked{{Role: "GER", Turn: "R1 GER buy"}}, began)
	c.Follow(p, "R1 GER combat", []Asked{{Role: "GER", Turn: "R1 GER combat"}}, began.Add(5*time.Hour))
	if len(c.Waits) != 1 || !c.Waits[0].At.Equal(began.Add(day+5*time.Hour)) {
		t.Errorf("%+v", c.Waits)
	}
}

func TestAPauseEndsWithItsBudget(t *testing.T) {
	t.Parallel()
	p := Plan{At: -1, Span: Span{Days: 3}, PauseBudget: 5 * day}
	var c Clock
	c.Follow(p, "R1 GER", turn("GER"), began)
	for _, x := range []struct {
		at   time.Duration
		err  error
		left time.Duration // until the pause ends by itself
	}{{0, nil, 5 * day}, {3 * day, nil, 2 * day}, {4 * day, nil, day}, {5 * day, ErrNoPause, 0}} {
		now := began.Add(2 * x.at)
		_, err := c.Stop(p, true, now, "test")
		if !errors.Is(err, x.err) {
			t.Fatalf("%s: %v, want %v", x.at, err, x.err)
		}
		if err != nil {
			continue
		}
		if got := c.Pause.Until.Sub(now); got != x.left {
			t.Errorf("%s: the pause lasts %s at most, want %s", x.at, got, x.left)
		}
		if _, err := c.Stop(p, true, now, "again"); !errors.Is(err, ErrPaused) {
			t.Errorf("a second pause: %v", err)
		}
		used := map[time.Duration]time.Duration{0: 3 * day, 3 * day: day, 4 * day: day}[x.at]
		if _, err := c.Resume(p, "R1 GER", turn("GER"), now.Add(used)); err != nil {
			t.Fatal(err)
		}
	}
	if w := c.Of("GER"); !w.At.Equal(began.Add(3*day + 5*day)) {
		t.Errorf("the deadline is %s", w.At)
	}
	if _, err := c.Resume(p, "", nil, began); !errors.Is(err, ErrRuns) {
		t.Errorf("running clocks were let run: %v", err)
	}
}

func TestVacationsCountByTheYear(t *testing.T) {
	t.Parallel()
	z := zone(t, "Europe/Copenhagen")
	p := Plan{At: -1, VacationDays: 10}
	var c Clock
	for _, x := range []struct {
		from, to string
		now      string
		ok       bool
	}{
		{"2026-12-24", "2027-01-04", "2026-11-21", true},  // eight days of 2026, four of 2027
		{"2026-12-01", "2026-12-03", "2026-11-21", false}, // eleven
		{"2026-12-01", "2026-12-02", "2026-11-21", true},
		{"2026-12-24", "2026-12-26", "2026-11-21", true}, // in place of the first
		{"2026-12-10", "2026-12-14", "2026-11-21", true},
		{"2026-12-12", "2026-12-13", "2026-12-11", true}, // shortened while it lasts: from the 10th on
		{"2026-11-30", "2026-11-30", "2026-12-11", false},
		{"2026-12-20", "2026-12-22", "2026-12-15", false}, // 2 + 4 + 3 + 3
	} {
		_, err := c.Leave(p, "GER", x.from, x.to, z, at(t, z, x.now+" 12:00"))
		if (err == nil) != x.ok {
			t.Errorf("on %s, vacation from %s to %s: %v", x.now, x.from, x.to, err)
		}
	}
	if n := daysAway(c.Away, "GER", 2026, z); n != 9 {
		t.Errorf("%d days of 2026 are counted, want 9: %v", n, c.Away)
	}
}

// A vacation in which the hands are moved has a day of 23 hours and gives as much back.
func TestAVacationOverAChangeOfTheHands(t *testing.T) {
	t.Parallel()
	z := zone(t, "Europe/Berlin")
	p := Plan{Calendar: Calendar{Zone: z}, At: -1, Span: Span{Days: 2}, VacationDays: 28}
	var c Clock
	c.Follow(p, "R1 GER", turn("GER"), at(t, z, "2027-03-26 20:00"))
	records, err := c.Leave(p, "GER", "2027-03-28", "2027-03-28", z, at(t, z, "2027-03-27 10:00"))
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	if got := c.Of("GER").At.In(z).Format("2006-01-02 15:04"); got != "2027-03-29 19:00" {
		t.Errorf("the deadline is %s", got)
	}
}

// Whatever happens, a deadline moves back only where the game is another one, and each change stands in a record; it
// never falls in a closed hour or a vacation.
func TestDeadlinesNeverMoveBack(t *testing.T) {
	t.Parallel()
	roles := []string{"GER", "UK"}
	rapid.Check(t, func(t *rapid.T) {
		p := plans(t)
		now := instants(t, "now")
		var c Clock
		asked, name := turn("GER"), "R1 GER"
		follow := func() []*history.Clock { return c.Follow(p, name, asked, now) }
		check := func(before []Wait, records []*history.Clock) {
			for _, w := range c.Waits {
				if w.Stood.IsZero() && w.At.After(now) {
					if !p.Open(w.At) {
						t.Fatalf("%s is closed", w.At.In(p.Location()))
					}
					for _, v := range c.away(w.Role) {
						if !w.At.Before(v.From) && w.At.Before(v.To) {
							t.Fatalf("%s is in a vacation", w.At)
						}
					}
				}
				for _, b := range before {
					if b.Number != w.Number || b.At.Equal(w.At) {
						continue
					}
					if w.At.Before(b.At) {
						t.Fatalf("from %s back to %s", b.At, w.At)
					}
					told := false
					for _, r := range records {
						told = told || r.Role == w.Role && (r.Deadline == w.At.Format(timeLayout) || !w.Stood.IsZero())
					}
					if !told {
						t.Fatalf("no record of %s: %+v", w.At, records)
					}
				}
			}
		}
		for range rapid.IntRange(1, 30).Draw(t, "acts") {
			now = now.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "hours")) * time.Hour)
			before := append([]Wait(nil), c.Waits...)
			var records []*history.Clock
			switch rapid.IntRange(0, 8).Draw(t, "act") {
			case 0:
				role := rapid.SampledFrom(roles).Draw(t, "role")
				name = "R" + rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "round") + " " + role
				asked = []Asked{{Role: role, Turn: name, Stands: rapid.Bool().Draw(t, "stands")}}
			case 1:
				asked = []Asked{{Role: "UK", Turn: name + " asked", Question: true}}
			case 2:
				records, _ = c.Extend(p, time.Duration(rapid.IntRange(1, 99).Draw(t, "by"))*time.Hour, now, "test")
			case 3:
				records, _ = c.Stop(p, rapid.Bool().Draw(t, "referee"), now, "test")
			case 4:
				records, _ = c.Resume(p, name, asked, now)
			case 5:
				records = c.GiveBack(p, now.Add(-time.Duration(rapid.IntRange(1, 50).Draw(t, "out"))*time.Hour), now, "outage")
			case 6:
				from := now.AddDate(0, 0, rapid.IntRange(0, 9).Draw(t, "in"))
				to := from.AddDate(0, 0, rapid.IntRange(0, 9).Draw(t, "for"))
				records, _ = c.Leave(p, rapid.SampledFrom(roles).Draw(t, "who"), from.Format(time.DateOnly), to.Format(time.DateOnly), time.UTC, now)
			case 8:
				// moves no deadline, so that no record is due
				_ = c.Return(rapid.SampledFrom(roles).Draw(t, "back"), time.UTC, now)
			case 7:
				if w, at := c.Deadline(p); w != nil && !at.After(now) {
					if r := c.Draw(p, w); r != nil {
						records = append(records, r)
					}
				}
			}
			check(before, append(records, follow()...))
			if !c.Follows(p, name, asked) {
				t.Fatal("the clock does not follow after it has followed")
			}
		}
	})
}

// Outages that overlap are given back once.
func TestOutagesAreGivenBackOnce(t *testing.T) {
	t.Parallel()
	p := Plan{At: -1, Span: Span{Days: 3}}
	var c Clock
	c.Follow(p, "R1 GER", turn("GER"), began)
	c.GiveBack(p, began.Add(-5*time.Hour), began.Add(2*time.Hour), "outage") // it began before the wait
	c.GiveBack(p, began.Add(time.Hour), began.Add(4*time.Hour), "outage")
	if w := c.Of("GER"); !w.At.Equal(began.Add(3*day + 4*time.Hour)) {
		t.Errorf("the deadline is %s", w.At)
	}
}
