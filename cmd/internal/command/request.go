package command

import (
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// RefuseInGame refuses a letter about a game: it is counted in the game's intake list.
func (r *Request) RefuseInGame(n notice.Notice) (*decision.Outcome, error) {
	if err := r.RecordIntake(string(n.ID())); err != nil {
		return nil, err
	}
	return r.Refuse(n)
}

// RecordIntake enters the letter in the game's intake list; reason is empty if it was accepted.
func (r *Request) RecordIntake(reason string) error {
	r.Game.Note(r.Received().UTC().Truncate(time.Second), r.Role, reason, gamestore.HashOf(r.Row.Digest))
	return r.Game.Save()
}

// IsFromOwnAddress tells whether the letter came from an address of the seat's person.
func (r *Request) IsFromOwnAddress() bool { return r.Seat.Has(r.Mail.From.Addr) }

// NotifyOwner tells the seat's address that its key was used from elsewhere.
func (r *Request) NotifyOwner() error {
	return r.Env.TryMail("notice of a key used", func() error { return notifyKeyUsed(r) })
}

func notifyKeyUsed(r *Request) error {
	seat, err := r.Reader()
	if err != nil {
		return err
	}
	n := notice.KeyUsed{Address: notice.Quote(r.Mail.From.Addr)}
	words, err := notify.Render(n, seat, r.Lang())
	if err != nil {
		return err
	}
	_, err = notify.Send(r.Env, r.Tx, notify.Outgoing{To: r.Seat.Recipient(), Lang: r.Lang(), Game: r.Game.Setup.Name, Auto: "auto-generated", Content: words,
		Name: []string{"letter", strconv.FormatUint(r.Row.Number, 10), string(n.ID())}, Seat: r.Seat})
	return err
}

// DailyKind is where is counted what each address asked for at the door, by day.
const DailyKind = "door"

// CountToday counts something about an address today. The counts of days before are forgotten.
func (r *Request) CountToday(what, addr string) (int, error) {
	day := r.Env.Now().UTC().Format(time.DateOnly)
	if err := dropOldCounts(r.Tx, DailyKind, day); err != nil {
		return 0, err
	}
	return gamestore.IncrementCount(r.Tx, DailyKind, day+" "+what+" "+mailio.FoldAddress(addr))
}

// ReplyNotice is the answer by mail.
func NoticeOf(n *env.NotDone) notice.Notice {
	return notice.NotDone{Why: notice.Quote(n.Why), Reason: n.Key, Args: n.Args}
}

// Request is one letter on its way through the office, and what has been found out about it so far.
type Request struct {
	Env *env.Env
	Tx  *store.Tx
	Row store.Incoming
	Raw []byte
	Log *slog.Logger

	Late func() bool // reports whether the letter has taken too long

	Mail      message.Letter
	Subject   intake.Subject
	Answers   *intake.Answered // the mail of ours that it answers, nil if none is known
	Text      message.Text     // the one that is read
	File      orders.File
	KnownAs   *roster.Participant // of the sender's address, as far as it is known: for language and greeting only
	Game      *gamestore.Game
	Seat      *roster.Participant
	Keyed     bool // the seat's key was in it, or it answers a mail to the seat
	ByReply   bool // there was no key: the mail answered proves the seat
	QuotedKey bool // the key was in what it quotes
	Role      string

	RefusedFor string // why an act of the letter was not done, as intake lists say it

	Released    bool          // the seat has said of a letter that was held that it is its own
	HeldFor     store.SeatRef // the seat whose key was in it
	CreatedGame string        // the game that the letter has opened
	SenderLeft  bool          // the sender has left the table by this letter
	KnownSender bool          // the sender sits somewhere, at an address that is confirmed
	KeyExposed  bool          // others may know the key in it: answers go to the seat's own address
	Console     *[]string     // answers to a command of the same machine, which are printed and not mailed; nil for a mail
	Signed      bool          // signed with the key on file
	Signature   dice.Hash     // of what was signed, if the signature stands in for the seat's key
}

func NewRequest(e *env.Env, tx *store.Tx, number uint64) (*Request, error) {
	row, err := tx.Inbox().Mail(number)
	if err != nil {
		return nil, err
	}
	raw, err := vault.MailBytes(e, tx, row)
	if err != nil {
		return nil, err
	}
	return &Request{Env: e, Tx: tx, Row: row, Raw: raw, Role: "-", Log: e.Log.With("letter", number), Late: func() bool { return false }}, nil
}

// Lang is the language of the answer: the seat's, else the office's.
func (r *Request) Lang() string {
	if r.Console != nil {
		return string(syntax.English)
	}
	for _, s := range []*roster.Participant{r.Seat, r.KnownAs} {
		if s != nil && s.Language != "" {
			return s.Language
		}
	}
	return r.Env.Language
}

// greeting is how the sender is addressed. A stranger's name is not used: who writes under a forged address would have us carry his words
// to its owner.
func (r *Request) greeting() string {
	switch {
	case r.Seat != nil:
		return r.Seat.Greeting()
	case r.KnownAs != nil:
		return r.KnownAs.Greeting()
	}
	return r.Mail.From.Addr
}

// AnswerTo is where the answer goes. A letter without the seat's key may be forged, so its answer goes to the seat's own
// address; with the key, to whom the letter asks for.
func (r *Request) AnswerTo() mailio.Address {
	if r.Seat != nil && (!r.Keyed || r.KeyExposed) {
		return r.Seat.Recipient()
	}
	return r.Mail.AnswerTo()
}

// Reply sends an answer to the letter, within the budget. kind is part of its Message-ID.
func (r *Request) Reply(kind string, words layout.Mail) error {
	if r.Console != nil {
		*r.Console = append(*r.Console, words.Text)
		return nil
	}
	if ok, err := r.SpendReply(); err != nil || !ok {
		return err
	}
	return r.Env.TryMail("answer "+kind, func() error { return r.send(kind, words) })
}

// send sends an answer to the letter. A stranger's letter can spoil it by its sender's address.
func (r *Request) send(kind string, words layout.Mail) error {
	inReplyTo, references := r.Mail.Thread()
	p := notify.Outgoing{To: r.AnswerTo(), Lang: r.Lang(), Auto: compose.Replied, Content: words, InReplyTo: inReplyTo, References: references, Seat: r.Seat,
		Name: []string{"letter", strconv.FormatUint(r.Row.Number, 10), kind}}
	if r.Game != nil {
		p.Game = r.Game.Setup.Name
	}
	_, err := notify.Send(r.Env, r.Tx, p)
	return err
}

// Reader is how the game stands for the sender; without a seat only who he is.
func (r *Request) Reader() (reader.Reader, error) {
	if r.Seat == nil {
		return reader.Reader{Person: r.greeting()}, nil
	}
	return notify.Reader(r.Env, r.Tx, r.Game, r.Seat)
}

// ReplyNotice answers with one of the short mails.
func (r *Request) ReplyNotice(n notice.Notice) error {
	words, err := r.Render(n)
	if err != nil {
		return err
	}
	return r.Reply(string(n.ID()), words)
}

// Refuse answers with a short mail that says why, and ends the errand.
func (r *Request) Refuse(n notice.Notice) (*decision.Outcome, error) {
	if again, err := r.WasRefusedBefore(); err != nil || again {
		return decision.Of(decision.Ignored, "refused-before"), err
	}
	return decision.Of(decision.Refused, string(n.ID())), r.ReplyNotice(n)
}

// Received is when the letter lay in the mailbox: the only time that decides anything.
func (r *Request) Received() time.Time {
	if r.Row.Received.IsZero() {
		return r.Env.Now().UTC()
	}
	return r.Row.Received
}

// OrderMail is the mail as the reports about its orders know it.
func (r *Request) OrderMail() *notify.OrderMail {
	id, _ := r.Mail.Thread()
	return &notify.OrderMail{Seat: r.Seat.ID(), InReplyTo: id, Late: r.Late}
}

// RecognizeSender finds the seats of the sender's address, and takes note of one of them: it tells his name and language.
func (r *Request) RecognizeSender() ([]store.SeatRef, error) {
	refs, err := r.Tx.Handles().Seats(roster.AddressHandle(r.Mail.From.Addr))
	if err != nil || len(refs) == 0 {
		return nil, err
	}
	return refs, rememberSender(r, refs)
}

// rememberSender takes note of the first seat that is confirmed, else of the first.
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

func (r *Request) SeatsOf(handle string) ([]store.SeatRef, error) {
	return r.Tx.Handles().Seats(handle)
}

// DescribeSeat is the game and the power of a header, as far as it names them.
func DescribeSeat(h order.Header) string {
	if h.Game == "" {
		return string(h.Power)
	}
	if h.Power == board.Nobody {
		return h.Game
	}
	return h.Game + " " + string(h.Power)
}

// IsAnonymous tells whether a mail brought an anonymous letter: then no list of mails may say whose it is.
func (r *Request) IsAnonymous() bool {
	return r.RefusedFor == "" && slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
		p, ok := c.(commands.Press)
		return ok && p.Anonymous
	})
}

// QuoteCommand is a question as it was written.
func (r *Request) QuoteCommand(c commands.Command) notice.Quote {
	return notice.Quote(r.File.Whole(c.CommandLine()))
}

// MaxHits is how many lines a search answers with, the newest.
const MaxHits = 200

// Render lays out a notice for the sender. Keys of seats are removed from what it quotes.
func (r *Request) Render(n notice.Notice) (layout.Mail, error) {
	seat, err := r.Reader()
	if err != nil {
		return layout.Mail{}, err
	}
	var failed error
	n = notice.MapQuotes(n, func(text string) string {
		hidden, err := r.HideKeys(text)
		if failed == nil {
			failed = err
		}
		return hidden
	})
	if failed != nil {
		return layout.Mail{}, failed
	}
	return notify.Render(n, seat, r.Lang())
}

// ReadText reads the text of the mail that counts, in a context.
func (r *Request) ReadText(ctx orders.Context) {
	read := intake.Read(r.Mail, r.Answers, ctx)
	r.Text, r.File, r.QuotedKey = read.Text, read.File, read.QuotedKey
}

// Repairs lists what was mended in the text that counts.
func (r *Request) Repairs() []orders.Repair {
	return intake.Reading{Text: r.Text, File: r.File}.Repairs()
}

// RenderResult answers an act: declined if it was not done. An act whose news its sender gets as all do has no answer of its own.
func (r *Request) RenderResult(v notice.Notice, err error) (layout.Mail, error) {
	no, refused := errors.AsType[*env.NotDone](err)
	switch {
	case refused:
		return r.RefuseCommand(NoticeOf(no))
	case err != nil:
		return layout.Mail{}, err
	case v == nil:
		return layout.Mail{}, nil
	case saysNotDone(v):
		return r.RefuseCommand(v)
	}
	return r.Render(v)
}

// saysNotDone reports whether an answer says that nothing was done.
func saysNotDone(n notice.Notice) bool {
	switch n.(type) {
	case notice.NotDone, notice.NoGame, notice.NoNewGames, notice.JoinClosed, notice.SeatTaken, notice.CannotStart, notice.NoOpenPGPKey:
		return true
	}
	return false
}
