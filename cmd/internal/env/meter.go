package env

import (
	"time"
)

// Meter counts what the server does, for health and metrics. Its methods may be called from several goroutines and
// return at once. It reads from the store itself how many mails and games there are.
type Meter interface {
	Polled(ok bool)                          // the mailbox was read, or could not be
	Mailed(MailResult)                       // an attempt to send has ended
	Played(rules string, took time.Duration) // orders were judged and played
	Began(mail uint64)                       // work on a mail or on its questions begins
	Ended(mail uint64)                       // it has ended, with or without an error
}

// MailResult is the result of an attempt to send a mail.
type MailResult string

// The results of sending.
const (
	MailSent        MailResult = "sent"        // the server took it
	MailDeferred    MailResult = "deferred"    // refused for now
	MailRefused     MailResult = "refused"     // refused for good, or given up
	MailUnreachable MailResult = "unreachable" // no connection to the server, or it refused the login
)

// NoMeter counts nothing.
type NoMeter struct{}

func (NoMeter) Polled(bool) {}

func (NoMeter) Mailed(MailResult) {}

func (NoMeter) Played(string, time.Duration) {}

func (NoMeter) Began(uint64) {}

func (NoMeter) Ended(uint64) {}

// ActiveMeter returns the meter, which is not nil.
func (e *Env) ActiveMeter() Meter {
	if e.Meter == nil {
		return NoMeter{}
	}
	return e.Meter
}
