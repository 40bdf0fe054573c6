package daemon

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/mailio"
	"fieldpost/mailio/fakemail"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/letter"
	"fieldpost/mailio/outbox"
	"fieldpost/store"
)

const (
	office  = "orders@games.test"
	referee = "referee@games.test"
)

// players sit in the game eastfront of every world.
var players = map[board.Power]Person{
	"USSR":    {Address: "anna@mail.test", Name: "Anna"},
	"Germany": {Address: "bert@mail.test", Name: "Bert", Language: "de"},
	"UK":      {Address: "carl@mail.test", Name: "Carl"},
	"Japan":   {Address: "dora@mail.test", Name: "Dora"},
	"USA":     {Address: "emil@mail.test", Name: "Emil"},
}

// world is a daemon between fake mail servers, with a game that has begun.
type world struct {
	t     *testing.T
	mail  *fakemail.Server
	d     *Daemon
	store *store.Store
	keys  map[board.Power]string
	now   time.Time
	seen  map[string]int // mails that a player has looked at
	sent  int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), keys: map[board.Power]string{}, seen: map[string]int{}}
	accounts := []fakemail.Account{{Address: office, Password: "o"}, {Address: referee, Password: "r"}, {Address: "stranger@else.test", Password: "s"}}
	for _, p := range players {
		accounts = append(accounts, fakemail.Account{Address: p.Address, Password: "p"})
	}
	var err error
	if w.mail, err = fakemail.Start(fakemail.Options{Accounts: accounts, RequireLogin: true, Now: func() time.Time { return w.now }}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.mail.Close() })
	dir := t.TempDir()
	if w.store, err = store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.store.Close() })
	o := &Office{
		Secrets: Secrets{filepath.Join(dir, "secrets")}, Limits: DefaultLimits(), Language: "en", Random: rand.Reader, Version: "fieldpost test",
		Self: Self{Address: mailio.Address{Name: "fieldpost", Addr: office}, Domain: "games.test", Instance: "test", Referee: referee},
		Now:  func() time.Time { return w.now }, Log: slog.New(slog.NewTextHandler(logTo(t), nil)),
	}
	w.d = &Daemon{Office: o, Store: w.store, Outbox: outbox.Sender{Server: w.mail.SMTP(office)},
		Inbox: inbox.Config{Server: w.mail.IMAP(office), Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}}}
	w.found("eastfront")
	w.settle()
	for _, p := range players {
		w.inbox(p.Address) // the opening reports
	}
	return w
}

func logTo(t *testing.T) io.Writer { return t.Output() }

// found makes a game with all players and starts it.
func (w *world) found(name string) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		t, err := w.d.Office.Found(tx, NewGame{Name: name, Rules: "revised"})
		if err != nil {
			return err
		}
		for power, p := range players {
			if err := w.d.Office.Place(tx, t, power, p); err != nil {
				return err
			}
			w.keys[power] = t.Seat(power).Key.Reveal()
		}
		return w.d.Office.Start(tx, t)
	})
}

func (w *world) update(f func(*store.Tx) error) {
	w.t.Helper()
	if err := w.store.Update(f); err != nil {
		w.t.Fatal(err)
	}
}

// mailFrom sends a mail as a mail program would, with that header and body.
func (w *world) mailFrom(addr, subject, text string) {
	w.t.Helper()
	w.sent++
	w.raw(addr, fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@mail.test>\nDate: Sat, 21 Nov 2026 09:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n%s", addr, office, subject, w.sent, text))
}

// raw sends these bytes.
func (w *world) raw(addr, text string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	conn, err := outbox.Sender{Server: w.mail.SMTP(addr)}.Open(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	m := mailio.Frozen{From: addr, To: office, MessageID: "<x@mail.test>", Bytes: []byte(strings.ReplaceAll(text, "\n", "\r\n"))}
	if r := conn.Send(ctx, m); r.Class != outbox.Delivered {
		w.t.Fatalf("sent: %+v", r)
	}
}

// settle runs the daemon until nothing is left to do.
func (w *world) settle() {
	w.t.Helper()
	ctx, stop := context.WithCancel(w.t.Context())
	done := make(chan error, 1)
	go func() { done <- w.d.Run(ctx) }()
	deadline := time.Now().Add(10 * time.Second)
	for !w.quiet() {
		if time.Now().After(deadline) {
			w.t.Fatal("the daemon does not come to rest")
		}
		time.Sleep(2 * time.Millisecond)
	}
	stop()
	if err := <-done; err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) quiet() bool {
	quiet := w.mail.Count(office, "INBOX") == 0
	err := w.store.View(func(tx *store.Tx) error {
		pending, err := tx.Pending(1)
		_, queued, err2 := tx.NextMail()
		quiet = quiet && len(pending) == 0 && !queued && err2 == nil
		return err
	})
	return quiet && err == nil
}

// inbox reads the mails that came to an address since the last look.
func (w *world) inbox(addr string) []letter.Letter {
	w.t.Helper()
	all := w.mail.Delivered(addr)
	var out []letter.Letter
	for _, raw := range all[w.seen[addr]:] {
		l, err := letter.Parse(raw, letter.DefaultLimits())
		if err != nil {
			w.t.Fatal(err)
		}
		out = append(out, l)
	}
	w.seen[addr] = len(all)
	return out
}
