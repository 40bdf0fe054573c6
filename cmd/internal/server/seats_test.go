package server

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/message"
	"fieldpost/mailio/replies"
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

// A mail with several acts gets one answer, which tells of each.
func TestOneAnswerToSeveralActs(t *testing.T) {
	t.Parallel()
	m := seatedAll(t, []roster.Person{{Address: gerda}, anna})
	m.forget()
	m.keyed(gerda, "option language en\noption zone Europe/Paris\noption name Gerda\n")
	mails := m.mails(gerda)
	if len(mails) != 1 {
		t.Fatalf("%q", subjects(mails))
	}
	for _, says := range []string{"language en", "zone Europe/Paris", "name Gerda"} {
		if !strings.Contains(mails[0].Texts[0].Body, says) {
			t.Errorf("the answer does not say %q:\n%s", says, mails[0].Texts[0].Body)
		}
	}
}

// A reply to a mail with the forms of several seats is about the first that is awaited, wherever its words stand: below
// the quoted forms too. What is written into a form is that form's.
func TestARepliesOwnWordsBesideSeveralForms(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"yahoo", "gmail-web", "outlook-classic", "outlook-plain", "thunderbird", "ios-mail"} {
		for _, style := range replies.Styles {
			t.Run(client+", "+string(style), func(t *testing.T) {
				t.Parallel()
				m := seatedAll(t, []roster.Person{{Address: gerda}, anna}, "rules=europe")
				m.keyed(gerda, "bonus nothing\n")
				sent, _ := m.newest(anna.Address)
				first := m.loadGame().Awaited()[0].Power
				r := replies.Reply{Style: style, From: anna.Address, Text: "bonus nothing\n"}
				if out := m.replies(clientNamed(t, client), sent, r); out.Seat != m.loadGame().Seat(first).ID() {
					t.Errorf("%+v, not for %s", out, first)
				}
			})
		}
	}
}

// A mail with orders for several seats, each of which begins with its power, gets one answer: each seat's orders are
// taken, in whatever order they stand, and a power that is not the sender's is refused.
func TestOrdersForSeveralSeatsInOneMail(t *testing.T) {
	t.Parallel()
	standing := "defend everywhere\n  losses infantry, tank\n"
	turn := "round 1\nbuy 8 infantry\n"
	for name, text := range map[string]string{
		"turn first":    "power USSR\n" + turn + "power UK\n" + standing + "power USA\n" + standing,
		"turn last":     "power UK\n" + standing + "end\npower USA\n" + standing + "end\npower USSR\n" + turn + "end\n",
		"turn unnamed":  turn + "\npower USA\n" + standing + "\npower UK\n" + standing,
		"another's too": "power USA\n" + standing + "\npower Japan\n" + standing + "\npower UK\n" + standing + "power USSR\n" + turn,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := seatedAll(t, []roster.Person{anna, {Address: gerda}, anna, {Address: fritz}, anna})
			m.forget()
			m.keyed(anna.Address, text)
			mails := m.mails(anna.Address)
			if len(mails) != 1 {
				t.Fatalf("%d answers: %q", len(mails), subjects(mails))
			}
			g := m.loadGame()
			for _, p := range []board.Power{"UK", "USA"} {
				if len(g.Pos.Nation(p).Standing()) == 0 {
					t.Errorf("%s has no standing orders:\n%s", p, mails[0].Texts[0].Body)
				}
			}
			if len(g.Pos.Nation("Japan").Standing()) > 0 {
				t.Error("Japan has standing orders of another")
			}
			if d := m.draft(); !strings.Contains(d, "buy 8 infantry") {
				t.Errorf("the draft is %q", d)
			}
		})
	}
}

// Where orders of the mail are played at once, the report is the one answer to all of it.
func TestTheReportAnswersForSeveralSeats(t *testing.T) {
	t.Parallel()
	m := seatedAll(t, []roster.Person{anna, {Address: gerda}, anna, {Address: fritz}, anna})
	m.forget()
	m.keyed(anna.Address, "power USSR\nbuy 8 infantry\nplace nothing\ndone\nend\npower UK\ndefend everywhere\n  losses infantry, tank\n")
	mails := m.mails(anna.Address)
	if len(mails) != 1 {
		t.Fatalf("%d answers: %q", len(mails), subjects(mails))
	}
	if body := mails[0].Texts[0].Body; !strings.Contains(body, "defend everywhere") {
		t.Errorf("it says nothing of the standing orders:\n%s", body)
	}
}

// The forms of several seats can be filled in below each other's, and sent back together.
func TestTheFormsOfSeveralSeatsSentBack(t *testing.T) {
	t.Parallel()
	m := seatedAll(t, []roster.Person{{Address: gerda}, anna}, "rules=europe")
	m.keyed(gerda, "bonus nothing\n")
	raw, l := m.newest(anna.Address)
	filled := strings.ReplaceAll(l.Texts[0].Body, "# share ", "share ")
	if n := strings.Count(filled, "\nshare "); n != 3 {
		t.Fatalf("%d forms:\n%s", n, filled)
	}
	m.forget()
	r := replies.Reply{Style: replies.Alone, From: anna.Address, Text: filled}
	if out := m.replies(clientNamed(t, "outlook-web"), raw, r); out.Kind != decision.Accepted {
		t.Errorf("%+v", out)
	}
	for _, a := range m.loadGame().Awaited() {
		if a.What == "share" {
			t.Errorf("%s is still asked for a share: %q", a.Power, subjects(m.mails(anna.Address)))
		}
	}
}
