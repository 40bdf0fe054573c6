package server

import (
	"context"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/guard"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/store"
)

// guard holds the games against what was mailed of them, before anything is done: against the reports that the store remembers, and against
// our own mails in the folder of sent mail, as far as they came after those seen last. A backup that was restored has seen fewer.
func (d *Server) guard(ctx context.Context) error {
	suspects, err := d.suspects()
	if err != nil {
		return err
	}
	for _, name := range suspects {
		if err := d.Store.Update(func(tx *store.Tx) error { return guard.GuardStart(d.Env, tx, name) }); err != nil {
			if env.Fatal(err) {
				return err
			}
			d.Env.Log.Error("game cannot be looked at", "game", name, "error", err)
		}
	}
	if d.Sent == "" {
		return nil
	}
	if err := d.readSent(ctx); err != nil && ctx.Err() == nil {
		d.Env.Log.Warn("the folder of sent mail cannot be read, so that nothing shows whether a backup was restored", "folder", d.Sent, "error", Explain(err, d.Inbox.Server))
	}
	return nil
}

// suspects are the games that want a closer look. One that cannot be read is logged, and the others go on.
func (d *Server) suspects() (names []string, err error) {
	err = d.Store.View(func(tx *store.Tx) error {
		for name, err := range tx.Games().Names() {
			if err != nil {
				return err
			}
			doubt, err := guard.Suspect(d.Env, tx, name)
			if err != nil {
				d.Env.Log.Error("game cannot be read", "game", name, "error", err)
			}
			if doubt {
				names = append(names, name)
			}
		}
		return nil
	})
	return names, err
}

// readSent looks at the mails of the sent folder once.
func (d *Server) readSent(ctx context.Context) error {
	c := d.Inbox
	c.Folders = []inbox.Folder{{Name: d.Sent}}
	conn, err := inbox.Open(ctx, c)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Poll(ctx, sentKeeper{keeper{d}})
	return err
}

// sentKeeper looks at mails and keeps nothing of them but how far it has come.
type sentKeeper struct{ keeper }

// Keep looks at a mail that we have sent.
func (k sentKeeper) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	return inbox.Leave, k.d.Store.Update(func(tx *store.Tx) error {
		if err := guard.GuardMail(k.d.Env, tx, raw.Bytes); err != nil {
			return err
		}
		return tx.Inbox().SetCursor(raw.Account, raw.Folder, store.Cursor{Validity: raw.UIDValidity, UID: raw.UID})
	})
}
