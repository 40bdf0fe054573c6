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

// Socket is where a server listens for commands of the same machine, and its store.
type Socket struct {
	Path  string
	Store string
}

// SocketOf returns the control socket of a store. Path is the configured one, "" for the usual one in a folder next to
// the store.
func SocketOf(path, store string) Socket {
	if path == "" {
		path = filepath.Join(store+".run", "control.sock")
	}
	return Socket{path, store}
}

// maxSocketPath is the maximum length of a socket's path in bytes, which the system's structure limits.
const maxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// Bounds of the control socket.
const (
	maxConns    = 16              // served at the same time
	requestTime = 5 * time.Second // to send a request
	answerTime  = time.Minute     // to take an answer
)

// Listen opens the control socket. It creates its folder, if there is none, with mode 0700: no other user can connect,
// not even between the creation of the socket and the change of its mode. A socket left over by a server that was
// killed is replaced. The errors say what to do: the path is too long, the folder is open to others or belongs to
// another user, another server listens there.
func (s Socket) Listen() (net.Listener, error) {
	if len(s.Path) > maxSocketPath {
		return nil, fmt.Errorf("the path %s has %d bytes, a socket may have %d; name a shorter one with the "+
			"setting socket", s.Path, len(s.Path), maxSocketPath)
	}
	dir := filepath.Dir(s.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w; a unit for systemd makes it with RuntimeDirectory=%s, or name another path "+
			"with the setting socket", err, filepath.Base(dir))
	}
	if err := checkPrivate(dir); err != nil {
		return nil, err
	}
	if conn, err := net.Dial("unix", s.Path); err == nil {
		conn.Close()
		return nil, fmt.Errorf("another daemon listens at %s; stop that one, or name another path with the "+
			"setting socket", s.Path)
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

// checkPrivate returns an error if other users may enter a folder.
func checkPrivate(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder; name another path with the setting socket", dir)
	case !ownedBy(info, os.Geteuid()):
		return fmt.Errorf("the folder %s belongs to another user; name a path in a folder of your own with the "+
			"setting socket", dir)
	case openToOthers(info):
		return fmt.Errorf("the folder %s is open to other users (%v); close it with chmod 700, or name another "+
			"path with the setting socket", dir, info.Mode().Perm())
	}
	return nil
}

// checkTrusted returns an error if a client must not trust the listener at the socket: folder and socket must belong to
// its own user, or, if that is root, to the owner of the store.
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
			return fmt.Errorf("%s belongs to another user, so whoever listens there is not believed; run the "+
				"command as the daemon's user, as with sudo", path)
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

// run answers commands until the context ends, each connection in a goroutine of its own, so that a silent one delays
// no other.
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

// converse answers one request. It stops when the caller closes the connection.
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
		conn.Read(make([]byte, 1)) // callers send nothing more: this returns when they close the connection
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

// ErrNoDaemon reports that no server listens at the store's socket.
var ErrNoDaemon = errors.New("no daemon runs")

// Ask sends a request to the server that listens at the socket. It returns ErrNoDaemon if there is none.
func (s Socket) Ask(ctx context.Context, r Request) (Answer, error) {
	if len(s.Path) > maxSocketPath {
		return Answer{}, ErrNoDaemon // no server can listen there
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
