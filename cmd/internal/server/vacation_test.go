package server

import (
	"testing"
)

func TestVacationsHaveCaps(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "vacation-days=14", "reminders=none")
	m.keyed("anna@mail.test", "vacation 2026-11-23 to 2026-11-27\n") // the deadline is on the 24th at 9:00
	m.wantTold("dora@mail.test", "On vacation: USSR, 2026-11-23")
	m.wantDeadline("USSR", "2026-11-29 09:00")
	m.keyed("bert@mail.test", "vacation 2026-12-20 to 2027-01-03\n") // twelve days of one year, three of the next
	m.wantTold("anna@mail.test", "On vacation: Germany")
	m.keyed("bert@mail.test", "vacation 2026-12-01 to 2026-12-03\n") // fifteen
	m.wantTold("bert@mail.test", "15 Urlaubstage")
	m.keyed("carl@mail.test", "vacation 2026-11-01 to 2026-11-30\n")
	m.wantTold("carl@mail.test", "can begin today at the earliest")
	m.keyed("anna@mail.test", "done\n")
	m.pass(28 * day) // Germany's deadline was on the 24th, and passed before the vacation
	m.audit()
}

// A line takes all vacations back. Deadlines that were moved stay, so that the days which moved them stay used.
func TestVacationsAreTakenBack(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "vacation-days=14", "reminders=none")
	m.keyed("anna@mail.test", "no vacation\n")
	m.wantTold("anna@mail.test", "No vacation of yours lies ahead")
	m.keyed("anna@mail.test", "vacation 2026-11-23 to 2026-11-27\n")
	m.keyed("bert@mail.test", "Urlaub 2026-12-01 bis 2026-12-14\n")
	m.keyed("bert@mail.test", "kein Urlaub\n")
	m.wantTold("anna@mail.test", "No vacation any longer: Germany")
	m.wantTold("bert@mail.test", "Der Urlaub ist zurückgenommen: Deutschland")
	// twelve days of fourteen: the others are free again
	m.keyed("bert@mail.test", "Urlaub 2026-12-20 bis 2026-12-31\n")
	m.wantAct("GER vacation 2026-12-20 to 2026-12-31")
	m.keyed("anna@mail.test", "no vacation\n")
	m.wantAct("RUS no vacation")
	m.wantDeadline("USSR", "2026-11-29 09:00")
	m.keyed("anna@mail.test", "vacation 2026-12-01 to 2026-12-10\n") // ten, and five that are used
	m.wantTold("anna@mail.test", "15 days of vacation")
	m.audit()
}
