package server

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// A person who is forgotten leaves no trace in the store, and the history of their games is valid as before.
func TestAPersonIsForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	forget := func(addr string) (f people.Forgotten, err error) {
		err = w.store.Update(func(tx *store.Tx) error {
			out, err := people.ForgetPerson(w.d.Env, tx, people.ForgetRequest{Address: addr})
			f, _ = out.(people.Forgotten)
			return err
		})
		return f, err
	}
	key := w.observer("stranger@else.test")
	w.mailFrom("stranger@else.test", "", "key "+key+"\npress to referee\nHello.\nend press\n")
	w.writes("Germany", "press to all", "Good game.", "end press")
	w.settle()
	if _, err := forget("bert@mail.test"); err == nil ||
		!strings.Contains(err.Error(), "Germany in eastfront, which is not over") {
		t.Errorf("forgotten in mid-game: %v", err)
	}
	for p := range players {
		w.writes(string(p), "vote end")
	}
	w.settle()
	for _, addr := range []string{"bert@mail.test", "stranger@else.test"} {
		f, err := forget(addr)
		if err != nil || f.Seats != 1 || f.Letters == 0 || f.Mails == 0 || f.Waiting != 0 {
			t.Errorf("%s: %+v, %v", addr, f, err)
		}
	}
	w.audit(t)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := w.store.BackupFile(t.Context(), copied, true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Compact(copied, store.Options{}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"stranger@else.test", "Olga", "bert@mail.test", "Bert"} {
		if i := bytes.Index(data, []byte(word)); i >= 0 {
			t.Errorf("%s is still in the store: %q", word, data[max(0, i-100):i+100])
		}
	}
	w.wants(w.ask("anna@mail.test", "history press"), "Good game.", "From: Germany")
}
