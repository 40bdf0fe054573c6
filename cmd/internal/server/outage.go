package server

import (
	"strconv"
	"time"

	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
)

// heartbeat records that mail is read and sent, and gives games back the time in which it was not.
type heartbeat struct {
	env         *env.Env
	store       *store.Store
	writes      writes
	sendFailing func() bool
}

// polled records that the mailbox was read without an error, and when that began.
func (h heartbeat) polled(began time.Time) error {
	if h.sendFailing() {
		return nil // mail cannot be sent
	}
	var last time.Time
	err := h.store.View(func(tx *store.Tx) (err error) {
		last, err = clocks.Heartbeat(tx)
		return err
	})
	if err != nil {
		return err
	}
	if out := began.Sub(last); !last.IsZero() && out > clocks.OutageThreshold(h.env) {
		h.env.Log.Warn("outage: deadlines move on", "from", last, "to", began, "for", out)
		err := h.eachTimed(func(tx *store.Tx, g *gamestore.Game) error {
			return clocks.GiveBackOutage(h.env, tx, g, last, began)
		})
		if err != nil {
			return err
		}
	}
	return h.writes.do(func(tx *store.Tx) error { return clocks.WriteHeartbeat(tx, began) })
}

// eachTimed calls a function for every game that is due at some time, each in a transaction of its own.
func (h heartbeat) eachTimed(do func(*store.Tx, *gamestore.Game) error) error {
	var names []string
	err := h.store.View(func(tx *store.Tx) (err error) {
		names, err = tx.Games().Due(clocks.EndOfTime, 0)
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		err := h.writes.do(func(tx *store.Tx) error {
			g, err := gamestore.Load(tx, name)
			if err == nil {
				err = do(tx, g)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// clockReading is the wall clock, and a clock that is never set.
type clockReading struct {
	wall   time.Time
	passed time.Duration
}

// clockWatch looks for jumps of the wall clock. It belongs to the main loop.
type clockWatch struct {
	env    *env.Env
	store  *store.Store
	wake   func()               // there may be mail to send
	passed func() time.Duration // the time since some moment by a clock that is never set
	last   clockReading
}

// newClockWatch returns a watch that begins now.
func (s *Server) newClockWatch() *clockWatch {
	c := &clockWatch{env: s.Env, store: s.Store, wake: s.delivery.wake, passed: s.Passed}
	if c.passed == nil {
		began := time.Now()
		c.passed = func() time.Duration { return time.Since(began) }
	}
	c.last = c.read()
	return c
}

// read returns what the clocks show.
func (c *clockWatch) read() clockReading {
	return clockReading{c.env.Now().Round(0), c.passed()}
}

// check compares the wall clock with the time that has passed since the last check. After a jump all deadlines move by
// it, and by an hour more, in which a person can correct the clock: none passes meanwhile.
func (c *clockWatch) check() error {
	before, now := c.last, c.read()
	c.last = now
	jump := now.wall.Sub(before.wall) - (now.passed - before.passed)
	if jump.Abs() <= clocks.JumpThreshold {
		return nil
	}
	c.env.Log.Error("the clock has jumped: deadlines move on", "by", jump)
	names := []string{}
	err := c.store.Update(func(tx *store.Tx) (err error) {
		if err = clocks.WriteHeartbeat(tx, now.wall); err != nil { // the jump is no outage as well
			return err
		}
		if names, err = tx.Games().Due(clocks.EndOfTime, 0); err != nil {
			return err
		}
		told := []string{jump.String(), now.wall.UTC().Format(time.RFC3339)}
		return notify.WarnReferee(c.env, tx, "clock-jump", told, strconv.FormatInt(now.wall.Unix(), 10))
	})
	for i := 0; i < len(names) && err == nil; i++ {
		err = c.store.Update(func(tx *store.Tx) error {
			g, err := gamestore.Load(tx, names[i])
			if err == nil {
				err = clocks.HandleJump(c.env, tx, g, jump)
			}
			return err
		})
	}
	c.wake()
	return err
}
