package server

import (
	"context"
	"errors"

	"fieldpost/store"
)

// job is something another goroutine wants written.
type job struct {
	write func(*store.Tx) error
	done  chan error
}

// writes leads to the single writer, which is the main loop.
type writes struct {
	jobs    chan job
	stopped chan struct{} // closed when nothing is written any more
}

func newWrites() writes { return writes{make(chan job), make(chan struct{})} }

// errStopped is the answer of a daemon that writes nothing any more.
var errStopped = errors.New("the daemon has stopped")

// do has something written by the single writer.
func (w writes) do(write func(*store.Tx) error) error { return w.doFor(context.Background(), write) }

// doFor does so for a caller who waits: when they are gone before their turn comes, nothing is written.
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
