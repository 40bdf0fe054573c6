//go:build mailserver && linux

package mailtest_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/mailtest"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
)

// shared are the servers of most tests, each with accounts of its own; those that stop or break servers start their
// own.
var shared *mailtest.Server

func TestMain(m *testing.M) {
	var err error
	if shared, err = mailtest.Start("office", "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := shared.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// ledger is a Keeper in memory that several goroutines may use, and that can be waited on.
type ledger struct {
	mu      sync.Mutex
	cursors map[string]inbox.Cursor
	kept    []mailio.Raw
	verdict func(mailio.Raw) inbox.Verdict
	news    chan mailio.Raw
}

func newLedger() *ledger {
	return &ledger{cursors: map[string]inbox.Cursor{}, news: make(chan mailio.Raw, 100_000)}
}

func (l *ledger) Cursor(_, folder string) (inbox.Cursor, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cursors[folder], nil
}

func (l *ledger) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kept = append(l.kept, raw)
	l.cursors[raw.Folder] = inbox.Cursor{UIDValidity: raw.UIDValidity, UID: raw.UID}
	l.news <- raw
	if l.verdict != nil {
		return l.verdict(raw), nil
	}
	return inbox.Take, nil
}

// counts returns how often each mail was handed over, by its subject.
func (l *ledger) counts() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := map[string]int{}
	for _, raw := range l.kept {
		n[message.FirstField(raw.Bytes, "Subject")]++
	}
	return n
}

// reader runs an inbox until the end of the test.
type reader struct {
	*ledger
	t      *testing.T
	polled chan inbox.Count
	failed chan error
	stop   func()
}

func read(t *testing.T, config inbox.Config) *reader {
	t.Helper()
	r := &reader{ledger: newLedger(), t: t, polled: make(chan inbox.Count, 10_000), failed: make(chan error, 10_000)}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		inbox.Run(ctx, config, r, inbox.Watch{Polled: func(c inbox.Count) { r.polled <- c }, Failed: func(err error, _ time.Duration) { r.failed <- err }})
	}()
	r.stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(r.stop)
	return r
}

// await waits for a mail of which want is true.
func (r *reader) await(what string, want func(message.Letter) bool) message.Letter {
	r.t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case raw := <-r.news:
			l, err := message.Parse(raw.Bytes, message.DefaultLimits())
			if err != nil {
				r.t.Error(err)
			}
			if want(l) {
				return l
			}
		case <-limit:
			r.t.Fatalf("%s: no such mail came", what)
		}
	}
}

func (r *reader) awaitPoll() inbox.Count {
	r.t.Helper()
	select {
	case c := <-r.polled:
		return c
	case <-time.After(30 * time.Second):
		r.t.Fatal("nothing was polled")
	}
	return inbox.Count{}
}

func withID(id string) func(message.Letter) bool {
	return func(l message.Letter) bool { return l.MessageID == id }
}

// send sends a mail and returns its Message-ID.
func send(t *testing.T, server mailio.Server, to string) string {
	t.Helper()
	from := "outside@elsewhere.example"
	if server.Login.User != "" {
		from = mailtest.Address(server.Login.User)
	}
	f, err := compose.Render(compose.Draft{
		From: mailio.Address{Name: "Søren", Addr: from}, To: mailio.Address{Addr: to}, Subject: "[g42] Züge",
		MessageID: "<" + rand.Text() + "@elsewhere.example>", Date: time.Now(), Text: "buy 1 tank\n.\n..\nend\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := outbox.Sender{Server: server}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if r := c.Send(t.Context(), f); r.Class != outbox.Delivered || !strings.Contains(r.Text, "queued as") {
		t.Fatalf("%+v", r)
	}
	return f.MessageID
}

func TestAMailIsCarried(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		security mailio.Security
		account  string
	}{{mailio.StartTLS, "alice"}, {mailio.TLS, "bob"}} {
		r := read(t, inbox.Config{Server: shared.IMAP(c.account, c.security), Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}})
		r.awaitPoll()
		begin := time.Now()
		id := send(t, shared.SMTP("carol", c.security), c.account+"+g42@"+mailtest.Domain)
		l := r.await("by SMTP", withID(id))
		if l.Subject != "[g42] Züge" || l.Body().Body != "buy 1 tank\n.\n..\nend\n" || l.Delivered[0] != c.account+"+g42@"+mailtest.Domain || l.Robot != message.Human {
			t.Errorf("read %+v", l)
		}
		if d := time.Since(begin); d > 10*time.Second { // the poll comes after two minutes
			t.Errorf("IDLE did not wake: %v", d)
		}
	}
}

func TestABounceIsUnderstood(t *testing.T) {
	t.Parallel()
	r := read(t, inbox.Config{Server: shared.IMAP("dave", mailio.TLS)})
	id := send(t, shared.SMTP("dave", mailio.TLS), mailtest.Ghost)
	l := r.await("a bounce", func(l message.Letter) bool { return l.Bounce != nil })
	if l.Robot != message.Report || l.Bounce.MessageID != id || !l.Bounce.Permanent() || l.Bounce.Recipients[0].Address != mailtest.Ghost {
		t.Errorf("read %+v", l.Bounce)
	}
}

func TestLoginsAndCertificatesAreRefused(t *testing.T) {
	t.Parallel()
	for _, security := range []mailio.Security{mailio.StartTLS, mailio.TLS} {
		imap, smtp := shared.IMAP("alice", security), shared.SMTP("alice", security)
		imap.Login.Password, smtp.Login.Password = "wrong", "wrong"
		if _, err := inbox.Open(t.Context(), inbox.Config{Server: imap}); !isA[*mailio.LoginError](err) {
			t.Errorf("IMAP, wrong password: %v", err)
		}
		if _, err := (outbox.Sender{Server: smtp}).Open(t.Context()); !isA[*mailio.LoginError](err) {
			t.Errorf("SMTP, wrong password: %v", err)
		}
		imap.TLS, smtp.TLS = nil, nil
		if _, err := inbox.Open(t.Context(), inbox.Config{Server: imap}); !isA[*tls.CertificateVerificationError](err) {
			t.Errorf("IMAP, unknown certificate: %v", err)
		}
		if _, err := (outbox.Sender{Server: smtp}).Open(t.Context()); !isA[*tls.CertificateVerificationError](err) {
			t.Errorf("SMTP, unknown certificate: %v", err)
		}
		imap, smtp = shared.IMAP("alice", security), shared.SMTP("alice", security)
		imap.TLS.ServerName, smtp.TLS.ServerName = "mail.example.org", "mail.example.org"
		if _, err := inbox.Open(t.Context(), inbox.Config{Server: imap}); !isA[*tls.CertificateVerificationError](err) {
			t.Errorf("IMAP, a certificate for another name: %v", err)
		}
		if _, err := (outbox.Sender{Server: smtp}).Open(t.Context()); !isA[*tls.CertificateVerificationError](err) {
			t.Errorf("SMTP, a certificate for another name: %v", err)
		}
	}
}

func isA[E error](err error) bool { _, ok := errors.AsType[E](err); return ok }

func TestRecipientsAreRefused(t *testing.T) {
	t.Parallel()
	c, err := outbox.Sender{Server: shared.SMTP("alice", mailio.StartTLS)}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, to := range []string{"nobody@" + mailtest.Domain, "x@elsewhere.example"} {
		r := c.Send(t.Context(), mailio.Rendered{From: mailtest.Address("alice"), To: to, Bytes: []byte("From: alice@house.test\r\n\r\nx\r\n")})
		if r.Class != outbox.Permanent || r.Code != 550 || !c.Usable() {
			t.Errorf("%s: %+v", to, r)
		}
	}
}

func TestXOAUTH2(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		until   time.Duration
		refused bool
	}{"good": {time.Hour, false}, "expired": {-time.Hour, true}} {
		imap, smtp := shared.IMAP("erin", mailio.TLS), shared.SMTP("erin", mailio.StartTLS)
		token := func(context.Context) (string, error) { return mailtest.Token("erin", time.Now().Add(c.until)), nil }
		imap.Login.Token, smtp.Login.Token = token, token
		in, err := inbox.Open(t.Context(), inbox.Config{Server: imap})
		if in != nil {
			defer in.Close()
		}
		if isA[*mailio.LoginError](err) != c.refused || (err == nil) == c.refused {
			t.Errorf("IMAP, %s token: %v", name, err)
		}
		out, err := outbox.Sender{Server: smtp}.Open(t.Context())
		if out != nil {
			defer out.Close()
		}
		if isA[*mailio.LoginError](err) != c.refused || (err == nil) == c.refused {
			t.Errorf("SMTP, %s token: %v", name, err)
		}
	}
}
