package server

import (
	"context"
	"errors"
	"time"

	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
)

// job is what another goroutine wants written.
type job struct {
	write func(*store.Tx) error
	done  chan error
}

// writes leads to the single writer, the main loop.
type writes struct {
	jobs    chan job
	stopped chan struct{} // closed when nothing is written any more
}

func newWrites() writes { return writes{make(chan job), make(chan struct{})} }

// errStopped is the error of a write after the server has stopped.
var errStopped = errors.New("the daemon has stopped")

// do has the single writer run a write transaction.
func (w writes) do(write func(*store.Tx) error) error { return w.doFor(context.Background(), write) }

// doFor is like do for a caller who waits: if the context ends before their turn comes, nothing is written.
func (w writes) doFor(ctx context.Context, write func(*store.Tx) error) error {
	j := job{write, make(chan error, 1)}
	select {
	case w.jobs <- j:
		return <-j.done
	case <-w.stopped:
		return errStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// diskFullWait is how long the server waits after the disk was full.
const diskFullWait = 30 * time.Second

// diskFull reports whether an error says that the disk is full, and remembers since when. Nothing is lost: mails stay
// in the mailbox until they are stored, and in the outbox until they are sent.
func (s *Server) diskFull(err error) bool {
	if !errors.Is(err, store.ErrFull) {
		return false
	}
	if s.full.IsZero() {
		s.full = s.Env.Now()
		s.Env.Log.Error("the store takes nothing more; make room, it goes on by itself", "error", err)
	}
	return true
}

// diskRecovered tells the referee that the disk was full, as soon as that can be written.
func (s *Server) diskRecovered() error {
	if s.full.IsZero() {
		return nil
	}
	e, from := s.Env, s.full.UTC().Format(time.RFC3339)
	err := s.Store.Update(func(tx *store.Tx) error {
		return notify.WarnReferee(e, tx, "disk-was-full", []string{from, e.Now().UTC().Format(time.RFC3339)}, from)
	})
	if err == nil {
		e.Log.Info("the store takes letters again", "since", from)
		s.full = time.Time{}
		s.delivery.wake()
	}
	return err
}
