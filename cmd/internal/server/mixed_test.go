package server

import (
	"strings"
	"testing"

	"fieldpost/orders/reading"
)

// Orders as people write them are read beside commands, too: both are answered, and a guess is asked about with the
// command in it. What is only to be checked is not asked about.
func TestOrdersInOwnWordsBesideCommands(t *testing.T) {
	t.Parallel()
	send := func(w *world, text string) (string, func() string) {
		w.mailFrom("anna@mail.test", "[eastfront R1 USSR]", "key "+w.keys["USSR"]+"\n"+text)
		w.settle()
		var told []string
		got := w.inbox("anna@mail.test")
		for _, m := range got {
			told = append(told, m.Body().Body)
		}
		return strings.Join(told, "\n"), func() string { return says(w, "anna@mail.test", got[len(got)-1], "yes\n") }
	}
	t.Run("a question beside", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		told, _ := send(w, "please buy 8 inf\nstatus\n")
		w.wants(told, "A DRAFT", "buy 8 infantry", "This is how eastfront stands")
		if got := waiting(w); got != "buy 8 infantry" {
			t.Errorf("the draft is %q", got)
		}
	})
	t.Run("a guess beside", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		told, yes := send(w, "combat\ninfantry Karelia -> West Russia\nstatus\n")
		w.wants(told, "I read your mail like this", "move 3 infantry from Karelia S.S.R. to West Russia", "status")
		if got := waiting(w); got != "" {
			t.Errorf("the draft is %q", got)
		}
		w.wants(yes(), "This is how eastfront stands", "noncombat")
	})
	t.Run("words of the club", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		own, err := reading.NewOwn(map[string]string{"wagon": "tank"})
		if err != nil {
			t.Fatal(err)
		}
		w.d.Env.Words = own
		told, _ := send(w, "buy: 2 wagon\n")
		w.wants(told, "A DRAFT", "buy 2 tanks: \"buy: 2 wagon\"")
		if got := waiting(w); got != "buy 2 tanks" {
			t.Errorf("the draft is %q", got)
		}
	})
	t.Run("a check", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		told, _ := send(w, "check\nbuy 8 inf\ncombat\ninfantry Karelia -> West Russia\n")
		w.wants(told, "WHAT YOU WROTE FOR IT", "GUESSED", "infantry", "move 3 infantry from Karelia S.S.R. to West Russia")
		if got := waiting(w); got != "" {
			t.Errorf("the draft is %q", got)
		}
	})
	t.Run("withdraw beside", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		send(w, "buy 8 infantry\nnoncombat\nmove 1 infantry from Caucasus to Russia\n")
		send(w, "withdraw noncombat\nplease buy 4 inf and 3 art\n")
		if got := waiting(w); got != "buy 4 infantry, 3 artillery" {
			t.Errorf("the draft is %q", got)
		}
	})
}
