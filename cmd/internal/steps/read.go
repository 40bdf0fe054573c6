package steps

import (
	"errors"
	"strings"
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/notify"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/templates/notice"
)

// parseMail parses the mail. One that cannot be read is answered, if its sender is known.
func parseMail(r *command.Request) (*decision.Outcome, error) {
	size, err := gamestore.OversizeOf(r.Tx, r.Row.Number)
	if err != nil {
		return nil, err
	}
	m, err := intake.Parse(r.Raw, size)
	r.Mail, r.Subject = m.Message, m.Subject
	if err == nil {
		return nil, nil
	}
	var p *message.Problem
	if !errors.As(err, &p) {
		return nil, err
	}
	if out, err := ignoreUnanswerable(r); out != nil || err != nil {
		return out, err
	}
	if r.Mail.From.Addr == "" {
		return decision.Of(decision.Ignored, string(p.Trouble)), nil
	}
	_, err = r.RecognizeSender()
	if err != nil || r.KnownAs == nil {
		return refuseStranger(r, err)
	}
	if size > 0 {
		return r.Refuse(notice.TooBig{})
	}
	return r.Refuse(notice.Unreadable{Trouble: notice.Quote(p.Trouble), Details: []string{p.Detail}})
}

// checkHistory compares what the mail has of the history with the store, whoever sent it.
func checkHistory(r *command.Request) (*decision.Outcome, error) {
	return nil, guard.CheckMail(r.Env, r.Tx, r.Raw)
}

// ignoreUnanswerable ignores mails that must never be answered: our own, delivery reports, robots (mail conventions 1,
// 5, 53).
func ignoreUnanswerable(r *command.Request) (*decision.Outcome, error) {
	switch {
	case r.Mail.Ours(r.Env.Self.MessageSelf()):
		return decision.Of(decision.Ignored, "own"), warnOfOtherServer(r)
	case r.Mail.Bounce != nil:
		return handleBounce(r)
	case r.Mail.Robot != message.Human:
		return decision.Of(decision.Ignored, string(r.Mail.Robot)), nil
	}
	return nil, nil
}

// readHeader reads the text that counts, for its header: which game, which power, which key.
func readHeader(r *command.Request) (*decision.Outcome, error) {
	if err := findAnswered(r); err != nil {
		return nil, err
	}
	r.Subject = intake.SubjectOf(r.Mail.Subject, r.Answers)
	r.ReadText(orders.Context{})
	return nil, nil
}

// readText reads the text again now that board, phase and power are known.
func readText(r *command.Request) (*decision.Outcome, error) {
	if r.Agreed != nil {
		r.File = orders.Parse(strings.Join(r.Agreed, "\n")+"\n",
			orders.Context{Board: r.Game.Rules.Board, Phase: r.Game.Pos.Phase(), Power: r.Seat.Power})
		r.QuotedKey, r.QuotedBase, r.Aside = false, false, ""
		return nil, nil
	}
	header := r.File.Header
	r.ReadText(orders.Context{Board: r.Game.Rules.Board, Phase: r.Game.Pos.Phase(), Power: r.Seat.Power})
	intake.FillHeader(&r.File.Header, header)
	return nil, nil
}

// warnOfOtherServer looks for a mail under our name that we never sent, or a player's answer to one, and tells the
// referee once a day. Two servers under one address would each play some of the mails, and a store restored from a
// backup does not know mails that players answer.
func warnOfOtherServer(r *command.Request) error {
	self := r.Env.Self
	ids := r.Mail.InReplyTo
	if r.Mail.Ours(self.MessageSelf()) {
		if r.Mail.Loop == self.Instance {
			return nil // our own mail has come to us
		}
		ids = []string{r.Mail.MessageID}
	} else if !r.Keyed {
		return nil // anyone may have made it up
	}
	for _, id := range ids {
		if !mailio.OwnMessageID(id, self.Domain) {
			continue
		}
		if _, sent, err := r.Tx.Outbox().ByID(id); err != nil || sent {
			return err
		}
		r.Log.Error("a mail under our address that we never sent: another fieldpost on this mailbox, or a "+
			"restored store", "id", id, "instance", r.Mail.Loop)
		day := r.Env.Now().UTC().Format(time.DateOnly)
		return notify.WarnRefereeOnce(r.Env, r.Tx, "another-fieldpost", []string{id}, day)
	}
	return nil
}
