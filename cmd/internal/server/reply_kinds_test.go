package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/message"
	"fieldpost/mailio/replies"
	"fieldpost/orders"
)

// asks is a kind of mail that asks for something.
type asks struct {
	name     string
	settings []string
	to       string
	bring    func(m *months) // what makes the server send it; nil: it is the mail that begins the game
	reply    [3]string
	kind     string // of the outcome
	check    func(m *months) bool
}

// inDraft reports whether the draft buys so many infantry.
func inDraft(m *months, n int) bool {
	return infantryInDraft(m.loadGame()) == n
}

// kindsOfMails are those that a player gets, but for the questions of single battles.
var kindsOfMails = []asks{
	{name: "call to move", to: "anna@mail.test",
		reply: [3]string{"buy 8 infantry\n", "kaufe 8 Infanterie\n", "køb 8 infanteri\n"}, kind: decision.Accepted,
		check: func(m *months) bool { return inDraft(m, 8) }},
	{name: "reminder", to: "anna@mail.test", settings: []string{"deadline=3d", "reminders=48h"},
		bring: func(m *months) { m.pass(25 * time.Hour) },
		reply: [3]string{"buy 8 infantry\n", "kaufe 8 Infanterie\n", "køb 8 infanteri\n"}, kind: decision.Accepted,
		check: func(m *months) bool { return inDraft(m, 8) }},
	{name: "refusal", to: "anna@mail.test",
		bring: func(m *months) { m.keyed("anna@mail.test", "buy 8 infantrie\nbuy 900 tanks\n") },
		reply: [3]string{"buy 8 infantry\n", "kaufe 8 Infanterie\n", "køb 8 infanteri\n"}, kind: decision.Accepted,
		check: func(m *months) bool { return inDraft(m, 8) }},
	{name: "vote", to: "anna@mail.test", bring: func(m *months) { m.keyed("carl@mail.test", "vote draw\n") },
		reply: [3]string{"vote draw no\n", "Abstimmung Remis nein\n", "stem remis nej\n"}, kind: decision.Accepted,
		check: func(m *months) bool { return m.told("carl@mail.test", "rejected") }},
	{name: "question to share", to: "anna@mail.test", settings: []string{"rules=europe"},
		bring: func(m *months) { m.keyed("bert@mail.test", "bonus nothing\n") },
		reply: [3]string{"share USSR 8, UK 4\n", "teile UdSSR 8, UK 4\n", "del Sovjet 8, UK 4\n"}, kind: decision.Accepted,
		check: func(m *months) bool { return len(m.loadGame().Pos.Nation("USSR").Answers()) > 0 }},
	{name: "confirmation of an address", to: "work@mail.test",
		bring: func(m *months) { m.keyed("anna@mail.test", "address work@mail.test\n") },
		reply: [3]string{"Yes.\n", "Ja.\n", "Ja\n"}, kind: decision.Accepted,
		check: func(m *months) bool { return m.loadGame().Seat("USSR").Has("work@mail.test") }},
	{name: "invitation", to: fritz,
		bring: func(m *months) { m.keyed(refereeAddress, "replace UK with "+fritz+"\n") },
		reply: [3]string{"Yes, it is me.\n", "Ja, ich bin es.\n", "Ja, det er mig.\n"}, kind: decision.Accepted,
		check: func(m *months) bool {
			return m.loadGame().Seat("UK").Has(fritz) && !m.loadGame().Seat("UK").Unconfirmed
		}},
}

// brought begins a game in which one such mail has come, in a language, and returns that mail.
func (a asks) brought(t *testing.T, lang replies.Language) (m *months, sent []byte, l message.Letter) {
	t.Helper()
	m = newReadIn(t, lang, a.settings...)
	if a.bring != nil {
		m.forget()
		a.bring(m)
	}
	sent, l = m.newest(a.to)
	return m, sent, l
}

// Whatever kind of mail is answered, in any program, style and language, just that is read which was typed.
func TestWhatIsReadOfRepliesToEveryKindOfMail(t *testing.T) {
	t.Parallel()
	for _, a := range kindsOfMails {
		for lang := replies.English; lang <= replies.Danish; lang++ {
			t.Run(fmt.Sprintf("%s/%s", a.name, lang), func(t *testing.T) {
				t.Parallel()
				m, sent, call := a.brought(t, lang)
				of := &intake.Answered{Game: m.game, Subject: call.Subject, Sent: intake.NewSentMail(call.Texts)}
				for _, c := range replies.Clients() {
					for _, style := range replies.Styles {
						raw, err := c.Write(sent, replies.Reply{Style: style, Language: lang, From: a.to, At: m.now,
							ID: "<1@mail.test>", Text: a.reply[lang]})
						if err != nil {
							t.Fatal(err)
						}
						l, err := message.Parse(raw, message.DefaultLimits())
						if err != nil || len(l.Problems) > 0 || l.Robot != message.Human {
							t.Fatalf("%s: error %v, problems %v, robot %q", c.Name, err, l.Problems, l.Robot)
						}
						read := intake.Read(l, of, orders.Context{})
						got := strings.TrimSuffix(plain(read.Text.Body), " end")
						if !strings.EqualFold(got, plain(a.reply[lang])) || read.Aside != "" {
							t.Errorf("%s, %s: of %q is read %q, beside it %q", c.Name, style, plain(a.reply[lang]), got,
								read.Aside)
						}
					}
				}
			})
		}
	}
}

// And it is done: each kind in each language, in programs and styles that differ from kind to kind.
func TestRepliesToEveryKindOfMail(t *testing.T) {
	t.Parallel()
	programs := replies.Clients()
	for i, a := range kindsOfMails {
		for lang := replies.English; lang <= replies.Danish; lang++ {
			n := 3*i + int(lang)
			c, style := programs[n%len(programs)], replies.Styles[(n+n/len(programs))%len(replies.Styles)]
			t.Run(fmt.Sprintf("%s/%s/%s/%s", a.name, lang, c.Name, style), func(t *testing.T) {
				t.Parallel()
				m, sent, _ := a.brought(t, lang)
				out := m.replies(c, sent, replies.Reply{Style: style, Language: lang, From: a.to, Text: a.reply[lang]})
				if out.Kind != a.kind || !a.check(m) {
					_, l := m.newest(a.to)
					t.Errorf("%+v\n%s", out, l.Body().Body)
				}
			})
		}
	}
}

// Words that a player writes between the quoted lines, beside orders elsewhere, are no orders, and are not dropped
// either: the answer names them.
func TestWordsBetweenQuotedLinesAreNamed(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"YOUR ORDERS", "game longwar"} {
		m := newReadIn(t, replies.English)
		_, call := m.newest("anna@mail.test")
		body := strings.Replace(quote(call.Body().Body), "> "+place+"\n", "Only eight? Well.\n> Bert is late.\n> "+place+"\n", 1)
		m.forget()
		out := m.mail("anna@mail.test", "Re: "+call.Subject, "buy 8 infantry\n\nOn Sat, 21 Nov 2026 at 10:00, fieldpost wrote:\n"+
			body, "In-Reply-To: "+call.MessageID)
		if out.Kind != decision.Accepted || !inDraft(m, 8) {
			_, l := m.newest("anna@mail.test")
			t.Errorf("above %q: %+v\n%s", place, out, l.Body().Body)
		}
		m.wantTold("anna@mail.test", "Bert is late.")
	}
}
