package daemon

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// Mail that comes back (mail convention 53) is known by the tag of its return path alone: the report comes to it, or quotes it as the
// envelope's id. Whatever else a report says can be made up by anybody. For good: the seat's second address is tried, and the referee is
// told. For now: the mail is sent again, a few times. A delivery report is never answered.

// returnPrefix begins the plus part of a return path; the mail's tag follows.
const returnPrefix = "b."

// longestLocal is how long the local part of an address may be (RFC 5321, 4.5.3.1.1).
const longestLocal = 64

// returnPath is the envelope sender of a mail (VERP), or the plain address if that would grow too long.
func (s Self) returnPath(tag string) string {
	path := mailio.WithPlus(s.Address.Addr, returnPrefix+tag)
	if strings.IndexByte(path, '@') > longestLocal {
		return s.Address.Addr
	}
	return path
}

// bounce takes a delivery report.
func (e *errand) bounce() (*outcome, error) {
	m, ok, err := e.bouncedMail()
	if err != nil {
		return nil, err
	}
	if !ok {
		e.log.Warn("delivery report without the tag of a mail of ours: it proves nothing", "about", e.letter.Bounce.MessageID)
		return newOutcome(ignored, "bounce-unproved"), nil
	}
	f := worst(e.letter.Bounce.Recipients)
	switch {
	case f.Permanent:
		return newOutcome(ignored, "bounce"), e.o.comesBack(e.tx, m, strings.TrimSpace(f.Status+" "+f.Reason))
	case f.Action == "failed":
		return newOutcome(ignored, "bounce-temporary"), e.o.tryAgain(e.tx, m)
	}
	return newOutcome(ignored, "bounce-delay"), nil // the host before us still tries
}

// bouncedMail is the mail that a delivery report proves to be about.
func (e *errand) bouncedMail() (store.Mail, bool, error) {
	proofs := []string{e.letter.Bounce.EnvelopeID}
	for _, tag := range e.plusTags() {
		if back, found := strings.CutPrefix(strings.ToLower(tag), returnPrefix); found {
			proofs = append(proofs, back)
		}
	}
	for _, tag := range proofs {
		m, ok, err := e.tx.MailByID(returnID(tag))
		if err != nil {
			return m, false, err
		}
		if !ok {
			continue
		}
		t, err := e.o.tagsOf(e.tx, m.Envelope)
		if err != nil || keys.Same(t.back, tag) { // else it comes from a secret that was replaced
			return m, err == nil, err
		}
	}
	return store.Mail{}, false, nil
}

// worst is the recipient that fared worst; our mails have one.
func worst(all []message.Failed) message.Failed {
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

// comesBack is done with a mail that was refused for good: every seat with that address gets its mail at the next one, or is marked.
// The referee is told once of each. Mails to the referee himself are only logged.
func (o *Office) comesBack(tx *store.Tx, m store.Mail, why string) error {
	if mailio.FoldAddress(m.To) == mailio.FoldAddress(o.Self.Referee) {
		return nil
	}
	refs, err := tx.SeatsByHandle(roster.AddressHandle(m.To))
	if err != nil {
		return err
	}
	news, second := false, "" // mail to strangers is only logged
	for _, ref := range refs {
		to, changed, err := giveUp(tx, ref, m.To, why)
		if err != nil {
			return err
		}
		if to != "" {
			second = to
		}
		news = news || changed
	}
	if second != "" {
		if err := o.redirect(tx, m, second); err != nil {
			return err
		}
	}
	if !news {
		return nil
	}
	return o.tellReferee(tx, "bounce", []string{m.To, m.MessageID, why}, "mail", strconv.FormatUint(m.Number, 10))
}

// giveUp notes at a seat that mail to an address comes back: that address alone. to is the address to try instead, if it has just been switched to or
// was before; changed tells whether the seat is another than before.
func giveUp(tx *store.Tx, ref store.SeatRef, addr, why string) (to string, changed bool, err error) {
	t, err := openTable(tx, ref.Game)
	if err != nil {
		return "", false, err
	}
	s := *t.named(ref.Seat)
	if s.Kind != "" && !s.IsReferee() && s.Unproved { // the request to confirm has not reached anybody
		return "", false, errors.Join(t.removeOther(tx, s), t.save())
	}
	if changed = !s.LosesMail(addr); changed {
		s.Lost = append(slices.Clone(s.Lost), roster.LostAddress{Address: addr, Why: why})
	}
	if to = s.To().Addr; s.LosesMail(to) {
		to, s.Bounced = "", why
	}
	if err := t.saveSeat(tx, s); err != nil {
		return "", false, err
	}
	return to, changed, t.save() // the clock of the seat may stand still by a rule
}

// redirect sends a mail once more, to the second address. The bytes may have been dropped.
func (o *Office) redirect(tx *store.Tx, m store.Mail, to string) error {
	old, ok, err := tx.MailByID(m.MessageID)
	if err != nil || !ok || old.Bytes == nil {
		return err
	}
	var seat *roster.Seat
	if m.Game != "" {
		g, err := tx.Game(m.Game)
		if err != nil {
			return err
		}
		if s, ok, err := personIn(g, m.Person); err != nil {
			return err
		} else if ok {
			seat = &s
		}
	}
	return o.resend(tx, seat, old, strings.Replace(old.MessageID, "@", ".second@", 1), to)
}

// resend sends a mail once more under another name, as it was but for its Message-ID and today's key.
func (o *Office) resend(tx *store.Tx, seat *roster.Seat, old store.Mail, name, to string) error {
	whole, err := o.whole(tx, old)
	if err != nil {
		return err
	}
	e := store.Envelope{MessageID: name, From: old.From, To: to, Game: old.Game, Pictures: old.Pictures}
	return o.queue(tx, seat, e, func(messageID string) ([]byte, error) {
		return bytes.Replace(whole.Bytes, []byte(whole.MessageID), []byte(messageID), 1), nil
	})
}

// A mail that came back for now is tried again so many times, after so long.
const (
	softTries = 3
	softWait  = 6 * time.Hour
)

// softKind is where the number of tries stands, by Message-ID.
const softKind = "bounces"

// tryAgain sends a mail that came back for now.
func (o *Office) tryAgain(tx *store.Tx, m store.Mail) error {
	if old, _, err := tx.MailByID(m.MessageID); err != nil || old.State == store.Queued || old.Bytes == nil {
		return err // it waits already, or it is too old
	}
	v, ok, err := tx.Get(softKind, m.MessageID)
	if err != nil {
		return err
	}
	n := counter(v, ok) + 1
	if n > softTries {
		return o.comesBack(tx, m, fmt.Sprintf("came back %d times", n))
	}
	if err := tx.Put(softKind, m.MessageID, store.Value{Version: formatVersion, Bytes: []byte(strconv.Itoa(n))}); err != nil {
		return err
	}
	return tx.RequeueMail(m.MessageID, o.Now().Add(softWait))
}

// getsThrough forgets that mail to an address came back, everywhere: a letter has come from there that was accepted.
func (e *errand) getsThrough() error {
	from := e.letter.From.Addr
	if !e.seat.Has(from) {
		return nil
	}
	refs, err := e.seatsOf(roster.AddressHandle(from))
	if err != nil {
		return err
	}
	for _, ref := range refs {
		t := e.table
		if ref.Game != t.Setup.Name {
			if t, err = openTable(e.tx, ref.Game); err != nil {
				return err
			}
		}
		s := t.named(ref.Seat)
		if s == nil || !s.LosesMail(from) {
			continue
		}
		next := *s
		next.Bounced = ""
		next.Lost = slices.DeleteFunc(slices.Clone(s.Lost), func(l roster.LostAddress) bool {
			return mailio.FoldAddress(l.Address) == mailio.FoldAddress(from)
		})
		if err := t.saveSeat(e.tx, next); err != nil {
			return err
		}
		if err := t.save(); err != nil { // a clock that stood may run again
			return err
		}
	}
	return nil
}
