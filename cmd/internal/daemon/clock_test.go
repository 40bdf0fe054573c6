package daemon

import (
	"strings"
	"testing"
	"time"
)

func TestEveryMailTellsTheDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "zone=Europe/Berlin")
	m.wantDeadline("USSR", "2026-11-24 09:00")
	m.wantTold("anna@mail.test", "Deadline: Tuesday 2026-11-24 09:00 UTC, 3 days from now.")
	m.pass(26 * time.Hour)
	m.forget()
	m.letter("anna@mail.test", "buy 8 infantry\n")
	m.wantTold("bert@mail.test", "Frist: Dienstag, 2026-11-24, 10:00 CET (09:00 UTC); noch 1 Tag und 22 Stunden.") // the report
	m.letter("anna@mail.test", "status\n")
	m.wantTold("anna@mail.test", "1 day and 22 hours from now")
	m.letter("anna@mail.test", "done\n")
	m.wantDeadline("USSR", "")
	m.wantDeadline("Germany", "2026-11-25 11:00")
	if got := strings.Join(m.clocks(), ", "); got != "set RUS 2026-11-24T09:00:00Z, set GER 2026-11-25T11:00:00Z" {
		t.Errorf("the history says: %s", got)
	}
	m.audit()
}
