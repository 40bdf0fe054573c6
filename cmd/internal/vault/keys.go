package vault

import (
	"encoding/base32"
	"errors"
	"fmt"
	"io"
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

// Keys of seats and tags of mails are computed, never stored (dice.md, Seat keys): from the secret of the installation, the id of the game,
// the id of who sits there, and a number. The store knows keys and tags by their SHA-256.

// secretKind is where the id of the secret stands that is in force.
const secretKind = "keys"

// KeySecret is the secret from which keys and tags come. The first time it is drawn, or the one that lies there is taken.
func KeySecret(e *env.Env, tx *store.Tx) (keys.Secret, error) {
	v, known, err := tx.Data().Get(secretKind, "secret")
	if err != nil {
		return keys.Secret{}, err
	}
	if known {
		return e.Secrets.Keys(string(v.Bytes))
	}
	s, err := e.Secrets.FirstKeys(e.Random)
	if err != nil {
		return s, err
	}
	return s, SetSecret(e, tx, s)
}

func SetSecret(e *env.Env, tx *store.Tx, s keys.Secret) error {
	return tx.Data().Put(secretKind, "secret", store.Value{Version: gamestore.FormatVersion, Bytes: []byte(s.ID())})
}

// DropOldSecret deletes a secret for keys that was replaced.
func DropOldSecret(e *env.Env, tx *store.Tx) error {
	v, known, err := tx.Data().Get(secretKind, "secret")
	if err != nil || !known {
		return err
	}
	return e.Secrets.ForgetOldKeys(string(v.Bytes))
}

// newID draws the id of a game or person: eight small letters and digits that tell nothing.
func newID(e *env.Env) (string, error) {
	b := make([]byte, 5)
	if _, err := io.ReadFull(e.Random, b); err != nil {
		return "", fmt.Errorf("drawing an id: %w", err)
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(b)), nil
}

// gameID is the id of a game. No later game of that name has it.
func gameID(g *store.Game) (string, error) {
	v, ok, err := g.Get(gamestore.PartState, "id")
	if err == nil && !ok {
		err = fmt.Errorf("game %s has no id", g.Name())
	}
	return string(v.Bytes), err
}

// AssignGameID draws the id of a game.
func AssignGameID(e *env.Env, g *store.Game) error {
	id, err := newID(e)
	if err != nil {
		return err
	}
	return g.PutOnce(gamestore.PartState, "id", store.Value{Version: gamestore.FormatVersion, Bytes: []byte(id)})
}

// SeatKey is the key of a seat or chair.
func SeatKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) (keys.Key, error) {
	return computeKey(e, tx, g.Row, s.KeyOwner(), s.Generation)
}

func computeKey(e *env.Env, tx *store.Tx, g *store.Game, who string, generation int) (keys.Key, error) {
	secret, err := KeySecret(e, tx)
	if err != nil {
		return keys.Key{}, err
	}
	id, err := gameID(g)
	return secret.Seat(id, who, generation), err
}

// WithPerson gives a seat to somebody who comes: an id of their own, and a key that nobody had before. Old is the seat as it was.
func WithPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, s, old roster.Participant) (roster.Participant, error) {
	var err error
	if s.Person, err = newID(e); err != nil {
		return s, err
	}
	return WithNewKey(e, tx, g, s, old)
}

// WithNewKey gives a seat the next key after those it had. The old ones are void.
func WithNewKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s, old roster.Participant) (roster.Participant, error) {
	s.Generation, s.OldKey = old.Generation+1, ""
	key, err := SeatKey(e, tx, g, s)
	s.KeyHandle = key.Handle()
	return s, err
}

// ConfirmationCode is what a further address sends back to confirm.
func ConfirmationCode(e *env.Env, tx *store.Tx, g *store.Game, s roster.Participant, a roster.UnconfirmedAddress) (keys.Key, error) {
	return computeKey(e, tx, g, s.KeyOwner()+" "+mailio.FoldAddress(a.Address), a.Generation)
}

// Tags are what a mail is known by on the wire. A mail of an earlier version has only its Message-ID.
type Tags struct {
	MessageID     string
	Reply, Return string // of answers, and of delivery reports
}

// noGame stands for the game's id in mails that belong to no game. Person is an address then.
const noGame = "mail"

func TagsOf(o *env.Env, tx *store.Tx, e store.Envelope) (Tags, error) {
	if e.Serial == 0 {
		return Tags{MessageID: e.MessageID}, nil
	}
	secret, err := KeySecret(o, tx)
	if err != nil {
		return Tags{}, err
	}
	m := keys.Mail{Game: noGame, Person: e.Person, Number: e.Serial, Generation: e.Generation}
	name := strconv.FormatUint(e.Serial, 10) + "."
	if !strings.Contains(e.Person, "@") {
		g, err := tx.Games().Game(e.Game)
		if err != nil {
			return Tags{}, err
		}
		if m.Game, err = gameID(g); err != nil {
			return Tags{}, err
		}
		name += e.Game + "."
	}
	t := Tags{Reply: secret.ReplyTag(m), Return: secret.ReturnTag(m)}
	t.MessageID = "<" + name + t.Reply + "@" + o.Self.Domain + ">"
	return t, nil
}

// IDs are what the store finds the mail by, beside its name in the outbox.
func (t Tags) IDs() []string {
	if t.Reply == "" {
		return nil
	}
	return []string{t.MessageID, ReplyID(t.Reply), ReturnID(t.Return)}
}

// ReplyID is by what the store finds the mail with a reply tag.
func ReplyID(tag string) string { return "reply " + strings.ToLower(tag) }

func ReturnID(tag string) string { return "return " + strings.ToLower(tag) }

// QueueMail puts a mail into the outbox under its name there. Freeze writes it with its tags. The same mail made again gets the same
// Message-ID; its number is used for no other.
func QueueMail(o *env.Env, tx *store.Tx, to *roster.Participant, e store.Envelope, freeze func(Tags) ([]byte, error)) error {
	old, known, err := tx.Outbox().ByID(e.MessageID)
	switch {
	case err != nil:
		return err
	case known:
		e.Person, e.Serial, e.Generation = old.Person, old.Serial, old.Generation
	default:
		if e, err = withSerial(o, tx, to, e); err != nil {
			return err
		}
	}
	wire, err := TagsOf(o, tx, e)
	if err != nil {
		return err
	}
	_, err = tx.Outbox().QueueBlanked(e, o.Now(), func(number uint64) (store.Blanked, error) {
		raw, err := freeze(wire)
		if err != nil {
			return store.Blanked{}, err
		}
		b, err := blankProofs(o, tx, e, number, wire.Reply, raw)
		b.IDs = wire.IDs()
		return b, err
	})
	return err
}

// serialKind is where the number of each game's last mail stands, by the game's id.
const serialKind = "serials"

// withSerial gives a mail its number and says whose it is.
func withSerial(o *env.Env, tx *store.Tx, to *roster.Participant, e store.Envelope) (store.Envelope, error) {
	id := noGame
	e.Person, e.Generation = mailio.FoldAddress(e.To), 1
	if e.Game != "" && to != nil && to.Person != "" {
		g, err := tx.Games().Game(e.Game)
		if err != nil {
			return e, err
		}
		if id, err = gameID(g); err != nil {
			return e, err
		}
		e.Person, e.Generation = to.Person, to.Generation
	}
	n, err := gamestore.IncrementCount(tx, serialKind, id)
	e.Serial = uint64(n)
	return e, err
}

// serialGap is by how much the numbers of a game's mails go on higher after its store was restored: mails that the lost store sent have
// numbers that this one does not know of.
const serialGap = 10_000

func SkipSerials(tx *store.Tx, g *store.Game) error {
	id, err := gameID(g)
	if err != nil {
		return err
	}
	v, ok, err := tx.Data().Get(serialKind, id)
	if err != nil {
		return err
	}
	return tx.Data().Put(serialKind, id, store.Value{Version: gamestore.FormatVersion, Bytes: []byte(strconv.Itoa(gamestore.ParseCount(v, ok) + serialGap))})
}

// blankProofs takes keys and tags out of a mail of ours, noting where each is to be filled in again.
func blankProofs(o *env.Env, tx *store.Tx, e store.Envelope, number uint64, own string, raw []byte) (store.Blanked, error) {
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

// keyInMail is the key that a mail tells its reader: of the seat, or the code with which a further address confirms. It is zero if the person
// has left.
func keyInMail(e *env.Env, tx *store.Tx, m store.Mail) (keys.Key, error) {
	if m.Game == "" || m.Person == "" || !slices.ContainsFunc(m.Blanks, func(b store.Blank) bool { return b.Mail == 0 }) {
		return keys.Key{}, nil
	}
	g, err := tx.Games().Game(m.Game)
	if err != nil {
		return keys.Key{}, err
	}
	s, ok, err := FindPerson(g, m.Person)
	if err != nil || !ok {
		return keys.Key{}, err
	}
	for _, a := range s.UnconfirmedAddresses {
		if mailio.FoldAddress(a.Address) == mailio.FoldAddress(m.To) {
			return ConfirmationCode(e, tx, g, s, a)
		}
	}
	return computeKey(e, tx, g, s.KeyOwner(), s.Generation)
}

// FillBlanks is a mail of ours as it was sent, with its keys and tags, but without the pictures that are not kept.
func FillBlanks(e *env.Env, tx *store.Tx, m store.Mail) ([]byte, error) {
	key, err := keyInMail(e, tx, m)
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

// FindPerson finds the seat or chair of a person.
func FindPerson(g *store.Game, person string) (roster.Participant, bool, error) {
	for _, part := range []store.Part{store.Seats, roster.PartOthers} {
		all, err := roster.ReadPart(g, part)
		if err != nil {
			return roster.Participant{}, false, err
		}
		if i := slices.IndexFunc(all, func(s roster.Participant) bool { return s.Person == person }); i >= 0 {
			return all[i], true, nil
		}
	}
	return roster.Participant{}, false, nil
}

// WireID is the Message-ID on the wire of a mail that is known by its name in the outbox; any other id stays as it is. It is "" for a mail that
// went out before the secret was replaced: its tag cannot be computed any more.
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

// IsProof reports whether a passage is the key of a seat, or the tag of a mail of ours.
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
