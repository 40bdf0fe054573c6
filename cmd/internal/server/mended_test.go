package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/replies"
	"fieldpost/store"
)

// setLanguage changes the language of a player.
func setLanguage(w *world, power board.Power, lang string) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		s := *g.Seat(power)
		s.Language = lang
		return g.SaveSeat(tx, s)
	})
}

// sentWrong is the answer to orders of the USSR.
func sentWrong(w *world, text string) (answer string, yes func() string) {
	w.t.Helper()
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR]", "game eastfront\npower USSR\nkey "+w.keys["USSR"]+"\n"+text)
	w.settle()
	got := w.inbox("anna@mail.test")
	m := got[len(got)-1]
	return m.Body().Body, func() string { return says(w, "anna@mail.test", m, "yes\n") }
}

// Refused orders that can be mended without a gap are shown whole, and yes takes them as they are shown.
func TestYesTakesMendedOrders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ lang, offer, line string }{
		{"en", `Answer "yes" to send the orders below as they stand`, "move 3 infantry from Caucasus to Russia"},
		{"de", "Antworte mit", "bewege 3 Infanterie aus dem Kaukasus nach Russland"},
		{"da", "Svar", "flyt 3 infanteri fra Kaukasus til Rusland"},
	} {
		t.Run(tt.lang, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			setLanguage(w, "USSR", tt.lang)
			said, yes := sentWrong(w, "buy 9 tanks\nnoncombat\nmove 9 infantry from Caucasus to Russia\n"+
				"move 1 tank from Caucasus to Russia\n")
			w.wants(said, tt.offer, tt.line, "reading ")
			if got := waiting(w); got != "" {
				t.Fatalf("it was taken before yes: %q", got)
			}
			told := yes()
			want := "buy 4 tanks\nnoncombat\n  move 3 infantry from Caucasus to Russia\n" +
				"  move 1 tank from Caucasus to Russia"
			if got := waiting(w); got != want {
				t.Errorf("the draft is %q; told:\n%s", got, told)
			}
			yes() // a second one
			if got := waiting(w); got != want {
				t.Errorf("after a second yes the draft is %q", got)
			}
		})
	}
}

// What leaves a gap is not offered, nor what was only to be checked.
func TestNoYesToAGap(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"too far":  "combat\nmove 2 infantry from Novosibirsk to Ukraine S.S.R.\n",
		"nothing":  "place 2 infantry in Caucasus\n",
		"a check":  "check\nbuy 9 tanks\n",
		"one is":   "buy 9 tanks\ncombat\nmove 2 infantry from Novosibirsk to Ukraine S.S.R.\n",
		"a type":   "buy 1 battleship, 1 infantry\n", // nothing of the line may be lost
		"commands": "buy 9 tanks\nstatus\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			said, yes := sentWrong(w, text)
			if strings.Contains(said, "\nreading ") {
				t.Errorf("it is offered:\n%s", said)
			}
			yes()
			if got := waiting(w); got != "" {
				t.Errorf("the draft is %q", got)
			}
		})
	}
}

// A gap is filled where it stands: the rest of the mended turn goes with it.
func TestAGapIsFilledWhereItStands(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"thunderbird", "gmail-web", "outlook-classic", "ios-mail"} {
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t)
			m.keyed("anna@mail.test", "buy 3 tnaks, 2 infantry\nnoncombat\nmove 1 tank from Caucasus to Russia\n"+
				"move 2 infantry from Novosibirsk to Ukraine S.S.R.\n")
			sent, letter := m.newest("anna@mail.test")
			gap := "  move 2 infantry from Novosibirsk to ???"
			if !strings.Contains(letter.Body().Body, "\n"+gap+"\n") {
				t.Fatalf("there is no gap:\n%s", letter.Body().Body)
			}
			records := m.loadGame().Chain.Len()
			m.replies(clientNamed(t, client), sent, replies.Reply{Style: replies.InForm, From: "anna@mail.test",
				Instead: gap, Text: "  move 2 infantry from Novosibirsk to Russia\n"})
			m.wantDraft(records, "buy 3 tanks, 2 infantry", "noncombat", "  move 1 tank from Caucasus to Russia",
				"  move 2 infantry from Novosibirsk to Russia")
		})
	}
}
