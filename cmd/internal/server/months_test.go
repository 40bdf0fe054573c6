package server

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/mail"
	"net/textproto"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// months is a server without a network in which months pass in a moment: mails are passed in, the clock is a value, and
// the mails that would go out are read from the outbox.
type months struct {
	t     *testing.T
	env   *env.Env
	store *store.Store
	game  string
	keys  map[string]string // by address: the key of the first seat there, the referee's
	now   time.Time
	seen  uint64 // mails of the outbox that were looked at
	sent  int
	deaf  bool // the mailbox cannot be read
}

// newMonths begins a game with these settings, each NAME=VALUE. Rules are revised unless a setting says rules=europe.
func newMonths(t *testing.T, settings ...string) *months {
	t.Helper()
	m := newEmpty(t, settings...)
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		for _, seat := range g.Rules.Board.Seats {
			p := players[seat.Power]
			if p.Language == "de" {
				p.Zone = "Europe/Berlin"
			}
			if err := people.SeatPerson(m.env, tx, g, seat.Power, p); err != nil {
				return err
			}
			m.keys[p.Address] = reveal(m.env, tx, g, g.Seat(seat.Power))
		}
		return people.Start(m.env, tx, g)
	})
	return m
}

// newEmpty makes a game with these settings whose seats are free.
func newEmpty(t *testing.T, settings ...string) *months {
	t.Helper()
	notShort(t)
	dir := t.TempDir()
	s, err := store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m := &months{t: t, store: s, game: "longwar", keys: map[string]string{}, now: start}
	m.env = newEnv(dir, slog.New(slog.NewTextHandler(t.Output(), nil)), func() time.Time { return m.now })
	n := people.NewGame{Name: m.game, Rules: "revised"}
	for _, x := range settings {
		name, value, _ := strings.Cut(x, "=")
		if name == "rules" {
			n.Rules = value
			continue
		}
		n.Options = append(n.Options, rules.Setting{Name: name, Value: value})
	}
	m.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(m.env, tx, n)
		if err != nil {
			return err
		}
		m.keys[refereeAddress] = reveal(m.env, tx, g, g.Referee())
		return nil
	})
	return m
}

func (m *months) update(f func(*store.Tx) error) {
	m.t.Helper()
	if err := m.store.Update(f); err != nil {
		m.t.Fatal(err)
	}
}

// loadGame is the game as it stands.
func (m *months) loadGame() *gamestore.Game {
	m.t.Helper()
	var g *gamestore.Game
	m.update(func(tx *store.Tx) (err error) {
		if g, err = gamestore.Load(tx, m.game); err == nil {
			g.Chain.Entries() // reads the past while it can be read
		}
		return err
	})
	return g
}

// keyed handles a mail with the sender's key that reaches the mailbox now.
func (m *months) keyed(from, text string) { m.keyedAt(m.now, from, text) }

// keyedAt handles a mail that reached the mailbox before it was fetched.
func (m *months) keyedAt(received time.Time, from, text string) {
	m.t.Helper()
	m.sent++
	raw := fmt.Sprintf("From: %s\nTo: %s\nSubject: [%s]\nMessage-ID: <%d@mail.test>\nContent-Type: text/plain; charset=utf-8\n\ngame %s\nkey %s\n%s",
		from, serverAddress, m.game, m.sent, m.game, m.keys[from], text)
	m.update(func(tx *store.Tx) error {
		n, _, err := vault.AddMail(m.env, tx, mailio.Raw{Account: "o", Folder: "INBOX", UIDValidity: 1,
			UID: uint32(m.sent), Received: received, Bytes: []byte(strings.ReplaceAll(raw, "\n", "\r\n"))})
		if err != nil {
			return err
		}
		if err := steps.HandleMail(m.env, tx, n); err != nil {
			return err
		}
		return steps.AnswerAll(m.env, tx)
	})
}

// pass lets time pass, from one thing that is due to the next. Whenever something is due, the mailbox has just been
// read.
func (m *months) pass(d time.Duration) {
	m.t.Helper()
	for end := m.now.Add(d); m.now.Before(end); {
		next := end
		m.update(func(tx *store.Tx) error {
			at, ok, err := tx.Games().NextDue()
			if ok && at.Before(end) {
				next = at
			}
			return err
		})
		m.now = next
		if !m.deaf {
			m.update(func(tx *store.Tx) error { return clocks.WriteHeartbeat(tx, m.now) })
		}
		m.look()
	}
}

// look does what is due now.
func (m *months) look() {
	m.t.Helper()
	for range 100 {
		var due []string
		m.update(func(tx *store.Tx) (err error) {
			if due, err = tx.Games().Due(m.now, 1); err != nil || len(due) == 0 {
				return err
			}
			return AttendGame(m.env, tx, due[0])
		})
		if len(due) == 0 {
			return
		}
	}
	m.t.Fatal("there is no end to what is due")
}

// mails are those that were written to an address since the last look at the outbox, or to all.
func (m *months) mails(to string) []message.Letter {
	m.t.Helper()
	var out []message.Letter
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(m.seen + 1) {
			if err != nil {
				return err
			}
			if x.To != to {
				continue
			}
			full := whole(m.env, tx, x.MessageID)
			l, err := message.Parse(full.Bytes, message.DefaultLimits())
			if err != nil {
				return err
			}
			out = append(out, l)
		}
		return nil
	})
	return out
}

// forget has mails of the outbox so far not looked at again.
func (m *months) forget() {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(m.seen + 1) {
			if err != nil {
				return err
			}
			m.seen = x.Number
		}
		return nil
	})
}

// told reports whether a mail to an address says something, in its subject or its text.
func (m *months) told(to, words string) bool {
	m.t.Helper()
	for _, l := range m.mails(to) {
		if strings.Contains(plain(l.Subject+"\n"+l.Body().Body), plain(words)) {
			return true
		}
	}
	return false
}

func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

func (m *months) wantTold(to, words string) {
	m.t.Helper()
	if m.told(to, words) {
		return
	}
	var all []string
	for _, l := range m.mails(to) {
		text := []rune(l.Subject + "\n" + l.Body().Body)
		all = append(all, string(text[:min(len(text), 500)]))
	}
	m.t.Errorf("%s was not told %q but\n%s", to, words, strings.Join(all, "\n---\n"))
}

// wantDeadline compares the deadline of a power's seat, in UTC; "" for none.
func (m *months) wantDeadline(p board.Power, want string) {
	m.t.Helper()
	g := m.loadGame()
	got := ""
	if w := g.State.Clock.Of(g.Seat(p).Role); w != nil && w.Stood.IsZero() {
		got = w.At.Format("2006-01-02 15:04")
	}
	if got != want {
		m.t.Errorf("%s: the deadline of %s is %q, want %q", m.now.Format("01-02 15:04"), p, got, want)
	}
}

// clocks are the records of deadlines so far, as "extended GER 2026-11-23T09:00:00Z".
func (m *months) clocks() []string {
	m.t.Helper()
	var out []string
	for _, e := range m.loadGame().Chain.Entries() {
		if text := string(e.Bytes); strings.Contains(text, "\ntype clock\n") {
			var f []string
			for _, name := range []string{"action", "role", "deadline"} {
				_, rest, _ := strings.Cut(text, "\n"+name+" ")
				value, _, _ := strings.Cut(rest, "\n")
				f = append(f, value)
			}
			out = append(out, strings.Join(f, " "))
		}
	}
	return out
}

// audit plays the whole game again from its records: dice, positions, chain.
func (m *months) audit() {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		d, err := admin.ReadData(m.env, tx, gamestore.GameName{Game: m.game})
		if err != nil {
			return err
		}
		e, err := d.(gamestore.Data).Evidence()
		if err != nil {
			return err
		}
		a, err := replay.Check(e)
		for _, x := range a.Differences {
			m.t.Error(x)
		}
		return err
	})
}

// attached are the files of a kind in the mails to an address.
func (m *months) attached(to, kind string) []string {
	m.t.Helper()
	var out []string
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if x.To != to {
				continue
			}
			full := whole(m.env, tx, x.MessageID)
			message, err := mail.ReadMessage(bytes.NewReader(full.Bytes))
			if err != nil {
				return err
			}
			out = append(out, filesOf(m.t, textproto.MIMEHeader(message.Header), message.Body, kind)...)
		}
		return nil
	})
	return out
}

func filesOf(t *testing.T, h textproto.MIMEHeader, body io.Reader, kind string) []string {
	t.Helper()
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	switch {
	case strings.HasPrefix(media, "multipart/"):
		parts := multipart.NewReader(body, params["boundary"])
		for {
			part, err := parts.NextPart()
			if err == io.EOF {
				return out
			} else if err != nil {
				t.Fatal(err)
			}
			out = append(out, filesOf(t, part.Header, part, kind)...)
		}
	case media == kind:
		data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, body))
		if err != nil {
			t.Fatal(err)
		}
		return []string{string(data)}
	}
	return nil
}
