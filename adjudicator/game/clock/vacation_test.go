package clock

import (
	"errors"
	"testing"
	"time"
)

// onTurn is a clock on which Germany has three days from the 21st of November, noon.
func onTurn(t *testing.T) (*Clock, Plan, time.Time) {
	t.Helper()
	p, now := Plan{At: -1, Span: Span{Days: 3}, VacationDays: 10}, at(t, time.UTC, "2026-11-21 12:00")
	c := &Clock{}
	c.Follow(p, "R1 GER", turn("GER"), now)
	return c, p, now
}

func leave(t *testing.T, c *Clock, p Plan, from, to string, now time.Time) {
	t.Helper()
	if _, err := c.Leave(p, "GER", from, to, time.UTC, now); err != nil {
		t.Errorf("from %s to %s: %v", from, to, err)
	}
}

func wantUntil(t *testing.T, c *Clock, want string, used int) {
	t.Helper()
	if got := c.Of("GER").At.Format("2006-01-02 15:04"); got != want {
		t.Errorf("the deadline is %s, want %s", got, want)
	}
	if n := daysAway(c.Away, "GER", 2026, time.UTC); n != used {
		t.Errorf("%d days are used, want %d: %v", n, used, c.Away)
	}
}

// A vacation that gave nothing yet is taken back as if it had never been.
func TestAVacationAheadIsTakenBack(t *testing.T) {
	t.Parallel()
	c, p, now := onTurn(t)
	leave(t, c, p, "2026-12-20", "2026-12-24", now)
	leave(t, c, p, "2026-12-28", "2026-12-29", now)
	wantUntil(t, c, "2026-11-24 12:00", 7)
	if err := c.Return("GER", time.UTC, now); err != nil {
		t.Fatal(err)
	}
	wantUntil(t, c, "2026-11-24 12:00", 0)
	if err := c.Return("GER", time.UTC, now); !errors.Is(err, ErrNoVacation) {
		t.Errorf("taken back twice: %v", err)
	}
}

// No deadline moves back, so the days of a vacation that moved one stay used, and give nothing a second time.
func TestAVacationTakenBackGivesItsTimeOnce(t *testing.T) {
	t.Parallel()
	c, p, now := onTurn(t)
	leave(t, c, p, "2026-11-23", "2026-11-27", now)
	wantUntil(t, c, "2026-11-29 12:00", 5)
	if err := c.Return("GER", time.UTC, now); err != nil {
		t.Fatal(err)
	}
	wantUntil(t, c, "2026-11-29 12:00", 5)
	if len(c.Vacations()) != 0 {
		t.Errorf("still away: %v", c.Vacations())
	}
	leave(t, c, p, "2026-11-23", "2026-11-27", now)
	leave(t, c, p, "2026-11-23", "2026-11-27", now)
	leave(t, c, p, "2026-11-25", "2026-11-25", now) // shorter: the others are used all the same
	wantUntil(t, c, "2026-11-29 12:00", 5)
	leave(t, c, p, "2026-11-27", "2026-11-28", now) // one day more
	wantUntil(t, c, "2026-11-30 12:00", 6)
}

// Who comes back from a vacation is there from tomorrow on; the days up to today are used.
func TestAVacationIsCutShort(t *testing.T) {
	t.Parallel()
	c, p, _ := onTurn(t)
	c.Waits = nil
	leave(t, c, p, "2026-11-22", "2026-11-28", at(t, time.UTC, "2026-11-21 12:00"))
	back := at(t, time.UTC, "2026-11-24 10:00")
	if err := c.Return("GER", time.UTC, back); err != nil {
		t.Fatal(err)
	}
	c.Follow(p, "R1 GER", turn("GER"), back)
	wantUntil(t, c, "2026-11-28 00:00", 3) // three days and what is left of the 24th
	if err := c.Return("GER", time.UTC, back); !errors.Is(err, ErrNoVacation) {
		t.Errorf("back twice: %v", err)
	}
}
