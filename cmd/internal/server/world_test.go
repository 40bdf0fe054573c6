package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

const (
	serverAddress  = "orders@games.test"
	refereeAddress = "referee@games.test"
)

// players play the game eastfront of every world.
var players = map[board.Power]roster.Person{
	"USSR":    {Address: "anna@mail.test", Name: "Anna"},
	"Germany": {Address: "bert@mail.test", Name: "Bert", Language: "de"},
	"UK":      {Address: "carl@mail.test", Name: "Carl"},
	"Japan":   {Address: "dora@mail.test", Name: "Dora"},
	"USA":     {Address: "emil@mail.test", Name: "Emil"},
}

// world is a daemon between fake mail servers, with a game that has begun.
type world struct {
	t       *testing.T
	dir     string
	mail    *localmail.Server
	d       *Server
	store   *store.Store
	keys    map[board.Power]string
	now     time.Time
	date    time.Time      // of mails; zero: now
	seen    map[string]int // mails that a player has looked at
	sent    int
	sentFor bool // its mails bring what was asked for, and may be heavy

	clock          func() time.Time // now, unless the world lives in a bubble of fake time
	step, patience time.Duration    // between two looks whether the daemon is at rest, and how long it is waited for
}

var start = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// founded is a folder with the store and the secrets of a game that has begun, its opening reports sent, and the keys
// of its seats: every world is a copy of it, because drawing the opening maps takes longer than most tests.
var founded = sync.OnceValues(func() (string, map[board.Power]string) {
	dir, err := os.MkdirTemp("", "fieldpost-test-")
	must(err)
	s, err := store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{})
	must(err)
	defer s.Close()
	e := newEnv(dir, slog.New(slog.DiscardHandler), func() time.Time { return start })
	keys := map[board.Power]string{}
	must(s.Update(func(tx *store.Tx) error {
		g, err := people.CreateGame(e, tx, people.NewGame{Name: "eastfront", Rules: "revised"})
		if err != nil {
			return err
		}
		for power, p := range players {
			if err := people.SeatPerson(e, tx, g, power, p); err != nil {
				return err
			}
			keys[power] = reveal(e, tx, g, g.Seat(power))
		}
		if err := people.Start(e, tx, g); err != nil {
			return err
		}
		mails, err := tx.Outbox().Take(start, 0, func(int) time.Time { return start.Add(time.Hour) })
		for _, m := range mails {
			must(tx.Outbox().Delivered(m.MessageID, start, "250"))
		}
		return err
	}))
	return dir, keys
})

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	dir, _ := founded()
	os.RemoveAll(dir)
	os.Exit(code)
}

func newEnv(dir string, log *slog.Logger, now func() time.Time) *env.Env {
	limits := env.DefaultLimits()
	limits.Gather = 0 // news goes out as it comes; TestNewsIsGathered has it wait
	return &env.Env{
		Secrets: env.Secrets{Dir: filepath.Join(dir, "secrets")}, Limits: limits, Language: "en",
		Random: rand.Reader, Version: "fieldpost test",
		Self: env.Self{Address: mailio.Address{Name: "fieldpost", Addr: serverAddress},
			Domain: "games.test", Instance: "test", Referee: refereeAddress},
		Now: now, Log: log,
		// a map takes longer than the rest
		Draw: func(report.View, syntax.Lang) (*report.Drawing, error) { return &report.Drawing{}, nil },
	}
}

// notShort skips a test that plays over mail servers or for many turns where -short was asked for.
func notShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out by -short")
	}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{now: start, step: 2 * time.Millisecond, patience: time.Minute}
	w.clock = func() time.Time { return w.now }
	w.begin(t, localmail.Options{})
	return w
}

// begin copies the founded game, and starts servers and daemon.
func (w *world) begin(t *testing.T, opts localmail.Options) {
	t.Helper()
	notShort(t)
	dir := t.TempDir()
	from, keys := founded()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	w.t, w.dir, w.keys, w.seen = t, dir, keys, map[string]int{}
	accounts := []localmail.Account{{Address: serverAddress, Password: "o", Folders: []string{"Junk", "Sent"}},
		{Address: refereeAddress, Password: "r"}, {Address: "stranger@else.test", Password: "s"}}
	for _, p := range players {
		accounts = append(accounts, localmail.Account{Address: p.Address, Password: "p"})
	}
	opts.Accounts, opts.RequireLogin, opts.Now = accounts, true, w.clock
	var err error
	if w.mail, err = localmail.Start(opts); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.mail.Close() })
	t.Cleanup(func() { // of every mail of every test game
		for _, p := range players {
			if w.sentFor {
				return
			}
			checkWeights(t, w.mail.Delivered(p.Address))
		}
	})
	w.open()
	t.Cleanup(func() { w.store.Close() })
}

// open starts over with the store as it is on the disk.
func (w *world) open() {
	w.t.Helper()
	w.openWith(store.Options{})
}

// reopen closes the store and opens it otherwise; the server keeps its connections.
func (w *world) reopen(o store.Options) {
	w.t.Helper()
	if err := w.store.Close(); err != nil {
		w.t.Fatal(err)
	}
	in, out := w.d.Inbox, w.d.Outbox
	w.openWith(o)
	w.d.Inbox, w.d.Outbox = in, out
}

func (w *world) openWith(o store.Options) {
	w.t.Helper()
	var err error
	if w.store, err = store.Open(filepath.Join(w.dir, "fieldpost.db"), o); err != nil {
		w.t.Fatal(err)
	}
	w.d = &Server{Store: w.store, MailTime: time.Minute, Outbox: outbox.Sender{Server: w.mail.SMTP(serverAddress)},
		Env: newEnv(w.dir, slog.New(slog.NewTextHandler(w.t.Output(), nil)), w.clock),
		Inbox: inbox.Config{Server: w.mail.IMAP(serverAddress),
			Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}}}
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
	w.raw(addr, fmt.Sprintf("From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@mail.test>\nDate: %s\nContent-Type: text/plain; charset=utf-8\n\n%s", addr, serverAddress, subject, w.sent, w.dated().Format(time.RFC1123Z), text))
}

// dated is the Date of mails.
func (w *world) dated() time.Time {
	if w.date.IsZero() {
		return w.clock()
	}
	return w.date
}

// raw sends these bytes.
func (w *world) raw(addr, text string) {
	w.t.Helper()
	w.rawTo(addr, serverAddress, text)
}

// rawTo sends these bytes to that address.
func (w *world) rawTo(addr, to, text string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	conn, err := outbox.Sender{Server: w.mail.SMTP(addr)}.Open(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	m := mailio.Rendered{From: addr, To: to, MessageID: "<x@mail.test>",
		Bytes: []byte(strings.ReplaceAll(text, "\n", "\r\n"))}
	if r := conn.Send(ctx, m); r.Class != outbox.Delivered {
		w.t.Fatalf("sent: %+v", r)
	}
}

// settle runs the daemon until nothing is left to do.
func (w *world) settle() {
	w.t.Helper()
	w.runUntil(w.quiet)
}

// settleOnce runs the daemon until nothing is left to do now; mails may wait for later.
func (w *world) settleOnce() {
	w.t.Helper()
	w.runUntil(w.still)
}

// runUntil runs the daemon until something is so.
func (w *world) runUntil(so func() bool) {
	w.t.Helper()
	ctx, stop := context.WithCancel(w.t.Context())
	done := make(chan error, 1)
	go func() { done <- w.d.Run(ctx) }()
	deadline := time.Now().Add(w.patience)
	for !so() {
		if time.Now().After(deadline) {
			w.t.Fatal("the daemon does not come to rest")
		}
		time.Sleep(w.step)
	}
	stop()
	if err := <-done; err != nil {
		w.t.Fatal(err)
	}
}

// still reports whether the mailbox is read, and nothing is due.
func (w *world) still() bool {
	still := w.mail.Count(serverAddress, "INBOX") == 0
	err := w.store.View(func(tx *store.Tx) error {
		for m, err := range tx.Outbox().Queued() {
			still = still && err == nil && !m.Open && m.Next.After(w.clock())
		}
		pending, err := tx.Inbox().Pending(1)
		_, asked, err2 := command.NextMailWithQuestions(tx)
		still = still && len(pending) == 0 && !asked && err2 == nil
		return err
	})
	return still && err == nil
}

func (w *world) quiet() bool {
	quiet := w.mail.Count(serverAddress, "INBOX") == 0
	err := w.store.View(func(tx *store.Tx) error {
		_, asked, err4 := command.NextMailWithQuestions(tx)
		quiet = quiet && !asked && err4 == nil
		pending, err := tx.Inbox().Pending(1)
		_, queued, err2 := tx.Outbox().Next()
		due, err3 := tx.Games().Due(w.now, 1)
		quiet = quiet && len(pending)+len(due) == 0 && !queued && err2 == nil && err3 == nil
		return err
	})
	return quiet && err == nil
}

// inbox reads the mails that came to an address since the last look.
func (w *world) inbox(addr string) []message.Letter {
	w.t.Helper()
	all := w.mail.Delivered(addr)
	var out []message.Letter
	for _, raw := range all[w.seen[addr]:] {
		l, err := message.Parse(raw, message.DefaultLimits())
		if err != nil {
			w.t.Fatal(err)
		}
		out = append(out, l)
	}
	w.seen[addr] = len(all)
	return out
}
