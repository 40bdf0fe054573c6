package daemon

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"fieldpost/store"
	"fieldpost/templates/notice"
)

// chore is something that a game does by itself when its time has come.
type chore struct {
	name string
	acts bool                    // it moves the game on: not while that waits for the referee
	due  func(*Table) time.Time // the zero time: never, as things stand
}

// chores are all there are, in the order in which they are looked at.
var chores = []chore{
	{"beacon", true, beaconDue},
	{"later", true, laterDue},
	{"void", true, beaconTimeout},
	{"bot", true, (*Table).botDue},
	{"clock", false, clockFollows},
	{"bounce", false, bounceEnds},
	{"proposal", false, proposalsLapse},
	{"vote", false, votesLapse},
	{"bids", true, bidsEnd},
	{"reservations lapse", false, lapses},
	{"draft", true, draftDue},
	{"pause", false, pauseDue},
	{"deadline", true, deadlineDue},
	{"reminder", true, reminderDue},
}

// chore does what is due in a game; what it changes is saved after it. It must move its own time.
func (o *Office) chore(tx *store.Tx, t *Table, name string) error {
	switch name {
	case "beacon":
		return o.playLocked(tx, t)
	case "later":
		return o.fileLater(tx, t)
	case "void":
		return o.relock(tx, t, "the beacon did not come within a day", func(l notice.Locked) notice.Notice { return notice.LockVoided(l) })
	case "bot":
		return o.playBot(tx, t)
	case "clock", "bounce":
		return o.followClock(tx, t)
	case "proposal":
		return o.lapseProposal(tx, t)
	case "vote":
		return o.lapseVote(tx, t)
	case "bids":
		return o.settleBids(tx, t)
	case "reservations lapse":
		return o.lapse(tx, t)
	case "draft":
		return o.offerDraft(tx, t)
	case "pause":
		return o.endPause(tx, t)
	case "deadline":
		return o.passDeadline(tx, t)
	case "reminder":
		return o.remind(tx, t)
	}
	return fmt.Errorf("nothing does %q", name)
}

// nextChore is when a game wants attention, zero if never.
func (t *Table) nextChore() time.Time {
	var next time.Time
	if t.Stopped() {
		return next
	}
	for _, c := range chores {
		next = earlier(next, c.when(t))
	}
	return next
}

// when is when the chore is due in a game, zero if never, as things stand.
func (c chore) when(t *Table) time.Time {
	if c.acts && t.waitsForReferee() {
		return time.Time{}
	}
	return c.due(t)
}

// earlier is the earlier of two times, of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Attend does the first thing that is due in a game by itself. What else is due is done at the next look, in a transaction of its own.
func (o *Office) Attend(tx *store.Tx, name string) error {
	t, err := openTable(tx, name)
	if err != nil {
		return err
	}
	for _, c := range chores {
		if t.Stopped() {
			break
		}
		at := c.when(t)
		if at.IsZero() || at.After(o.Now()) {
			continue
		}
		o.Log.Info("chore", "game", name, "what", c.name)
		if err := o.chore(tx, t, c.name); err != nil {
			return fmt.Errorf("game %s, %s: %w", name, c.name, err)
		}
		if c.when(t).Equal(at) {
			return fmt.Errorf("game %s, %s: it was done and is still due", name, c.name)
		}
		break
	}
	return t.save()
}

// choreTime is after which time a chore is tried again that went wrong.
const choreTime = 10 * time.Minute

// attend does what is due first in any game; letters that have come go before what is due next. What goes wrong in one game is
// logged, and the others go on.
func (d *Daemon) attend(ctx context.Context) error {
	var due []string
	err := d.Store.View(func(tx *store.Tx) (err error) {
		due, err = tx.DueGames(d.Office.Now(), 1)
		return err
	})
	if err != nil || len(due) == 0 || ctx.Err() != nil {
		return err
	}
	if err := d.tryChore(due[0]); err != nil {
		if fatal(err) {
			return err
		}
		d.Office.Log.Error("chore put off", "game", due[0], "error", err)
		if err := d.Store.Update(func(tx *store.Tx) error { return putOff(tx, due[0], d.Office.Now().Add(choreTime)) }); err != nil {
			return err
		}
	}
	d.wake()
	return nil
}

func (d *Daemon) tryChore(game string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return d.Store.Update(func(tx *store.Tx) error { return d.Office.Attend(tx, game) })
}

func putOff(tx *store.Tx, game string, until time.Time) error {
	row, err := tx.Game(game)
	if err != nil {
		return err
	}
	return row.SetDue(until)
}

// untilChore is how long the daemon may wait for the next chore, at most as long as a tick.
func (d *Daemon) untilChore(tick time.Duration) time.Duration {
	var at time.Time
	var ok bool
	err := d.Store.View(func(tx *store.Tx) (err error) {
		at, ok, err = tx.NextDue()
		return err
	})
	if err != nil || !ok {
		return tick
	}
	return max(0, min(tick, at.Sub(d.Office.Now())))
}
