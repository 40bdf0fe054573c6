package server

import (
	"context"
	"slices"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/message"
	"fieldpost/mailio/sender"
	"fieldpost/store"
)

// fetch reads the mailbox.
func (s *Server) fetch(ctx context.Context, h heartbeat) {
	log := s.Env.Log.With("mailbox", s.Inbox.Server.Address())
	var began time.Time
	err := inbox.Run(ctx, s.Inbox, s.newKeeper(), inbox.Watch{
		Connected: func() { log.Info("mailbox open") },
		Polling:   func() { began = s.Env.Now() },
		Polled: func(c inbox.Count) {
			s.Env.ActiveMeter().Polled(true)
			if err := h.polled(began); err != nil && ctx.Err() == nil {
				log.Error("heartbeat not written", "error", err)
			}
			if c.Kept+c.NotMoved+len(c.Renewed) > 0 {
				log.Info("mailbox read", "kept", c.Kept, "moved", c.Moved, "not moved", c.NotMoved, "renumbered", c.Renewed)
			}
		},
		Failed: func(err error, in time.Duration) {
			s.Env.ActiveMeter().Polled(false)
			log.Warn("mailbox cannot be read", "error", Explain(err, s.Inbox.Server), "again in", in)
		},
	})
	if ctx.Err() == nil {
		log.Error("mailbox is read no more", "error", err)
	}
}

// keeper puts fetched mails into the store before they are marked in the mailbox.
type keeper struct {
	env     *env.Env
	store   *store.Store
	writes  writes
	folders []inbox.Folder
	dkim    sender.Resolver // nil: signatures are not checked
}

func (s *Server) newKeeper() keeper {
	return keeper{env: s.Env, store: s.Store, writes: s.writes, folders: s.Inbox.Folders, dkim: s.DKIM}
}

// Cursor tells how far a folder was read.
func (k keeper) Cursor(account, folder string) (inbox.Cursor, error) {
	var c store.Cursor
	err := k.store.View(func(tx *store.Tx) (err error) {
		c, _, err = tx.Inbox().Cursor(account, folder)
		return err
	})
	return inbox.Cursor{UIDValidity: c.Validity, UID: c.UID}, err
}

// Keep stores a mail with the cursor.
func (k keeper) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	k.checkDKIM(raw)
	var v inbox.Verdict
	var number uint64 // 0: it was not kept
	var fresh bool
	err := k.writes.do(func(tx *store.Tx) (err error) {
		number = 0
		f, first := k.folder(raw.Folder)
		if v, err = sortMail(k.env, tx, raw, first); err != nil {
			return err
		}
		if v == inbox.Reject && f.Rejected == "" {
			v = inbox.Take
		}
		if v == inbox.Leave {
			return advanceCursor(tx, raw)
		}
		number, fresh, err = vault.AddMail(k.env, tx, raw)
		return err
	})
	if err == nil && number > 0 {
		k.env.Log.Info("letter kept", "letter", number, "fresh", fresh, "folder", raw.Folder, "uid", raw.UID,
			"bytes", len(raw.Bytes))
	}
	return v, err
}

// folder finds a folder's settings, and tells whether it is the one that is watched.
func (k keeper) folder(name string) (f inbox.Folder, first bool) {
	i := slices.IndexFunc(k.folders, func(f inbox.Folder) bool { return f.Name == name })
	if i < 0 {
		return inbox.Folder{Name: name}, true // no folder is configured but the INBOX
	}
	return k.folders[i], i == 0
}

// dkimTime is how long the keys of a letter's signers are looked for.
const dkimTime = 5 * time.Second

// checkDKIM logs what the signatures of a mail are worth, if the operator wants that (mail convention 10). Nothing
// depends on it: the key gives permission, and a list or a forward breaks signatures.
func (k keeper) checkDKIM(raw mailio.Raw) {
	if k.dkim == nil || raw.Truncated || len(raw.Bytes) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), dkimTime)
	defer cancel()
	log := k.env.Log.With("folder", raw.Folder, "uid", raw.UID)
	l, err := message.ParseHeader(raw.Bytes)
	if err != nil {
		return // nobody to hold a signature against
	}
	s, err := sender.CheckDKIM(ctx, raw.Bytes, l.From.Addr, k.dkim)
	if err != nil {
		log.Info("signatures cannot be checked", "error", err)
		return
	}
	log.Info("signatures checked", "dkim", string(s.Verdict), "domain", s.Domain, "reason", s.Reason)
}
