package daemon

import (
	"encoding/json"
	"strconv"
	"time"

	"fieldpost/adjudicator/history"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// The heartbeat of the daemon is the last time all was well: the mailbox was read, and mail could be sent. When it comes back after
// longer than a short gap, the deadlines of all games move on by the outage (mail convention 56). No deadline is passed while it is out.

// heartKind is where the heartbeat stands in the store.
const heartKind = "heartbeat"

const heartKey = "mailbox"

// heartbeat is up to when the mailbox has been read, all being well.
func heartbeat(tx *store.Tx) (at time.Time, err error) {
	v, ok, err := tx.Get(heartKind, heartKey)
	if err == nil && ok {
		err = json.Unmarshal(v.Bytes, &at)
	}
	return at, err
}

// beat notes that all was well at a time.
func (o *Office) beat(tx *store.Tx, at time.Time) error {
	b, err := json.Marshal(at.UTC())
	if err != nil {
		return err
	}
	return tx.Put(heartKind, heartKey, store.Value{Version: formatVersion, Bytes: b})
}

// defaultOutage is how long a gap may be that is nobody's outage, where the settings do not say.
const defaultOutage = 30 * time.Minute

// gap is how long the heartbeat may be out before deadlines move.
func (o *Office) gap() time.Duration {
	if o.Outage == 0 {
		return defaultOutage
	}
	return o.Outage
}

// allRead tells whether all letters are read and done that reached the mailbox by a time, and all is well now.
func (o *Office) allRead(tx *store.Tx, by time.Time) (bool, error) {
	last, err := heartbeat(tx)
	if err != nil || !last.After(by) || o.Now().Sub(last) > o.gap() {
		return false, err
	}
	pending, err := tx.Pending(1)
	return len(pending) == 0, err
}

// polled is told when the reading of the mailbox began that has just ended well.
func (d *Daemon) polled(began time.Time) error {
	if d.mute.Load() {
		return nil // mail cannot be sent: all is not well
	}
	var last time.Time
	err := d.Store.View(func(tx *store.Tx) (err error) {
		last, err = heartbeat(tx)
		return err
	})
	if err != nil {
		return err
	}
	if out := began.Sub(last); !last.IsZero() && out > d.Office.gap() {
		d.Office.Log.Warn("outage: deadlines move on", "from", last, "to", began, "for", out)
		err := d.eachTimed(func(tx *store.Tx, t *Table) error { return d.Office.giveBack(tx, t, last, began) })
		if err != nil {
			return err
		}
	}
	return d.do(func(tx *store.Tx) error { return d.Office.beat(tx, began) })
}

// eachTimed does something with every game that has anything to do at some time, each in a transaction of its own.
func (d *Daemon) eachTimed(do func(*store.Tx, *Table) error) error {
	var names []string
	err := d.Store.View(func(tx *store.Tx) (err error) {
		names, err = tx.DueGames(endOfTime, 0)
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		err := d.do(func(tx *store.Tx) error {
			t, err := openTable(tx, name)
			if err == nil {
				err = do(tx, t)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// endOfTime is later than anything that is due.
var endOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// giveBack moves the deadlines of a game on by an outage, and tells everybody.
func (o *Office) giveBack(tx *store.Tx, t *Table, from, to time.Time) error {
	records := t.Life.Clock.GiveBack(t.plan(), from, to, "outage")
	return o.movedOn(tx, t, records, notice.OutageGiven{By: to.Sub(from)})
}

// movedOn writes the records of deadlines that have moved, and tells everybody if there are any.
func (o *Office) movedOn(tx *store.Tx, t *Table, records []*history.Clock, news notice.Notice) error {
	entry, err := o.appendClock(t, records)
	if err != nil {
		return err
	}
	if err := t.save(); err != nil || len(records) == 0 {
		return err
	}
	return o.tellAll(tx, t, news, seqName(entry))
}

// jumpSize is by how much the clock on the wall may differ between two looks from the time that has passed (mail convention 57).
const jumpSize = time.Hour

// hands are the clock on the wall, and a clock that nobody sets.
type hands struct {
	wall   time.Time
	passed time.Duration
}

// look is how the hands stand now.
func (d *Daemon) look() hands {
	return hands{d.Office.Now().Round(0), d.Passed()}
}

// watchClock compares the clock on the wall with the time that has passed since the last look. After a jump all deadlines move on by it, and
// by an hour more, in which a person can put the clock right: none passes meanwhile.
func (d *Daemon) watchClock() error {
	before, now := d.hands, d.look()
	d.hands = now
	jump := now.wall.Sub(before.wall) - (now.passed - before.passed)
	if jump.Abs() <= jumpSize {
		return nil
	}
	d.Office.Log.Error("the clock has jumped: deadlines move on", "by", jump)
	names := []string{}
	err := d.Store.Update(func(tx *store.Tx) (err error) {
		if err = d.Office.beat(tx, now.wall); err != nil { // the jump is no outage as well
			return err
		}
		if names, err = tx.DueGames(endOfTime, 0); err != nil {
			return err
		}
		return d.Office.tellReferee(tx, "clock-jump", []string{jump.String(), now.wall.UTC().Format(time.RFC3339)}, strconv.FormatInt(now.wall.Unix(), 10))
	})
	for i := 0; i < len(names) && err == nil; i++ {
		err = d.Store.Update(func(tx *store.Tx) error {
			t, err := openTable(tx, names[i])
			if err == nil {
				err = d.Office.jumped(tx, t, jump)
			}
			return err
		})
	}
	d.wake()
	return err
}

// jumped moves the deadlines of a game on after the clock has jumped, and tells everybody.
func (o *Office) jumped(tx *store.Tx, t *Table, jump time.Duration) error {
	by := max(0, jump) + jumpSize
	records := t.Life.Clock.Jump(t.plan(), by, o.Now(), "clock jump")
	return o.movedOn(tx, t, records, notice.ClockJumped{By: by})
}
