//go:build mailserver

// These tests need a real Dovecot and Postfix on loopback: IMAP on 1143 (STARTTLS) and 1993 (TLS),
// submission on 1587 (STARTTLS) and 1465 (TLS), accounts NAME@table.test with the password
// NAME-pw, and the certificate in $FIELDPOST_MAILSERVER/cert.pem. Run them with
//
//	FIELDPOST_MAILSERVER=DIR go test -tags mailserver ./mailio
package mailio_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/letter"
	"fieldpost/mailio/outbox"
)

func realServer(t *testing.T, port int, security mailio.Security, user string) mailio.Server {
	t.Helper()
	pem, err := os.ReadFile(filepath.Join(os.Getenv("FIELDPOST_MAILSERVER"), "cert.pem"))
	if err != nil {
		t.Fatalf("set FIELDPOST_MAILSERVER to the server's folder: %v", err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return mailio.Server{Host: "localhost", Port: port, Security: security, TLS: &tls.Config{RootCAs: pool},
		Login: mailio.Login{User: user, Password: user + "-pw"}}
}

// awaiting is a keeper that many goroutines may use, and that can be waited on.
type awaiting struct {
	mu sync.Mutex
	keeper
	news chan mailio.Raw
}

func (a *awaiting) Cursor(account, folder string) (inbox.Cursor, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.keeper.Cursor(account, folder)
}

func (a *awaiting) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.news <- raw
	return a.keeper.Keep(raw)
}

// await runs the inbox until a mail of which want is true has come.
func await(t *testing.T, server mailio.Server, send func(), want func(letter.Letter) bool) letter.Letter {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	a := &awaiting{keeper: keeper{cursor: map[string]inbox.Cursor{}}, news: make(chan mailio.Raw, 100)}
	polled := make(chan struct{}, 1000)
	running.Go(func() {
		inbox.Run(ctx, inbox.Config{Server: server, Poll: 20 * time.Second, Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}}, a,
			inbox.Watch{Polled: func(inbox.Count) { polled <- struct{}{} }, Failed: func(err error, _ time.Duration) { t.Error(err) }})
	})
	<-polled
	send()
	for {
		select {
		case raw := <-a.news:
			l, err := letter.Parse(raw.Bytes, letter.DefaultLimits())
			if err != nil {
				t.Error(err)
			}
			if want(l) {
				return l
			}
		case <-ctx.Done():
			t.Fatal("no such mail came")
		}
	}
}

func sendReal(t *testing.T, server mailio.Server, to string) string {
	t.Helper()
	user := server.Login.User + "@table.test"
	f, err := compose.Freeze(compose.Draft{
		From: mailio.Address{Name: "Søren", Addr: user}, To: mailio.Address{Addr: to}, Subject: "[g42] Züge",
		MessageID: "<" + rand.Text() + "@table.test>", Date: time.Now(), Text: "buy 1 tank\n.\n..\nend\n",
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

func TestRealServersCarryAMail(t *testing.T) {
	for _, c := range []struct {
		imap, smtp int
		security   mailio.Security
	}{{1143, 1587, mailio.StartTLS}, {1993, 1465, mailio.TLS}} {
		begin := time.Now()
		var id string
		l := await(t, realServer(t, c.imap, c.security, "fieldpost"),
			func() { id = sendReal(t, realServer(t, c.smtp, c.security, "alice"), "fieldpost+g42@table.test") },
			func(l letter.Letter) bool { return l.MessageID == id })
		if l.Subject != "[g42] Züge" || l.Body().Body != "buy 1 tank\n.\n..\nend\n" || l.Delivered[0] != "fieldpost+g42@table.test" || l.Robot != letter.Person {
			t.Errorf("read %+v", l)
		}
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("IDLE did not wake: %v", d)
		}
	}
}

func TestRealBouncesAreUnderstood(t *testing.T) {
	var id string
	l := await(t, realServer(t, 1993, mailio.TLS, "alice"),
		func() { id = sendReal(t, realServer(t, 1465, mailio.TLS, "alice"), "ghost@table.test") },
		func(l letter.Letter) bool { return l.Bounce != nil && l.Bounce.MessageID == id })
	if l.Robot != letter.Report || !l.Bounce.Permanent() || l.Bounce.Recipients[0].Address != "ghost@table.test" {
		t.Errorf("read %+v", l.Bounce)
	}
}

func TestRealServersRefuse(t *testing.T) {
	imap, smtp := realServer(t, 1143, mailio.StartTLS, "alice"), realServer(t, 1587, mailio.StartTLS, "alice")
	imap.Login.Password, smtp.Login.Password = "wrong", "wrong"
	var refused *mailio.LoginError
	if _, err := inbox.Open(t.Context(), inbox.Config{Server: imap}); !errors.As(err, &refused) {
		t.Errorf("IMAP, wrong password: %v", err)
	}
	if _, err := (outbox.Sender{Server: smtp}).Open(t.Context()); !errors.As(err, &refused) {
		t.Errorf("SMTP, wrong password: %v", err)
	}
	imap.TLS, smtp.TLS = nil, nil
	var unknown *tls.CertificateVerificationError
	if _, err := inbox.Open(t.Context(), inbox.Config{Server: imap}); !errors.As(err, &unknown) {
		t.Errorf("IMAP, unknown certificate: %v", err)
	}
	if _, err := (outbox.Sender{Server: smtp}).Open(t.Context()); !errors.As(err, &unknown) {
		t.Errorf("SMTP, unknown certificate: %v", err)
	}
	c, err := outbox.Sender{Server: realServer(t, 1587, mailio.StartTLS, "alice")}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, to := range []string{"nobody@table.test", "x@elsewhere.example"} {
		r := c.Send(t.Context(), mailio.Frozen{From: "alice@table.test", To: to, Bytes: []byte("From: alice@table.test\r\n\r\nx\r\n")})
		if r.Class != outbox.Permanent || r.Code != 550 || !c.Usable() {
			t.Errorf("%s: %+v", to, r)
		}
	}
}
