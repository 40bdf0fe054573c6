// Package vault keeps what others must not see: the keys of seats, the tags in Message-IDs that prove an answer, and
// the mails that are encrypted in the store until they are handled.
package vault

import (
	"encoding/base32"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
)

// Keys of seats and tags of mails are computed, never stored (dice.md, Seat keys): from the installation's secret, the
// game's id, the person's id, and a number. The store knows keys and tags by their SHA-256.

// secretKind is the kind of the stored id of the secret in use.
const secretKind = "keys"

// KeySecret returns the secret from which keys and tags are computed. The first time it is drawn, unless its file
// exists.
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

// SetSecret stores which secret is in use.
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

// newID draws the id of a game or person: eight small letters and digits without a meaning.
func newID(e *env.Env) (string, error) {
	b := make([]byte, 5)
	if _, err := io.ReadFull(e.Random, b); err != nil {
		return "", fmt.Errorf("drawing an id: %w", err)
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(b)), nil
}

// gameID returns the id of a game. No later game of the same name has it.
func gameID(g *store.Game) (string, error) {
	v, ok, err := g.Get(gamestore.PartState, "id")
	if err == nil && !ok {
		err = fmt.Errorf("game %s has no id", g.Name())
	}
	return string(v.Bytes), err
}

// OpenSeats draws the id of a new game, and gives it a free seat with a key for each power, and its referee.
func OpenSeats(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if err := assignGameID(e, g.Row); err != nil {
		return err
	}
	for _, s := range g.Rules.Board.Seats {
		free, err := WithNewKey(e, tx, g, roster.Participant{Power: s.Power, Role: s.Role, Language: e.Language},
			roster.Participant{})
		if err != nil {
			return err
		}
		if err := g.SaveSeat(tx, free); err != nil {
			return err
		}
	}
	referee, err := newReferee(e, tx, g, e.Self.Referee)
	if err != nil {
		return err
	}
	return g.SaveSeat(tx, referee)
}

func assignGameID(e *env.Env, g *store.Game) error {
	id, err := newID(e)
	if err != nil {
		return err
	}
	return g.PutOnce(gamestore.PartState, "id", store.Value{Version: gamestore.FormatVersion, Bytes: []byte(id)})
}

// SeatKey returns the key of a participant.
func SeatKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) (keys.Key, error) {
	return computeKey(e, tx, g.Row, s.KeyOwner(), s.Generation)
}

// IsOldKey reports whether a key was a participant's before it was replaced.
func IsOldKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, key keys.Key) (bool, error) {
	before := append([]roster.FormerID{{Person: s.KeyOwner(), Generation: s.Generation}}, s.Former...)
	for _, id := range before {
		for generation := 1; generation <= id.Generation; generation++ {
			old, err := computeKey(e, tx, g.Row, id.Person, generation)
			if err != nil {
				return false, err
			}
			if old.Handle() == key.Handle() {
				return !s.HasKey(key), nil
			}
		}
	}
	return false, nil
}

// computeKey returns a key of a game, by its owner and generation.
func computeKey(e *env.Env, tx *store.Tx, g *store.Game, who string, generation int) (keys.Key, error) {
	secret, err := KeySecret(e, tx)
	if err != nil {
		return keys.Key{}, err
	}
	id, err := gameID(g)
	return secret.Seat(id, who, generation), err
}

// WithPerson returns a seat with its new holder. Who has a seat of the game already, under the same confirmed address,
// has the same ID and the same key for both. Everybody else gets an ID of their own, and a key that no one had before.
// Old is the seat before it.
func WithPerson(e *env.Env, tx *store.Tx, g *gamestore.Game, s, old roster.Participant) (roster.Participant, error) {
	id, err := newID(e)
	if err != nil {
		return s, err
	}
	s.Person = id
	for _, other := range slices.Concat(g.Seats, g.Others) {
		if other.ID() != s.ID() && s.SamePerson(other) {
			s.LastGeneration, s.Generation = old.LastGeneration, old.Generation
			return s.WithIDOf(other), nil
		}
	}
	return WithNewKey(e, tx, g, s, old)
}

// WithNewKey returns a seat with the next key after those of old, which are void.
func WithNewKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s, old roster.Participant) (roster.Participant, error) {
	s.LastGeneration = max(old.LastGeneration, old.Generation)
	s.Generation, s.OldKey, s.Former = s.LastGeneration+1, "", nil
	key, err := SeatKey(e, tx, g, s)
	s.KeyHandle = key.Handle()
	return s, err
}

// RenewKey gives a participant the next key, for all seats of the person, and stores it. The one before is void.
func RenewKey(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) error {
	next := s
	next.Generation, next.OldKey, next.Former = s.Generation+1, "", slices.Clone(s.Former)
	for i := range next.Former {
		next.Former[i].KeyHandle, next.Former[i].OldKey = "", ""
	}
	key, err := SeatKey(e, tx, g, next)
	if err != nil {
		return err
	}
	next.KeyHandle = key.Handle()
	for _, t := range slices.Concat(g.Seats, g.Others) {
		if t.ID() != s.ID() && (s.Person == "" || t.Person != s.Person) {
			continue
		}
		if err := g.SaveSeat(tx, t.WithIDOf(next)); err != nil {
			return err
		}
	}
	return nil
}

// UniteSeats makes the seats of each confirmed address one person's.
func UniteSeats(tx *store.Tx, g *gamestore.Game) error {
	for _, s := range roster.Unite(slices.Concat(g.Seats, g.Others)) {
		if err := g.SaveSeat(tx, s); err != nil {
			return err
		}
	}
	return nil
}

// ConfirmationCode returns the code by which a further address confirms.
func ConfirmationCode(e *env.Env, tx *store.Tx, g *store.Game, s roster.Participant,
	a roster.UnconfirmedAddress) (keys.Key, error) {
	return computeKey(e, tx, g, s.KeyOwner()+" "+mailio.FoldAddress(a.Address), a.Generation)
}

// FindPerson returns the first participant of a game with a person's id.
func FindPerson(g *store.Game, person string) (roster.Participant, bool, error) {
	seats, err := seatsOfPerson(g, person)
	if err != nil || len(seats) == 0 {
		return roster.Participant{}, false, err
	}
	return seats[0], true, nil
}

// seatsOfPerson returns the participants of a game with a person's id.
func seatsOfPerson(g *store.Game, person string) (all []roster.Participant, err error) {
	for _, part := range []store.Part{store.Seats, roster.PartOthers} {
		seats, err := roster.ReadPart(g, part)
		if err != nil {
			return nil, err
		}
		for _, s := range seats {
			if is, _ := s.IsPerson(person, 0); is {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// newReferee returns a game's referee, with a key of their own.
func newReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, address string) (roster.Participant, error) {
	s := roster.Participant{Kind: roster.Referee, Role: roster.RefereeRole, Address: address, Language: e.Language}
	return WithPerson(e, tx, g, s, roster.Participant{})
}

// QuestionName returns the name of a question to a participant. State is the hash of the position, mail that of the mail
// that led to it, and texts are what each answer carries out, line by line.
func QuestionName(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant, state, mail string,
	texts [][]string) (keys.Key, error) {
	secret, err := KeySecret(e, tx)
	if err != nil {
		return keys.Key{}, err
	}
	id, err := gameID(g.Row)
	if err != nil {
		return keys.Key{}, err
	}
	about := []string{id, s.Person, strconv.Itoa(s.Generation), s.Role, state, mail}
	for _, lines := range texts {
		about = append(append(about, lines...), "end")
	}
	return secret.Question(about...), nil
}

// SeatsOf returns the seats that references lead to.
func SeatsOf(refs []store.SeatRef) []intake.Seat {
	var out []intake.Seat
	for _, r := range refs {
		kind := intake.WithoutPower
		switch {
		case strings.HasPrefix(r.Seat, roster.SeatRequest+":"):
			kind = intake.Requested
		case roster.PartOf(r.Seat) == store.Seats:
			kind = intake.Playing
		}
		out = append(out, intake.Seat{Game: r.Game, Name: r.Seat, Kind: kind})
	}
	return out
}

// ListSeats lists seats as "game: role", for answers to the person who has them.
func ListSeats(seats []intake.Seat) []string {
	if len(seats) == 0 {
		return []string{"–"}
	}
	var out []string
	for _, s := range seats {
		out = append(out, s.Game+": "+s.Name)
	}
	return out
}
