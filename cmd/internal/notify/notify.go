// Package notify writes mails to participants: notices, reports, new keys. A mail is rendered and frozen here, under a
// Message-ID that follows from what it is about, and goes to the outbox.
package notify

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/enclosure"
	"fieldpost/templates/layout"
	"fieldpost/templates/lists"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// Resend sends a mail once more under another name. Only its Message-ID and its keys change.
func Resend(e *env.Env, tx *store.Tx, seat *roster.Participant, old store.Mail, name, to string) error {
	whole, err := CompleteMail(e, tx, old)
	if err != nil {
		return err
	}
	was, err := vault.TagsOf(e, tx, old.Envelope)
	if err != nil {
		return err
	}
	mail := store.Envelope{MessageID: name, From: old.From, To: to, Game: old.Game, Pictures: old.Pictures}
	return vault.QueueMail(e, tx, seat, mail, func(t vault.Tags) ([]byte, error) {
		raw := bytes.Replace(whole.Bytes, []byte(was.MessageID), []byte(t.MessageID), 1)
		if was.Reply != "" {
			raw = bytes.ReplaceAll(raw, []byte(was.Reply), []byte(t.Reply))
		}
		return raw, nil
	})
}

// WarnReferee writes to the server's referee, if there is one. The same name is the same mail.
func WarnReferee(e *env.Env, tx *store.Tx, what string, lines []string, name ...string) error {
	if e.Self.Referee == "" {
		return nil
	}
	return e.TryMail("notice for the referee", func() error {
		words, err := Render(notice.RefereeNews{What: notice.Quote(what), Details: lines}, reader.Reader{}, e.Language)
		if err != nil {
			return err
		}
		_, err = Send(e, tx, Outgoing{To: mailio.Address{Addr: e.Self.Referee}, Lang: e.Language,
			Auto: "auto-generated", Content: words, Name: append([]string{"referee", what}, name...)})
		return err
	})
}

// WarnRefereeOnce writes to the server's referee unless a mail of the same name went out before, with whatever lines.
func WarnRefereeOnce(e *env.Env, tx *store.Tx, what string, lines []string, name ...string) error {
	_, told, err := tx.Outbox().ByID(mailio.MessageID(e.Self.Domain, append([]string{"referee", what}, name...)...))
	if err != nil || told {
		return err
	}
	return WarnReferee(e, tx, what, lines, name...)
}

// HashTexts returns hashes as text.
func HashTexts(heads []dice.Hash) []string {
	var out []string
	for _, h := range heads {
		out = append(out, h.String())
	}
	return out
}

// SendNoticeToReferee sends a notice to the game's referee, if there is one.
func SendNoticeToReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, v notice.Notice, name ...string) error {
	s := g.Referee()
	if s == nil || !s.Taken() {
		return nil
	}
	return SendNotice(e, tx, g, *s, v, name...)
}

// CompleteMail returns a mail of the outbox as it is sent: its blanks filled in with today's key of its reader, its
// dropped pictures drawn again. If the reader has no key any more the stars stay.
func CompleteMail(e *env.Env, tx *store.Tx, m store.Mail) (mailio.Rendered, error) {
	f := mailio.Rendered{From: m.From, To: m.To}
	wire, err := vault.TagsOf(e, tx, m.Envelope)
	if err != nil {
		return f, err
	}
	f.MessageID, f.EnvelopeID = wire.MessageID, wire.Return
	if e.Self.VERP && wire.Return != "" {
		f.From = e.Self.ReturnPath(wire.Return)
	}
	if f.Bytes, err = vault.FillBlanks(e, tx, m); err != nil {
		return f, err
	}
	f.Bytes, err = RestorePictures(e, tx, m, f.Bytes)
	return f, err
}

// intakeLines returns the mails of an intake list.
func intakeLines(text []byte) []lists.MailLine {
	in, err := history.ParseIntake(text)
	if err != nil {
		return nil // a game that ended before any orders has none
	}
	var out []lists.MailLine
	for _, a := range in {
		l := lists.MailLine{Number: uint64(a.Number), Time: a.Time, Role: a.Role, Outcome: decision.Accepted,
			Reason: a.Reason, Digest: a.Mail.String()}
		if !a.Accepted() {
			l.Outcome = decision.Refused
		}
		out = append(out, l)
	}
	return out
}

// Resolution is a change of a game with the files that prove it, as reports carry them.
type Resolution struct {
	game.Change
	Whole  *gamestore.PlayedTurn // what was played of the turn so far; nil: the change is all there is to tell
	Files  []layout.File         // for all readers
	Quoted []report.Quote        // heads that players quoted

	Corrected *report.CorrectionView // it was played again because it was wrong
	AsOf      int                    // number of the record under which its report is stored, 0 for the newest
}

// Told returns the round and the power whose turn is told, 0 and Nobody for a game that begins.
func (r *Resolution) Told() (round int, power board.Power) {
	if r == nil || r.Before == nil {
		return 0, board.Nobody
	}
	return r.Before.Round(), r.Before.Power()
}

// Began returns the position in which what is told began.
func (r *Resolution) Began() *position.Position {
	if r.Whole != nil {
		return r.Whole.Before
	}
	return r.Before
}

// SendNotice sends a notice to one participant that answers no mail. The name identifies it among the mails of the
// game: the same name again is the same mail. An address that has not confirmed gets none.
func SendNotice(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, n notice.Notice,
	name ...string) error {
	if s.Unconfirmed { // mail convention 51
		return nil
	}
	return e.TryMail("note to "+s.ID(), func() error { return sendNotice(e, tx, g, s, n, name...) })
}

func sendNotice(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, n notice.Notice,
	name ...string) error {
	r, err := Reader(e, tx, g, &s)
	if err != nil {
		return err
	}
	seats := g.OfPerson(s)
	words, err := Render(n, r, s.Language)
	if err != nil {
		return err
	}
	switch fate := fateOf(e, seats, urgencyOf(n, &r)); {
	case fate.drop:
		return nil
	case !fate.due.IsZero():
		return keepNews(g, s, topicOf(name), words, fate.due)
	}
	earlier, err := TakeNews(g, s, topicOf(name))
	if err != nil {
		return err
	}
	if words, err = layout.Join(append([]layout.Mail{words}, earlier...)...); err != nil {
		return err
	}
	_, reminds := n.(notice.Reminder)
	files, err := CalendarFile(e, tx, g, seats, r, reminds)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, files...)
	if words, err = WithEvidence(words, g, s.Language, nil); err != nil {
		return err
	}
	p := Outgoing{To: s.Recipient(), Lang: s.Language, Game: g.Setup.Name, Auto: compose.Generated, Content: words,
		References: s.Thread, Seat: &s,
		Name: append([]string{g.Setup.Name, "note", s.Mark()}, name...), observer: s.Kind == roster.Observer}
	_, err = Send(e, tx, p)
	return err
}

// SendNoticeToAll sends a notice to everyone in the game: players, referee, observers, each in their language, one
// mail a person. The name is of something that happens once, such as a record's number.
func SendNoticeToAll(e *env.Env, tx *store.Tx, g *gamestore.Game, n notice.Notice, name ...string) error {
	for _, s := range g.Addressees() {
		if err := SendNotice(e, tx, g, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.ID(), err)
		}
	}
	return nil
}

// ReportRow is the stored row of a mail that told a seat about a resolution, so that it can be sent again exactly as it
// was.
type ReportRow struct {
	MessageID string      `json:"id"`
	Round     int         `json:"round"`
	Power     board.Power `json:"power"` // on turn before it
}

func saveReport(g *gamestore.Game, reader string, seq int, messageID string, out *Resolution) error {
	row := ReportRow{MessageID: messageID}
	row.Round, row.Power = out.Told()
	return gamestore.PutJSON(g.Row, store.Reports, reader+"/"+gamestore.SeqKey(seq), row)
}

// CalendarFile returns the calendar file of a mail to a person (mail convention 49): the first deadline of their seats,
// or a cancellation of the one in the mail before; nothing if there is none. Always says whether an unchanged deadline is
// sent again.
func CalendarFile(e *env.Env, tx *store.Tx, g *gamestore.Game, seats []roster.Participant, v reader.Reader,
	always bool) ([]layout.File, error) {
	at := time.Time{}
	for _, s := range seats {
		w := g.State.Clock.Of(s.Role)
		if s.Kind == "" && w != nil && w.Stood.IsZero() && (at.IsZero() || w.At.Before(at)) {
			at = w.At
		}
	}
	s := &seats[0] // whose entry the person's calendar has
	if i := slices.IndexFunc(seats, func(x roster.Participant) bool { return x.Calendar.Sequence > 0 }); i > 0 {
		s = &seats[i]
	}
	before := s.Calendar
	changed := !at.Equal(before.At)
	if !changed && (at.IsZero() || !always) {
		return nil, nil
	}
	a := enclosure.Appointment{UID: g.Setup.Name + "-" + s.Role + "@" + e.Self.Domain, Sequence: before.Sequence,
		At: at, Gone: at.IsZero()}
	if changed {
		a.Sequence++
		s.Calendar = roster.CalendarEntry{Sequence: a.Sequence, At: at}
		if sitting := g.Participant(s.ID()); sitting != nil &&
			mailio.FoldAddress(sitting.Address) == mailio.FoldAddress(s.Address) {
			sitting.Calendar = s.Calendar
			if err := sitting.Save(g.Row); err != nil {
				return nil, err
			}
		}
	}
	if a.Gone {
		a.At = before.At
	}
	f, err := a.File(v, syntax.Lang(s.Language))
	return []layout.File{f}, err
}
