package server

import (
	"strconv"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/steps"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// defaultMailTime is how long a mail may take if Server.MailTime is 0, and its questions too. The time is looked at
// between steps, commands, pictures and mails; within each, counts are limited.
const defaultMailTime = 5 * time.Second

// handleMail handles one mail. One that fails or takes too long is tried once more, then set aside, and its sender and
// the referee are told; the others are handled all the same. Only a store that cannot be written any more stops the
// server.
func (s *Server) handleMail(number uint64) error {
	n, err := s.attempt(number)
	if err != nil {
		return err
	}
	if n > steps.MaxAttempts { // the process died with it too often
		return s.setAside(number)
	}
	s.Env.ActiveMeter().Began(number)
	defer s.Env.ActiveMeter().Ended(number)
	err = s.tryMail(number)
	switch {
	case err == nil:
		return nil
	case env.IsFatal(err):
		s.excused = number
		return err
	}
	s.Env.Log.Error("letter failed", "letter", number, "attempt", n, "error", err)
	if n+steps.FailedAttempt >= steps.MaxAttempts {
		return s.setAside(number)
	}
	return s.Store.Update(func(tx *store.Tx) error { // it is still the next one
		for range steps.FailedAttempt {
			if _, err := gamestore.IncrementCount(tx, steps.AttemptsKind, strconv.FormatUint(number, 10)); err != nil {
				return err
			}
		}
		return nil
	})
}

// attempt counts an attempt at a mail, and returns its number. One that failed because the store could not be written
// is not counted twice.
func (s *Server) attempt(number uint64) (n int, err error) {
	err = s.Store.Update(func(tx *store.Tx) error {
		if s.excused == number {
			v, ok, err := tx.Data().Get(steps.AttemptsKind, strconv.FormatUint(number, 10))
			n = max(1, gamestore.ParseCount(v, ok))
			return err
		}
		n, err = gamestore.IncrementCount(tx, steps.AttemptsKind, strconv.FormatUint(number, 10))
		return err
	})
	s.excused = 0
	return n, err
}

func (s *Server) tryMail(number uint64) (err error) {
	defer env.RecoverPanic(&err)
	late := timeLimit(s.MailTime).start()
	return s.Store.Update(func(tx *store.Tx) error { return steps.HandleMailUntil(s.Env, tx, number, late) })
}

// timeLimit is how long a mail may take, and the answers to its questions too; 0 means defaultMailTime.
type timeLimit time.Duration

// start returns a function that reports whether the time has passed since the call of start.
func (l timeLimit) start() func() bool {
	most := time.Duration(l)
	if most == 0 {
		most = defaultMailTime
	}
	began := time.Now() // its monotonic reading: that clock is never set
	return func() bool { return time.Since(began) > most }
}

// setAside finishes a mail and tells the referee and the sender. One that cannot even be answered is set aside too.
func (s *Server) setAside(number uint64) error {
	err := s.trySetAside(number, true)
	if err != nil && !env.IsFatal(err) {
		s.Env.Log.Error("letter cannot be answered", "letter", number, "error", err)
		err = s.trySetAside(number, false)
	}
	if err == nil {
		s.Env.Log.Error("letter set aside", "letter", number)
	}
	return err
}

func (s *Server) trySetAside(number uint64, tell bool) (err error) {
	defer env.RecoverPanic(&err)
	e, n := s.Env, strconv.FormatUint(number, 10)
	return s.Store.Update(func(tx *store.Tx) error {
		if err := steps.SetAside(e, tx, number); err != nil {
			return err
		}
		if err := notify.WarnReferee(e, tx, "letter-broke-us", []string{n}, "letter", n); err != nil || !tell {
			return err
		}
		return steps.NotifySender(e, tx, number, notice.Broken{})
	})
}
