package daemon

import (
	"testing"

	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
)

// reveal is the key of a seat or chair.
func reveal(o *Office, tx *store.Tx, t *Table, s *roster.Seat) string {
	k, err := o.KeyOf(tx, t, *s)
	must(err)
	return k.Reveal()
}

// keyIn is the key of a seat or chair, by the name that the store knows it by.
func keyIn(t *testing.T, s *store.Store, o *Office, game, name string) (key string) {
	t.Helper()
	err := s.View(func(tx *store.Tx) error {
		table, err := openTable(tx, game)
		if err == nil {
			key = reveal(o, tx, table, table.named(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (w *world) keyOf(game, name string) string {
	w.t.Helper()
	return keyIn(w.t, w.store, w.d.Office, game, name)
}

// whole is a mail of the outbox as it goes out.
func whole(o *Office, tx *store.Tx, name string) mailio.Frozen {
	m, _, err := tx.MailByID(name)
	must(err)
	f, err := o.whole(tx, m)
	must(err)
	return f
}
