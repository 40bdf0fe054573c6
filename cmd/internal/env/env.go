package env

import (
	"io"
	"log/slog"
	"slices"
	"time"

	"fieldpost/cmd/internal/drand"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/orders/syntax"
	"fieldpost/templates/report"
)

// Hour is the hour that counts are kept by.
func (e *Env) Hour() string { return e.Now().UTC().Format(HourFormat) }

const HourFormat = "2006-01-02T15"

// At the door stand those who want to come in: `new game`, `join`, `observe`, `substitute`, and the question `games`. They need neither seat
// nor key; what they ask for becomes true when their address confirms.

// NewGames is who may open games by mail.
type NewGames string

// Env is where games are kept and letters answered: the store, the secrets, and the name under which mails go out. It
// knows no network; the daemon brings letters in and takes mails out. Its methods take a transaction, so that everything one
// letter or command causes is written at once or not at all.
type Env struct {
	Secrets  Secrets
	Self     Self
	Limits   Limits
	NewGames NewGames // who may open games by mail; "" is known
	Language string   // of mails to people of whom no other is known: en, de, da
	Now      func() time.Time
	Random   io.Reader // crypto/rand.Reader outside of tests
	Log      *slog.Logger
	Version  string        // of the engine, for the genesis record
	Outage   time.Duration // how long mail may be out of reach before deadlines move on; 0 means half an hour

	Meter Meter // is told what is done; nil for nobody

	// Drand is the network whose rounds games of tier 2 wait for; nil means quicknet.
	Drand *drand.Network

	// Draw makes the map of a report; nil means report.Draw, which takes a quarter of a second.
	Draw func(report.View, syntax.Lang) (*report.Drawing, error)
}

// Self is what mails go out under.
type Self struct {
	Address  mailio.Address
	Domain   string // of Message-IDs, and host of the checkpoints' origin
	Instance string // in X-Loop: by it the daemon knows its own mails again
	Referee  string // who is told of trouble; may be empty
	Others   []string
	Checkers []string // authserv-ids of the own mail provider
	VERP     bool     // mails have return paths of their own, by which delivery reports prove of which mail they are
}

// MessageSelf is the part that package letter asks for.
func (s Self) MessageSelf() message.Self {
	return message.Self{Addresses: append([]string{s.Address.Addr}, s.Others...), Domain: s.Domain, Instance: s.Instance}
}

// Owns reports whether mail to an address leads into our own mailbox.
func (s Self) Owns(addr string) bool {
	return slices.ContainsFunc(s.MessageSelf().Addresses, func(own string) bool { return mailio.SameMailbox(addr, own) })
}

// Limits bound what strangers and broken programs can make the daemon do.
type Limits struct {
	RepliesPerPlayer   int   // an hour, to a person whose key is in the mail
	RepliesPerSender   int   // an hour, to an address of somebody in a game whose key is not
	RepliesInAll       int   // an hour, to all these addresses together
	RepliesToStrangers int   // an hour, to all other addresses together
	OrdersPerTurn      int   // accepted order mails of a seat while one player is on turn
	MailSize           int64 // bytes that are fetched of a mail
}

// DefaultLimits are generous to people and tight for programs.
func DefaultLimits() Limits {
	return Limits{RepliesPerPlayer: 60, RepliesPerSender: 40, RepliesInAll: 400, RepliesToStrangers: 60, OrdersPerTurn: 50, MailSize: 5 << 20}
}
