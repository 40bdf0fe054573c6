package env

import (
	"time"
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

// NoMeter is the meter of those who do not measure.
type NoMeter struct{}

func (NoMeter) Polled(bool) {}

func (NoMeter) Mailed(MailResult) {}

func (NoMeter) Played(string, time.Duration) {}

func (NoMeter) Began(uint64) {}

func (NoMeter) Ended(uint64) {}

func (e *Env) ActiveMeter() Meter {
	if e.Meter == nil {
		return NoMeter{}
	}
	return e.Meter
}
