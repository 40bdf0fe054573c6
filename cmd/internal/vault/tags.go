package vault

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
)

// Tags identify a mail in transit. A mail of an earlier version has only its Message-ID.
type Tags struct {
	MessageID     string
	Reply, Return string // in answers, and in delivery reports
}

// noGame replaces the game's id in mails that belong to no game. Person is an address then.
const noGame = "mail"

// TagsOf returns the tags of a mail.
func TagsOf(e *env.Env, tx *store.Tx, mail store.Envelope) (Tags, error) {
	if mail.Serial == 0 {
		return Tags{MessageID: mail.MessageID}, nil
	}
	secret, err := KeySecret(e, tx)
	if err != nil {
		return Tags{}, err
	}
	m := keys.Mail{Game: noGame, Person: mail.Person, Number: mail.Serial, Generation: mail.Generation}
	name := strconv.FormatUint(mail.Serial, 10) + "."
	if !strings.Contains(mail.Person, "@") {
		g, err := tx.Games().Game(mail.Game)
		if err != nil {
			return Tags{}, err
		}
		if m.Game, err = gameID(g); err != nil {
			return Tags{}, err
		}
		name += mail.Game + "."
	}
	t := Tags{Reply: secret.ReplyTag(m), Return: secret.ReturnTag(m)}
	t.MessageID = "<" + name + t.Reply + "@" + e.Self.Domain + ">"
	return t, nil
}

// IDs returns what the store finds the mail by, in addition to its name in the outbox.
func (t Tags) IDs() []string {
	if t.Reply == "" {
		return nil
	}
	return []string{t.MessageID, ReplyID(t.Reply), ReturnID(t.Return)}
}

// ReplyID returns what the store finds a mail by its reply tag with.
func ReplyID(tag string) string { return "reply " + strings.ToLower(tag) }

// ReturnID returns what the store finds a mail by its return tag with.
func ReturnID(tag string) string { return "return " + strings.ToLower(tag) }

// QueueMail puts a mail into the outbox under its name. Freeze writes it with its tags. The same mail made again gets
// the same Message-ID; no other mail has its number.
func QueueMail(e *env.Env, tx *store.Tx, to *roster.Participant, mail store.Envelope,
	freeze func(Tags) ([]byte, error)) error {
	old, known, err := tx.Outbox().ByID(mail.MessageID)
	switch {
	case err != nil:
		return err
	case known:
		mail.Person, mail.Serial, mail.Generation = old.Person, old.Serial, old.Generation
	default:
		if mail, err = withSerial(e, tx, to, mail); err != nil {
			return err
		}
	}
	wire, err := TagsOf(e, tx, mail)
	if err != nil {
		return err
	}
	_, err = tx.Outbox().QueueBlanked(mail, e.Now(), func(number uint64) (store.Blanked, error) {
		raw, err := freeze(wire)
		if err != nil {
			return store.Blanked{}, err
		}
		b, err := blankProofs(e, tx, mail, number, wire.Reply, raw)
		b.IDs = wire.IDs()
		return b, err
	})
	return err
}

// serialKind is the kind of the stored numbers of the last mail of each person, by the game's id and theirs. Under the
// game's id alone is the number after which persons begin who have none: an earlier version counted by game.
const serialKind = "serials"

// withSerial gives a mail its number and its person.
func withSerial(e *env.Env, tx *store.Tx, to *roster.Participant, mail store.Envelope) (store.Envelope, error) {
	mail.Person, mail.Generation = mailio.FoldAddress(mail.To), 1
	if mail.Game == "" || to == nil || to.Person == "" {
		n, err := gamestore.IncrementCount(tx, serialKind, noGame)
		mail.Serial = uint64(n)
		return mail, err
	}
	g, err := tx.Games().Game(mail.Game)
	if err != nil {
		return mail, err
	}
	game, err := gameID(g)
	if err != nil {
		return mail, err
	}
	mail.Person, mail.Generation = to.Person, to.Generation
	own := game + " " + to.Person
	_, known, err := tx.Data().Get(serialKind, own)
	if err != nil {
		return mail, err
	}
	if first, ok, err := tx.Data().Get(serialKind, game); err != nil {
		return mail, err
	} else if ok && !known {
		if err := tx.Data().Put(serialKind, own, first); err != nil {
			return mail, err
		}
	}
	n, err := gamestore.IncrementCount(tx, serialKind, own)
	mail.Serial = uint64(n)
	return mail, err
}

// serialGap is how many numbers of a person's mails are skipped after a game's store was restored: the lost store may
// have used them.
const serialGap = 10_000

// SkipSerials skips numbers of the mails of all persons of a game that a lost store may have used.
func SkipSerials(tx *store.Tx, g *store.Game) error {
	id, err := gameID(g)
	if err != nil {
		return err
	}
	numbers := map[string]int{id: 0}
	for v, err := range tx.Data().All(serialKind, id) {
		if err != nil {
			return err
		}
		numbers[v.Key] = gamestore.ParseCount(v.Value, true)
	}
	for _, key := range slices.Sorted(maps.Keys(numbers)) {
		if err := tx.Data().Put(serialKind, key, store.Value{Version: gamestore.FormatVersion,
			Bytes: []byte(strconv.Itoa(numbers[key] + serialGap))}); err != nil {
			return err
		}
	}
	return nil
}

// blankProofs removes keys and tags from a mail of ours, noting where each is to be filled in again.
func blankProofs(e *env.Env, tx *store.Tx, mail store.Envelope, number uint64, own string,
	raw []byte) (store.Blanked, error) {
	b := store.Blanked{Whole: store.DigestOf(raw)}
	var err error
	mails := map[string]uint64{} // whose tag a passage is; 0: a key
	is := func(text string) bool {
		if keys.Same(text, own) {
			mails[text] = number
			return true
		}
		refs, rerr := tx.Handles().Seats(keys.Parse(text).Handle())
		m, tagged, merr := tx.Outbox().ByID(ReplyID(text))
		err = errors.Join(err, rerr, merr)
		if tagged {
			mails[text] = m.Number
		}
		return len(refs) > 0 || tagged
	}
	var found []keys.Found
	b.Bytes, found = keys.Blank(raw, is)
	for _, f := range found {
		if f.At >= 0 {
			b.Blanks = append(b.Blanks, store.Blank{At: f.At, Mail: mails[f.Text]})
		}
	}
	return b, err
}

// KeyInMail returns the key that a mail tells its reader: the seat's, or the code by which a further address confirms.
// It is zero if the person has left, or the address is not theirs any more.
func KeyInMail(e *env.Env, tx *store.Tx, m store.Mail) (keys.Key, error) {
	if m.Game == "" || m.Person == "" || !slices.ContainsFunc(m.Blanks,
		func(b store.Blank) bool { return b.Mail == 0 }) {
		return keys.Key{}, nil
	}
	g, err := tx.Games().Game(m.Game)
	if err != nil {
		return keys.Key{}, err
	}
	seats, err := seatsOfPerson(g, m.Person)
	if err != nil {
		return keys.Key{}, err
	}
	for _, s := range seats {
		for _, a := range s.UnconfirmedAddresses {
			if mailio.FoldAddress(a.Address) == mailio.FoldAddress(m.To) {
				return ConfirmationCode(e, tx, g, s, a)
			}
		}
	}
	i := slices.IndexFunc(seats, func(s roster.Participant) bool { return s.Has(m.To) })
	if i < 0 { // the address is theirs no longer
		return keys.Key{}, nil
	}
	return computeKey(e, tx, g, seats[i].KeyOwner(), seats[i].Generation)
}

// FillBlanks returns a mail of ours as it was sent, with its keys and tags, but without the pictures that are not
// stored.
func FillBlanks(e *env.Env, tx *store.Tx, m store.Mail) ([]byte, error) {
	key, err := KeyInMail(e, tx, m)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(m.Bytes)
	for _, b := range m.Blanks {
		text := key.Reveal()
		if b.Mail != 0 {
			other, err := tx.Outbox().Mail(b.Mail)
			if err != nil {
				return nil, err
			}
			t, err := TagsOf(e, tx, other.Envelope)
			if err != nil {
				return nil, err
			}
			text = t.Reply
		}
		if text == "" {
			continue
		}
		if err := keys.Fill(out, b.At, text); err != nil {
			return nil, fmt.Errorf("mail %d: %w", m.Number, err)
		}
	}
	return out, nil
}

// WireID returns the Message-ID in transit of a mail that is known by its name in the outbox; any other id is returned
// as it is. It is "" for a mail that was sent before the secret was replaced: its tag cannot be computed any more.
func WireID(e *env.Env, tx *store.Tx, id string) (string, error) {
	m, ok, err := tx.Outbox().ByID(id)
	if err != nil || !ok || m.MessageID != id {
		return id, err
	}
	t, err := TagsOf(e, tx, m.Envelope)
	if err != nil {
		return "", err
	}
	if _, ok, err = tx.Outbox().ByID(t.MessageID); err != nil || !ok {
		return "", err
	}
	return t.MessageID, nil
}

// IsProof returns a function that reports whether a text is the key of a seat, or the tag of a mail of ours.
func IsProof(tx *store.Tx) func(text string) bool {
	return func(text string) bool {
		if refs, err := tx.Handles().Seats(keys.Parse(text).Handle()); err != nil || len(refs) > 0 {
			return true
		}
		for _, id := range []string{ReplyID(text), ReturnID(text)} {
			if _, ok, err := tx.Outbox().ByID(id); err != nil || ok {
				return true
			}
		}
		return false
	}
}
