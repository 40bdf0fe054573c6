//go:build mailserver && linux

package mailtest_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"testing"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/mailtest"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
)

// breaking lets every connection to a server break where limits says.
func breaking(server mailio.Server, limits mailtest.Limits) mailio.Server {
	server.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return mailtest.Wrap(c, limits), nil
	}
	return server
}

// cuts are places in a conversation: in the greeting and the TLS handshake, in the login, in the commands, in the mail
// itself, and behind its end.
var cuts = []int{0, 1, 200, 600, 1200, 1500, 1700, 1800, 1900, 2000, 2100, 2200, 2400, 2600, 2800, 3000, 3400, 4000, 6000, 12000}

// A mail whose connection breaks anywhere is not lost: it is sent until the server took it, and what arrives twice has
// the same name.
func TestSendingIsCut(t *testing.T) {
	t.Parallel()
	s, err := mailtest.Start("anna", "bert")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sent := map[string]bool{}
	for _, cut := range cuts {
		for _, limits := range []mailtest.Limits{{Up: cut, Down: mailtest.Never}, {Up: mailtest.Never, Down: cut}} {
			f, err := compose.Render(compose.Draft{From: mailio.Address{Addr: mailtest.Address("anna")}, To: mailio.Address{Addr: mailtest.Address("bert")},
				Subject: fmt.Sprint(limits), MessageID: "<" + rand.Text() + "@elsewhere.example>", Date: time.Now(), Text: "buy 1 tank\n"})
			if err != nil {
				t.Fatal(err)
			}
			sent[f.MessageID] = true
			if r := attempt(t, breaking(s.SMTP("anna", mailio.StartTLS), limits), f); r.Class == outbox.Permanent || r.Class == outbox.Stop {
				t.Errorf("%+v: a broken connection is called %+v", limits, r)
			} else if r.Class == outbox.Delivered {
				continue
			}
			if r := attempt(t, s.SMTP("anna", mailio.StartTLS), f); r.Class != outbox.Delivered {
				t.Errorf("%+v: the second attempt: %+v", limits, r)
			}
		}
	}
	r := read(t, inbox.Config{Server: s.IMAP("bert", mailio.TLS), Poll: 200 * time.Millisecond})
	for arrived := map[string]bool{}; len(arrived) < len(sent); {
		l := r.await(fmt.Sprintf("mail %d of %d", len(arrived)+1, len(sent)), func(message.Letter) bool { return true })
		if !sent[l.MessageID] {
			t.Errorf("nobody sent %s", l.MessageID)
		}
		arrived[l.MessageID] = true
	}
	r.stop()
}

func attempt(t *testing.T, server mailio.Server, f mailio.Rendered) outbox.Result {
	t.Helper()
	c, err := outbox.Sender{Server: server, Timeout: 10 * time.Second}.Open(t.Context())
	if err != nil {
		if isA[*mailio.LoginError](err) {
			t.Errorf("a broken connection is taken for a refused login: %v", err)
		}
		return outbox.Result{Class: outbox.Temporary}
	}
	defer c.Close()
	return c.Send(t.Context(), f)
}

// A mailbox whose connection breaks anywhere is read to the end by the next connections, and nothing in it is lost.
func TestReadingIsCut(t *testing.T) {
	t.Parallel()
	s, err := mailtest.Start("office")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	next := 0
	c := phone(t, s.IMAP("office", mailio.TLS))
	folders := []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}
	l := newLedger()
	for _, cut := range cuts {
		for _, limits := range []mailtest.Limits{{Up: cut, Down: mailtest.Never}, {Up: mailtest.Never, Down: cut}} {
			lay(t, c, "INBOX", next, 2)
			next += 2
			conn, err := inbox.Open(t.Context(), inbox.Config{Server: breaking(s.IMAP("office", mailio.TLS), limits), Folders: folders, Timeout: 10 * time.Second})
			if err == nil {
				conn.Poll(t.Context(), l) // ends with an error, mostly
				conn.Close()
			} else if isA[*mailio.LoginError](err) {
				t.Errorf("a broken connection is taken for a refused login: %v", err)
			}
		}
	}
	conn, err := inbox.Open(t.Context(), inbox.Config{Server: s.IMAP("office", mailio.TLS), Folders: folders})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Poll(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if n := len(l.counts()); n != next {
		t.Errorf("%d of %d mails were kept", n, next)
	}
	left, err := s.Mails("office", "INBOX")
	moved, err2 := s.Mails("office", "Processed")
	if len(left) != 0 || len(moved) != next || err != nil || err2 != nil {
		t.Errorf("%d left, %d moved, %v %v", len(left), len(moved), err, err2)
	}
}
