package daemon

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"fieldpost/mailio/message"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// A letter may cost as much as it should, or be made to cost more; it may break us, or kill the process. So its attempts are counted
// in a transaction of their own before it is handled, whatever happens then. It is set aside after two that failed, or after five that
// the process did not survive: those may have been power cuts or kills that are no fault of the letter.

// attemptsKind is where the attempts at letters that are not done are counted, by number.
const attemptsKind = "letters.attempts"

// An attempt counts one when it begins and failedAttempt more when it fails. A letter with mostAttempts is set aside.
const (
	mostAttempts  = 5
	failedAttempt = 2
)

// mailTime is how long a letter may take if Daemon.MailTime does not say, and its questions likewise. The time is looked at between steps,
// commands, pictures and mails; within each, counts are limited.
const mailTime = 5 * time.Second

// errOverrun reports a letter that took longer than it may.
var errOverrun = errors.New("it took too long")

// letter handles one letter. One that fails or overruns is tried once more, then set aside, and its sender and the referee are told;
// the others go on. Only a store that takes nothing any more stops the daemon.
func (d *Daemon) letter(number uint64) error {
	n, err := d.attempt(number)
	if err != nil {
		return err
	}
	if n > mostAttempts { // the process died with it too often
		return d.setAside(number)
	}
	d.Office.meter().Began(number)
	defer d.Office.meter().Ended(number)
	err = d.tryLetter(number)
	switch {
	case err == nil:
		return nil
	case fatal(err):
		d.excused = number
		return err
	}
	d.Office.Log.Error("letter failed", "letter", number, "attempt", n, "error", err)
	if n+failedAttempt >= mostAttempts {
		return d.setAside(number)
	}
	return d.Store.Update(func(tx *store.Tx) error { // it is still the next one
		for range failedAttempt {
			if _, err := countUp(tx, attemptsKind, strconv.FormatUint(number, 10)); err != nil {
				return err
			}
		}
		return nil
	})
}

// attempt counts an attempt at a letter, and returns which one it is. One that failed for the store's sake is not counted twice.
func (d *Daemon) attempt(number uint64) (n int, err error) {
	err = d.Store.Update(func(tx *store.Tx) error {
		if d.excused == number {
			v, ok, err := tx.Get(attemptsKind, strconv.FormatUint(number, 10))
			n = max(1, counter(v, ok))
			return err
		}
		n, err = countUp(tx, attemptsKind, strconv.FormatUint(number, 10))
		return err
	})
	d.excused = 0
	return n, err
}

func (d *Daemon) tryLetter(number uint64) (err error) {
	defer recovered(&err)
	late := d.late()
	return d.Store.Update(func(tx *store.Tx) error { return d.Office.handle(tx, number, late) })
}

// late returns a function that reports whether the time of a letter has passed since the call of late.
func (d *Daemon) late() func() bool {
	most := d.MailTime
	if most == 0 {
		most = mailTime
	}
	began := time.Now() // its monotonic reading: nobody sets that clock
	return func() bool { return time.Since(began) > most }
}

// recovered makes an error of a panic.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}

// setAside is done with a letter, and tells the referee and the sender. One that cannot even be answered is set aside all the same.
func (d *Daemon) setAside(number uint64) error {
	err := d.trySetAside(number, true)
	if err != nil && !fatal(err) {
		d.Office.Log.Error("letter cannot be answered", "letter", number, "error", err)
		err = d.trySetAside(number, false)
	}
	if err == nil {
		d.Office.Log.Error("letter set aside", "letter", number)
	}
	return err
}

func (d *Daemon) trySetAside(number uint64, tell bool) (err error) {
	defer recovered(&err)
	o, n := d.Office, strconv.FormatUint(number, 10)
	return d.Store.Update(func(tx *store.Tx) error {
		if err := o.putAway(tx, number); err != nil {
			return err
		}
		if err := o.tellReferee(tx, "letter-broke-us", []string{n}, "letter", n); err != nil || !tell {
			return err
		}
		return o.tellSender(tx, number, notice.Broken{})
	})
}

// tellSender answers a letter of which no more than the header is read. Strangers and robots are not answered.
func (o *Office) tellSender(tx *store.Tx, number uint64, n notice.Notice) error {
	e, err := o.open(tx, number)
	if err != nil {
		return err
	}
	if e.letter, err = message.ParseHeader(e.raw); err != nil || e.letter.Robot != message.Human || e.letter.Ours(o.Self.letterSelf()) {
		return nil
	}
	if _, err := e.recognise(); err != nil || e.home == nil {
		return err
	}
	return e.note(n)
}

// putAway finishes a letter that is set aside.
func (o *Office) putAway(tx *store.Tx, number uint64) error {
	row, err := tx.Letter(number)
	if err != nil {
		return err
	}
	raw, err := o.letterBytes(tx, row)
	if err != nil { // it stays sealed
		o.Log.Error("letter cannot be opened", "letter", number, "error", err)
	}
	return o.done(tx, row, raw, store.Outcome{Kind: broken, Reason: "set aside", At: o.Now().UTC()})
}

// done finishes a letter, of which no attempts are counted any more. Without raw its bytes stay as they are.
func (o *Office) done(tx *store.Tx, row store.Letter, raw []byte, out store.Outcome) error {
	if err := tx.Delete(attemptsKind, strconv.FormatUint(row.Number, 10)); err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if raw == nil {
		return tx.FinishLetter(row.Number, out)
	}
	return o.finishLetter(tx, row, raw, out)
}
