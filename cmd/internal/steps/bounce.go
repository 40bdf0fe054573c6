package steps

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// handleBounce handles a delivery report. It is never answered (mail convention 53). Only the tag of our mail's return
// path proves the mail it is about, in the address it came to or as the envelope's id; anyone can make up the rest.
func handleBounce(r *command.Request) (*decision.Outcome, error) {
	m, ok, err := bouncedMail(r)
	if err != nil {
		return nil, err
	}
	if !ok {
		r.Log.Warn("delivery report without the tag of a mail of ours: it proves nothing", "about",
			r.Mail.Bounce.MessageID)
		return decision.Of(decision.Ignored, "bounce-unproved"), nil
	}
	f := worstRecipient(r.Mail.Bounce.Recipients)
	switch {
	case f.Permanent:
		return decision.Of(decision.Ignored, "bounce"),
			RecordBounce(r.Env, r.Tx, m, strings.TrimSpace(f.Status+" "+f.Reason))
	case f.Action == "failed":
		return decision.Of(decision.Ignored, "bounce-temporary"), retryBounced(r.Env, r.Tx, m)
	}
	return decision.Of(decision.Ignored, "bounce-delay"), nil // the sending host still tries
}

// bouncedMail returns the mail that a delivery report proves to be about.
func bouncedMail(r *command.Request) (store.Mail, bool, error) {
	proofs := []string{r.Mail.Bounce.EnvelopeID}
	for _, tag := range plusTags(r) {
		if back, found := strings.CutPrefix(strings.ToLower(tag), env.ReturnPrefix); found {
			proofs = append(proofs, back)
		}
	}
	for _, tag := range proofs {
		m, ok, err := r.Tx.Outbox().ByID(vault.ReturnID(tag))
		if err != nil {
			return m, false, err
		}
		if !ok {
			continue
		}
		t, err := vault.TagsOf(r.Env, r.Tx, m.Envelope)
		if err != nil || keys.Same(t.Return, tag) { // else the tag is of a secret that was replaced
			return m, err == nil, err
		}
	}
	return store.Mail{}, false, nil
}

// worstRecipient returns the recipient whose delivery failed most; our mails have one.
func worstRecipient(all []message.Failed) message.Failed {
	var w message.Failed
	for _, f := range all {
		switch {
		case f.Permanent:
			return f
		case w.Action != "failed":
			w = f
		}
	}
	return w
}

// RecordBounce records a mail that was refused for good: every seat with its address is marked, or gets its mail at
// another address of its person. The referee of the server is told once for each mail. Mails to that referee are only
// logged.
func RecordBounce(e *env.Env, tx *store.Tx, m store.Mail, why string) error {
	if mailio.FoldAddress(m.To) == mailio.FoldAddress(e.Self.Referee) {
		return nil
	}
	refs, err := tx.Handles().Seats(roster.AddressHandle(m.To))
	if err != nil {
		return err
	}
	news, second := false, "" // a mail to strangers is only logged
	for _, ref := range refs {
		to, changed, err := MarkBounced(tx, ref, m.To, why)
		if err != nil {
			return err
		}
		if to != "" {
			second = to
		}
		news = news || changed
	}
	if second != "" {
		if err := redirect(e, tx, m, second); err != nil {
			return err
		}
	}
	if !news {
		return nil
	}
	return notify.WarnReferee(e, tx, "bounce", []string{m.To, m.MessageID, why}, "mail",
		strconv.FormatUint(m.Number, 10))
}

// MarkBounced records at a seat that mail to an address bounces. To is the address to try instead, "" if there is none;
// changed reports whether the seat has changed.
func MarkBounced(tx *store.Tx, ref store.SeatRef, addr, why string) (to string, changed bool, err error) {
	g, err := gamestore.Load(tx, ref.Game)
	if err != nil {
		return "", false, err
	}
	s := *g.Participant(ref.Seat)
	if s.Kind != "" && !s.IsReferee() && s.Unconfirmed { // the request to confirm was not delivered
		return "", false, errors.Join(g.RemoveOther(tx, s), g.Save())
	}
	if changed = !s.IsLost(addr); changed {
		s.Lost = append(slices.Clone(s.Lost), roster.LostAddress{Address: addr, Why: why})
	}
	if to = s.Recipient().Addr; s.IsLost(to) {
		to, s.Bounced = "", why
	}
	if err := g.SaveSeat(tx, s); err != nil {
		return "", false, err
	}
	return to, changed, g.Save() // a setting may stop the clock of the seat
}

// redirect sends a mail once more, to another address. Its bytes may have been dropped.
func redirect(e *env.Env, tx *store.Tx, m store.Mail, to string) error {
	old, ok, err := tx.Outbox().ByID(m.MessageID)
	if err != nil || !ok || old.Bytes == nil {
		return err
	}
	var seat *roster.Participant
	if m.Game != "" {
		g, err := tx.Games().Game(m.Game)
		if err != nil {
			return err
		}
		if s, ok, err := vault.FindPerson(g, m.Person); err != nil {
			return err
		} else if ok {
			seat = &s
		}
	}
	return notify.Resend(e, tx, seat, old, strings.Replace(old.MessageID, "@", ".second@", 1), to)
}

// How often, and after how long, a mail is sent again that bounced for now.
const (
	BounceRetries   = 3
	BounceRetryWait = 6 * time.Hour
)

// bounceRetriesKind is the kind of the stored numbers of retries, by Message-ID.
const bounceRetriesKind = "bounces"

// retryBounced sends a mail again that bounced for now.
func retryBounced(e *env.Env, tx *store.Tx, m store.Mail) error {
	if old, _, err := tx.Outbox().ByID(m.MessageID); err != nil || old.State == store.Queued || old.Bytes == nil {
		return err // it waits in the outbox, or it is too old
	}
	v, ok, err := tx.Data().Get(bounceRetriesKind, m.MessageID)
	if err != nil {
		return err
	}
	n := gamestore.ParseCount(v, ok) + 1
	if n > BounceRetries {
		return RecordBounce(e, tx, m, fmt.Sprintf("came back %d times", n))
	}
	if err := tx.Data().Put(bounceRetriesKind, m.MessageID,
		store.Value{Version: gamestore.FormatVersion, Bytes: []byte(strconv.Itoa(n))}); err != nil {
		return err
	}
	return tx.Outbox().Requeue(m.MessageID, e.Now().Add(BounceRetryWait))
}

// clearBounces forgets everywhere that mail to the sender's address bounced: an accepted mail has come from there.
func clearBounces(r *command.Request) error {
	from := r.Mail.From.Addr
	if !r.Seat.Has(from) {
		return nil
	}
	refs, err := r.Tx.Handles().Seats(roster.AddressHandle(from))
	if err != nil {
		return err
	}
	for _, ref := range refs {
		g := r.Game
		if ref.Game != g.Setup.Name {
			if g, err = gamestore.Load(r.Tx, ref.Game); err != nil {
				return err
			}
		}
		s := g.Participant(ref.Seat)
		if s == nil || !s.IsLost(from) {
			continue
		}
		next := *s
		next.Bounced = ""
		next.Lost = slices.DeleteFunc(slices.Clone(s.Lost), func(l roster.LostAddress) bool {
			return mailio.FoldAddress(l.Address) == mailio.FoldAddress(from)
		})
		if err := g.SaveSeat(r.Tx, next); err != nil {
			return err
		}
		if err := g.Save(); err != nil { // a clock that had stopped may run again
			return err
		}
	}
	return nil
}
