package localmail_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
	"fieldpost/mailio/outbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const anna = "anna@mail.test"

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func start(t *testing.T, opts localmail.Options) *localmail.Server {
	t.Helper()
	opts.Accounts = []localmail.Account{{Address: anna, Password: "p"}}
	opts.Now = func() time.Time { return noon }
	w, err := localmail.Start(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func send(t *testing.T, w *localmail.Server, to string) outbox.Result {
	t.Helper()
	c, err := outbox.Sender{Server: w.SMTP("")}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.Send(t.Context(), mailio.Rendered{From: "b@mail.test", To: to, Bytes: []byte("From: b@mail.test\r\n\r\nx\r\n")})
}

// collect keeps what it is handed.
type collect struct{ mails []mailio.Raw }

func (c *collect) Cursor(string, string) (inbox.Cursor, error) { return inbox.Cursor{}, nil }

func (c *collect) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	c.mails = append(c.mails, raw)
	return inbox.Leave, nil
}

func read(t *testing.T, w *localmail.Server) []mailio.Raw {
	t.Helper()
	c, err := inbox.Open(t.Context(), inbox.Config{Server: w.IMAP(anna)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var k collect
	if _, err := c.Poll(t.Context(), &k); err != nil {
		t.Fatal(err)
	}
	return k.mails
}

func TestDeliveredMailLooksDelivered(t *testing.T) {
	t.Parallel()
	w := start(t, localmail.Options{AuthServID: "mail.test", UIDValidity: 5})
	if r := send(t, w, "Anna+g42@mail.test"); r.Class != outbox.Delivered {
		t.Fatalf("%+v", r)
	}
	mails := read(t, w)
	if len(mails) != 1 || mails[0].UIDValidity != 5 || !mails[0].Received.Equal(noon) {
		t.Fatalf("%+v", mails)
	}
	raw := string(mails[0].Bytes)
	for _, want := range []string{"Return-Path: <b@mail.test>\r\n", "Delivered-To: Anna+g42@mail.test\r\n", "Authentication-Results: mail.test; spf=pass"} {
		if !strings.Contains(raw, want) {
			t.Errorf("%q is missing in %q", want, raw)
		}
	}
}

// A mail is the caller's before its sender hears that it was accepted.
func TestOnAcceptComesBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex // the server calls from its own goroutines
	var kept []string
	full := true
	w := start(t, localmail.Options{OnAccept: func(account string, raw []byte) error {
		mu.Lock()
		defer mu.Unlock()
		if full {
			return errors.New("disk full")
		}
		kept = append(kept, account+" "+string(raw))
		return nil
	}})
	if r := send(t, w, anna); r.Class != outbox.Temporary || r.Code != 451 || w.Count(anna, "INBOX") != 0 {
		t.Errorf("with a full disk: %+v, %d mails", r, w.Count(anna, "INBOX"))
	}
	mu.Lock()
	full = false
	mu.Unlock()
	w.Play(anna, localmail.CutAfter)
	if r := send(t, w, anna); r.Class != outbox.Temporary || !r.Uncertain {
		t.Errorf("cut: %+v", r)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(kept) != 1 || w.Count(anna, "INBOX") != 1 || kept[0] != anna+" "+string(w.Delivered(anna)[0]) {
		t.Errorf("kept %q", kept)
	}
}

func TestLoadBringsMailsBack(t *testing.T) {
	t.Parallel()
	w := start(t, localmail.Options{})
	err := w.Load(anna, fstest.MapFS{
		"2.eml": {Data: []byte("Subject: two\r\n\r\n"), ModTime: noon.Add(time.Minute)},
		"1.eml": {Data: []byte("Subject: one\r\n\r\n"), ModTime: noon},
		"x.txt": {Data: []byte("no mail")},
	})
	if err != nil {
		t.Fatal(err)
	}
	mails := read(t, w)
	if len(mails) != 2 || !strings.Contains(string(mails[0].Bytes), "one") || !mails[1].Received.Equal(noon.Add(time.Minute)) {
		t.Errorf("%+v", mails)
	}
	if err := w.Load("nobody@mail.test", fstest.MapFS{"1.eml": {}}); err == nil {
		t.Error("mail for nobody was taken")
	}
}
