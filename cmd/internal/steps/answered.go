package steps

import (
	"slices"
	"strings"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// findAnswered finds the mail of ours that the mail answers: by the reply tag in the address it came to, else by its
// In-Reply-To, else by its newest reference.
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
	var seats []roster.Participant
	for _, part := range []store.Part{store.Seats, roster.PartOthers} {
		more, err := roster.ReadPart(row, part)
		if err != nil {
			return err
		}
		seats = append(seats, more...)
	}
	var addresses []string // of the reader
	for _, s := range seats {
		if is, old := s.IsPerson(m.Person, m.Generation); is {
			a.Home = a.Home || s.Has(r.Mail.From.Addr) && !s.Unconfirmed
			a.Old = a.Old || old
			if !s.Shared { // whose players have nothing else of each other
				addresses = append(addresses, s.Address)
			}
		}
	}
	for _, s := range seats { // those of the reader, and one that they share
		is, _ := s.IsPerson(m.Person, m.Generation)
		if is || s.Shared && !s.Unconfirmed && slices.ContainsFunc(addresses, s.Has) {
			a.Seats = append(a.Seats, vault.SeatsOf([]store.SeatRef{{Game: m.Game, Seat: s.ID()}})...)
		}
	}
	if m.Bytes != nil {
		raw, err := vault.FillBlanks(r.Env, r.Tx, m)
		if err != nil {
			return err
		}
		if sent, err := message.Parse(raw, message.DefaultLimits()); err == nil {
			a.Subject, a.Sent = sent.Subject, intake.NewSentMail(sent.Texts)
		}
	}
	if mailio.FoldAddress(m.To) == mailio.FoldAddress(r.Mail.From.Addr) {
		if a.Told, err = vault.KeyInMail(r.Env, r.Tx, m); err != nil {
			return err
		}
	}
	r.Answers = a
	return nil
}

// answeredMail returns the mail of ours that a mail answers.
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
		m, ok, err = r.Tx.Outbox().ByID(id)
		if err != nil || ok && id != m.MessageID { // its name in the outbox can be guessed, and proves nothing
			return m, ok, err
		}
	}
	return m, false, nil
}

// plusGames returns the names of games that may be in the addresses the mail came to.
func plusGames(r *command.Request) []string {
	tags := slices.Clone(plusTags(r))
	for i, t := range tags {
		tags[i], _, _ = strings.Cut(t, ".")
	}
	return tags
}
