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

// mailTime is how long a letter may take if Daemon.MailTime does not say, and its questions likewise. The time is looked at between steps,
// commands, pictures and mails; within each, counts are limited.
const mailTime = 5 * time.Second

// letter handles one letter. One that fails or overruns is tried once more, then set aside, and its sender and the referee are told;
// the others go on. Only a store that takes nothing any more stops the daemon.
func (d *Server) letter(number uint64) error {
	n, err := d.attempt(number)
	if err != nil {
		return err
	}
	if n > steps.MostAttempts { // the process died with it too often
		return d.setAside(number)
	}
	d.Env.Metering().Began(number)
	defer d.Env.Metering().Ended(number)
	err = d.tryLetter(number)
	switch {
	case err == nil:
		return nil
	case env.Fatal(err):
		d.excused = number
		return err
	}
	d.Env.Log.Error("letter failed", "letter", number, "attempt", n, "error", err)
	if n+steps.FailedAttempt >= steps.MostAttempts {
		return d.setAside(number)
	}
	return d.Store.Update(func(tx *store.Tx) error { // it is still the next one
		for range steps.FailedAttempt {
			if _, err := gamestore.CountUp(tx, steps.AttemptsKind, strconv.FormatUint(number, 10)); err != nil {
				return err
			}
		}
		return nil
	})
}

// attempt counts an attempt at a letter, and returns which one it is. One that failed for the store's sake is not counted twice.
func (d *Server) attempt(number uint64) (n int, err error) {
	err = d.Store.Update(func(tx *store.Tx) error {
		if d.excused == number {
			v, ok, err := tx.Data().Get(steps.AttemptsKind, strconv.FormatUint(number, 10))
			n = max(1, gamestore.Counter(v, ok))
			return err
		}
		n, err = gamestore.CountUp(tx, steps.AttemptsKind, strconv.FormatUint(number, 10))
		return err
	})
	d.excused = 0
	return n, err
}

func (d *Server) tryLetter(number uint64) (err error) {
	defer env.Recovered(&err)
	late := d.late()
	return d.Store.Update(func(tx *store.Tx) error { return steps.HandleWithin(d.Env, tx, number, late) })
}

// late returns a function that reports whether the time of a letter has passed since the call of late.
func (d *Server) late() func() bool {
	most := d.MailTime
	if most == 0 {
		most = mailTime
	}
	began := time.Now() // its monotonic reading: nobody sets that clock
	return func() bool { return time.Since(began) > most }
}

// setAside is done with a letter, and tells the referee and the sender. One that cannot even be answered is set aside all the same.
func (d *Server) setAside(number uint64) error {
	err := d.trySetAside(number, true)
	if err != nil && !env.Fatal(err) {
		d.Env.Log.Error("letter cannot be answered", "letter", number, "error", err)
		err = d.trySetAside(number, false)
	}
	if err == nil {
		d.Env.Log.Error("letter set aside", "letter", number)
	}
	return err
}

func (d *Server) trySetAside(number uint64, tell bool) (err error) {
	defer env.Recovered(&err)
	e, n := d.Env, strconv.FormatUint(number, 10)
	return d.Store.Update(func(tx *store.Tx) error {
		if err := steps.PutAway(e, tx, number); err != nil {
			return err
		}
		if err := notify.WarnReferee(e, tx, "letter-broke-us", []string{n}, "letter", n); err != nil || !tell {
			return err
		}
		return steps.TellSender(e, tx, number, notice.Broken{})
	})
}
