package server

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/people"
	"fieldpost/mailio/message"
	"fieldpost/mailio/replies"
	"fieldpost/orders"
	"fieldpost/store"
)

// inWords are the words of players in the languages of their programs.
var inWords = map[replies.Language]struct{ orders, question, yes string }{
	replies.English: {"buy 8 infantry\n", "status\n", "Yes, it is me.\n"},
	replies.German:  {"kaufe 8 Infanterie\n", "Status\n", "Ja, ich bin es.\n"},
	replies.Danish:  {"køb 8 infanteri\n", "status\n", "Ja, det er mig.\n"},
}

// exampleOfPurchase is the line of a form that shows how to buy.
var exampleOfPurchase = regexp.MustCompile(`(?m)^# +(buy|kaufe|køb) \d+ .*$`)

// newReadIn begins a game in which the USSR's player reads a language.
func newReadIn(t *testing.T, lang replies.Language, settings ...string) *months {
	t.Helper()
	m := newEmpty(t, settings...)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		for _, seat := range g.Rules.Board.Seats {
			p := players[seat.Power]
			if seat.Power == "USSR" {
				p.Language = lang.String()
			}
			if err := people.SeatPerson(m.env, tx, g, seat.Power, p); err != nil {
				return err
			}
			m.keys[p.Address] = reveal(m.env, tx, g, g.Seat(seat.Power))
		}
		return people.Start(m.env, tx, g)
	})
	return m
}

// newest is the newest mail to an address, as it was sent and as it reads.
func (m *months) newest(to string) (raw []byte, l message.Letter) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(m.seen + 1) {
			if err != nil {
				return err
			}
			if x.To == to {
				raw = whole(m.env, tx, x.MessageID).Bytes
			}
		}
		return nil
	})
	if raw == nil {
		m.t.Fatalf("%s has no mail to answer", to)
	}
	l, err := message.Parse(raw, message.DefaultLimits())
	if err != nil {
		m.t.Fatal(err)
	}
	return raw, l
}

// replies handles a reply as a program writes it, and returns what happened to it.
func (m *months) replies(c replies.Client, sent []byte, r replies.Reply) store.Outcome {
	m.t.Helper()
	m.sent++
	m.now = m.now.Add(time.Minute)
	r.ID, r.At = fmt.Sprintf("<%d@mail.test>", m.sent), m.now
	raw, err := c.Write(sent, r)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.hand(strings.ReplaceAll(string(raw), "\r\n", "\n"))
}

func clientNamed(t *testing.T, name string) replies.Client {
	t.Helper()
	all := replies.Clients()
	i := slices.IndexFunc(all, func(c replies.Client) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("there is no program %s", name)
	}
	return all[i]
}

// Of a reply of any program in any style and language just that is read which was typed.
func TestWhatIsReadOfReplies(t *testing.T) {
	t.Parallel()
	for lang, say := range inWords {
		m := newReadIn(t, lang)
		sent, call := m.newest("anna@mail.test")
		for _, c := range replies.Clients() {
			for _, style := range replies.Styles {
				for _, text := range []string{say.orders, say.question, say.yes} {
					r := replies.Reply{Style: style, Language: lang, From: "anna@mail.test", Text: text,
						ID: "<1@mail.test>", At: m.now,
						Instead: exampleOfPurchase.FindString(call.Body().Body)}
					if text == say.yes && (style == replies.Between || style == replies.InForm) {
						continue // prose between lines that nothing marks as quoted cannot be told from them
					}
					raw, err := c.Write(sent, r)
					if err != nil {
						t.Fatal(err)
					}
					l, err := message.Parse(raw, message.DefaultLimits())
					if err != nil || len(l.Problems) > 0 || l.Robot != message.Human {
						t.Fatalf("%s: error %v, problems %v, robot %q", c.Name, err, l.Problems, l.Robot)
					}
					read := intake.Read(l, &intake.Answered{Game: m.game, Subject: call.Subject,
						Sent: intake.NewSentMail(call.Texts)}, orders.Context{})
					if got := plain(read.Text.Body); !strings.EqualFold(got, plain(text)) {
						t.Errorf("%s, %s, %s: of %q is read %q", c.Name, style, lang, plain(text), got)
					}
					if intake.SubjectOf(l.Subject, &intake.Answered{Subject: call.Subject}).Rest != "" {
						t.Errorf("%s, %s: the subject %q was taken as typed", c.Name, lang, l.Subject)
					}
				}
			}
		}
	}
}

// Replies of every program in every style are understood without a key typed: a question is answered, orders are
// played, an address is confirmed, and nothing of our own that they quote is read as the player's.
func TestRepliesOfEveryProgram(t *testing.T) {
	t.Parallel()
	for i, c := range replies.Clients() {
		for j, style := range replies.Styles {
			lang := replies.Language((i + j) % 3)
			t.Run(fmt.Sprintf("%s/%s/%s", c.Name, style, lang), func(t *testing.T) {
				t.Parallel()
				m := newReadIn(t, lang, "observers=open")
				say := inWords[lang]
				sent, call := m.newest("anna@mail.test")
				r := replies.Reply{Style: style, Language: lang, From: "anna@mail.test"}
				if style == replies.InForm {
					if r.Instead = exampleOfPurchase.FindString(call.Body().Body); r.Instead == "" {
						t.Fatalf("no example of a purchase in\n%s", call.Body().Body)
					}
				}
				ask := r
				if ask.Text = say.question; style == replies.InForm {
					ask.Style = replies.Between
				}
				m.forget()
				if out := m.replies(c, sent, ask); out.Kind != decision.Answered {
					_, l := m.newest("anna@mail.test")
					t.Errorf("the question: %+v\n%s", out, l.Body().Body)
				} else if all := m.mails("anna@mail.test"); len(all) != 1 || strings.Contains(all[0].Body().Body,
					"1:") {
					t.Errorf("%d answers to the question", len(all))
				}
				m.forget()
				r.Text = say.orders
				out := m.replies(c, sent, r)
				if n := infantryInDraft(m.loadGame()); out.Kind != decision.Accepted || n != 8 {
					_, l := m.newest("anna@mail.test")
					t.Errorf("the orders: %+v, %d infantry are in the draft\n%s", out, n, l.Body().Body)
				}

				m.forget()
				m.mail(fritz, "", "observe "+m.game+"\n")
				asked, _ := m.newest(fritz)
				yes := replies.Reply{Style: style, Language: lang, From: fritz, Text: say.yes}
				if style == replies.InForm {
					yes.Style = replies.Between
				}
				if out := m.replies(c, asked, yes); out.Reason != "confirmed" {
					_, l := m.newest(fritz)
					t.Errorf("the confirmation: %+v\n%s", out, l.Body().Body)
				}
			})
		}
	}
}

// What programs and lists make of a subject says nothing, and does not hide which game is meant.
func TestSubjectsOfReplies(t *testing.T) {
	t.Parallel()
	m := newReadIn(t, replies.English)
	sent, call := m.newest("anna@mail.test")
	for _, subject := range []string{
		"Re: Re: " + call.Subject, "AW: SV: " + call.Subject, "[ladder] Re: " + call.Subject, "Re: [ladder] AW: " +
			call.Subject, "SV: Re: [ladder] help", "hello",
	} {
		r := replies.Reply{Style: replies.OnTop, From: "anna@mail.test", Text: "status\n", Subject: subject}
		m.forget()
		if out := m.replies(clientNamed(t, "gmail-web"), sent, r); out.Kind != decision.Answered ||
			out.Game != m.game || out.Reason != "question" {
			t.Errorf("%s: %+v", subject, out)
		}
	}
}

// What is meant is what is answered: the awaited seat of a person with several, the game of the mail for one who
// sits in two.
func TestRepliesOfOneInSeveralSeatsAndGames(t *testing.T) {
	t.Parallel()
	anna := players["USSR"]
	m := newEmpty(t)
	begin := func(seats ...board.Power) {
		m.update(func(tx *store.Tx) error {
			g, err := gamestore.Load(tx, m.game)
			for _, seat := range g.Rules.Board.Seats {
				p := players[seat.Power]
				if slices.Contains(seats, seat.Power) {
					p = anna
				}
				must(people.SeatPerson(m.env, tx, g, seat.Power, p))
			}
			must(err)
			return people.Start(m.env, tx, g)
		})
	}
	begin("USSR", "UK")
	first, _ := m.newest(anna.Address)
	m.forget()
	m.update(func(tx *store.Tx) error {
		_, err := people.CreateGame(m.env, tx, people.NewGame{Name: "torch", Rules: "revised"})
		return err
	})
	m.game = "torch"
	begin("USSR")
	second, _ := m.newest(anna.Address)
	for _, tt := range []struct {
		game string
		sent []byte
	}{{"longwar", first}, {"torch", second}} {
		for _, c := range []string{"outlook-web", "thunderbird"} {
			r := replies.Reply{Style: replies.Alone, From: anna.Address, Text: "buy 4 infantry\n"}
			if out := m.replies(clientNamed(t, c), tt.sent, r); c == "outlook-web" &&
				(out.Kind != decision.Accepted || out.Game != tt.game || out.Seat != "RUS") {
				t.Errorf("%s: %+v", tt.game, out)
			}
		}
		m.game = tt.game
		if n := infantryInDraft(m.loadGame()); n != 4 {
			t.Errorf("%s: %d infantry are in the draft", tt.game, n)
		}
	}
}

// Who begins a round answers the newest report. An answer to a mail of the turn before is answered, and plays
// nothing, whether it quotes that mail or not.
func TestRepliesInTheNextRound(t *testing.T) {
	t.Parallel()
	for _, style := range replies.Styles {
		t.Run(string(style), func(t *testing.T) {
			t.Parallel()
			m := newReadIn(t, replies.English)
			old, call := m.newest("anna@mail.test")
			m.keyed("anna@mail.test", "buy 1 infantry\ncombat\nplace nothing\ndone\n")
			for _, p := range []string{"bert", "carl", "dora", "emil"} {
				m.now = m.now.Add(day)
				m.keyed(p+"@mail.test", "combat\ndone\n")
			}
			m.forget()
			c := clientNamed(t, "gmail-web")
			r := replies.Reply{Style: style, From: "anna@mail.test", Text: "buy 8 infantry\n",
				Instead: exampleOfPurchase.FindString(call.Body().Body)}
			greet := r
			greet.Text = "press to Germany\nGood luck.\nend press\n"
			if out := m.replies(c, old, greet); out.Kind != decision.Accepted {
				t.Errorf("a letter that answers the first call: %+v", out)
			}
			m.forget()
			out := m.replies(c, old, r)
			if pos := m.loadGame().Pos; pos.Round() != 2 || pos.Power() != "USSR" || out.Kind != decision.Refused ||
				infantryInDraft(m.loadGame()) != 0 {
				t.Errorf("answering the first call: %+v", out)
			}
			if len(m.mails("anna@mail.test")) != 1 {
				t.Error("it was not answered")
			}
			m.keyed("anna@mail.test", "report\n")
			sent, report := m.newest("anna@mail.test")
			if r.Instead = exampleOfPurchase.FindString(report.Body().Body); r.Instead == "" &&
				style == replies.InForm {
				t.Fatalf("no form in\n%s", report.Body().Body)
			}
			out = m.replies(c, sent, r)
			if n := infantryInDraft(m.loadGame()); out.Kind != decision.Accepted || n != 8 {
				_, l := m.newest("anna@mail.test")
				t.Errorf("answering the newest report: %+v, %d infantry\n%s", out, n, l.Body().Body)
			}
		})
	}
}

// A forwarded report gives no orders, not even such as were written into it.
func TestAForwardedReportGivesNoOrders(t *testing.T) {
	t.Parallel()
	m := newReadIn(t, replies.English)
	_, call := m.newest("anna@mail.test")
	body := strings.Replace(call.Body().Body, exampleOfPurchase.FindString(call.Body().Body), "buy 8 infantry", 1)
	head := "From: fieldpost <" + serverAddress + ">\nDate: Sat, Nov 21, 2026\nSubject: " + call.Subject +
		"\nTo: <anna@mail.test>\n\n"
	for _, tt := range []struct{ from, text string }{
		{"anna@mail.test", "Look at this.\n\n---------- Forwarded message ---------\n" + head + body},
		{"anna@mail.test", "Begin forwarded message:\n\n" + quote(head+body)},
		{fritz, "---------- Forwarded message ---------\n" + head + body},
	} {
		m.mail(tt.from, "Fwd: "+call.Subject, tt.text)
		if n := m.loadGame().Pos.Nation("USSR").Bought()[board.Infantry]; n != 0 {
			t.Errorf("%s: %d infantry were bought by\n%.80s", tt.from, n, tt.text)
		}
	}
}

// A key that is only quoted proves nothing from a strange address: the owner is asked. A wrong key that was typed
// is called wrong.
func TestKeysInReplies(t *testing.T) {
	t.Parallel()
	for _, style := range []replies.Style{replies.OnTop, replies.AtBottom, replies.InForm} {
		t.Run(string(style), func(t *testing.T) {
			t.Parallel()
			m := newReadIn(t, replies.English)
			sent, call := m.newest("anna@mail.test")
			m.forget()
			for _, c := range replies.Clients() {
				r := replies.Reply{Style: style, From: fritz, Text: "buy 8 infantry\n",
					Instead: exampleOfPurchase.FindString(call.Body().Body)}
				if out := m.replies(c, sent, r); out.Kind != decision.Held {
					t.Errorf("%s: a quoted key from elsewhere: %+v", c.Name, out)
				}
				if !slices.Contains([]string{"gmail-web", "outlook-classic", "apple-mail", "mutt"}, c.Name) {
					continue // who tries many keys is answered no more
				}
				r.From, r.Text = "anna@mail.test", "key AAAA-AAAA-AAAA-AAAA\nbuy 8 infantry\n"
				if out := m.replies(c, sent, r); out.Kind != decision.Refused || out.Reason != "wrong-key" {
					t.Errorf("%s: a wrong key: %+v", c.Name, out)
				}
			}
			m.wantTold("anna@mail.test", "approve letter")
			if n := m.loadGame().Pos.Nation("USSR").Bought()[board.Infantry]; n != 0 {
				t.Errorf("%d infantry were bought", n)
			}
		})
	}
}

// The name of a mail in the outbox can be guessed, its Message-ID and its tag cannot: who names it as the mail that they
// answer has proved nothing.
func TestAGuessedMailIsNotAnswered(t *testing.T) {
	t.Parallel()
	m := newReadIn(t, replies.English)
	var names []string
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if x.To == "anna@mail.test" {
				names = append(names, x.MessageID)
			}
		}
		return nil
	})
	for _, name := range names {
		if out := m.mail("anna@mail.test", "", "buy 8 infantry\n", "In-Reply-To: "+name,
			"References: "+name); out.Kind != decision.Refused || out.Reason != "no-key" {
			t.Errorf("answering %s: %+v", name, out)
		}
	}
	if len(names) == 0 {
		t.Error("Anna got no mail")
	}
}
