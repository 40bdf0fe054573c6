package server

import (
	"testing"

	"fieldpost/adjudicator/history"
)

// Standing orders whose sender names no salt get one that only the master secret gives, and the receipt names it: their
// hash in a public lock record reveals nothing to a guesser.
func TestTheReceiptNamesTheDerivedSalt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("bert@mail.test", "[eastfront]",
		"key "+w.keys["Germany"]+"\ndefend everywhere\n  losses infantry, tank\n")
	w.settle()
	table := w.table()
	master, err := w.d.Env.Secrets.Master("eastfront")
	if err != nil || len(table.Sets) != 1 {
		t.Fatalf("%d sets on file, %v", len(table.Sets), err)
	}
	s, err := history.ParseSet(table.Sets[0].Bytes)
	if err != nil {
		t.Fatal(err)
	}
	want := master.Salt("eastfront", "GER", s.Kind, s.Base, s.Orders)
	if s.Salt != want {
		t.Errorf("salt %s, want %s", s.Salt, want)
	}
	w.wants(w.last("bert@mail.test"), "Zufallswort: "+want)
}
