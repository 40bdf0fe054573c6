package server

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/message"
	"fieldpost/orders/filing"
)

// reply is an answer to a mail as a plain program writes it. Header lines next to those of every answer may be given.
func (w *world) reply(from string, to message.Letter, subject, text string) {
	w.t.Helper()
	w.sent++
	w.rawTo(from, to.AnswerTo().Addr, fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMessage-ID: <reply-%d@mail.test>\nIn-Reply-To: %s\nReferences: %s\n"+
		"Content-Type: text/plain; charset=utf-8\n\n%s", from, to.AnswerTo().Addr, subject, w.sent,
		to.MessageID, to.MessageID, text))
}

// quote is a text as most programs quote it.
func quote(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ") + "\n"
}

// firstCall is the mail that calls the first player to move.
func firstCall(w *world) message.Letter {
	w.t.Helper()
	w.mailFrom("anna@mail.test", "[eastfront]", "report\n")
	w.settle()
	got := w.inbox("anna@mail.test")
	if len(got) == 0 {
		w.t.Fatal("Anna got no mail")
	}
	return got[len(got)-1]
}

// infantryInDraft is how many infantry the draft of a game buys.
func infantryInDraft(g *gamestore.Game) int {
	n := 0
	waiting := filing.Waiting(g.Game)
	for _, o := range waiting.Parts[order.Buy].Orders {
		for _, u := range o.(order.BuyUnits).Units {
			if u.Type == board.Infantry {
				n += u.N
			}
		}
	}
	return n
}

// A reply plays the turn in any style, without a key typed: the mail it answers says who wrote it and which game is
// meant.
func TestReplyPlaysTheTurn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, top, bottom string }{
		{name: "alone", top: "buy 8 infantry\n"},
		{name: "on top", top: "buy 8 infantry\n\nOn Sat, 21 Nov 2026 at 10:00, fieldpost wrote:\n", bottom: "quote"},
		{name: "at the bottom", top: "On Sat, 21 Nov 2026 at 10:00, fieldpost wrote:\n", bottom: "quote, then orders"},
		{name: "in the form", top: "On Sat, 21 Nov 2026 at 10:00, fieldpost wrote:\n", bottom: "form"},
		{name: "unmarked", top: "buy 8 infantry\n\n-----Original Message-----\nFrom: fieldpost\nSent: Saturday\nTo: Anna\nSubject: x\n\n", bottom: "bare"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			call := firstCall(w)
			body := call.Body().Body
			text := tt.top
			switch tt.bottom {
			case "quote":
				text += quote(body)
			case "quote, then orders":
				text += quote(body) + "\nbuy 8 infantry\n"
			case "form":
				changed := strings.Replace(body, "# buy 3 infantry, 1 tank", "buy 8 infantry", 1)
				if changed == body {
					t.Fatal("the form has no example of a purchase")
				}
				text += quote(changed)
			case "bare":
				text += body
			}
			w.reply("anna@mail.test", call, "Re: "+call.Subject, text)
			w.settle()
			w.wants(w.last("anna@mail.test"), "TAKEN AS A DRAFT", "buy 8 infantry")
			if n := infantryInDraft(w.table()); n != 8 {
				t.Errorf("%d infantry are in the draft", n)
			}
		})
	}
}

// What an answered mail proves it proves to its own reader only, and not for what cannot be undone.
func TestReplyProvesOnlyItsReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	call := firstCall(w)
	w.reply("bert@mail.test", call, "Re: "+call.Subject, "buy 8 infantry\n")
	w.reply("anna@mail.test", call, "Re: "+call.Subject, "resign\n")
	w.settle()
	g := w.table()
	if n := g.Pos.Nation("USSR").Bought()[board.Infantry]; n > 0 || !g.Seat("USSR").Taken() {
		t.Errorf("%d infantry were bought; USSR taken: %v", n, g.Seat("USSR").Taken())
	}
	for _, addr := range []string{"bert@mail.test", "anna@mail.test"} {
		if text := w.last(addr); !strings.Contains(text, "key") {
			t.Errorf("%s is not told that the key is missing:\n%s", addr, text)
		}
	}
}
