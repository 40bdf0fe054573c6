package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/steps"
	"fieldpost/store"
)

func TestEveryMailTellsTheDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "zone=Europe/Berlin")
	m.wantDeadline("USSR", "2026-11-24 09:00")
	m.wantTold("anna@mail.test", "YOUR MOVE, USSR: until Tuesday 24 November, 09:00 UTC, 3 days left")
	m.pass(26 * time.Hour)
	m.forget()
	m.keyed("anna@mail.test", "research rockets with 1 dice\n")
	// the report
	m.wantTold("bert@mail.test", "bis Dienstag, 24. November, 10:00 Uhr (09:00 UTC), noch 1 Tag und 22 Stunden")
	m.keyed("anna@mail.test", "status\n")
	m.wantTold("anna@mail.test", "1 day and 22 hours from now")
	m.keyed("anna@mail.test", "buy 6 infantry\nplace 6 infantry in Russia\n")
	m.wantDeadline("USSR", "")
	m.wantDeadline("Germany", "2026-11-25 11:00")
	if got := strings.Join(m.clocks(), ", "); got != "set RUS 2026-11-24T09:00:00Z, set GER 2026-11-25T11:00:00Z" {
		t.Errorf("the history says: %s", got)
	}
	m.audit()
}

const day = 24 * time.Hour

func TestRemindersComeBeforeTheDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "reminders=48h 12h")
	count := func() int {
		n := 0
		for _, l := range m.mails("anna@mail.test") {
			if strings.Contains(l.Subject, "USSR: your move ") {
				n++
			}
		}
		return n
	}
	for _, x := range []struct {
		pass time.Duration
		want int
	}{{23 * time.Hour, 0}, {time.Hour, 1}, {35 * time.Hour, 1}, {time.Hour, 2}, {11 * time.Hour, 2}} {
		m.pass(x.pass)
		if n := count(); n != x.want {
			t.Errorf("%s: %d reminders, want %d", m.now.Format("01-02 15:04"), n, x.want)
		}
	}
	m.wantTold("anna@mail.test", "12 hours LEFT, USSR: your move until Tuesday 24 November, 09:00 UTC.")
	m.wantTold("anna@mail.test", "game longwar")
	if m.told("bert@mail.test", "FRIST: Befehle") {
		t.Error("one was reminded who is not awaited")
	}
}

// Each policy of silence does at the deadline what it says, after the grace and not before.
func TestSilenceAtTheDeadline(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		silence string
		on      board.Power // turn a while after the deadline
		says    string      // to Dora, who is at the table
	}{
		{"wait", "USSR", "Missing: USSR"},
		{"remind", "USSR", "Missing: USSR"},
		{"empty", "Germany", "turn ends as it stands"},
		{"defaults", "Germany", "ended by default"},
		{"bot", "Germany", "the bot plays the USSR's turn"},
		{"adjourn", "USSR", "the game is adjourned"},
	} {
		t.Run(x.silence, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t, "deadline=2d", "silence="+x.silence)
			m.pass(2*day + 10*time.Minute)
			if m.told("dora@mail.test", "Missing") {
				t.Error("something was done within the grace")
			}
			m.pass(30 * time.Minute)
			m.wantTold("dora@mail.test", x.says)
			if on := m.loadGame().Pos.Power(); on != x.on {
				t.Errorf("%s is on turn, want %s", on, x.on)
			}
			m.forget()
			m.pass(3 * day)
			if got, want := m.told("anna@mail.test", "USSR: your move was due on"), x.silence == "remind"; got != want {
				t.Errorf("reminded again after the deadline: %v, want %v", got, want)
			}
			if x.silence == "adjourn" {
				m.wantDeadline("USSR", "")
				m.keyed(refereeAddress, "resume game\n")
				m.wantTold("anna@mail.test", "The clocks run again")
				m.wantDeadline("USSR", m.now.Add(2*day).Format("2006-01-02 15:04"))
			}
			m.audit()
		})
	}
}

// At a deadline a draft is played as it stands, whatever the setting says of silence; only a seat that asks for it has
// its units placed by default.
func TestADraftIsPlayedAtTheDeadlineAsItStands(t *testing.T) {
	t.Parallel()
	for _, silence := range []string{"wait", "empty", "defaults"} {
		for asks, infantry := range map[string]int{"": 0, "place by default\n": 8} {
			m := newMonths(t, "deadline=2d", "silence="+silence)
			before := m.infantry("USSR")
			m.keyed("anna@mail.test", asks+"buy 8 infantry\ncombat\n")
			m.pass(2*day + time.Hour)
			pos := m.loadGame().Pos
			if n := m.infantry("USSR") - before; n != infantry || pos.Power() != "Germany" {
				t.Errorf("%s: %d infantry were placed, want %d; it is the turn of %s", silence, n, infantry, pos.Power())
			}
			if n := pos.Nation("USSR").Bought()[board.Infantry]; n != 8-infantry {
				t.Errorf("%s: %d infantry were bought and wait", silence, n)
			}
			m.audit()
		}
	}
}

// With the option play deadline the orders that wait are played at the deadline.
func TestWaitingOrdersArePlayedAtTheDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "play=deadline", "deadline=2d")
	m.keyed("anna@mail.test", "buy 8 infantry\nplace 8 infantry in Russia\ndone\n")
	m.pass(2*day + 10*time.Minute)
	if on := m.loadGame().Pos.Power(); on != "USSR" {
		t.Fatalf("%s is on turn before the grace was over", on)
	}
	m.pass(10 * time.Minute)
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Fatalf("%s is on turn", on)
	}
	m.keyed("bert@mail.test", "done\nready\n")
	if on := m.loadGame().Pos.Power(); on != "UK" {
		t.Errorf("%s is on turn after ready", on)
	}
	m.audit()
}

// A mail that the server had before the deadline counts whenever it is fetched: nothing is done before the mailbox was
// read.
func TestTheDeadlineWaitsForTheMailbox(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "silence=empty")
	m.pass(2*day - time.Hour)
	m.deaf = true
	m.pass(5 * time.Hour)
	if on := m.loadGame().Pos.Power(); on != "USSR" {
		t.Fatalf("the turn was played while the mailbox could not be read: %s is on turn", on)
	}
	m.keyedAt(start.Add(2*day-time.Minute), "anna@mail.test", "buy 8 infantry\nplace 8 infantry in Russia\ndone\n")
	if p := m.loadGame().Pos; p.Power() != "Germany" || p.Nation("USSR").Money() < 24 {
		t.Errorf("%s is on turn", p.Power())
	}
	if m.told("anna@mail.test", "too late") {
		t.Error("a letter that came in time is called late")
	}
	m.audit()
}

func TestLateOrdersAreKeptAsADraft(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "silence=defaults", "reminders=none")
	m.pass(2*day + 5*time.Minute)
	// within the grace, but after the deadline
	m.keyed("anna@mail.test", "buy 8 infantry\nplace 8 infantry in Russia\n")
	m.wantTold("anna@mail.test", "They are put aside as a draft for the next one.")
	m.pass(30 * time.Minute)
	m.keyed("anna@mail.test", "round 1\nbuy 7 infantry\nplace 7 infantry in Russia\n") // the turn is over
	m.wantTold("anna@mail.test", "7 infantry")
	for _, who := range []string{"bert", "carl", "dora", "emil"} {
		m.keyed(who+"@mail.test", "done\n")
	}
	m.look()
	m.wantTold("anna@mail.test", "a draft of yours is on file")
	m.wantTold("anna@mail.test", "buy 7 infantry")
	before := m.infantry("USSR")
	m.pass(2*day + time.Hour) // silent again: the draft is what the defaults are
	m.wantTold("carl@mail.test", "draft was played as it stood")
	if n := m.infantry("USSR") - before; n != 7 {
		t.Errorf("%d infantry were placed, want those of the draft", n)
	}
	m.audit()
}

// Where the game only waits, orders are never too late.
func TestOrdersAreNeverLateWhereTheGameWaits(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d")
	m.pass(5 * day)
	m.keyed("anna@mail.test", "done\n")
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Errorf("%s is on turn", on)
	}
}

func TestTheTimeBankIsDrawnOnByItself(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=1d", "time-bank=2d", "bank-refill=6h", "silence=empty", "reminders=none")
	m.pass(day + 30*time.Minute)
	m.wantTold("dora@mail.test", "the time bank is drawn on: at most 2 days")
	m.wantDeadline("USSR", "2026-11-24 09:00")
	m.pass(9*time.Hour + 30*time.Minute) // ten hours into the bank
	m.keyed("anna@mail.test", "done\n")
	if left := m.loadGame().State.Clock.BankLeft(m.loadGame().Plan(), "RUS"); left != 38*time.Hour {
		t.Errorf("%s are left in the bank, want 38 hours", left)
	}
	for _, who := range []string{"bert", "carl", "dora", "emil"} {
		m.keyed(who+"@mail.test", "done\n")
	}
	if left := m.loadGame().State.Clock.BankLeft(m.loadGame().Plan(), "RUS"); left != 44*time.Hour {
		t.Errorf("%s are in the bank in the next turn, want 44 hours", left)
	}
	m.pass(day + 44*time.Hour + time.Hour) // all of it
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Errorf("%s is on turn, though the bank is empty", on)
	}
	m.audit()
}

func TestAQuestionIsAnsweredByDefaultAtItsDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "rules=europe", "deadline=3d", "question-deadline=1d", "silence=empty", "reminders=none")
	for range 40 {
		if m.loadGame().Pos.Power() != board.Nobody {
			break
		}
		m.pass(6 * time.Hour)
	}
	if p := m.loadGame().Pos; p.Power() == board.Nobody {
		t.Fatalf("the questions before round 1 were not answered by default: %v", m.loadGame().Awaited())
	}
	m.wantTold("anna@mail.test", "the default counts as the answer")
	m.audit()
}

func TestTheRefereeExtendsAndPauses(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "pause-budget=4d", "reminders=none")
	m.keyed("bert@mail.test", "extend 48h\n")
	m.wantDeadline("USSR", "2026-11-24 09:00") // not the referee
	m.keyed(refereeAddress, "extend 48h\n")
	m.wantDeadline("USSR", "2026-11-26 09:00")
	m.wantTold("dora@mail.test", "moved all deadlines on by 2 days")

	m.pass(day)
	m.keyed(refereeAddress, "pause game\n")
	m.wantDeadline("USSR", "")
	m.wantTold("dora@mail.test", "The clocks stand still until")
	m.pass(day)
	m.keyed(refereeAddress, "pause game\n")
	m.wantTold(refereeAddress, "The clocks stand still already")
	m.keyed(refereeAddress, "resume game\n")
	m.wantDeadline("USSR", "2026-11-27 09:00")

	m.keyed(refereeAddress, "pause game\n") // three days of the budget are left
	m.pass(4 * day)
	m.wantTold("dora@mail.test", "The clocks run again")
	m.wantDeadline("USSR", "2026-11-30 09:00")
	m.keyed(refereeAddress, "pause game\n")
	m.wantTold(refereeAddress, "used up")
	want := []string{"set RUS 2026-11-24T09:00:00Z", "extended RUS 2026-11-26T09:00:00Z", "paused - -",
		"resumed RUS 2026-11-27T09:00:00Z", "paused - -", "resumed RUS 2026-11-30T09:00:00Z"}
	if got := m.clocks(); !slices.Equal(got, want) {
		t.Errorf("the history says\n%s", strings.Join(got, "\n"))
	}
	m.audit()
}

// infantry counts a power's infantry on the board.
func (m *months) infantry(p board.Power) int {
	n := 0
	for u := range m.loadGame().Pos.Units() {
		if u.Owner == p && u.Type == board.Infantry {
			n++
		}
	}
	return n
}

// Mail that could not be read is an outage: no deadline passes in it, and the time is given back.
func TestAnOutageMovesDeadlines(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "silence=empty", "reminders=none")
	m.pass(day)
	m.deaf = true
	m.pass(30 * time.Hour)
	m.wantDeadline("USSR", "2026-11-23 09:00") // past, but nothing was done
	m.comeBack()
	m.wantDeadline("USSR", "2026-11-24 15:00")
	m.wantTold("dora@mail.test", "Mail could not be read or sent for 1 day and 6 hours.")
	m.comeBack() // the same outage is not given back twice
	m.wantDeadline("USSR", "2026-11-24 15:00")
	m.pass(day + 30*time.Minute)
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Errorf("%s is on turn", on)
	}
	for _, e := range m.loadGame().Chain.Entries() {
		if c, ok := e.Body.(*history.Clock); ok && c.Reason == "outage" && c.Outage != 30*60*60 {
			t.Errorf("the record says %d seconds", c.Outage)
		}
	}
	m.audit()
}

// comeBack has the daemon read the mailbox again, without one running.
func (m *months) comeBack() {
	m.t.Helper()
	m.deaf = false
	m.offline(func(w writes) error { return m.heartbeat(w, false).polled(m.now) })
}

func (m *months) heartbeat(w writes, sendFailing bool) heartbeat {
	return heartbeat{m.env, m.store, w, func() bool { return sendFailing }}
}

// offline does something with a single writer that only serves.
func (m *months) offline(f func(writes) error) {
	m.t.Helper()
	w := newWrites()
	done := make(chan error)
	go func() { done <- f(w) }()
	for {
		select {
		case j := <-w.jobs:
			j.done <- m.store.Update(j.write)
		case err := <-done:
			if err != nil {
				m.t.Fatal(err)
			}
			return
		}
	}
}

// A server that takes no mail is an outage as well.
func TestNothingIsWellWhileMailCannotBeSent(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "reminders=none")
	m.pass(time.Hour)
	m.now = m.now.Add(5 * time.Hour)
	m.offline(func(w writes) error { return m.heartbeat(w, true).polled(m.now) })
	m.wantDeadline("USSR", "2026-11-23 09:00")
	m.comeBack()
	m.wantDeadline("USSR", "2026-11-23 14:00")
}

// A jump of the computer's clock stops what would be decided at deadlines, moves them on, and is told to the referee.
func TestAJumpOfTheClock(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		jump     time.Duration
		deadline string
	}{
		{50 * time.Hour, "2026-11-25 12:00"}, // the jump and an hour
		{-5 * time.Hour, "2026-11-23 10:00"}, // an hour
		{40 * time.Minute, "2026-11-23 09:00"},
	} {
		m := newMonths(t, "deadline=2d", "silence=empty", "reminders=none")
		m.pass(day)
		var passed time.Duration
		s := &Server{Env: m.env, Store: m.store, Passed: func() time.Duration { return passed }}
		s.delivery = s.newDelivery()
		watch := s.newClockWatch()
		m.now, passed = m.now.Add(x.jump+time.Minute), time.Minute
		if err := watch.check(); err != nil {
			t.Fatal(err)
		}
		m.look()
		m.wantDeadline("USSR", x.deadline)
		if got, want := m.told(refereeAddress, "clock-jump"), x.jump.Abs() > time.Hour; got != want {
			t.Errorf("%s: the referee was told: %v", x.jump, got)
		}
		m.audit()
	}
}

// clockRecords are the records of deadlines that give such a reason, as ACTION ROLE BUDGET.
func (m *months) clockRecords(reason string) (out []string) {
	m.t.Helper()
	for _, e := range m.loadGame().Chain.Entries() {
		if c, ok := e.Body.(*history.Clock); ok && c.Reason == reason {
			out = append(out, fmt.Sprintf("%s %s %d", c.Action, c.Role, c.Budget))
		}
	}
	return out
}

// comesBack is what a delivery report does that is believed.
func (m *months) comesBack(role, addr string) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		_, _, err := steps.MarkBounced(tx, store.SeatRef{Game: m.game, Seat: role}, addr, "5.1.1 no such user")
		return err
	})
	m.look()
}

// Only where the game says so does the clock of a seat stop whose mail bounces. It is a record with its
// reason, and told to all. When mail gets through again the clock runs on, with the time that was left, and the time
// counts as pause.
func TestABounceStopsTheClockOnlyByRule(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{"no": "2026-11-23 09:00", "yes": ""} {
		m := newMonths(t, "deadline=2d", "reminders=none", "bounce-stops-clock="+rule)
		m.pass(day)
		m.comesBack("RUS", "anna@mail.test")
		m.wantDeadline("USSR", want)
		if rule == "no" {
			if got := m.clockRecords(clock.ReasonBounced); len(got) > 0 ||
				m.told("bert@mail.test", "Mail kommt zurück") {
				t.Errorf("%q", got)
			}
			continue
		}
		if got := m.clockRecords(clock.ReasonBounced); !slices.Equal(got, []string{"paused RUS 0"}) {
			t.Errorf("%q", got)
		}
		for addr, words := range map[string]string{"bert@mail.test": "Mail kommt zurück",
			"carl@mail.test": "comes back", refereeAddress: "comes back"} {
			m.wantTold(addr, words)
		}
		m.pass(3 * day)
		m.keyed("anna@mail.test", "defend everywhere\n  losses infantry\n")
		m.look()
		m.wantDeadline("USSR", "2026-11-26 09:00")
		if got := m.clockRecords(clock.ReasonReached); !slices.Equal(got,
			[]string{fmt.Sprintf("resumed RUS %d", 3*24*3600)}) {
			t.Errorf("%q", got)
		}
		m.wantTold("carl@mail.test", "gets through again")
		if used := m.loadGame().State.Clock.Paused; used != 3*day {
			t.Errorf("%v of the pauses are used", used)
		}
		m.audit()
	}
}

// A clock is never stopped forever: it runs again when the budget for pauses is used up, and does not stand again.
func TestAClockThatABounceStopsUsesThePauseBudget(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "reminders=none", "bounce-stops-clock=yes", "pause-budget=5d", "late-notice=off")
	m.comesBack("RUS", "anna@mail.test")
	m.wantDeadline("USSR", "")
	m.pass(4 * day)
	m.wantDeadline("USSR", "")
	m.pass(2 * day)
	m.wantDeadline("USSR", "2026-11-28 09:00")
	if got := m.clockRecords(clock.ReasonBudget); !slices.Equal(got,
		[]string{fmt.Sprintf("resumed RUS %d", 5*24*3600)}) {
		t.Errorf("%q", got)
	}
	m.wantTold("carl@mail.test", "time for pauses is used up")
	m.keyed("anna@mail.test", "defend everywhere\n  losses infantry\n")
	m.comesBack("RUS", "anna@mail.test")
	m.wantDeadline("USSR", "2026-11-28 09:00")
	m.audit()
}

// The referee's pause and a bounce draw on the same budget, and no hour counts twice.
func TestAPauseWhileAClockStandsForABounce(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "reminders=none", "bounce-stops-clock=yes", "pause-budget=10d")
	m.comesBack("RUS", "anna@mail.test")
	m.pass(day)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		return clocks.Stop(m.env, tx, g)
	})
	m.pass(2 * day)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		return clocks.Resume(m.env, tx, g)
	})
	m.look()
	m.wantDeadline("USSR", "") // mail comes back still
	m.pass(day)
	m.keyed("anna@mail.test", "defend everywhere\n  losses infantry\n")
	m.look()
	m.wantDeadline("USSR", "2026-11-27 09:00")
	if used := m.loadGame().State.Clock.Paused; used != 4*day {
		t.Errorf("%v of the pauses are used", used)
	}
	m.audit()
}

// The calendar of a player holds one entry a seat: it is changed with the deadline, and taken out when they are not
// awaited any more.
func TestTheCalendarFollowsTheDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "reminders=none")
	entries := func() []string {
		var out []string
		for _, file := range m.attached("anna@mail.test", "text/calendar") {
			var entry []string
			for line := range strings.Lines(file) {
				for _, name := range []string{"METHOD", "UID", "SEQUENCE", "DTSTART"} {
					if value, ok := strings.CutPrefix(line, name+":"); ok {
						entry = append(entry, strings.TrimSpace(value))
					}
				}
			}
			slices.Sort(entry)
			out = append(out, strings.Join(entry, " "))
		}
		return out
	}
	m.keyed(refereeAddress, "extend 24h\n")
	m.keyed("anna@mail.test", "research rockets with 1 dice\n")
	m.keyed("anna@mail.test", "buy 6 infantry\nplace 6 infantry in Russia\n")
	want := []string{
		"1 20261123T090000Z PUBLISH longwar-RUS@games.test",
		"2 20261124T090000Z PUBLISH longwar-RUS@games.test",
		"2 20261124T090000Z PUBLISH longwar-RUS@games.test",
		"20261124T090000Z 3 CANCEL longwar-RUS@games.test",
	}
	if got := entries(); !slices.Equal(got, want) {
		t.Errorf("the entries are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheClockByCommand(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "time-bank=1d", "pause-budget=2d", "reminders=none")
	ask := func(c clocks.ChangeRequest) (v clocks.View) {
		c.Game = m.game
		m.update(func(tx *store.Tx) error {
			x, err := clocks.Change(m.env, tx, c)
			if err == nil {
				v = x.(clocks.View)
			}
			return err
		})
		return v
	}
	v := ask(clocks.ChangeRequest{Extend: "1d"})
	if len(v.Deadlines) != 1 || v.Deadlines[0].At != start.Add(3*day) || v.Extended != 86400 ||
		v.Deadlines[0].BankLeft != 86400 {
		t.Errorf("%+v", v)
	}
	if v = ask(clocks.ChangeRequest{Pause: true}); !v.Paused || v.Until != start.Add(2*day) || !v.Deadlines[0].Stands {
		t.Errorf("%+v", v)
	}
	m.pass(day)
	if v = ask(clocks.ChangeRequest{Resume: true}); v.Paused || v.PauseLeft != 86400 ||
		v.Deadlines[0].At != start.Add(4*day) {
		t.Errorf("%+v", v)
	}
}

// Four months of play in Copenhagen: one player keeps silent, the others answer after some hours. Deadlines fall on
// weekdays at eight in the evening, whatever the hands of the clock do, and not on Christmas.
func TestMonthsOfPlay(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "deadline-at=20:00", "zone=Europe/Copenhagen", "days-off=sat sun",
		"holidays=12-24..12-26, 01-01", "silence=empty", "reminders=24h")
	zone, err := time.LoadLocation("Europe/Copenhagen")
	if err != nil {
		t.Fatal(err)
	}
	seen, summer := 0, false
	for end := start.AddDate(0, 4, 14); m.now.Before(end); {
		on := m.loadGame().Pos.Power()
		w := m.loadGame().State.Clock.Of(m.loadGame().Seat(on).Role)
		at := w.At.In(zone)
		day := at.Format("01-02")
		if at.Format("15:04") != "20:00" || at.Weekday() == time.Saturday || at.Weekday() == time.Sunday ||
			day >= "12-24" && day <= "12-26" || day == "01-01" {
			t.Fatalf("a deadline falls on %s", at)
		}
		seen, summer = seen+1, summer || at.IsDST()
		if on == "USSR" {
			m.pass(w.At.Sub(m.now) + 16*time.Minute)
			continue
		}
		m.pass(26 * time.Hour)
		m.keyed(players[on].Address, "done\n")
	}
	if seen < 60 || !summer {
		t.Errorf("%d deadlines, summer time %v", seen, summer)
	}
	m.audit()
}

func TestASubstituteTakesTheSeatOfOneWhoKeepsSilent(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "silence=substitute", "reminders=none")
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		person := roster.Participant{Kind: roster.Observer, Role: "-", Address: "fred@mail.test", Name: "Fred",
			Language: "en", Standby: []board.Power{"USSR"}, Since: m.now}
		return g.SaveSeat(tx, person)
	})
	m.pass(2*day + time.Hour)
	s := m.loadGame().Seat("USSR")
	if s.Address != "fred@mail.test" {
		t.Fatalf("%s sits for the USSR", s.Address)
	}
	m.wantDeadline("USSR", "2026-11-25 09:15")
	m.pass(3 * day) // no one else has offered
	if on := m.loadGame().Pos.Power(); on != "USSR" {
		t.Errorf("%s is on turn", on)
	}
	m.wantTold("fred@mail.test", "USSR: your move")
	m.audit()
}

func TestAPhaseHasADeadlineOfItsOwn(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=1d", "deadline-per=phase", "reminders=none")
	m.pass(10 * time.Hour)
	m.keyed("anna@mail.test", "research rockets with 1 dice\n")
	m.wantDeadline("USSR", "2026-11-22 19:00")
	m.pass(5 * time.Hour)
	m.keyed("anna@mail.test", "combat\n  move 3 infantry, 1 tank from Archangel to West Russia\n")
	m.wantDeadline("USSR", "2026-11-23 00:00")
}

// A referee who plays extends a deadline by more than the limit, be it bit by bit, or stops the clocks only if the
// other side agrees (TH-16).
func TestAPlayingRefereeNeedsConsentForLongExtensions(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "consent-beyond=72h", "reminders=none")
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err == nil {
			err = people.SeatPerson(m.env, tx, g, "USSR", roster.Person{Address: refereeAddress, Name: "Gerd"})
		}
		return err
	})
	m.keyed(refereeAddress, "extend 48h\n")
	m.wantDeadline("USSR", "2026-11-26 09:00")
	m.keyed(refereeAddress, "extend 48h\n")
	m.keyed(refereeAddress, "pause game\n")
	m.wantDeadline("USSR", "2026-11-26 09:00")
	for _, who := range []string{"bert@mail.test", "dora@mail.test"} {
		m.keyed(who, "approve proposal 1\n")
	}
	m.wantDeadline("USSR", "2026-11-28 09:00")
	m.keyed("bert@mail.test", "reject proposal 2\n")
	m.wantDeadline("USSR", "2026-11-28 09:00")
	m.audit()
}

// What is locked at the deadline is what was sent before it: a change that comes later is a draft.
func TestAChangeAfterTheDeadlineDoesNotReachTheOrdersThatWait(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "play=deadline", "deadline=2d", "reminders=none")
	m.keyed("anna@mail.test", "buy 8 infantry\nplace 8 infantry in Russia\ndone\n")
	m.pass(2*day + 5*time.Minute)
	m.keyed("anna@mail.test", "buy 4 tanks\nplace 4 tanks in Russia\ndone\n")
	m.wantTold("anna@mail.test", "They are put aside as a draft for the next one.")
	before := m.infantry("USSR")
	m.pass(time.Hour)
	if n := m.infantry("USSR") - before; n != 8 {
		t.Errorf("%d infantry were placed, want those ordered in time", n)
	}
	m.audit()
}

// Each time the daemon has read the mailbox it notes that all was well, up to when the reading began.
func TestReadingTheMailboxIsTheHeartbeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.now = w.now.Add(90 * time.Second)
	w.mailFrom("anna@mail.test", "", "status\n")
	w.settle()
	w.update(func(tx *store.Tx) error {
		at, err := clocks.Heartbeat(tx)
		if !at.Equal(w.now) {
			t.Errorf("the heartbeat is of %s, want %s", at, w.now)
		}
		return err
	})
}
