package server

import (
	"errors"
	"time"

	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
)

// diskFullWait is how long nothing is tried after the disk was full.
const diskFullWait = 30 * time.Second

// diskFull notes that the disk takes nothing any more: nothing is lost, because letters stay in the mailbox until they
// are stored and mails stay in the outbox until they are sent; everything waits. The time of the first is told when it
// goes on.
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
