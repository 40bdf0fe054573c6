package notify

import (
	"bytes"
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// Resend sends a mail once more under another name, as it was but for its Message-ID and today's key.
func Resend(o *env.Env, tx *store.Tx, seat *roster.Participant, old store.Mail, name, to string) error {
	whole, err := CompleteMail(o, tx, old)
	if err != nil {
		return err
	}
	was, err := vault.TagsOf(o, tx, old.Envelope)
	if err != nil {
		return err
	}
	e := store.Envelope{MessageID: name, From: old.From, To: to, Game: old.Game, Pictures: old.Pictures}
	return vault.QueueMail(o, tx, seat, e, func(t vault.Tags) ([]byte, error) {
		raw := bytes.Replace(whole.Bytes, []byte(was.MessageID), []byte(t.MessageID), 1)
		if was.Reply != "" {
			raw = bytes.ReplaceAll(raw, []byte(was.Reply), []byte(t.Reply))
		}
		return raw, nil
	})
}

// WarnReferee writes to the referee, if there is one. The name makes the same news one mail.
func WarnReferee(e *env.Env, tx *store.Tx, what string, lines []string, name ...string) error {
	if e.Self.Referee == "" {
		return nil
	}
	return e.TryMail("notice for the referee", func() error {
		words, err := Render(notice.RefereeNews{What: notice.Quote(what), Details: lines}, reader.Reader{}, e.Language)
		if err != nil {
			return err
		}
		_, err = Send(e, tx, Outgoing{To: mailio.Address{Addr: e.Self.Referee}, Lang: e.Language, Auto: "auto-generated", Content: words,
			Name: append([]string{"referee", what}, name...)})
		return err
	})
}

// WarnRefereeOnce writes to the referee unless the same news went out before, whatever its circumstances were then.
func WarnRefereeOnce(e *env.Env, tx *store.Tx, what string, lines []string, name ...string) error {
	_, told, err := tx.Outbox().ByID(mailio.MessageID(e.Self.Domain, append([]string{"referee", what}, name...)...))
	if err != nil || told {
		return err
	}
	return WarnReferee(e, tx, what, lines, name...)
}

func HashTexts(heads []dice.Hash) []string {
	var out []string
	for _, h := range heads {
		out = append(out, h.String())
	}
	return out
}

// SendNoticeToReferee tells the game's referee, if there is one.
func SendNoticeToReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, v notice.Notice, name ...string) error {
	s := g.Referee()
	if s == nil || !s.Taken() {
		return nil
	}
	return SendNotice(e, tx, g, *s, v, name...)
}

// CompleteMail is a mail of the outbox as it goes out: its blanks filled in, its pictures drawn again if they were dropped, with today's key of who gets it. Where nobody has that key any more
// the stars stay.
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

// intakeLines are the mails of an intake list.
func intakeLines(text []byte) []report.MailLine {
	in, err := history.ParseIntake(text)
	if err != nil {
		return nil // a game that ended without a go has none
	}
	var out []report.MailLine
	for _, a := range in {
		l := report.MailLine{Number: uint64(a.Number), Time: a.Time, Role: a.Role, Outcome: decision.Accepted, Reason: a.Reason, Digest: a.Mail.String()}
		if !a.Accepted() {
			l.Outcome = decision.Refused
		}
		out = append(out, l)
	}
	return out
}

// Resolution is a change with the files that prove it, as reports carry them.
type Resolution struct {
	game.Change
	Files  []layout.File  // for everybody
	Kit    []string       // shell lines that check the dice
	Quoted []report.Quote // heads that players quoted

	Corrected *report.CorrectionView // it was played again, because it had been wrong
	AsOf      int                    // record under which its report is filed, 0 for the newest
}

// SendNotice writes a short mail to one reader of a game that answers no letter. The words after the view name it among the mails of the game: the same
// name again is the same mail. An address that has not confirmed is told nothing.
func SendNotice(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, n notice.Notice, name ...string) error {
	if s.Unconfirmed { // mail convention 51
		return nil
	}
	return e.TryMail("note to "+s.ID(), func() error { return sendNotice(e, tx, g, s, n, name...) })
}

func sendNotice(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, n notice.Notice, name ...string) error {
	r, err := Reader(e, tx, g, &s)
	if err != nil {
		return err
	}
	_, reminds := n.(notice.Reminder)
	files, err := calendarFile(e, tx, g, &s, r, reminds)
	if err != nil {
		return err
	}
	words, err := Render(n, r, s.Language)
	if err != nil {
		return err
	}
	words.Attached = append(words.Attached, files...)
	p := Outgoing{To: s.Recipient(), Lang: s.Language, Game: g.Setup.Name, Auto: compose.Generated, Content: words, References: s.Thread, Seat: &s,
		Name: append([]string{g.Setup.Name, "note", s.Mark()}, name...), observer: s.Kind == roster.Observer}
	_, err = Send(e, tx, p)
	return err
}

// SendNoticeToAll writes the same news to everybody around the table: players, referee, observers, each in his language. The name is of
// something that happens once, as a record's number.
func SendNoticeToAll(e *env.Env, tx *store.Tx, g *gamestore.Game, n notice.Notice, name ...string) error {
	for _, s := range g.Readers() {
		if err := SendNotice(e, tx, g, s, n, name...); err != nil {
			return fmt.Errorf("news for %s: %w", s.ID(), err)
		}
	}
	return nil
}

// ReportRow remembers which mail told a seat about a go, so that it can be sent again exactly as it was.
type ReportRow struct {
	MessageID string      `json:"id"`
	Round     int         `json:"round"`
	Power     board.Power `json:"power"` // on turn before the go
}

func saveReport(g *gamestore.Game, reader string, seq int, messageID string, out *Resolution) error {
	row := ReportRow{MessageID: messageID} // of the opening: before the first round
	if out != nil {
		row.Round, row.Power = out.Before.Round, out.Before.Power
	}
	return gamestore.PutJSON(g.Row, store.Reports, reader+"/"+gamestore.SeqKey(seq), row)
}
