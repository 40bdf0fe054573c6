package web_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/monitor"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/server"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/cmd/internal/web"
	"fieldpost/mailio"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// turn is a whole turn of the USSR with a battle, as its player mails it.
const turn = "research rockets with 1 die\nbuy 5 infantry\ncombat\n  move 3 infantry, 1 tank from Archangel to West Russia\n" +
	"  move 1 artillery, 2 tanks from Russia to West Russia\nplace 3 infantry in Caucasus\nplace 2 infantry in Russia\ndone\n"

// standing are orders that stay closed until the war is over.
const standing = "defend everywhere\n  losses artillery, tank, infantry, fighter\n"

// testGame is a Backend with a game in which the USSR has played and Germany has standing orders on file.
type testGame struct {
	dir     string
	desk    server.Control
	store   *store.Store
	secrets []string // what no page may show
}

var players = map[board.Power]roster.Person{
	"USSR":    {Address: "anna@mail.test", Name: "Anna"},
	"Germany": {Address: "bert@mail.test", Name: "Bert", Language: "de"},
	"UK":      {Address: "carl@mail.test", Name: "<b>Carl</b>"},
	"Japan":   {Address: "dora@mail.test"},
	"USA":     {Address: "emil@mail.test", Name: "Emil"},
}

var now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(sharedGame().dir)
	os.Exit(code)
}

// sharedGame is the house of all tests: they only look at it.
var sharedGame = sync.OnceValue(newTestGame)

// newTestGame is a house with a game in which the USSR has moved.
func newTestGame() *testGame {
	dir, err := os.MkdirTemp("", "fieldpost-web-")
	must(err)
	s, err := store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{})
	must(err)
	o := &env.Env{
		Secrets: env.Secrets{Dir: filepath.Join(dir, "secrets")}, Limits: env.DefaultLimits(), Language: "en", Random: rand.Reader, Version: "fieldpost test",
		Self: env.Self{Address: mailio.Address{Addr: "orders@games.test"}, Domain: "games.test", Instance: "test", Referee: "referee@games.test"},
		Now:  func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
		Draw: func(report.View, syntax.Lang) (*report.Drawing, error) { return &report.Drawing{}, nil },
	}
	h := &testGame{dir: dir, desk: server.Control{Env: o, Store: s}, store: s}
	must(s.Update(h.begin))
	h.letter("USSR", turn)
	h.letter("Germany", standing)
	_, err = o.Secrets.Master("eastfront")
	must(err)
	master, err := os.ReadFile(firstFile(filepath.Join(dir, "secrets")))
	must(err)
	for line := range strings.Lines(string(master)) {
		for word := range strings.FieldsSeq(line) {
			if len(word) >= 32 {
				h.secrets = append(h.secrets, word)
			}
		}
	}
	return h
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func firstFile(dir string) string {
	list, err := os.ReadDir(dir)
	must(err)
	return filepath.Join(dir, list[0].Name())
}

func (h *testGame) begin(tx *store.Tx) error {
	t, err := people.CreateGame(h.desk.Env, tx, people.NewGame{Name: "eastfront", Rules: "revised"})
	if err != nil {
		return err
	}
	for power, p := range players {
		if err := people.SeatPerson(h.desk.Env, tx, t, power, p); err != nil {
			return err
		}
		key, err := vault.SeatKey(h.desk.Env, tx, t, *t.Seat(power))
		if err != nil {
			return err
		}
		h.secrets = append(h.secrets, p.Address, key.Reveal())
	}
	return people.Start(h.desk.Env, tx, t)
}

// letter has a mail of a player handled, or of the "referee".
func (h *testGame) letter(power board.Power, text string) {
	p, ok := players[power]
	if !ok {
		p.Address = h.desk.Env.Self.Referee
	}
	must(h.store.Update(func(tx *store.Tx) error {
		key, err := h.key(tx, power)
		if err != nil {
			return err
		}
		raw := fmt.Sprintf("From: %s\r\nTo: orders@games.test\r\nSubject: orders\r\nMessage-ID: <%s@mail.test>\r\nContent-Type: text/plain\r\n\r\nkey %s\r\n%s",
			p.Address, power, key, strings.ReplaceAll(text, "\n", "\r\n"))
		n, _, err := vault.AddMail(h.desk.Env, tx, mailio.Raw{Bytes: []byte(raw), Received: now})
		if err != nil {
			return err
		}
		if err := steps.HandleMail(h.desk.Env, tx, n); err != nil {
			return err
		}
		if l, err := tx.Inbox().Mail(n); err != nil || l.Outcome.Kind != "accepted" {
			return fmt.Errorf("the letter of %s came to %+v (%v)", power, l.Outcome, err)
		}
		return nil
	}))
}

func (h *testGame) key(tx *store.Tx, power board.Power) (string, error) {
	a := server.Control{Env: h.desk.Env, Store: h.store, Write: func(f func(*store.Tx) error) error { return f(tx) }}.
		Serve(context.Background(), server.Request{Do: "game.seat", Args: fmt.Appendf(nil, `{"game":"eastfront","power":%q,"show_key":true}`, power)})
	if a.Error != "" {
		return "", fmt.Errorf("key of %s: %s", power, a.Error)
	}
	_, after, _ := strings.Cut(string(a.Result), `"key":"`)
	key, _, _ := strings.Cut(after, `"`)
	return key, nil
}

func (h *testGame) pages() http.Handler {
	m := monitor.New(monitor.Settings{Store: h.store, Now: func() time.Time { return now }, Version: "fieldpost test"})
	m.Polled(true)
	p := &web.Pages{Backend: h.desk, Monitor: m, Hosts: []string{"referee.example.org"}, Log: slog.New(slog.DiscardHandler)}
	return p.Handler()
}

// get asks for a page as a browser on this machine does.
func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "127.0.0.1:8080"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
