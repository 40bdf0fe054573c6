package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
)

// waiting is the draft of the game as canonical lines.
func waiting(w *world) string {
	g := w.table()
	return strings.TrimSpace(orders.FormatSheet(filing.Waiting(g.Game), syntax.English, g.Rules.Board))
}

// Orders as people write them are taken where they can mean only one thing, with the words beside them; what had to be
// guessed is asked about and taken after a yes.
func TestOrdersAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, draft, told string }{
		{"shorthand", "purchase: 5 inf, 1 arm\n", "buy 5 infantry, 1 tank", ""},
		{"German", "Ich kaufe bitte 5 Infanteristen sowie einen Panzer.\n", "buy 5 infantry, 1 tank",
			"WHAT YOU WROTE FOR IT"},
		{"Danish", "Jeg køber fem infanteri samt en kampvogn.\n", "buy 5 infantry, 1 tank",
			"WHAT YOU WROTE FOR IT"},
		{"noncombat", "NCM:\nfrom Novosibirsk: 2 inf to Russia please\n",
			"noncombat\n  move 2 infantry from Novosibirsk to Russia", "WHAT YOU WROTE FOR IT"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			call := firstCall(w)
			said := says(w, "anna@mail.test", call, tt.text)
			if got := waiting(w); got != tt.draft {
				t.Errorf("the draft is %q, want %q; told:\n%s", got, tt.draft, said)
			}
			w.wants(said, tt.told)
		})
	}
}

// A guess is never taken without a yes.
func TestGuessesAreAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	call := firstCall(w)
	w.reply("anna@mail.test", call, "Re: "+call.Subject, "NCM\ninfantry Novosibirsk -> Russia\n")
	w.settle()
	got := w.inbox("anna@mail.test")
	q := got[len(got)-1]
	w.wants(q.Body().Body, "I read your mail like this. Nothing is played until you answer", "from Novosibirsk to Russia")
	if f := filing.Waiting(w.table().Game); !f.Empty() {
		t.Fatalf("it was taken: %s", waiting(w))
	}
	says(w, "anna@mail.test", q, "yes\n")
	if f := filing.Waiting(w.table().Game); len(f.Parts[order.Noncombat].Orders) != 1 {
		t.Errorf("after yes the draft is %q", waiting(w))
	}
}

// What has no legal reading is refused as before, and chat is no order.
func TestNoReadingIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"attack Germany with 3 inf from Russia\n", "Thanks, nice weather here!\n"} {
		w := newWorld(t)
		call := firstCall(w)
		said := says(w, "anna@mail.test", call, text)
		if got := waiting(w); got != "" {
			t.Errorf("%q was taken as %q; told:\n%s", text, got, said)
		}
	}
}
