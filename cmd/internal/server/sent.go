package server

import (
	"context"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/guard"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/store"
)

// checkGames compares the games with what was mailed of them, before anything is done: with the reports that the store
// remembers, and with our own mails in the folder of sent mail that came after those seen last. A restored backup has
// seen fewer.
func (s *Server) checkGames(ctx context.Context) error {
	suspects, err := s.gamesToCheck()
	if err != nil {
		return err
	}
	for _, name := range suspects {
		if err := s.Store.Update(func(tx *store.Tx) error { return guard.CheckAtStart(s.Env, tx, name) }); err != nil {
			if env.IsFatal(err) {
				return err
			}
			s.Env.Log.Error("game cannot be looked at", "game", name, "error", err)
		}
	}
	if s.Sent == "" {
		return nil
	}
	if err := s.readSent(ctx); err != nil && ctx.Err() == nil {
		s.Env.Log.Warn("the folder of sent mail cannot be read, so that nothing shows whether a backup was restored",
			"folder", s.Sent, "error", Explain(err, s.Inbox.Server))
	}
	return nil
}

// gamesToCheck returns the games that must be checked. One that cannot be read is logged and does not stop the others.
func (s *Server) gamesToCheck() (names []string, err error) {
	err = s.Store.View(func(tx *store.Tx) error {
		for name, err := range tx.Games().Names() {
			if err != nil {
				return err
			}
			doubt, err := guard.NeedsCheck(s.Env, tx, name)
			if err != nil {
				s.Env.Log.Error("game cannot be read", "game", name, "error", err)
			}
			if doubt {
				names = append(names, name)
			}
		}
		return nil
	})
	return names, err
}

// readSent looks at the mails of the folder of sent mail.
func (s *Server) readSent(ctx context.Context) error {
	c := s.Inbox
	c.Folders = []inbox.Folder{{Name: s.Sent}}
	conn, err := inbox.Open(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Poll(ctx, sentKeeper{s.newKeeper()})
	return err
}

// sentKeeper looks at mails and stores only how far the folder was read.
type sentKeeper struct{ keeper }

// Keep compares a mail that we have sent with the games.
func (k sentKeeper) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	return inbox.Leave, k.store.Update(func(tx *store.Tx) error {
		if err := guard.CheckMail(k.env, tx, raw.Bytes); err != nil {
			return err
		}
		return tx.Inbox().SetCursor(raw.Account, raw.Folder, store.Cursor{Validity: raw.UIDValidity, UID: raw.UID})
	})
}
