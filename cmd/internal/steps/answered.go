package steps

import (
	"slices"
	"strings"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// findAnswered looks for the mail of ours that the mail answers: by the reply tag in the address it came to, else by its In-Reply-To, else by
// its newest reference.
func findAnswered(r *command.Request) error {
	m, ok, err := answeredMail(r)
	if err != nil || !ok || m.Game == "" || m.Person == "" || strings.Contains(m.Person, "@") {
		return err
	}
	row, err := r.Tx.Games().Game(m.Game)
	if err != nil {
		return err
	}
	a := &intake.Answered{Game: m.Game}
	for _, part := range []store.Part{store.Seats, roster.PartOthers} {
		seats, err := roster.ReadPart(row, part)
		if err != nil {
			return err
		}
		for _, s := range seats {
			if s.Person != m.Person {
				continue
			}
			a.Seats = append(a.Seats, vault.SeatsIn([]store.SeatRef{{Game: m.Game, Seat: s.ID()}})...)
			a.Home = a.Home || s.Has(r.Mail.From.Addr) && !s.Unconfirmed
			a.Old = s.Generation != m.Generation
		}
	}
	if m.Bytes != nil {
		raw, err := vault.Filled(r.Env, r.Tx, m)
		if err != nil {
			return err
		}
		if sent, err := message.Parse(raw, message.DefaultLimits()); err == nil {
			a.Subject, a.Texts = sent.Subject, sent.Texts
		}
	}
	r.Answers = a
	return nil
}

// answeredMail is the mail of ours that a mail answers.
func answeredMail(r *command.Request) (m store.Mail, ok bool, err error) {
	var ids []string
	for _, t := range plusTags(r) {
		if i := strings.LastIndexByte(t, '.'); i >= 0 {
			ids = append(ids, vault.ReplyID(t[i+1:]))
		}
	}
	ids = append(ids, r.Mail.InReplyTo...)
	if n := len(r.Mail.References); n > 0 {
		ids = append(ids, r.Mail.References[n-1])
	}
	for _, id := range ids {
		if m, ok, err = r.Tx.Outbox().ByID(id); ok || err != nil {
			return m, ok, err
		}
	}
	return m, false, nil
}

// plusGames are the names of games that may be in the addresses the mail came to.
func plusGames(r *command.Request) []string {
	tags := slices.Clone(plusTags(r))
	for i, t := range tags {
		tags[i], _, _ = strings.Cut(t, ".")
	}
	return tags
}
