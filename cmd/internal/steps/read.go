package steps

import (
	"errors"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/templates/notice"
)

// parseMail turns the bytes into a letter. What cannot be read is answered, if there is anybody to answer.
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

// checkHistory holds what the letter brings of the history against the store, whoever sent it.
func checkHistory(r *command.Request) (*decision.Outcome, error) {
	return nil, guard.CheckMail(r.Env, r.Tx, r.Raw)
}

// ignoreUnanswerable ends the errand of letters that must never be answered: our own, delivery reports, robots (mail conventions 1, 5, 53).
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
	header := r.File.Header
	r.ReadText(orders.Context{Board: r.Game.Rules.Board, Phase: r.Game.Pos.Phase, Power: r.Seat.Power})
	intake.FillHeader(&r.File.Header, header)
	return nil, nil
}
