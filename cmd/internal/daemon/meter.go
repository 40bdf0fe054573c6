package daemon

import (
	"time"

	"fieldpost/adjudicator/history"
	"fieldpost/store"
)

// Meter is told what a daemon does, for health and metrics. Its methods may be called from several goroutines and return at once.
// What lies in the store (letters, mails, games) it reads there.
type Meter interface {
	Polled(ok bool)                          // the mailbox was read, or could not be
	Mailed(MailResult)                       // an attempt to send came to this
	Played(rules string, took time.Duration) // orders were judged and played
	Began(letter uint64)                     // a letter is handled, or its questions are answered
	Ended(letter uint64)                     // no longer, whatever came of it
}

// MailResult is what came of an attempt to send.
type MailResult string

// The results of sending.
const (
	MailSent        MailResult = "sent"        // the server took it
	MailDeferred    MailResult = "deferred"    // refused for now
	MailRefused     MailResult = "refused"     // refused for good, or given up
	MailUnreachable MailResult = "unreachable" // no server to give mail to, or it let us not in
)

// deaf is the meter of those who do not measure.
type deaf struct{}

func (deaf) Polled(bool)                  {}
func (deaf) Mailed(MailResult)            {}
func (deaf) Played(string, time.Duration) {}
func (deaf) Began(uint64)                 {}
func (deaf) Ended(uint64)                 {}

func (o *Office) meter() Meter {
	if o.Meter == nil {
		return deaf{}
	}
	return o.Meter
}

// played tells the meter how long the orders of a game took since a moment.
func (o *Office) played(t *Table, since time.Time) {
	o.meter().Played(t.Setup.Rules, o.Now().Sub(since))
}

// Census counts the games of a store.
type Census struct{ Waiting, Running, Over int } // not begun, in play, ended

// CountGames counts games by their newest records, without opening them.
func CountGames(tx *store.Tx) (c Census, err error) {
	for name, err := range tx.Games() {
		if err != nil {
			return c, err
		}
		row, err := tx.Game(name)
		if err != nil {
			return c, err
		}
		var l life
		if err := getJSON(row, partLife, "life", &l); err != nil {
			return c, err
		}
		over, err := ended(row)
		switch {
		case err != nil:
			return c, err
		case over:
			c.Over++
		case l.Started.IsZero():
			c.Waiting++
		default:
			c.Running++
		}
	}
	return c, nil
}

// ended tells whether a game's newest record closes it.
func ended(row *store.Game) (bool, error) {
	if row.Len() == 0 {
		return false, nil
	}
	b, err := row.Record(row.Len() - 1)
	if err != nil {
		return false, err
	}
	r, err := history.ParseRecord(b)
	if err != nil {
		return false, err
	}
	_, closes := r.Body.(*history.Close)
	return closes, nil
}
