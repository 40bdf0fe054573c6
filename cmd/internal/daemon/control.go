package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// SocketPath is where the daemon of a store listens for commands of the same machine: beside the store, or in the folder for
// temporary files if that path would be too long for a socket.
func SocketPath(store string) string {
	path := store + ".sock"
	if len(path) <= 100 {
		return path
	}
	sum := sha256.Sum256([]byte(store))
	return filepath.Join(os.TempDir(), "fieldpost-"+hex.EncodeToString(sum[:8])+".sock")
}

// requestTime is how long one request may take, backup of a large store included.
const requestTime = 5 * time.Minute

// Listen opens the control socket, readable by the owner only. One left over by a daemon that was killed is replaced: the lock
// of the store tells that no other runs.
func Listen(store string) (net.Listener, error) {
	path := SocketPath(store)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// control answers commands until the context ends.
func (d *Daemon) control(ctx context.Context, l net.Listener) {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	desk := Desk{Office: d.Office, Store: d.Store, Write: d.do}
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() == nil {
				d.Office.Log.Error("control socket", "error", err)
			}
			return
		}
		d.converse(conn, desk)
	}
}

// converse answers one request.
func (d *Daemon) converse(conn net.Conn, desk Desk) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(requestTime))
	var r Request
	if err := json.NewDecoder(conn).Decode(&r); err != nil {
		d.Office.Log.Warn("control request cannot be read", "error", err)
		return
	}
	a := desk.Serve(r)
	d.Office.Log.Info("control", "do", r.Do, "error", a.Error)
	d.wake()
	if err := json.NewEncoder(conn).Encode(a); err != nil {
		d.Office.Log.Warn("control answer cannot be sent", "error", err)
	}
}

// ErrNoDaemon says that nobody listens at the store's socket.
var ErrNoDaemon = errors.New("no daemon runs")

// Ask asks the daemon of a store. Without one it returns ErrNoDaemon.
func Ask(ctx context.Context, store string, r Request) (Answer, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", SocketPath(store))
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
