package server

import (
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// seatedAll begins a game in which these persons have the seats, in turn order; the last has those that are left.
func seatedAll(t *testing.T, persons []roster.Person, settings ...string) *months {
	t.Helper()
	m := newEmpty(t, settings...)
	m.update(func(tx *store.Tx) error {
		g := mustLoad(tx, m.game)
		for i, p := range g.Rules.Board.Powers() {
			if err := people.SeatPerson(m.env, tx, g, p, persons[min(i, len(persons)-1)]); err != nil {
				return err
			}
		}
		return people.Start(m.env, tx, g)
	})
	for _, s := range m.loadGame().Seats {
		m.keys[s.Address] = m.keyOf(s.ID())
	}
	return m
}

var anna = roster.Person{Address: "anna@mail.test", Name: "Anna", Zone: "Europe/Copenhagen"}

// Who has all seats gets one mail a go, in both games, however many powers are told of it.
func TestOneMailAGoToOnePerson(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"revised", "europe"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			m := seatedAll(t, []roster.Person{anna}, "rules="+rules)
			if n := len(m.mails(anna.Address)); n != 1 {
				t.Errorf("%d mails as the game begins", n)
			}
			for range 8 {
				m.forget()
				records := m.loadGame().Chain.Len()
				m.playStep()
				if n := len(m.mails(anna.Address)); n != 1 {
					t.Errorf("%d mails for records %d to %d: %q", n, records, m.loadGame().Chain.Len(), subjects(m.mails(anna.Address)))
				}
			}
			checkWeights(t, m.sentMails())
		})
	}
}

func subjects(mails []message.Letter) (out []string) {
	for _, l := range mails {
		out = append(out, l.Subject)
	}
	return out
}

// What is told to everybody is told once to a person.
func TestOneNoticeToOnePerson(t *testing.T) {
	t.Parallel()
	m := seatedAll(t, []roster.Person{{Address: gerda}, anna})
	for _, says := range []string{"option deadline 3d\n", "pause game\n", "resume game\n"} {
		m.forget()
		m.keyed(refereeAddress, says)
		for _, to := range []string{anna.Address, gerda} {
			if mails := m.mails(to); len(mails) != 1 {
				t.Errorf("%q: %s got %q", says, to, subjects(mails))
			}
		}
	}
}

// One mail reminds of all seats whose time is up at once, and has the form of each.
func TestOneReminderToOnePerson(t *testing.T) {
	t.Parallel()
	m := seatedAll(t, []roster.Person{{Address: gerda}, anna}, "rules=europe", "deadline=3d", "reminders=12h")
	m.keyed(gerda, "bonus nothing\n")
	m.forget()
	m.pass(62 * time.Hour)
	mails := m.mails(anna.Address)
	if len(mails) != 1 {
		t.Fatalf("reminders: %q", subjects(mails))
	}
	body, waits := mails[0].Texts[0].Body, m.loadGame().Awaited()
	if len(waits) < 3 {
		t.Errorf("awaited: %v", waits)
	}
	for _, a := range waits {
		if s := m.loadGame().Seat(a.Power); s.Address == anna.Address &&
			!strings.Contains(body, "\npower "+string(a.Power)+"\n") {
			t.Errorf("no form for %s:\n%s", a.Power, body)
		}
	}
}
