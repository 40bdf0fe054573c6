package server

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/cmd/internal/decision"
	"fieldpost/store"
)

// badInput is a mail that must change nothing, and the clear answer that its sender gets.
type badInput struct {
	name    string
	from    string // Anna, unless it says otherwise
	subject string
	text    string // KEY stands for Anna's key
	raw     string // in place of subject and text
	outcome string // kind and reason in the intake log
	says    string // in the answer; "" for no answer at all
}

var badInputs = []badInput{
	{name: "a stranger", from: "stranger@else.test", subject: "hello", text: "What is this?\n",
		outcome: "refused stranger", says: "does not know your address"},
	{name: "a stranger again on the same day", from: "stranger@else.test", subject: "hello?", text: "Anybody there?\n",
		outcome: "ignored stranger-again"},
	{name: "a wrong key", text: "key AAAA-BBBB-CCCC-DDDD\nbuy 8 infantry\n", outcome: "refused wrong-key", says: "key"},
	{name: "a key one letter short", text: "key AAAA-BBBB-CCCC-DDD\nbuy 8 infantry\n",
		outcome: "refused no-key", says: "key"},
	{name: "no key", text: "buy 8 infantry\n", outcome: "refused no-key", says: "key"},
	{name: "a game that is not there", text: "game westfront\nkey KEY\nbuy 8 infantry\n",
		outcome: "refused no-game", says: "westfront"},
	{name: "another's power", text: "game eastfront\npower Germany\nkey KEY\nbuy 8 infantry\n",
		outcome: "refused wrong-seat", says: "Germany"},
	{name: "a stale round", text: "key KEY\nround 7\nbuy 8 infantry\n", outcome: "refused faults", says: "round"},
	{name: "a stale round in the subject", subject: "[eastfront R7 USSR]", text: "key KEY\nbuy 8 infantry\n",
		outcome: "refused faults", says: "round"},
	{name: "an unknown base", text: "key KEY\nbase " + strings.Repeat("ab", 32) + "\nbuy 8 infantry\n",
		outcome: "refused unknown-base", says: "record that I do not know"},
	{name: "an unknown space", text: "key KEY\ncombat\n  move 1 infantry from Archangel to Karelai\n",
		outcome: "refused faults", says: "move 1 infantry from Archangel to ???"},
	{name: "an unknown unit", text: "key KEY\nbuy 3 zeppelins\n", outcome: "refused faults", says: "zeppelins"},
	{name: "an order that the rules forbid", text: "key KEY\nbuy 80 infantry\n",
		outcome: "refused faults", says: "Line 2"},
	{name: "not on turn", from: "bert@mail.test", text: "key GERKEY\nbuy 3 infantry\n",
		outcome: "refused faults", says: "UdSSR"},
	{name: "an empty mail", text: "\n", outcome: "refused empty", says: "no orders"},
	{name: "thanks and no more", subject: "Re: report", text: "ok, thanks!\n",
		outcome: "refused empty", says: "no orders"},
	{name: "orders only in quoted lines", text: "> key KEY\n> buy 8 infantry\n",
		outcome: "refused only-quoted", says: ">"},
	{name: "a mail of 10 MB", text: strings.Repeat("buy 1 infantry and more of the same\n", 300_000),
		outcome: "refused too-big", says: "too big"},
	{name: "a picture and no text", raw: head("anna@mail.test", "image/png") +
		"Content-Transfer-Encoding: base64\n\niVBORw0KGgo=\n", outcome: "refused no-text", says: "no text"},
	{name: "broken MIME", raw: head("anna@mail.test", "multipart/mixed; boundary=x") +
		"\n--y\nContent-Type: text/plain\n\nbuy 8 infantry\n", outcome: "refused", says: ""},
	{name: "broken base64", raw: head("anna@mail.test", "text/plain") +
		"Content-Transfer-Encoding: base64\n\n@@@@ no base64 @@@@\n", outcome: "refused", says: ""},
	{name: "two senders", raw: "From: anna@mail.test, bert@mail.test\nTo: orders@games.test\nSubject: x\nMessage-ID: <two@mail.test>\n\nbuy 8 infantry\n",
		outcome: "refused unreadable", says: "several senders"},
	{name: "an encrypted mail", raw: head("anna@mail.test", "multipart/encrypted; boundary=x") +
		"\n--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--x--\n",
		outcome: "refused encrypted", says: "ncrypted"},
	{name: "a vacation robot", raw: "From: anna@mail.test\nTo: orders@games.test\nSubject: I am away\nMessage-ID: <away@mail.test>\nAuto-Submitted: auto-replied\n\nkey KEY\nbuy 8 infantry\n",
		outcome: "ignored auto-submitted"},
	{name: "our own mail sent back", raw: "From: orders@games.test\nTo: orders@games.test\nSubject: x\nX-Loop: test\nMessage-ID: <own@games.test>\n\nkey KEY\nbuy 8 infantry\n",
		outcome: "ignored own"},
	{name: "a record sent back as attachment",
		raw:     head("anna@mail.test", "text/plain; name=eastfront-0.txt") + "\npbd1 record\ngame eastfront\nseq 0\n",
		outcome: "refused empty", says: "no orders"},
}

func head(from, contentType string) string {
	return fmt.Sprintf("From: %s\nTo: %s\nSubject: orders\nMessage-ID: <%d@mail.test>\nMIME-Version: 1.0\nContent-Type: %s\n", from, serverAddress, len(contentType)*7919, contentType)
}

// Whatever comes in, it gets its clear answer or none at all, and nothing else changes.
func TestBadInput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	keys := strings.NewReplacer("GERKEY", w.keys["Germany"], "KEY", w.keys["USSR"])
	for i, c := range badInputs {
		from := c.from
		if from == "" {
			from = "anna@mail.test"
		}
		if c.raw != "" {
			w.raw(from, keys.Replace(c.raw))
		} else {
			w.mailFrom(from, c.subject, keys.Replace(c.text))
		}
		w.settle()
		t.Run(c.name, func(t *testing.T) { w.checkAnswer(t, uint64(i+1), from, c) })
	}
}

func (w *world) checkAnswer(t *testing.T, number uint64, from string, c badInput) {
	t.Helper()
	answers := w.inbox(from)
	switch {
	case c.says == "" && strings.HasPrefix(c.outcome, decision.Ignored):
		if len(answers) != 0 {
			t.Errorf("%d answers, want none", len(answers))
		}
	case len(answers) != 1:
		t.Errorf("%d answers, want one", len(answers))
	default:
		if text := strings.Join(strings.Fields(answers[0].Body().Body), " "); !strings.Contains(text, c.says) {
			t.Errorf("the answer does not say %q:\n%s", c.says, text)
		}
	}
	w.view(func(tx *store.Tx) error {
		l, err := tx.Inbox().Mail(number)
		if got := l.Outcome.Kind + " " + l.Outcome.Reason; !strings.HasPrefix(got, c.outcome) {
			t.Errorf("outcome %q, want %q", got, c.outcome)
		}
		g, err2 := tx.Games().Game("eastfront")
		if err2 == nil && g.Len() != 1 {
			t.Errorf("%d records, want the genesis alone", g.Len())
		}
		return err
	})
	for _, p := range players {
		if p.Address != from && len(w.inbox(p.Address)) != 0 {
			t.Errorf("%s got mail", p.Name)
		}
	}
}

func (w *world) view(f func(*store.Tx) error) {
	w.t.Helper()
	if err := w.store.View(f); err != nil {
		w.t.Fatal(err)
	}
}
