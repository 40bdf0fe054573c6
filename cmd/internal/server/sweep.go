package server

import (
	"context"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/mailio/sender"
	"fieldpost/store"
)

const (
	sweepTime = 24 * time.Hour
	sweepMost = 500 // mails in a transaction
)

// sweep drops what letters and mails said once they are older than they are to be kept (mail convention 59). Their rows stay, so that
// a letter is known if it comes again; records of games are not touched.
func (d *Server) sweep() error {
	now := d.Env.Now()
	if d.Keep == 0 || now.Sub(d.swept) < sweepTime {
		return nil
	}
	before := now.Add(-d.Keep)
	return d.Store.Update(func(tx *store.Tx) error {
		letters, err := tx.Inbox().DropBefore(before, sweepMost)
		if err != nil {
			return err
		}
		mails, err := tx.Outbox().DropBefore(before, sweepMost)
		if err != nil {
			return err
		}
		if letters+mails > 0 {
			d.Env.Log.Info("old mail dropped", "letters", letters, "mails", mails, "before", before)
		}
		if letters < sweepMost && mails < sweepMost {
			d.swept = now
		}
		return nil
	})
}

// dkimTime is how long the keys of a letter's signers are looked for.
const dkimTime = 5 * time.Second

// checkDKIM logs what the signatures of a mail are worth, if the operator wants that (mail convention 10). Nothing depends on it: the
// key gives permission, and a list or a forward breaks signatures.
func (d *Server) checkDKIM(raw mailio.Raw) {
	if d.DKIM == nil || raw.Truncated || len(raw.Bytes) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), dkimTime)
	defer cancel()
	log := d.Env.Log.With("folder", raw.Folder, "uid", raw.UID)
	l, err := message.ParseHeader(raw.Bytes)
	if err != nil {
		return // nobody to hold a signature against
	}
	s, err := sender.CheckDKIM(ctx, raw.Bytes, l.From.Addr, d.DKIM)
	if err != nil {
		log.Info("signatures cannot be checked", "error", err)
		return
	}
	log.Info("signatures checked", "dkim", string(s.Verdict), "domain", s.Domain, "reason", s.Reason)
}
