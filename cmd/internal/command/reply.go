package command

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/message"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// answer is an answer that waits until all that the mail says is done.
type answer struct {
	kind  string
	words layout.Mail
}

// GatherAnswers keeps the answers to what the mail says until SendAnswers: a mail gets one answer.
func GatherAnswers(r *Request) { r.answers = new([]answer) }

// SendAnswers sends the answers that were kept, as one mail.
func SendAnswers(r *Request) error {
	kept := r.answers
	r.answers = nil
	if kept == nil || len(*kept) == 0 {
		return nil
	}
	kind := (*kept)[0].kind
	words, err := layout.Join(wordsOf(*kept)...)
	if err != nil {
		return err
	}
	return r.Reply(kind, words)
}

// TakeAnswers returns the answers that were kept, which another mail to the sender brings.
func TakeAnswers(r *Request) []layout.Mail {
	if r.answers == nil {
		return nil
	}
	words := wordsOf(*r.answers)
	*r.answers = nil
	return words
}

func wordsOf(answers []answer) (all []layout.Mail) {
	for _, a := range answers {
		all = append(all, a.words)
	}
	return all
}

// Reply sends an answer to the mail, within the budget, or keeps it. Kind is part of its Message-ID.
func (r *Request) Reply(kind string, words layout.Mail) error {
	if r.Console != nil {
		*r.Console = append(*r.Console, words.Text)
		return nil
	}
	if r.answers != nil {
		*r.answers = append(*r.answers, answer{kind, words})
		return nil
	}
	if ok, err := r.SpendReply(); err != nil || !ok {
		return err
	}
	return r.Env.TryMail("answer "+kind, func() error { return r.send(kind, words) })
}

// send sends an answer to the mail. It fails if a stranger's address cannot be written to.
func (r *Request) send(kind string, words layout.Mail) error {
	if r.Game != nil {
		var err error
		if words, err = notify.WithEvidence(words, r.Game, r.Lang(), nil); err != nil {
			return err
		}
	}
	if r.Answers != nil && r.Answers.Subject != "" && acknowledges(kind) {
		words.Subject = message.AnswerSubject(r.Answers.Subject)
	}
	inReplyTo, references := r.Mail.Thread()
	p := notify.Outgoing{To: r.AnswerTo(), Lang: r.Lang(), Auto: compose.Replied, Content: words, InReplyTo: inReplyTo,
		References: references, Seat: r.Seat, Name: []string{"letter", strconv.FormatUint(r.Row.Number, 10), kind}}
	if r.Game != nil {
		p.Game = r.Game.Setup.Name
	}
	_, err := notify.Send(r.Env, r.Tx, p)
	return err
}

// acknowledges reports whether an answer asks nothing of its reader. It keeps the subject of the mail of ours that the mail
// answers, so that mail programs put it there.
func acknowledges(kind string) bool {
	return kind == "receipt" || kind == "check" || strings.HasPrefix(kind, "answer-")
}

// ReplyNotice answers the mail with a notice.
func (r *Request) ReplyNotice(n notice.Notice) error {
	words, err := r.Render(n)
	if err != nil {
		return err
	}
	return r.Reply(string(n.ID()), words)
}

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

// RenderResult renders the answer to a command. One that was not carried out is refused. One whose news its sender gets
// as all do has no answer of its own.
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
	case notice.NotDone, notice.NoGame, notice.NoNewGames, notice.JoinClosed, notice.SeatTaken,
		notice.CannotStart, notice.NoOpenPGPKey:
		return true
	}
	return false
}

// NoticeOf returns the notice that says why a request was not granted.
func NoticeOf(n *env.NotDone) notice.Notice {
	return notice.NotDone{Why: notice.Quote(n.Why), Reason: n.Key, Args: n.Args}
}

// Refuse answers with a notice that says why, and ends the handling of the mail.
func (r *Request) Refuse(n notice.Notice) (*decision.Outcome, error) {
	if again, err := r.WasRefusedBefore(); err != nil || again {
		return decision.Of(decision.Ignored, "refused-before"), err
	}
	return decision.Of(decision.Refused, string(n.ID())), r.ReplyNotice(n)
}

// RefuseInGame refuses a mail about a game and enters it in the game's intake list.
func (r *Request) RefuseInGame(n notice.Notice) (*decision.Outcome, error) {
	if err := r.RecordIntake(string(n.ID())); err != nil {
		return nil, err
	}
	return r.Refuse(n)
}

// RecordIntake enters the mail in the game's intake list; reason is empty if it was accepted.
func (r *Request) RecordIntake(reason string) error {
	r.Game.Note(r.Received().UTC().Truncate(time.Second), r.Role, reason, gamestore.HashOf(r.Row.Digest))
	return r.Game.Save()
}

// AnswerTo returns where the answer goes. A mail without the seat's key may be forged, so its answer goes to the seat's
// own address; with the key, to the address that the mail asks for.
func (r *Request) AnswerTo() mailio.Address {
	if r.Seat != nil && (!r.Keyed || r.KeyExposed) {
		return r.Seat.Recipient()
	}
	return r.Mail.AnswerTo()
}

// Lang returns the language of the answer: the seat's, else the server's.
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

// Reader returns the game as the sender sees it, nothing without a seat.
func (r *Request) Reader() (reader.Reader, error) {
	if r.Seat == nil {
		return reader.Reader{}, nil
	}
	return notify.Reader(r.Env, r.Tx, r.Game, r.Seat)
}

// NotifyOwner tells the seat's address that its key was used from another one.
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
	_, err = notify.Send(r.Env, r.Tx, notify.Outgoing{To: r.Seat.Recipient(), Lang: r.Lang(), Game: r.Game.Setup.Name,
		Auto: "auto-generated", Content: words,
		Name: []string{"letter", strconv.FormatUint(r.Row.Number, 10), string(n.ID())}, Seat: r.Seat})
	return err
}

// HoldMail keeps the mail until the seat's player says, from an address of their own, that it is theirs.
func (r *Request) HoldMail() (*decision.Outcome, error) {
	l := &r.Game.State
	number := strconv.FormatUint(r.Row.Number, 10)
	l.Held = append(l.Held, gamestore.HeldMail{Mail: r.Row.Number, Seat: r.Seat.ID(), At: r.Env.Now().UTC()})
	mine := 0
	for i := len(l.Held) - 1; i >= 0; i-- {
		if l.Held[i].Seat != r.Seat.ID() {
			continue
		}
		if mine++; mine > gamestore.MaxHeldMails {
			l.Held = slices.Delete(l.Held, i, i+1)
		}
	}
	if err := r.RecordIntake("unknown-address"); err != nil {
		return nil, err
	}
	v := notice.MailHeld{Address: notice.Quote(r.Mail.From.Addr),
		Lines: []string{"approve letter " + number, "reject letter " + number}}
	if err := notify.SendNotice(r.Env, r.Tx, r.Game, *r.Seat, v, "held", number); err != nil {
		return nil, err
	}
	n := notice.MailWaits{}
	words, err := notify.Render(n, reader.Reader{}, r.Lang()) // it says nothing of the game
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Held, "unknown-address"), r.Reply(string(n.ID()), words)
}

// RememberQuotedHead remembers the head that the mail quotes, for the next report (dice.md TH-12).
func (r *Request) RememberQuotedHead() {
	if h, err := dice.ParseHash(r.File.Header.Base); err == nil {
		quotes := slices.DeleteFunc(r.Game.State.Quotes, func(q gamestore.RoleQuote) bool { return q.Role == r.Role })
		r.Game.State.Quotes = append(quotes, gamestore.RoleQuote{Role: r.Role, Head: h})
	}
}
