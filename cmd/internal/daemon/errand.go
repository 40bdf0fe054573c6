package daemon

import (
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// errand is one letter on its way through the office, and what has been found out about it so far.
type errand struct {
	o   *Office
	tx  *store.Tx
	row store.Letter
	raw []byte
	log *slog.Logger

	late func() bool // reports whether the letter has taken too long

	letter  message.Letter
	subject intake.Subject
	text    message.Text // the one that is read
	file    orders.File
	home    *roster.Seat // of the sender's address, as far as it is known: for language and greeting only
	table   *Table
	seat    *roster.Seat
	keyed   bool // the seat's key was in it
	role    string

	declined string // why an act of the letter was not done, as intake lists say it

	released bool          // the seat has said of a letter that was held that it is its own
	heldFor  store.SeatRef // the seat whose key was in it
	opened   string        // the game that the letter has opened
	left     bool          // the sender has left the table by this letter
	known    bool          // the sender sits somewhere, at an address that is confirmed
	seen     bool          // others may know the key in it: answers go to the seat's own address
	console  *[]string     // answers to a command of the same machine, which are printed and not mailed; nil for a mail
	sealed   bool          // signed with the key on file
	seal     dice.Hash     // of what was signed, if the signature stands in for the seat's key
}

// outcome is what becomes of a letter: a word for the intake log and the reason.
type outcome struct{ kind, reason string }

// newOutcome returns an outcome.
func newOutcome(kind, reason string) *outcome { return &outcome{kind: kind, reason: reason} }

// The kinds of outcome.
const (
	accepted = "accepted" // orders played or put on file
	answered = "answered" // a question answered
	refused  = "refused"  // answered with what is wrong
	ignored  = "ignored"  // not answered: a robot, our own mail, a bounce
	broken   = "broken"   // our own fault: set aside for a person
)

// Handle takes one letter the whole way, in one transaction: read it, find who speaks about which game, hold it against key
// and round, do what it says, answer.
//
// Questions are left for [Office.Answer], which needs no writing transaction to compute.
func (o *Office) Handle(tx *store.Tx, number uint64) error {
	return o.handle(tx, number, func() bool { return false })
}

// handle does so as long as late reports false.
func (o *Office) handle(tx *store.Tx, number uint64, late func() bool) error {
	e, err := o.open(tx, number)
	if err != nil {
		return err
	}
	e.late = late
	return e.walk()
}

// walk takes the letter from step to step, until something has come of it.
func (e *errand) walk() error {
	for _, step := range []func(*errand) (*outcome, error){
		(*errand).read,
		(*errand).guard,
		(*errand).silence,
		(*errand).repeated,
		(*errand).understand,
		(*errand).beaconByMail,
		(*errand).confirm,
		(*errand).handleJoin,
		(*errand).unseal,
		(*errand).findSeat,
		(*errand).parse,
		(*errand).admit,
		(*errand).obey,
	} {
		out, err := step(e)
		if err == nil && out == nil && e.late() {
			err = errOverrun
		}
		if err != nil {
			return fmt.Errorf("letter %d: %w", e.row.Number, err)
		}
		if out != nil {
			return e.finish(*out)
		}
	}
	return fmt.Errorf("letter %d: nothing came of it", e.row.Number)
}

func (o *Office) open(tx *store.Tx, number uint64) (*errand, error) {
	row, err := tx.Letter(number)
	if err != nil {
		return nil, err
	}
	raw, err := o.letterBytes(tx, row)
	if err != nil {
		return nil, err
	}
	return &errand{o: o, tx: tx, row: row, raw: raw, role: "-", log: o.Log.With("letter", number), late: func() bool { return false }}, nil
}

// finish notes what became of the letter, in the game's intake list too if it is about one.
func (e *errand) finish(out outcome) error {
	row := store.Outcome{Kind: out.kind, Reason: out.reason, At: e.o.Now().UTC()}
	if e.table != nil {
		if err := e.table.Chain.Err(); err != nil {
			return err
		}
		row.Game = e.table.Setup.Name
	}
	if e.seat != nil {
		row.Seat = e.seat.Role
	}
	if e.veiled() {
		row.Seat = "-"
	}
	if out.kind == accepted && e.seat != nil && e.keyed && e.table != nil {
		if err := e.getsThrough(); err != nil {
			return err
		}
	}
	if err := e.keepSeal(out); err != nil || e.doneBefore(row) {
		return err
	}
	e.log.Info("letter done", "outcome", out.kind, "reason", out.reason, "game", row.Game, "seat", row.Seat)
	return e.o.done(e.tx, e.row, e.raw, row)
}

// lang is the language of the answer: the seat's, else the office's.
func (e *errand) lang() string {
	if e.console != nil {
		return string(syntax.English)
	}
	for _, s := range []*roster.Seat{e.seat, e.home} {
		if s != nil && s.Language != "" {
			return s.Language
		}
	}
	return e.o.Language
}

// person is how the sender is addressed. A stranger's name is not used: who writes under a forged address would have us carry his words
// to its owner.
func (e *errand) person() string {
	switch {
	case e.seat != nil:
		return e.seat.Greeting()
	case e.home != nil:
		return e.home.Greeting()
	}
	return e.letter.From.Addr
}

// answerTo is where the answer goes. A letter without the seat's key may be forged, so its answer goes to the seat's own
// address; with the key, to whom the letter asks for.
func (e *errand) answerTo() mailio.Address {
	if e.seat != nil && (!e.keyed || e.seen) {
		return e.seat.To()
	}
	return e.letter.AnswerTo()
}

// reply sends an answer to the letter, within the budget. kind is part of its Message-ID.
func (e *errand) reply(kind string, words layout.Mail) error {
	if e.console != nil {
		*e.console = append(*e.console, words.Text)
		return nil
	}
	if ok, err := e.o.spend(e.tx, e); err != nil || !ok {
		return err
	}
	return e.o.leaveOut("answer "+kind, func() error { return e.send(kind, words) })
}

// send sends an answer to the letter. A stranger's letter can spoil it by its sender's address.
func (e *errand) send(kind string, words layout.Mail) error {
	inReplyTo, references := e.letter.Thread()
	p := post{to: e.answerTo(), lang: e.lang(), auto: compose.Replied, words: words, inReplyTo: inReplyTo, references: references, seat: e.seat,
		name: []string{"letter", strconv.FormatUint(e.row.Number, 10), kind}}
	if e.table != nil {
		p.game = e.table.Setup.Name
	}
	_, err := e.o.send(e.tx, p)
	return err
}

// seatView is how the game stands for the sender; without a seat only who he is.
func (e *errand) seatView() (reader.Reader, error) {
	if e.seat == nil {
		return reader.Reader{Person: e.person()}, nil
	}
	return e.o.view(e.tx, e.table, e.seat)
}

// note answers with one of the short mails.
func (e *errand) note(n notice.Notice) error {
	words, err := e.words(n)
	if err != nil {
		return err
	}
	return e.reply(string(n.ID()), words)
}

// refuse answers with a short mail that says why, and ends the errand.
func (e *errand) refuse(n notice.Notice) (*outcome, error) {
	if again, err := e.refusedBefore(); err != nil || again {
		return newOutcome(ignored, "refused-before"), err
	}
	return newOutcome(refused, string(n.ID())), e.note(n)
}

// received is when the letter lay in the mailbox: the only time that decides anything.
func (e *errand) received() time.Time {
	if e.row.Received.IsZero() {
		return e.o.Now().UTC()
	}
	return e.row.Received
}

// asOrderMail is the mail as the reports about its orders know it.
func (e *errand) asOrderMail() *orderMail {
	id, _ := e.letter.Thread()
	return &orderMail{Seat: e.seat.ID(), InReplyTo: id, Late: e.late}
}
