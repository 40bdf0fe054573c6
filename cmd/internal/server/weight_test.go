package server

import (
	"testing"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/mailtest"
	"fieldpost/store"
)

// checkWeights looks whether mails are as light as they must be.
func checkWeights(t *testing.T, mails [][]byte) {
	t.Helper()
	for _, raw := range mails {
		w, err := mailtest.Weigh(raw)
		if err != nil {
			t.Fatal(err)
		}
		if faults := w.Faults(); len(faults) > 0 {
			t.Errorf("%s: %q", headerOf(string(raw), "Subject"), faults)
		}
	}
}

// sentMails are all mails in the outbox, as they go out.
func (m *months) sentMails() (out [][]byte) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			whole, _, err := tx.Outbox().ByID(x.MessageID)
			if err != nil {
				return err
			}
			if whole.Bytes != nil {
				out = append(out, whole.Bytes)
			}
		}
		return nil
	})
	return out
}

// Every report of a round of bots to one person who plays all powers is as light as it must be, with the real maps, in
// three languages.
func TestReportsToOnePersonAreLight(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "victory=total")
	m.env.Draw = nil
	anna := roster.Person{Address: "anna@mail.test", Name: "Anna", Zone: "Europe/Copenhagen"}
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		for _, seat := range g.Rules.Board.Seats {
			if err := people.SeatPerson(m.env, tx, g, seat.Power, anna); err != nil {
				return err
			}
		}
		m.keys[anna.Address] = reveal(m.env, tx, g, g.Seat("USSR"))
		return people.Start(m.env, tx, g)
	})
	for i := range 6 {
		m.update(func(tx *store.Tx) error {
			g, err := gamestore.Load(tx, m.game)
			if err != nil {
				return err
			}
			for _, s := range g.Seats {
				s.Language = roster.Languages[i%len(roster.Languages)]
				if err := g.SaveSeat(tx, s); err != nil {
					return err
				}
			}
			return nil
		})
		m.playOn()
	}
	mails := m.sentMails()
	if len(mails) < 20 {
		t.Errorf("%d mails", len(mails))
	}
	checkWeights(t, mails)
}
