// Package env is what the server works with in addition to its store: its name and addresses, its secrets, limits,
// clock, randomness and log. It is passed to everything that handles a mail.
package env

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fieldpost/cmd/internal/drand"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// Env is what handling a mail needs in addition to the transaction. It knows no network: the server brings mails in and
// sends mails. Everything that one mail or command causes is written in one transaction.
type Env struct {
	Secrets  Secrets
	Self     Self
	Limits   Limits
	NewGames NewGames // who may create games by mail; "" is known
	Language string   // of mails to people whose language is not known: en, de, da
	Now      func() time.Time
	Random   io.Reader // crypto/rand.Reader except in tests
	Log      *slog.Logger
	Version  string        // of the engine, for the genesis record
	Words    reading.Own   // of the club, which its order mails may have
	Outage   time.Duration // how long mail may be out of reach before deadlines are extended; 0 means half an hour

	TripleA string // the operator's file of TripleA's map of Revised, which is passed on with positions; "": none is

	Meter Meter // counts what is done; nil for none

	// Drand is the network whose rounds games of tier 2 wait for; nil means quicknet.
	Drand *drand.Network

	// Draw makes the map of a report; nil means report.Draw, which takes a quarter of a second.
	Draw func(report.View, syntax.Lang) (*report.Drawing, error)
}

// Hour returns the current hour, by which counts are stored.
func (e *Env) Hour() string { return e.Now().UTC().Format(HourFormat) }

// HourFormat is the layout of hours, in UTC. Hours sort by time.
const HourFormat = "2006-01-02T15"

// NewGames is who may create games by mail.
type NewGames string

// Self is who mails are from.
type Self struct {
	Address  mailio.Address
	Domain   string   // of Message-IDs, and host of the checkpoints' origin
	Instance string   // in X-Loop: by it the server recognizes its own mails
	Referee  string   // who is told of trouble; may be ""
	Others   []string // further addresses of the mailbox
	Checkers []string // authserv-ids of the own mail provider
	VERP     bool     // each mail has a return path of its own, which proves the mail that a delivery report is about
}

// MessageSelf returns the part that package message needs.
func (s Self) MessageSelf() message.Self {
	return message.Self{Addresses: append([]string{s.Address.Addr}, s.Others...),
		Domain: s.Domain, Instance: s.Instance}
}

// Owns reports whether mail to an address reaches the server's own mailbox.
func (s Self) Owns(addr string) bool {
	return slices.ContainsFunc(s.MessageSelf().Addresses, func(own string) bool {
		return mailio.SameMailbox(addr, own)
	})
}

// ReturnPath returns the envelope sender of a mail (VERP), or the plain address if that would be too long.
func (s Self) ReturnPath(tag string) string {
	path := mailio.WithPlus(s.Address.Addr, ReturnPrefix+tag)
	if strings.IndexByte(path, '@') > maxLocalPart {
		return s.Address.Addr
	}
	return path
}

// ReturnPrefix begins the plus part of a return path, before the mail's tag.
const ReturnPrefix = "b."

// maxLocalPart is the maximum length in bytes of an address before the @ (RFC 5321, 4.5.3.1.1).
const maxLocalPart = 64

// Limits bound what strangers and broken programs can make the server do.
type Limits struct {
	RepliesPerPlayer   int   // an hour, to a person whose key is in the mail
	RepliesPerSender   int   // an hour, to an address of a participant whose key is not
	RepliesInAll       int   // an hour, to all these addresses together (without a key)
	RepliesToStrangers int   // an hour, to all other addresses together
	OrdersPerTurn      int   // accepted order mails of a seat in one player's turn
	MailSize           int64 // bytes that are fetched of a mail
	// Gather is how long news of approvals, settings, seats, observers and votes waits for more of it.
	Gather time.Duration
}

// DefaultLimits are generous to people and tight for programs.
func DefaultLimits() Limits {
	return Limits{RepliesPerPlayer: 60, RepliesPerSender: 40, RepliesInAll: 400, RepliesToStrangers: 60,
		OrdersPerTurn: 50, MailSize: 5 << 20, Gather: time.Hour}
}

// ErrOverrun reports that a mail took longer than it may.
var ErrOverrun = errors.New("it took too long")

// RecoverPanic sets *err to an error that describes a panic, if there is one. It must be deferred.
func RecoverPanic(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}

// TryMail makes a mail that goes out in addition to a decision. If it fails or panics, the mail is left out and logged:
// it must not undo a player's orders. Only an error of the store itself is returned.
func (e *Env) TryMail(what string, mail func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if err != nil && !IsFatal(err) {
			e.Log.Error("mail left out", "what", what, "error", err)
			err = nil
		}
	}()
	return mail()
}

// IsFatal reports whether an error is of the store itself: nothing can be written any more.
func IsFatal(err error) bool {
	return errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrCorrupt)
}

// NotDone is the error of a request that cannot be granted.
type NotDone struct {
	Why  string        // in English, for commands
	Key  notice.Denial // the text in a mail; "" means Why
	Args []string      // of the text
}

func (n *NotDone) Error() string { return n.Why }
