package server

import (
	"time"

	"fieldpost/store"
)

const (
	sweepInterval = 24 * time.Hour
	sweepBatch    = 500 // mails in a transaction
)

// sweep drops what letters and mails said once they are older than they are to be kept (mail convention 59). Their rows
// stay, so that a letter is known if it comes again; records of games are not touched.
func (s *Server) sweep() error {
	now := s.Env.Now()
	if s.Keep == 0 || now.Sub(s.swept) < sweepInterval {
		return nil
	}
	before := now.Add(-s.Keep)
	return s.Store.Update(func(tx *store.Tx) error {
		letters, err := tx.Inbox().DropBefore(before, sweepBatch)
		if err != nil {
			return err
		}
		mails, err := tx.Outbox().DropBefore(before, sweepBatch)
		if err != nil {
			return err
		}
		if letters+mails > 0 {
			s.Env.Log.Info("old mail dropped", "letters", letters, "mails", mails, "before", before)
		}
		if letters < sweepBatch && mails < sweepBatch {
			s.swept = now
		}
		return nil
	})
}
