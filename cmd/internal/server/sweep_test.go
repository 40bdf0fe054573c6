package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/store"
)

func TestMail59_OldMailIsDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Keep = 30 * 24 * time.Hour
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	has := func() (letter, mail bool) {
		w.view(func(tx *store.Tx) error {
			_, err := tx.Inbox().Bytes(1)
			letter = err == nil
			m, _, err := tx.Outbox().ByID(opening)
			mail = m.Bytes != nil
			return err
		})
		return letter, mail
	}
	if l, m := has(); !l || !m {
		t.Errorf("dropped at once: letter %t, mail %t", l, m)
	}
	w.now = w.now.Add(31 * 24 * time.Hour)
	if err := w.d.sweep(); err != nil {
		t.Fatal(err)
	}
	if l, m := has(); l || m {
		t.Errorf("kept: letter %t, mail %t", l, m)
	}
	// The mail is known all the same, if it comes again.
	raw := w.mail.Delivered(serverAddress)[0]
	w.update(func(tx *store.Tx) error {
		_, fresh, err := tx.Inbox().Add(store.Source{}, "", w.now, raw)
		if fresh {
			t.Error("the letter is taken for a new one")
		}
		return err
	})
}

// logged gathers what the daemon logs.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// listen lets a test read the log.
func (w *world) listen() *logged {
	l := &logged{}
	w.d.Env.Log = slog.New(slog.NewTextHandler(l, nil))
	return l
}

// Keys, orders and mails of people are not for the log.
func TestMail59_TheLogHoldsNoKeysAndNoText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := w.listen()
	w.mailFrom("anna@mail.test", "[eastfront] key "+w.keys["USSR"], "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.mailFrom("bert@mail.test", "[eastfront]", anyKey+wholeTurn)
	w.settle()
	text := log.String()
	if text == "" {
		t.Fatal("nothing is logged")
	}
	for _, secret := range append([]string{"2222-3333-4444-5555", "rockets", "Archangel"},
		w.keys["USSR"], w.keys["Germany"]) {
		if strings.Contains(text, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// noDNS knows no name.
type noDNS struct{}

func (noDNS) LookupTXT(context.Context, string) ([]string, error) {
	return nil, errors.New("no such host")
}

func TestMail10_SignaturesAreCheckedAndOnlyLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.DKIM = noDNS{}
	log := w.listen()
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.raw("bert@mail.test", "DKIM-Signature: v=1; a=rsa-sha256; d=mail.test; s=x; h=From; bh=AAAA; b=AAAA\nFrom: bert@mail.test\nTo: "+serverAddress+"\nMessage-ID: <signed@mail.test>\n\nstatus\n")
	w.settle()
	if text := log.String(); !strings.Contains(text, "dkim=none") || strings.Count(text, "signatures checked") != 2 {
		t.Errorf("logged:\n%s", text)
	}
	if len(w.inbox("anna@mail.test")) != 1 || len(w.inbox("bert@mail.test")) != 1 {
		t.Error("a signature has decided something")
	}
}
