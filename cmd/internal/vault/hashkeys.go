package vault

import (
	"errors"
	"slices"
	"strconv"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// hashedKind is the kind of the stored progress: "seats" when the seats are done, then the number of the last mail of
// each kind.
const hashedKind = "keys.hashed"

// hashBatch is how many mails a transaction goes through.
const hashBatch = 100

// HashKeys hashes the keys that an earlier version stored in clear, in the seats and in every mail that held one. A key
// that was given out stays valid until it is replaced. Update runs a write transaction.
func HashKeys(e *env.Env, update func(func(*store.Tx) error) error) error {
	err := update(func(tx *store.Tx) error {
		if err := hashSeats(e, tx); err != nil {
			return err
		}
		return uniteStored(tx)
	})
	if err != nil {
		return err
	}
	for _, blank := range []func(*env.Env, *store.Tx) (more bool, err error){blankIncoming, blankOutgoing} {
		for more := true; more; {
			err := update(func(tx *store.Tx) (err error) {
				more, err = blank(e, tx)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// hashSeats gives every game an id, every person an id and a computed key, and stores the key that they have by its
// handle.
func hashSeats(e *env.Env, tx *store.Tx) error {
	if _, done, err := tx.Data().Get(hashedKind, "seats"); err != nil || done {
		return err
	}
	var names []string
	for name, err := range tx.Games().Names() {
		if err != nil {
			return err
		}
		names = append(names, name)
	}
	for _, name := range names {
		g, err := tx.Games().Game(name)
		if err == nil {
			err = hashGame(e, tx, g)
		}
		if err != nil {
			return err
		}
	}
	return tx.Data().Put(hashedKind, "seats", store.Value{Version: gamestore.FormatVersion, Bytes: []byte("done")})
}

// uniteStored makes the seats that an address has in a game one person's, which an earlier version took for several.
func uniteStored(tx *store.Tx) error {
	if _, done, err := tx.Data().Get(hashedKind, "persons"); err != nil || done {
		return err
	}
	var names []string
	for name, err := range tx.Games().Names() {
		if err != nil {
			return err
		}
		names = append(names, name)
	}
	for _, name := range names {
		g, err := tx.Games().Game(name)
		if err != nil {
			return err
		}
		seats, err := roster.ReadSeats(g)
		if err != nil {
			return err
		}
		others, err := roster.ReadOthers(g)
		if err != nil {
			return err
		}
		shared := roster.MarkShared(seats, others)
		for _, s := range append(shared, roster.Unite(slices.Concat(seats, others))...) {
			for _, handle := range s.Handles() {
				if err := tx.Handles().Add(handle, store.SeatRef{Game: name, Seat: s.ID()}); err != nil {
					return err
				}
			}
			if err := s.Save(g); err != nil {
				return err
			}
		}
	}
	return tx.Data().Put(hashedKind, "persons", store.Value{Version: gamestore.FormatVersion, Bytes: []byte("done")})
}

func hashGame(e *env.Env, tx *store.Tx, g *store.Game) error {
	if _, err := gameID(g); err == nil {
		return nil // it was created by this version
	}
	if err := assignGameID(e, g); err != nil {
		return err
	}
	var sets [][]byte
	for v, err := range g.All(store.Sets, "") {
		if err != nil {
			return err
		}
		sets = append(sets, v.Value.Bytes)
	}
	for _, set := range sets {
		if err := gamestore.NotePlayed(g, set); err != nil {
			return err
		}
	}
	for _, part := range []store.Part{store.Seats, roster.PartOthers} {
		all, err := roster.ReadPart(g, part)
		if err != nil {
			return err
		}
		for _, s := range all {
			if err := hashSeat(e, tx, g, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func hashSeat(e *env.Env, tx *store.Tx, g *store.Game, s roster.Participant) (err error) {
	if s.Taken() {
		if s.Person, err = newID(e); err != nil {
			return err
		}
	}
	s.Generation = 1
	key, err := computeKey(e, tx, g, s.KeyOwner(), s.Generation)
	if err != nil {
		return err
	}
	s.KeyHandle, s.OldKey, s.ClearKey = key.Handle(), keys.Parse(s.ClearKey).Handle(), ""
	s.UnconfirmedAddresses = slices.Clone(s.UnconfirmedAddresses)
	for i := range s.UnconfirmedAddresses {
		a := &s.UnconfirmedAddresses[i]
		a.Handle, a.ClearCode, a.Generation = keys.Parse(a.ClearCode).Handle(), "", s.Generation
	}
	if err := tx.Handles().Add(s.KeyHandle, store.SeatRef{Game: g.Name(), Seat: s.ID()}); err != nil {
		return err
	}
	return s.Save(g)
}

// hashedUpTo returns the number of the last mail of a kind that is done.
func hashedUpTo(tx *store.Tx, kind string) (uint64, error) {
	v, ok, err := tx.Data().Get(hashedKind, kind)
	return uint64(gamestore.ParseCount(v, ok)), err
}

func setHashedUpTo(tx *store.Tx, kind string, n uint64) error {
	return tx.Data().Put(hashedKind, kind, store.Value{Version: gamestore.FormatVersion,
		Bytes: []byte(strconv.FormatUint(n, 10))})
}

// blankIncoming removes the keys from mails that were handled, and encrypts those that wait.
func blankIncoming(e *env.Env, tx *store.Tx) (more bool, err error) {
	from, err := hashedUpTo(tx, "letters")
	if err != nil {
		return false, err
	}
	var rows []store.Incoming
	for row, err := range tx.Inbox().Mails(from + 1) {
		if err != nil {
			return false, err
		}
		if rows = append(rows, row); len(rows) == hashBatch {
			break
		}
	}
	for _, row := range rows {
		if err := blankIncomingMail(e, tx, row); err != nil {
			return false, err
		}
		from = row.Number
	}
	return len(rows) == hashBatch, setHashedUpTo(tx, "letters", from)
}

func blankIncomingMail(e *env.Env, tx *store.Tx, row store.Incoming) error {
	raw, err := tx.Inbox().Bytes(row.Number)
	switch {
	case errors.Is(err, store.ErrNotFound), row.Kept != (store.Digest{}):
		return nil // its bytes were dropped, or this version stored it
	case err != nil:
		return err
	case !row.Done():
		return SealMail(e, tx, row.Number, raw)
	}
	blanked, found := keys.Blank(raw, IsProof(tx))
	if len(found) == 0 {
		return nil
	}
	return tx.Inbox().Keep(row.Number, blanked)
}

// blankOutgoing removes the keys from mails that an earlier version wrote.
func blankOutgoing(e *env.Env, tx *store.Tx) (more bool, err error) {
	from, err := hashedUpTo(tx, "mails")
	if err != nil {
		return false, err
	}
	var rows []store.Mail
	for row, err := range tx.Outbox().Mails(from + 1) {
		if err != nil {
			return false, err
		}
		if rows = append(rows, row); len(rows) == hashBatch {
			break
		}
	}
	for _, row := range rows {
		if err := blankOutgoingMail(e, tx, row); err != nil {
			return false, err
		}
		from = row.Number
	}
	return len(rows) == hashBatch, setHashedUpTo(tx, "mails", from)
}

func blankOutgoingMail(e *env.Env, tx *store.Tx, row store.Mail) error {
	m, _, err := tx.Outbox().ByID(row.MessageID)
	if err != nil || m.Bytes == nil || m.Serial != 0 {
		return err
	}
	b, err := blankProofs(e, tx, m.Envelope, m.Number, "", m.Bytes)
	if err != nil || len(b.Blanks) == 0 {
		return err
	}
	person, err := personOfKey(e, tx, m)
	if err != nil {
		return err
	}
	return tx.Outbox().Blank(m.Number, person, b)
}

// personOfKey returns the id of the person whose key is in a mail of an earlier version, "" if they have left.
func personOfKey(e *env.Env, tx *store.Tx, m store.Mail) (person string, err error) {
	var refs []store.SeatRef
	keys.Blank(m.Bytes, func(text string) bool {
		found, ferr := tx.Handles().Seats(keys.Parse(text).Handle())
		refs, err = append(refs, found...), errors.Join(err, ferr)
		return false
	})
	if err != nil || len(refs) == 0 {
		return "", err
	}
	g, err := tx.Games().Game(refs[0].Game)
	if err != nil {
		return "", err
	}
	var s roster.Participant
	err = gamestore.GetJSON(g, roster.PartOf(refs[0].Seat), refs[0].Seat, &s)
	return s.Person, err
}
