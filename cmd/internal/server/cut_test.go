package server

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldpost/mailio/localmail"
	"fieldpost/mailio/mailtest"
	"fieldpost/store"
)

// testConns are how a world's server reaches its servers: pipes, so that a day of waiting is over at once, of which the
// first to either server breaks where it is told.
type testConns struct {
	imap, smtp         mailtest.Limits
	imapPipe, smtpPipe *localmail.Pipe

	mu    sync.Mutex
	calls map[string]*recording // the first connection to each server
}

// recording remembers after how many bytes each write and each read of a connection ended.
type recording struct {
	net.Conn
	up, down []int
}

func (c *recording) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.up = append(c.up, last(c.up)+n)
	return n, err
}

func (c *recording) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.down = append(c.down, last(c.down)+n)
	return n, err
}

func last(ns []int) int {
	if len(ns) == 0 {
		return 0
	}
	return ns[len(ns)-1]
}

func (w *testConns) dial(name string, pipe *localmail.Pipe, limits mailtest.Limits) func(context.Context, string,
	string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := pipe.Dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.calls[name] != nil {
			return c, nil
		}
		first := &recording{Conn: mailtest.Wrap(c, limits)}
		w.calls[name] = first
		return first, nil
	}
}

var never = mailtest.Limits{Up: mailtest.Never, Down: mailtest.Never}

// newWiredWorld is a world in a bubble of fake time, whose daemon speaks over these wires.
func newWiredWorld(t *testing.T, x *testConns) *world {
	t.Helper()
	x.imapPipe, x.smtpPipe, x.calls = localmail.NewPipe(), localmail.NewPipe(), map[string]*recording{}
	begin := time.Now()
	w := &world{clock: func() time.Time {
		return start.Add(time.Since(begin))
	}, step: 10 * time.Second, patience: 72 * time.Hour}
	w.begin(t, localmail.Options{IMAP: x.imapPipe, SMTP: x.smtpPipe})
	w.d.Inbox.Server.Dial = x.dial("imap", x.imapPipe, x.imap)
	w.d.Outbox.Server.Dial = x.dial("smtp", x.smtpPipe, x.smtp)
	return w
}

// lay puts a mail into the daemon's mailbox without sending it.
func (w *world) lay(from, text string) {
	w.t.Helper()
	raw := fmt.Sprintf("Return-Path: <%s>\r\nFrom: %s\r\nTo: %s\r\nSubject: [eastfront]\r\nMessage-ID: <laid@mail.test>\r\n\r\n%s", from, from, serverAddress, text)
	if err := w.mail.Append(serverAddress, "INBOX", []byte(raw), w.d.Env.Now()); err != nil {
		w.t.Fatal(err)
	}
}

// cycle lets a daemon with these wires answer one mail, and checks what all got.
func cycle(t *testing.T, x *testConns, text func(*world) string, want map[string]int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWiredWorld(t, x)
		w.lay("anna@mail.test", text(w))
		w.settle()
		for addr, n := range want {
			if got := len(unique(w, addr)); got != n {
				t.Errorf("cut %+v %+v: %s has %d different mails, want %d", x.imap, x.smtp, addr, got, n)
			}
		}
		if n := w.mail.Count(serverAddress, "Processed"); n < 1 {
			t.Errorf("cut %+v %+v: the letter was not moved", x.imap, x.smtp)
		}
		err := w.store.View(func(tx *store.Tx) error {
			n := 0
			for _, err := range tx.Inbox().Mails(1) {
				if err != nil {
					return err
				}
				n++
			}
			if n != 1 {
				t.Errorf("cut %+v %+v: %d letters", x.imap, x.smtp, n)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// places are the counts of bytes at which a direction is cut: before, inside and after each thing that was said.
func places(ends []int) []int {
	var out []int
	for i, end := range ends {
		begin := 0
		if i > 0 {
			begin = ends[i-1]
		}
		out = append(out, begin, (begin+end)/2)
	}
	slices.Sort(out)
	return slices.Compact(append(out, last(ends)))
}

// The connection breaks in every command that the daemon says, and in every answer that it hears: the mail is kept once
// and answered, orders are played once, and a mail has the same Message-ID however often it was sent.
func TestMail41_CutInEveryCommand(t *testing.T) {
	notShort(t)
	t.Parallel()
	for _, c := range []struct {
		name  string
		text  func(*world) string
		want  map[string]int
		every int // of the places is tried
	}{
		{"question", func(*world) string { return "status\r\n" }, map[string]int{"anna@mail.test": 1}, 1},
		{"orders", func(w *world) string {
			return "key " + w.keys["USSR"] + "\r\n" + wholeTurn
		}, map[string]int{"anna@mail.test": 1, "bert@mail.test": 1, "emil@mail.test": 1}, 23},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			whole := &testConns{imap: never, smtp: never}
			cycle(t, whole, c.text, c.want)
			var cuts []*testConns
			for _, p := range places(whole.calls["imap"].up) {
				cuts = append(cuts, &testConns{imap: mailtest.Limits{Up: p, Down: mailtest.Never}, smtp: never})
			}
			for _, p := range places(whole.calls["imap"].down) {
				cuts = append(cuts, &testConns{imap: mailtest.Limits{Up: mailtest.Never, Down: p}, smtp: never})
			}
			for _, p := range places(whole.calls["smtp"].up) {
				cuts = append(cuts, &testConns{imap: never, smtp: mailtest.Limits{Up: p, Down: mailtest.Never}})
			}
			for _, p := range places(whole.calls["smtp"].down) {
				cuts = append(cuts, &testConns{imap: never, smtp: mailtest.Limits{Up: mailtest.Never, Down: p}})
			}
			for i := 0; i < len(cuts); i += c.every {
				cycle(t, cuts[i], c.text, c.want)
			}
			if len(cuts) < 100 {
				t.Errorf("only %d places to cut at", len(cuts))
			}
		})
	}
}
