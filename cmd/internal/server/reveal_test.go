package server

import (
	"testing"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/store"
)

// reveal is the key of a participant.
func reveal(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) string {
	k, err := vault.SeatKey(e, tx, g, *s)
	must(err)
	return k.Reveal()
}

// keyIn is the key of a participant, by the name that the store knows it by.
func keyIn(t *testing.T, s *store.Store, e *env.Env, game, name string) (key string) {
	t.Helper()
	err := s.View(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, game)
		if err == nil {
			key = reveal(e, tx, table, table.Participant(name))
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
	return keyIn(w.t, w.store, w.d.Env, game, name)
}

// whole is a mail of the outbox as it goes out.
func whole(e *env.Env, tx *store.Tx, name string) mailio.Rendered {
	m, _, err := tx.Outbox().ByID(name)
	must(err)
	f, err := notify.CompleteMail(e, tx, m)
	must(err)
	return f
}
