package command

import (
	"log/slog"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/reading"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// Request is one mail while it is handled, with what is known of it so far.
type Request struct {
	Env *env.Env
	Tx  *store.Tx
	Row store.Incoming // its row in the store
	Raw []byte         // as it came
	Log *slog.Logger

	Late func() bool // reports whether the mail has taken too long

	Mail    message.Letter
	Subject intake.Subject
	Answers *intake.Answered // the mail of ours that it answers, nil if none is known
	Text    message.Text     // the text that counts
	File    orders.File
	Parts   []string // texts for several seats of the sender, of which File is the first; empty if it is about one
	part    int      // which of them this is, from 1; 0: the mail is not divided
	Began   string   // the base of the game as the mail began; "" if it is not divided
	Aside   string   // words between quoted lines that were not read with the rest
	// a participant with the sender's address, nil if none is known: for language and greeting only
	KnownAs    *roster.Participant
	Game       *gamestore.Game
	Seat       *roster.Participant
	Keyed      bool   // the seat's key is in it, or it answers a mail to the seat
	ByReply    bool   // without a key: the mail answered proves the seat
	QuotedKey  bool   // the key is in what it quotes
	QuotedBase bool   // so is the base
	Role       string // as records name the seat; "-" for none

	// the orders as the reader took them, if the mail is not in the order language; what is guessed is asked about
	Read   *reading.Result
	Agreed []string     // what the sender has said yes to: lines that are read in place of the mail's own
	Doubt  notice.Doubt // why the orders may not be meant for the position of now; they are asked about

	answers *[]answer // those that wait until the mail is done; nil: none do

	RefusedFor string // why a command of the mail was not carried out, as intake lists say it

	Released    bool          // it was held, and its seat's person has said that it is theirs
	HeldFor     store.SeatRef // the seat whose key is in a held mail
	CreatedGame string        // the game that the mail has created
	SenderLeft  bool          // the sender has left the game by this mail
	KnownSender bool          // the sender is in some game, with a confirmed address
	KeyExposed  bool          // others may know the key in it: answers go to the seat's own address
	// answers to a referee on the same machine, which are printed and not mailed; nil for a mail
	Console   *[]string
	Signed    bool      // signed with the key on file
	Signature dice.Hash // of the signed text, if the signature replaces the seat's key
}

// NewRequest returns the request of a stored mail, its bytes decrypted and not read yet.
func NewRequest(e *env.Env, tx *store.Tx, number uint64) (*Request, error) {
	row, err := tx.Inbox().Mail(number)
	if err != nil {
		return nil, err
	}
	raw, err := vault.MailBytes(e, tx, row)
	if err != nil {
		return nil, err
	}
	return &Request{Env: e, Tx: tx, Row: row, Raw: raw, Role: "-", Log: e.Log.With("letter", number),
		Late: func() bool { return false }}, nil
}

// IsFromOwnAddress reports whether the mail came from an address of the seat's person.
func (r *Request) IsFromOwnAddress() bool { return r.Seat.Has(r.Mail.From.Addr) }

// Received returns when the mail reached the mailbox: the only time that decides anything.
func (r *Request) Received() time.Time {
	if r.Row.Received.IsZero() {
		return r.Env.Now().UTC()
	}
	return r.Row.Received
}

// OrderMail returns the mail as the reports about its orders need it.
func (r *Request) OrderMail() *notify.OrderMail {
	id, _ := r.Mail.Thread()
	return &notify.OrderMail{Seat: r.Seat.ID(), InReplyTo: id, Late: r.Late}
}

// RecognizeSender returns the seats of the sender's address, and remembers one of them for name and language.
func (r *Request) RecognizeSender() ([]store.SeatRef, error) {
	refs, err := r.Tx.Handles().Seats(roster.AddressHandle(r.Mail.From.Addr))
	if err != nil || len(refs) == 0 {
		return nil, err
	}
	return refs, rememberSender(r, refs)
}

// rememberSender remembers the first seat that is confirmed, else the first.
func rememberSender(r *Request, refs []store.SeatRef) error {
	for _, ref := range refs {
		s, err := participantAt(r, ref)
		if err != nil {
			return err
		}
		if r.KnownAs == nil || !s.Unconfirmed {
			r.KnownAs = &s
		}
		if !s.Unconfirmed {
			return nil
		}
	}
	return nil
}

// DescribeSeat returns the game and the power of a header, as far as it names them.
func DescribeSeat(h order.Header) string {
	if h.Game == "" {
		return string(h.Power)
	}
	if h.Power == board.Nobody {
		return h.Game
	}
	return h.Game + " " + string(h.Power)
}

// IsAnonymous reports whether the mail brought anonymous press: then no list of mails may name its sender.
func (r *Request) IsAnonymous() bool {
	return r.RefusedFor == "" && slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
		p, ok := c.(commands.Press)
		return ok && p.Anonymous
	})
}

// QuoteCommand returns a command as it was written.
func (r *Request) QuoteCommand(c commands.Command) notice.Quote {
	return notice.Quote(r.File.Whole(c.CommandLine()))
}

// MaxHits is how many lines a search answers with, the newest ones.
const MaxHits = 200

// ReadText reads the text of the mail that counts, in a context.
func (r *Request) ReadText(ctx orders.Context) {
	read := intake.Read(r.Mail, r.Answers, ctx)
	if r.part > 0 {
		read = read.Part(r.part-1, ctx)
	}
	r.Parts = read.Parts
	r.Text, r.File, r.QuotedKey, r.QuotedBase = read.Text, read.File, read.QuotedKey, read.QuotedBase
	r.Aside = read.Aside
}

// ForSeat returns the request of one part of the mail, from 1, for another seat of its sender.
func ForSeat(r *Request, part int, seat *roster.Participant) *Request {
	of := *r
	of.Began = r.Game.Base().String()
	of.part, of.Seat, of.Role = part, seat, seat.Role
	return &of
}

// Repairs lists what was repaired in the text that counts.
func (r *Request) Repairs() []orders.Repair {
	return intake.Reading{Text: r.Text, File: r.File, Aside: r.Aside}.Repairs()
}
