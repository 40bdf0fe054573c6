package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/store"
)

// The control socket is how commands of the same machine reach the store while the daemon has it open. It stands in a
// folder that only the daemon's user may enter, so that nobody else can connect, not even between the making of the
// socket and a change of its mode.

// Socket is where a daemon listens for commands, and the store that it serves.
type Socket struct {
	Path  string
	Store string
}

// SocketOf is the control socket of a store. path is the one of the configuration, "" for the usual one in a folder
// beside the store.
func SocketOf(path, store string) Socket {
	if path == "" {
		path = filepath.Join(store+".run", "control.sock")
	}
	return Socket{path, store}
}

// maxSocketPath is the longest path that a socket may have, in bytes: the system's structure has room for no more.
const maxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// Bounds of the control socket.
const (
	maxConns    = 16              // served at the same time
	requestTime = 5 * time.Second // to send a request
	answerTime  = time.Minute     // to take an answer
)

// Listen opens the control socket and makes its folder first, if there is none, with mode 0700. A socket left over by a
// daemon that was killed is replaced. The errors say what to do: the path is too long, the folder is open to others or
// belongs to somebody else, another daemon listens there.
func (s Socket) Listen() (net.Listener, error) {
	if len(s.Path) > maxSocketPath {
		return nil, fmt.Errorf("the path %s has %d bytes, a socket may have %d; name a shorter one with the setting socket", s.Path, len(s.Path), maxSocketPath)
	}
	dir := filepath.Dir(s.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w; a unit for systemd makes it with RuntimeDirectory=%s, or name another path with the setting socket", err, filepath.Base(dir))
	}
	if err := checkPrivate(dir); err != nil {
		return nil, err
	}
	if conn, err := net.Dial("unix", s.Path); err == nil {
		conn.Close()
		return nil, fmt.Errorf("another daemon listens at %s; stop that one, or name another path with the setting socket", s.Path)
	}
	if err := os.Remove(s.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", s.Path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(s.Path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// checkPrivate reports as an error why a folder is not its user's alone.
func checkPrivate(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder; name another path with the setting socket", dir)
	case !ownedBy(info, os.Geteuid()):
		return fmt.Errorf("the folder %s belongs to another user; name a path in a folder of your own with the setting socket", dir)
	case openToOthers(info):
		return fmt.Errorf("the folder %s is open to other users (%v); close it with chmod 700, or name another path with the setting socket", dir, info.Mode().Perm())
	}
	return nil
}

// checkTrusted reports as an error why a client must not talk to whoever listens at the socket: folder and socket belong to
// its own user, or, if that is root, both to the owner of the store.
func (s Socket) checkTrusted() error {
	uid := os.Geteuid()
	if uid == 0 {
		owner, err := ownerOf(s.Store)
		if err != nil {
			return err
		}
		uid = owner
	}
	for _, path := range []string{filepath.Dir(s.Path), s.Path} {
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		if !ownedBy(info, uid) && !ownedBy(info, os.Geteuid()) {
			return fmt.Errorf("%s belongs to another user, so whoever listens there is not believed; run the command as the daemon's user, as with sudo", path)
		}
	}
	return nil
}

// socketServer answers the commands of the control socket, in goroutines of its own.
type socketServer struct {
	env      *env.Env
	store    *store.Store
	writes   writes
	wake     func() // there may be mail to send
	listener net.Listener
}

// run answers commands until the context ends, each connection by itself: one that is silent keeps nobody waiting.
func (s socketServer) run(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() { s.listener.Close() })
	defer stop()
	var conns sync.WaitGroup
	defer conns.Wait()
	free := make(chan struct{}, maxConns)
	for {
		free <- struct{}{}
		conn, err := s.listener.Accept()
		if err != nil {
			if ctx.Err() == nil {
				s.env.Log.Error("control socket", "error", err)
			}
			return
		}
		conns.Go(func() {
			defer func() { <-free }()
			s.converse(ctx, conn)
		})
	}
}

// converse answers one request. The work ends when the caller hangs up.
func (s socketServer) converse(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Now()) })
	defer stop()
	conn.SetReadDeadline(time.Now().Add(requestTime))
	var r Request
	if err := json.NewDecoder(conn).Decode(&r); err != nil {
		s.env.Log.Warn("control request cannot be read", "error", err)
		return
	}
	conn.SetReadDeadline(time.Time{})
	go func() {
		conn.Read(make([]byte, 1)) // callers say nothing more: this returns when they are gone
		cancel()
	}()
	write := func(f func(*store.Tx) error) error { return s.writes.doFor(ctx, f) }
	a := Control{Env: s.env, Store: s.store, Write: write}.Serve(ctx, r)
	s.env.Log.Info("control", "do", r.Do, "error", a.Error)
	s.wake()
	conn.SetWriteDeadline(time.Now().Add(answerTime))
	if err := json.NewEncoder(conn).Encode(a); err != nil && ctx.Err() == nil {
		s.env.Log.Warn("control answer cannot be sent", "error", err)
	}
}

// ErrNoDaemon says that nobody listens at the store's socket.
var ErrNoDaemon = errors.New("no daemon runs")

// Ask asks the daemon that listens at the socket. Without one it returns ErrNoDaemon.
func (s Socket) Ask(ctx context.Context, r Request) (Answer, error) {
	if len(s.Path) > maxSocketPath {
		return Answer{}, ErrNoDaemon // nobody can listen there
	}
	if err := s.checkTrusted(); errors.Is(err, fs.ErrNotExist) {
		return Answer{}, ErrNoDaemon
	} else if err != nil {
		return Answer{}, err
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", s.Path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return Answer{}, ErrNoDaemon
	} else if err != nil {
		return Answer{}, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := json.NewEncoder(conn).Encode(r); err != nil {
		return Answer{}, fmt.Errorf("asking the daemon: %w", err)
	}
	var a Answer
	if err := json.NewDecoder(conn).Decode(&a); err != nil {
		return Answer{}, fmt.Errorf("the daemon's answer: %w", err)
	}
	return a, nil
}
