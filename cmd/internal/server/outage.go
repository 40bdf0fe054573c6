package server

import (
	"strconv"
	"time"

	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
)

// polled is told when the reading of the mailbox began that has just ended well.
func (d *Server) polled(began time.Time) error {
	if d.sendFailing.Load() {
		return nil // mail cannot be sent: all is not well
	}
	var last time.Time
	err := d.Store.View(func(tx *store.Tx) (err error) {
		last, err = clocks.Heartbeat(tx)
		return err
	})
	if err != nil {
		return err
	}
	if out := began.Sub(last); !last.IsZero() && out > clocks.OutageThreshold(d.Env) {
		d.Env.Log.Warn("outage: deadlines move on", "from", last, "to", began, "for", out)
		err := d.eachTimed(func(tx *store.Tx, g *gamestore.Game) error { return clocks.GiveBack(d.Env, tx, g, last, began) })
		if err != nil {
			return err
		}
	}
	return d.do(func(tx *store.Tx) error { return clocks.WriteHeartbeat(d.Env, tx, began) })
}

// eachTimed does something with every game that has anything to do at some time, each in a transaction of its own.
func (d *Server) eachTimed(do func(*store.Tx, *gamestore.Game) error) error {
	var names []string
	err := d.Store.View(func(tx *store.Tx) (err error) {
		names, err = tx.Games().Due(clocks.EndOfTime, 0)
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		err := d.do(func(tx *store.Tx) error {
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

// clockReading are the clock on the wall, and a clock that nobody sets.
type clockReading struct {
	wall   time.Time
	passed time.Duration
}

// readClock is how the hands stand now.
func (d *Server) readClock() clockReading {
	return clockReading{d.Env.Now().Round(0), d.Passed()}
}

// watchClock compares the clock on the wall with the time that has passed since the last look. After a jump all deadlines move on by it, and
// by an hour more, in which a person can put the clock right: none passes meanwhile.
func (d *Server) watchClock() error {
	before, now := d.hands, d.readClock()
	d.hands = now
	jump := now.wall.Sub(before.wall) - (now.passed - before.passed)
	if jump.Abs() <= clocks.JumpSize {
		return nil
	}
	d.Env.Log.Error("the clock has jumped: deadlines move on", "by", jump)
	names := []string{}
	err := d.Store.Update(func(tx *store.Tx) (err error) {
		if err = clocks.WriteHeartbeat(d.Env, tx, now.wall); err != nil { // the jump is no outage as well
			return err
		}
		if names, err = tx.Games().Due(clocks.EndOfTime, 0); err != nil {
			return err
		}
		return notify.WarnReferee(d.Env, tx, "clock-jump", []string{jump.String(), now.wall.UTC().Format(time.RFC3339)}, strconv.FormatInt(now.wall.Unix(), 10))
	})
	for i := 0; i < len(names) && err == nil; i++ {
		err = d.Store.Update(func(tx *store.Tx) error {
			g, err := gamestore.Load(tx, names[i])
			if err == nil {
				err = clocks.Jumped(d.Env, tx, g, jump)
			}
			return err
		})
	}
	d.wake()
	return err
}
