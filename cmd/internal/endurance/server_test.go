//go:build mailserver && linux

package endurance

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/server"
	"fieldpost/mailio"
	"fieldpost/mailio/mailtest"
	"fieldpost/store"
)

// cast is who plays which power, in all games; each game has an address of its own, with a plus part.
var cast = map[board.Power]string{"USSR": "anna", "Germany": "bert", "UK": "carl", "Japan": "dora", "USA": "emil"}

// testServer is a daemon's whole surroundings: mail servers behind wires that break, a store, the daemon's program.
type testServer struct {
	t          *testing.T
	mail       *mailtest.Server
	imap, smtp *mailtest.FaultProxy
	dir        string
	program    string
	process    *exec.Cmd
	log        *os.File
}

func newTestServer(t *testing.T) *testServer {
	t.Helper()
	h := &testServer{t: t, dir: t.TempDir()}
	h.program = filepath.Join(h.dir, "fieldpost")
	if out, err := exec.Command("go", "build", "-o", h.program, "fieldpost/cmd/fieldpost").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var err error
	if h.mail, err = mailtest.Start(append(h.everybody(), "office")...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.mail.Close() })
	h.imap = h.wire(h.mail.IMAP("office", mailio.TLS))
	h.smtp = h.wire(h.mail.SMTP("office", mailio.StartTLS))
	if h.log, err = os.Create(filepath.Join(h.dir, "daemon.log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.log.Close() })
	h.configure()
	return h
}

// everybody returns the accounts that the daemon writes to.
func (h *testServer) everybody() []string { return append(slices.Sorted(maps.Values(cast)), "referee") }

func (h *testServer) wire(server mailio.Server) *mailtest.FaultProxy {
	h.t.Helper()
	p, err := mailtest.NewFaultProxy(net.JoinHostPort("127.0.0.1", strconv.Itoa(server.Port)))
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { p.Close() })
	return p
}

func (h *testServer) configure() {
	h.t.Helper()
	text := fmt.Sprintf(`address: %s
referee: %s
mail:
  imap: {host: localhost, port: %d, ca_file: %s}
  smtp: {host: localhost, port: %d, security: starttls, ca_file: %[4]s}
  user: office
  password: {env: FIELDPOST_PASSWORD}
  poll: 10s
limits: {replies_per_player: 1000000, replies_per_sender: 1000000, replies_in_all: 1000000}
`, mailtest.Address("office"), mailtest.Address("referee"), h.imap.Port(), h.mail.Certificate(), h.smtp.Port())
	if err := os.WriteFile(h.path("fieldpost.yaml"), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

func (h *testServer) path(name string) string { return filepath.Join(h.dir, name) }

// desk opens the store while no daemon runs.
func (h *testServer) desk() (server.Control, *store.Store) {
	h.t.Helper()
	s, err := store.Open(h.path("fieldpost.db"), store.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	o := &env.Env{
		Secrets: env.Secrets{Dir: h.path("secrets")}, Limits: env.DefaultLimits(), Language: "en", Now: time.Now, Random: rand.Reader,
		Version: "fieldpost test", Log: slog.New(slog.DiscardHandler),
		Self: env.Self{Address: mailio.Address{Name: "fieldpost", Addr: mailtest.Address("office")}, Domain: mailtest.Domain,
			Instance: s.Info().Instance, Referee: mailtest.Address("referee")},
	}
	return server.Control{Env: o, Store: s}, s
}

// ask asks a desk, and decodes the answer.
func ask(t *testing.T, d server.Control, do string, args, result any) {
	t.Helper()
	if err := decode(d.Serve(t.Context(), request(t, do, args)), result); err != nil {
		t.Fatalf("%s %v: %v", do, args, err)
	}
}

func request(t *testing.T, do string, args any) server.Request {
	t.Helper()
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return server.Request{Do: do, Args: b}
}

func decode(a server.Answer, result any) error {
	if a.Error != "" {
		return errors.New(a.Error)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(a.Result, result)
}

// found makes games, before the daemon is started for the first time. Every other one is of Europe, whose seats the
// same people take.
func (h *testServer) found(n int) []string {
	h.t.Helper()
	d, s := h.desk()
	defer s.Close()
	var names []string
	for i := range n {
		name := fmt.Sprintf("g%03d", i)
		rulesName := [...]string{"revised", "europe"}[i%2]
		ask(h.t, d, "game.new", people.NewGame{Name: name, Rules: rulesName, Options: []rules.Setting{}}, nil)
		set, err := rules.New(rulesName, rules.Options{})
		if err != nil {
			h.t.Fatal(err)
		}
		for _, seat := range set.Board.Seats {
			p := roster.Person{Address: addressOf(seat.Power, name), Name: string(seat.Power)}
			ask(h.t, d, "game.seat", people.SeatRequest{Game: name, Power: string(seat.Power), Person: p}, nil)
		}
		ask(h.t, d, "game.start", gamestore.GameName{Game: name}, nil)
		names = append(names, name)
	}
	return names
}

func addressOf(p board.Power, game string) string {
	return mailio.WithPlus(mailtest.Address(cast[p]), game)
}

// start starts the daemon.
func (h *testServer) start() {
	h.t.Helper()
	h.process = exec.Command(h.program, "serve", "--config", h.path("fieldpost.yaml"))
	h.process.Env = append(os.Environ(), "FIELDPOST_PASSWORD=office-pw")
	h.process.Stdout, h.process.Stderr = h.log, h.log
	h.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := h.process.Start(); err != nil {
		h.t.Fatal(err)
	}
}

// kill ends the daemon in the middle of whatever it does.
func (h *testServer) kill() {
	h.t.Helper()
	if err := h.process.Process.Kill(); err != nil {
		h.t.Fatalf("the daemon had ended by itself: %v\n%s", err, h.lastWords())
	}
	h.process.Wait()
	if h.process.ProcessState.Exited() {
		h.t.Fatalf("the daemon had ended by itself: %v\n%s", h.process.ProcessState, h.lastWords())
	}
}

// stop asks the daemon to end, and waits.
func (h *testServer) stop() {
	h.t.Helper()
	if err := h.process.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Fatalf("%v\n%s", err, h.lastWords())
	}
	if err := h.process.Wait(); err != nil {
		h.t.Fatalf("the daemon ended badly: %v\n%s", err, h.lastWords())
	}
}

func (h *testServer) lastWords() string {
	text, _ := os.ReadFile(h.log.Name())
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-20):], []byte("\n")))
}

// data asks the running daemon for a game; it may be dead.
func (h *testServer) data(game string) (gamestore.Data, error) {
	ctx, cancel := context.WithTimeout(h.t.Context(), 2*time.Second)
	defer cancel()
	var d gamestore.Data
	a, err := server.SocketOf("", h.path("fieldpost.db")).Ask(ctx, request(h.t, "game.data", gamestore.GameName{Game: game}))
	if err != nil {
		return d, err
	}
	return d, decode(a, &d)
}

// command runs the program as an operator does.
func (h *testServer) command(args ...string) (string, error) {
	out, err := exec.Command(h.program, append(args, "--config", h.path("fieldpost.yaml"))...).CombinedOutput()
	return string(out), err
}
