package store

import (
	"encoding/binary"
	"fmt"
	"iter"
	"time"
)

// Source is where a letter was found: a message is named by mailbox, UIDVALIDITY and UID together (RFC 3501, 2.3.1.1).
type Source struct {
	Account  string `json:"account"`
	Folder   string `json:"folder"`
	Validity uint32 `json:"validity"`
	UID      uint32 `json:"uid"`
}

func (s Source) key() []byte {
	key := wordsKey(s.Account, s.Folder)
	key = binary.BigEndian.AppendUint32(key, s.Validity)
	return binary.BigEndian.AppendUint32(key, s.UID)
}

func (s Source) check() error {
	if err := checkWord("account", s.Account); err != nil {
		return err
	}
	if err := checkWord("folder", s.Folder); err != nil {
		return err
	}
	if s.Validity == 0 || s.UID == 0 {
		return invalid("UIDVALIDITY %d, UID %d in %s: IMAP counts both from 1", s.Validity, s.UID, s.Folder)
	}
	return nil
}

// Letter is the row of a letter that came in: together the rows are the intake log.
type Letter struct {
	Number    uint64    `json:"number"`           // arrival number, from 1, without gaps
	Digest    Digest    `json:"digest"`           // of the letter as it came: its identity
	Kept      Digest    `json:"kept,omitzero"`    // of the bytes that are kept, if they are others
	MessageID string    `json:"id,omitempty"`     // as the sender wrote it; may be missing or repeated
	Source    Source    `json:"source,omitzero"`  // where it was found first
	Received  time.Time `json:"received"`         // by the mail server (INTERNALDATE), UTC
	Outcome   Outcome   `json:"outcome,omitzero"` // zero while the letter is new
}

// Done reports whether the letter was processed.
func (l Letter) Done() bool { return l.Outcome.Kind != "" }

// Outcome is the result of processing a letter.
type Outcome struct {
	Kind   string    `json:"kind"` // a word of the caller's: accepted, refused, ignored …
	Reason string    `json:"reason,omitempty"`
	Game   string    `json:"game,omitempty"`
	Seat   string    `json:"seat,omitempty"`
	At     time.Time `json:"at"` // UTC
}

// AddLetter stores a letter as it came, to be processed, and moves the cursor of its folder. A letter with the same
// digest is stored once: then fresh is false and number that of the first. A letter that is in no mailbox has the zero
// Source.
func (tx *Tx) AddLetter(
	source Source, messageID string, received time.Time, raw []byte,
) (number uint64, fresh bool, err error) {
	if err := checkTime("time received", received); err != nil {
		return 0, false, err
	}
	l := Letter{Digest: DigestOf(raw), MessageID: messageID, Source: source, Received: received.UTC()}
	known, found, err := tx.LetterByDigest(l.Digest)
	switch {
	case err != nil:
		return 0, false, err
	case found:
		number = known.Number
	default:
		if number, err = tx.insertLetter(l, raw); err != nil {
			return 0, false, fmt.Errorf("storing a letter: %w", err)
		}
	}
	if source != (Source{}) {
		err = tx.noteSource(source, number)
	}
	return number, !found, err
}

func (tx *Tx) insertLetter(l Letter, raw []byte) (uint64, error) {
	rows := tx.bucket(bucketLetters)
	number, err := rows.NextSequence()
	if err != nil {
		return 0, err
	}
	l.Number = number
	key := numberKey(number)
	if err := tx.putRow(rows, key, l); err != nil {
		return 0, err
	}
	if err := tx.putValue(tx.bucket(bucketLettersRaw), key, Value{Bytes: raw}); err != nil {
		return 0, err
	}
	if err := tx.bucket(bucketLettersDigest).Put(l.Digest[:], key); err != nil {
		return 0, err
	}
	if l.MessageID != "" {
		if err := putKey(tx.bucket(bucketLettersID), append(idKey(l.MessageID), key...)); err != nil {
			return 0, err
		}
	}
	return number, putKey(tx.bucket(bucketLettersPending), key)
}

// idKey is fixed in length, whatever a stranger writes as Message-ID.
func idKey(messageID string) []byte {
	d := DigestOf([]byte(messageID))
	return d[:]
}

func (tx *Tx) noteSource(s Source, number uint64) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := tx.bucket(bucketLettersSource).Put(s.key(), numberKey(number)); err != nil {
		return err
	}
	at, _, err := tx.Cursor(s.Account, s.Folder)
	if err != nil || at.Validity == s.Validity && at.UID >= s.UID {
		return err
	}
	return tx.SetCursor(s.Account, s.Folder, Cursor{s.Validity, s.UID})
}

// Cursor is how far a folder was read: messages up to UID are known. It counts only as long as the folder's UIDVALIDITY
// is Validity; else all messages have new numbers and are read again, and their digests show which are known.
type Cursor struct {
	Validity uint32 `json:"validity"`
	UID      uint32 `json:"uid"`
}

// Cursor returns how far a folder was read; ok is false if it never was.
func (tx *Tx) Cursor(account, folder string) (c Cursor, ok bool, err error) {
	data := tx.bucket(bucketCursors).Get(wordsKey(account, folder))
	if data == nil {
		return Cursor{}, false, nil
	}
	err = unpackRow(data, &c)
	return c, err == nil, err
}

// SetCursor sets how far a folder was read: after a new UIDVALIDITY, or past messages that are not to be stored.
// AddLetter moves the cursor itself, so letters of a folder have to be added in the order of their UIDs.
func (tx *Tx) SetCursor(account, folder string, c Cursor) error {
	if err := checkWord("account", account); err != nil {
		return err
	}
	if err := checkWord("folder", folder); err != nil {
		return err
	}
	return tx.putRow(tx.bucket(bucketCursors), wordsKey(account, folder), c)
}

// FinishLetter stores the outcome of a letter, which is then no longer pending. It returns ErrClosed if the letter was
// done before.
func (tx *Tx) FinishLetter(number uint64, o Outcome) error {
	if err := checkWord("kind of outcome", o.Kind); err != nil {
		return err
	}
	if err := checkTime("time of outcome", o.At); err != nil {
		return err
	}
	l, err := tx.Letter(number)
	switch {
	case err != nil:
		return err
	case l.Done():
		return fmt.Errorf("letter %d is done (%s): %w", number, l.Outcome.Kind, ErrClosed)
	}
	o.At = o.At.UTC()
	l.Outcome = o
	key := numberKey(number)
	if o.Game != "" {
		if err := checkWord("game", o.Game); err != nil {
			return err
		}
		if err := putKey(tx.bucket(bucketLettersGame), append(wordsKey(o.Game), key...)); err != nil {
			return err
		}
	}
	if err := tx.bucket(bucketLettersPending).Delete(key); err != nil {
		return err
	}
	return tx.putRow(tx.bucket(bucketLetters), key, l)
}

// Letter returns the row of a letter, or ErrNotFound.
func (tx *Tx) Letter(number uint64) (Letter, error) {
	data := tx.bucket(bucketLetters).Get(numberKey(number))
	if data == nil {
		return Letter{}, notFound("letter %d", number)
	}
	return readLetter(nil, data)
}

func readLetter(_, data []byte) (Letter, error) {
	var l Letter
	err := unpackRow(data, &l)
	return l, err
}

// LetterBytes returns a letter as it came, or ErrNotFound, also when it was dropped.
func (tx *Tx) LetterBytes(number uint64) ([]byte, error) {
	data := tx.bucket(bucketLettersRaw).Get(numberKey(number))
	if data == nil {
		return nil, notFound("bytes of letter %d", number)
	}
	v, err := unpack(data)
	return v.Bytes, err
}

// Pending returns the arrival numbers of up to limit letters that are not done, oldest first; limit 0 means all.
func (tx *Tx) Pending(limit int) ([]uint64, error) {
	return collect(scan(tx.bucket(bucketLettersPending), nil, nil, func(k, _ []byte) (uint64, error) {
		return keyNumber(k)
	}), limit)
}

// Letters lists the intake log in the order of arrival, from an arrival number on.
func (tx *Tx) Letters(from uint64) iter.Seq2[Letter, error] {
	return scan(tx.bucket(bucketLetters), nil, numberKey(from), readLetter)
}

// GameLetters lists the letters whose outcome names a game in the order of arrival, from an arrival number on.
func (tx *Tx) GameLetters(game string, from uint64) iter.Seq2[Letter, error] {
	return scan(tx.bucket(bucketLettersGame), wordsKey(game), numberKey(from), tx.letterAtKey)
}

// letterAtKey follows an index whose keys end with an arrival number.
func (tx *Tx) letterAtKey(key, _ []byte) (Letter, error) {
	number, err := keyNumber(key)
	if err != nil {
		return Letter{}, err
	}
	return tx.Letter(number)
}

// LetterByDigest finds a letter by the SHA-256 of its bytes.
func (tx *Tx) LetterByDigest(d Digest) (l Letter, ok bool, err error) {
	return tx.letterAtIndex(tx.bucket(bucketLettersDigest).Get(d[:]))
}

// LetterBySource finds a letter by the place where it was found, the first time or again.
func (tx *Tx) LetterBySource(s Source) (l Letter, ok bool, err error) {
	return tx.letterAtIndex(tx.bucket(bucketLettersSource).Get(s.key()))
}

func (tx *Tx) letterAtIndex(key []byte) (l Letter, ok bool, err error) {
	if key == nil {
		return Letter{}, false, nil
	}
	l, err = tx.letterAtKey(key, nil)
	return l, err == nil, err
}

// LettersByMessageID returns all letters with a Message-ID, oldest first. Different letters can carry the same.
func (tx *Tx) LettersByMessageID(id string) ([]Letter, error) {
	return collect(scan(tx.bucket(bucketLettersID), idKey(id), nil, tx.letterAtKey), 0)
}

// KeepLetter replaces the bytes of a letter: sealed while it waits to be processed, without keys afterwards. Its digest
// stays that of the letter as it came.
func (tx *Tx) KeepLetter(number uint64, kept []byte) error {
	l, err := tx.Letter(number)
	if err != nil {
		return err
	}
	l.Kept = Digest{}
	if d := DigestOf(kept); d != l.Digest {
		l.Kept = d
	}
	if err := tx.putValue(tx.bucket(bucketLettersRaw), numberKey(number), Value{Bytes: kept}); err != nil {
		return fmt.Errorf("letter %d: %w", number, err)
	}
	return tx.putRow(tx.bucket(bucketLetters), numberKey(number), l)
}

// DropLetters deletes the bytes of up to limit letters that were done before a time, oldest first, and returns how
// many; limit 0 means all. Their rows stay, so that they are still known if they come again.
func (tx *Tx) DropLetters(before time.Time, limit int) (int, error) {
	var old [][]byte
	for number, err := range scan(tx.bucket(bucketLettersRaw), nil, nil, func(k, _ []byte) (uint64, error) {
		return keyNumber(k)
	}) {
		if err != nil {
			return 0, err
		}
		l, err := tx.Letter(number)
		if err != nil {
			return 0, err
		}
		if !l.Done() {
			continue
		}
		if !l.Outcome.At.Before(before) || limit > 0 && len(old) == limit {
			break // letters are done about in the order they came
		}
		old = append(old, numberKey(number))
	}
	for _, key := range old {
		if err := tx.bucket(bucketLettersRaw).Delete(key); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// DropLetter deletes the bytes of a letter that is done, as when its sender wants to be forgotten. Its row stays; it
// names no person but the Message-ID's host.
func (tx *Tx) DropLetter(number uint64) error {
	l, err := tx.Letter(number)
	switch {
	case err != nil:
		return err
	case !l.Done():
		return invalid("letter %d is not done", number)
	}
	return tx.bucket(bucketLettersRaw).Delete(numberKey(number))
}
