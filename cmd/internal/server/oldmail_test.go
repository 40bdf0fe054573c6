package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/decision"
)

// An order mail that says nothing of its round is asked about if it was written before the turn began, or if its orders
// were played before: it may be an old one that a person sends again under a new Message-ID. Yes takes it for now. With
// the round, the base, or as an answer to the newest report it is played.
func TestOldMailsAreNotPlayedAgain(t *testing.T) {
	t.Parallel()
	const same = "buy 1 infantry\ncombat\nplace nothing\ndone\n"
	for _, c := range []struct {
		name, subject, header, text string
		age                         time.Duration // of the mail's Date
		doubt                       string        // what the question says; "": it is played
	}{
		{"two weeks old", "", "", "buy 2 infantry\ncombat\nplace nothing\ndone\n", 14 * day, "from before this turn"},
		{"older by a minute than the turn", "", "", "buy 2 infantry\ncombat\nplace nothing\ndone\n",
			time.Minute, "from before this turn"},
		{"old, as a draft of standing orders", "", "", "defend everywhere\n  losses infantry\n", 14 * day, ""},
		{"the same text, a new date", "", "", same, 0, "very same orders"},
		{"the same orders, written otherwise", "", "",
			"# again\nBUY 1 inf\n\ncombat\nplace nothing\ndone\n", 0, "very same orders"},
		{"without a date", "", "-", same, 0, "very same orders"},
		{"other orders", "", "", "buy 2 infantry\ncombat\nplace nothing\ndone\n", 0, ""},
		{"with the round", "", "", "round 2\n" + same, 14 * day, ""},
		{"with the round in the subject", "[longwar R2 USSR]", "", same, 14 * day, ""},
		{"with the base", "", "", "base BASE\n" + same, 14 * day, ""},
		{"answering the newest report", "", "In-Reply-To: REPORT", same, 14 * day, ""},
		{"answering the report of the first turn", "", "In-Reply-To: FIRST", same, 14 * day, "from before this turn"},
		{"answering what could be guessed", "", "In-Reply-To: <longwar.report.9.rus@games.test>", same,
			14 * day, "from before this turn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t)
			first := m.mails("anna@mail.test")[0].MessageID
			m.keyed("anna@mail.test", same)
			for _, p := range []string{"bert", "carl", "dora", "emil"} {
				m.now = m.now.Add(day)
				m.keyed(p+"@mail.test", "combat\ndone\n")
			}
			if pos := m.loadGame().Pos; pos.Round() != 2 || pos.Power() != "USSR" {
				t.Fatalf("round %d, %s", pos.Round(), pos.Power())
			}
			reports := m.mails("anna@mail.test")
			newest := reports[len(reports)-1].MessageID
			fill := strings.NewReplacer("BASE", m.loadGame().Base().String(), "REPORT", newest, "FIRST", first)
			headers := []string{"Date: " + m.now.Add(-c.age).Format(time.RFC1123Z)}
			if c.header == "-" {
				headers = nil
			} else if c.header != "" {
				headers = append(headers, fill.Replace(c.header))
			}
			m.forget()
			out := m.mail("anna@mail.test", c.subject,
				fmt.Sprintf("game longwar\nkey %s\n%s", m.keys["anna@mail.test"], fill.Replace(c.text)), headers...)
			if c.doubt == "" {
				if out.Kind != decision.Accepted {
					t.Errorf("%+v", out)
				}
				return
			}
			if out.Kind != decision.Refused || out.Reason != "asked" {
				t.Errorf("%+v, want a question", out)
			}
			m.wantTold("anna@mail.test", c.doubt)
			m.wantTold("anna@mail.test", "for round 2")
			if pos := m.loadGame().Pos; pos.Power() != "USSR" {
				t.Fatalf("it was played: %s is on turn", pos.Power())
			}
			told := m.mails("anna@mail.test")
			m.mail("anna@mail.test", "Re: x", "yes\n", "In-Reply-To: "+told[len(told)-1].MessageID)
			if pos := m.loadGame().Pos; pos.Power() == "USSR" {
				t.Error("yes does not play it")
			}
		})
	}
}

// A mail with two authors is refused, and its sender hears why.
func TestMail08_AMailOfTwoAuthorsIsAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.raw("anna@mail.test", "From: anna@mail.test, bert@mail.test\nTo: "+serverAddress+
		"\nSubject: x\nMessage-ID: <two@mail.test>\n\nkey "+w.keys["USSR"]+
		"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n")
	w.raw("anna@mail.test", "From: fritz@else.test\nFrom: bert@mail.test\nTo: "+serverAddress+
		"\nSubject: y\nMessage-ID: <three@mail.test>\n\nkey "+w.keys["USSR"]+
		"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n")
	w.settleOnce()
	w.wantOutcome(1, decision.Refused, "unreadable")
	w.wantOutcome(2, decision.Refused, "stranger")
	w.wants(w.last("anna@mail.test"), "several senders")
	if got := w.onTurn("eastfront"); got != "USSR" {
		t.Errorf("%s is on turn", got)
	}
}
