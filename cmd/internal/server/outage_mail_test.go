package server

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// during lets a daemon live through an outage of its servers, in which they are dialled otherwise (nil: as always), and
// checks that the orders that came at its beginning are played once, and all have their mails once.
func during(t *testing.T, length time.Duration, imap, smtp dialer) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		x := &testConns{imap: never, smtp: never}
		w := newWiredWorld(t, x)
		end := time.Now().Add(length)
		outage := func(good, bad dialer) dialer {
			return func(ctx context.Context, network, address string) (net.Conn, error) {
				if time.Now().Before(end) {
					return bad(ctx, network, address)
				}
				return good(ctx, network, address)
			}
		}
		if imap != nil {
			w.d.Inbox.Server.Dial = outage(w.d.Inbox.Server.Dial, imap)
		}
		if smtp != nil {
			w.d.Outbox.Server.Dial = outage(w.d.Outbox.Server.Dial, smtp)
		}
		w.lay("anna@mail.test", "key "+w.keys["USSR"]+"\r\n"+wholeTurn)
		w.settle()
		if n := w.audit(t); n != 1 {
			t.Errorf("%d goes, want one", n)
		}
		for addr, want := range map[string]int{"anna@mail.test": 1, "bert@mail.test": 1, "emil@mail.test": 1} {
			if got := w.inbox(addr); len(got) != want {
				t.Errorf("%s has %d mails, want %d", addr, len(got), want)
			}
		}
	})
}

type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

func failing(err error) dialer {
	return func(context.Context, string, string) (net.Conn, error) { return nil, err }
}

func TestMail56_NoDNS(t *testing.T) {
	t.Parallel()
	lost := failing(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host",
		Name: "mail.games.test", IsNotFound: true}})
	during(t, 6*time.Hour, lost, lost)
}

func TestMail56_ADayWithoutSMTP(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"refused": syscall.ECONNREFUSED, "silent": os.ErrDeadlineExceeded} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			during(t, 24*time.Hour, nil, failing(err))
		})
	}
}

// A server that takes the connection and refuses each mail for now, as when its own disk is full.
func TestMail56_ADayOf451(t *testing.T) {
	t.Parallel()
	during(t, 24*time.Hour, nil, func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go refuseAll(server)
		return client, nil
	})
}

// refuseAll is a mail server that has a bad day.
func refuseAll(c net.Conn) {
	defer c.Close()
	say := func(s string) bool { _, err := c.Write([]byte(s + "\r\n")); return err == nil }
	if !say("220 bad.day ESMTP") {
		return
	}
	b := make([]byte, 4096)
	for {
		n, err := c.Read(b)
		if err != nil {
			return
		}
		answer := "451 4.3.0 come again later"
		switch line := strings.ToUpper(string(b[:n])); {
		case strings.HasPrefix(line, "EHLO"):
			answer = "250-bad.day\r\n250 AUTH PLAIN LOGIN"
		case strings.HasPrefix(line, "AUTH"):
			answer = "235 2.7.0 ok"
		case strings.HasPrefix(line, "RSET"), strings.HasPrefix(line, "NOOP"):
			answer = "250 2.0.0 ok"
		case strings.HasPrefix(line, "QUIT"):
			say("221 bye")
			return
		}
		if !say(answer) {
			return
		}
	}
}

// A backup is restored after the disk was lost: it is sound, mails that it knows are not answered again when a person
// moves them back into the INBOX, and the game goes on.
func TestMail60_ARestoredBackup(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	backup := filepath.Join(w.dir, "backup.db")
	if err := w.store.BackupFile(t.Context(), backup, true); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.store.Close(), os.Rename(backup, filepath.Join(w.dir, "fieldpost.db"))); err != nil {
		t.Fatal(err)
	}
	w.open()
	if found, err := w.store.Check(); err != nil || len(found) > 0 {
		t.Errorf("the backup: %v %v", found, err)
	}
	for _, raw := range w.mail.Delivered(serverAddress) {
		if err := w.mail.Append(serverAddress, "INBOX", raw, w.now); err != nil {
			t.Fatal(err)
		}
	}
	w.mailFrom("anna@mail.test", "[eastfront]", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes, want one", n)
	}
	if n := len(w.inbox("anna@mail.test")); n != 2 {
		t.Errorf("%d mails, want the answer and the report", n)
	}
}
