package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"syscall"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/message"
	"fieldpost/mailio/sender"
	"fieldpost/store"
)

// fetch reads the mailbox until the context ends.
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
				log.Info("mailbox read", "kept", c.Kept, "moved", c.Moved, "not moved", c.NotMoved,
					"renumbered", c.Renewed)
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

// keeper stores fetched mails before they are marked in the mailbox.
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

// Cursor returns how far a folder was read.
func (k keeper) Cursor(account, folder string) (inbox.Cursor, error) {
	var c store.Cursor
	err := k.store.View(func(tx *store.Tx) (err error) {
		c, _, err = tx.Inbox().Cursor(account, folder)
		return err
	})
	return inbox.Cursor{UIDValidity: c.Validity, UID: c.UID}, err
}

// Keep stores a mail together with the cursor.
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

// folder returns a folder's settings, and whether it is the first one.
func (k keeper) folder(name string) (f inbox.Folder, first bool) {
	i := slices.IndexFunc(k.folders, func(f inbox.Folder) bool { return f.Name == name })
	if i < 0 {
		return inbox.Folder{Name: name}, true // no folder is configured but the INBOX
	}
	return k.folders[i], i == 0
}

// dkimTime is how long the keys of a mail's signers are looked up.
const dkimTime = 5 * time.Second

// checkDKIM logs whether the signatures of a mail are valid, if the operator wants that (mail convention 10). Nothing
// depends on it: the key proves the seat, and a list or a forward breaks signatures.
func (k keeper) checkDKIM(raw mailio.Raw) {
	if k.dkim == nil || raw.Truncated || len(raw.Bytes) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), dkimTime)
	defer cancel()
	log := k.env.Log.With("folder", raw.Folder, "uid", raw.UID)
	l, err := message.ParseHeader(raw.Bytes)
	if err != nil {
		return // there is no sender to compare a signature with
	}
	s, err := sender.CheckDKIM(ctx, raw.Bytes, l.From.Addr, k.dkim)
	if err != nil {
		log.Info("signatures cannot be checked", "error", err)
		return
	}
	log.Info("signatures checked", "dkim", string(s.Verdict), "domain", s.Domain, "reason", s.Reason)
}

// Explain returns what is wrong with a mail server and what to do about it.
func Explain(err error, s mailio.Server) string {
	if refused, ok := errors.AsType[*mailio.LoginError](err); ok {
		return fmt.Sprintf("%s refuses the login of %s (%v): check mail.user and mail.password; many providers "+
			"want a password made for programs", s.Address(), refused.User, refused.Err)
	}
	if bad, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Sprintf("there is no host %s: check its spelling", bad.Name)
	}
	var host x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &host):
		return fmt.Sprintf("the certificate of %s is for another name (%v): use the name it is made out for",
			s.Address(), host)
	case errors.As(err, &unknown):
		return fmt.Sprintf("nobody known has signed the certificate of %s: if it is your own server, name its "+
			"certificate in ca_file", s.Address())
	case errors.As(err, &invalid):
		return fmt.Sprintf("the certificate of %s is not valid: %v", s.Address(), invalid)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens at %s: check host and port", s.Address())
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("%s does not answer: check port and security (tls and starttls have different "+
			"ports), and the firewall", s.Address())
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return fmt.Sprintf("%s does not speak TLS from the first byte: try security: starttls", s.Address())
	}
	return err.Error()
}
