package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// While the daemon runs, commands reach the store through its socket; when it has stopped, no answer comes.
func TestCommandsReachARunningDaemon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	socket := SocketOf("", w.store.Path())
	var err error
	if w.d.Socket, err = socket.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.d.Run(ctx) }()

	ask := func(do string, args any) Answer {
		t.Helper()
		b, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		a, err := socket.Ask(t.Context(), Request{Do: do, Args: b})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := ask("game.list", nil); !strings.Contains(string(a.Result), "eastfront") {
		t.Errorf("games: %+v", a)
	}
	if a := ask("game.seat", people.SeatRequest{Game: "eastfront", Power: "UK",
		Person: roster.Person{Name: "Charles"}}); a.Error != "" {
		t.Error(a.Error)
	}
	if a := ask("game.show", gamestore.GameName{Game: "nowhere"}); !strings.Contains(a.Error,
		`there is no game "nowhere"; there are eastfront`) {
		t.Errorf("%+v", a)
	}
	if a := ask("game.dance", nil); a.Error == "" {
		t.Error("an unknown request was answered")
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if _, err := socket.Ask(t.Context(), Request{Do: "game.list"}); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("after the end: %v", err)
	}
	w.view(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err == nil && table.Seat("UK").Name != "Charles" {
			t.Errorf("the seat is %+v", table.Seat("UK"))
		}
		return err
	})
}

// A client that connects and sends nothing delays no other, and is cut off.
func TestIdleClientsOfTheControlSocketBlockNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	socket := SocketOf("", w.store.Path())
	var err error
	if w.d.Socket, err = socket.Listen(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.d.Run(ctx) }()
	var idle []net.Conn
	for i := range maxConns - 1 {
		c, err := net.Dial("unix", socket.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if i%2 == 0 {
			fmt.Fprint(c, `{"do":"game.li`) // half a request
		}
		idle = append(idle, c)
	}
	began := time.Now()
	if a, err := socket.Ask(t.Context(), Request{Do: "game.list"}); err != nil || a.Error != "" {
		t.Fatalf("%+v %v", a, err)
	}
	if took := time.Since(began); took > requestTime/2 {
		t.Errorf("the answer took %v", took)
	}
	for _, c := range idle {
		c.SetReadDeadline(began.Add(2 * requestTime))
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("an idle client was not cut off: %v", err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// A caller who is gone before the work is done has nothing written.
func TestWorkEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	desk := Control{Env: w.d.Env, Store: w.store, Write: func(f func(*store.Tx) error) error {
		cancel()
		return w.store.Update(f)
	}}
	a := desk.Serve(ctx, askFor(t, "game.seat",
		people.SeatRequest{Game: "eastfront", Power: "UK", Person: roster.Person{Name: "Charles"}}))
	if !strings.Contains(a.Error, context.Canceled.Error()) {
		t.Errorf("%+v", a)
	}
	w.view(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err == nil && table.Seat("UK").Name != "Carl" {
			t.Errorf("the seat is %+v", table.Seat("UK"))
		}
		return err
	})
	file := filepath.Join(t.TempDir(), "copy.db")
	if a := desk.Serve(ctx, askFor(t, "store.backup", Backup{File: file})); a.Error == "" {
		t.Error("a backup was written for nobody")
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func askFor(t *testing.T, do string, args any) Request {
	t.Helper()
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Do: do, Args: b}
}

// The socket is in a folder that no other user can enter, from before there is a socket.
func TestTheControlSocketIsItsUsersAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "fieldpost.db")
	if err := os.WriteFile(data, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	socket := SocketOf("", data)
	if filepath.Dir(filepath.Dir(socket.Path)) != dir || filepath.Base(socket.Path) != "control.sock" {
		t.Errorf("the socket is %s", socket.Path)
	}
	l, err := socket.Listen()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for path, want := range map[string]fs.FileMode{filepath.Dir(socket.Path): 0o700, socket.Path: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", path, info.Mode(), err, want)
		}
	}
	if _, err := socket.Listen(); err == nil || !strings.Contains(err.Error(), "another daemon listens") {
		t.Errorf("a second daemon: %v", err)
	}

	open := filepath.Join(dir, "open")
	if err := errors.Join(os.Mkdir(open, 0o700), os.Chmod(open, 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := SocketOf(filepath.Join(open, "s"), data).Listen(); err == nil ||
		!strings.Contains(err.Error(), "chmod 700") {
		t.Errorf("a folder open to others: %v", err)
	}
	if _, err := SocketOf(filepath.Join(os.TempDir(), "s"), data).Listen(); err == nil {
		t.Error("a socket stands in the folder of temporary files")
	}
	long := SocketOf(filepath.Join(dir, strings.Repeat("x", 120), "control.sock"), data)
	if _, err := long.Listen(); err == nil || !strings.Contains(err.Error(), "setting socket") {
		t.Errorf("too long a path: %v", err)
	}
	if _, err := long.Ask(t.Context(), Request{}); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("asked at too long a path: %v", err)
	}
}

// What another has put where the socket is looked for is not talked to.
func TestClientsTrustOnlyTheirOwnSocket(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Log("as another user than root the owner of a file cannot be changed: the rule is tried on files of root")
	}
	dir := t.TempDir()
	data := filepath.Join(dir, "fieldpost.db")
	socket := SocketOf("", data)
	l, err := socket.Listen()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.WriteFile(data, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := socket.checkTrusted(); err != nil {
		t.Errorf("our own: %v", err)
	}
	if os.Geteuid() != 0 {
		foreign := Socket{Path: "/etc/passwd", Store: data} // root's
		if err := foreign.checkTrusted(); err == nil {
			t.Error("root's file is trusted")
		}
		return
	}
	const other, third = 4711, 4712
	chown := func(uid int, paths ...string) {
		t.Helper()
		for _, p := range paths {
			if err := os.Lchown(p, uid, -1); err != nil {
				t.Fatal(err)
			}
		}
	}
	folder := filepath.Dir(socket.Path)
	chown(other, folder, socket.Path)
	if err := socket.checkTrusted(); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
		t.Errorf("folder and socket of a user who does not own the store: %v", err)
	}
	if _, err := socket.Ask(t.Context(), Request{Do: "game.list"}); err == nil || errors.Is(err, ErrNoDaemon) {
		t.Errorf("it was asked: %v", err)
	}
	chown(other, data)
	if err := socket.checkTrusted(); err != nil {
		t.Errorf("root, with everything of the owner of the store: %v", err)
	}
	chown(third, socket.Path)
	if err := socket.checkTrusted(); err == nil {
		t.Error("a socket of a third user is trusted")
	}
}
