package store

import (
	"encoding/binary"
	"fmt"
	"iter"
	"time"
)

// Inbox is the mails that came in, inside a transaction: the intake log and the bytes of the mails.
type Inbox struct{ tx *Tx }

// Source is where a mail was found: a message is named by mailbox, UIDVALIDITY and UID together (RFC 3501, 2.3.1.1).
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

// Incoming is the row of a mail that came in: together the rows are the intake log.
type Incoming struct {
	Number    uint64    `json:"number"`           // arrival number, from 1, without gaps
	Digest    Digest    `json:"digest"`           // of the mail as it came: its identity
	Kept      Digest    `json:"kept,omitzero"`    // of the bytes that are kept, if they are others
	MessageID string    `json:"id,omitempty"`     // as the sender wrote it; may be missing or repeated
	Source    Source    `json:"source,omitzero"`  // where it was found first
	Received  time.Time `json:"received"`         // by the mail server (INTERNALDATE), UTC
	Outcome   Outcome   `json:"outcome,omitzero"` // zero while the mail is new
}

// Done reports whether the mail was processed.
func (m Incoming) Done() bool { return m.Outcome.Kind != "" }

// Outcome is the result of processing a mail.
type Outcome struct {
	Kind   string    `json:"kind"` // a word of the caller's: accepted, refused, ignored …
	Reason string    `json:"reason,omitempty"`
	Game   string    `json:"game,omitempty"`
	Seat   string    `json:"seat,omitempty"`
	At     time.Time `json:"at"` // UTC
}

// Add stores a mail as it came, to be processed, and moves the cursor of its folder. A mail with the same
// digest is stored once: then fresh is false and number that of the first. A mail that is in no mailbox has the zero
// Source.
func (in Inbox) Add(
	source Source, messageID string, received time.Time, raw []byte,
) (number uint64, fresh bool, err error) {
	if err := checkTime("time received", received); err != nil {
		return 0, false, err
	}
	l := Incoming{Digest: DigestOf(raw), MessageID: messageID, Source: source, Received: received.UTC()}
	known, found, err := in.ByDigest(l.Digest)
	switch {
	case err != nil:
		return 0, false, err
	case found:
		number = known.Number
	default:
		if number, err = in.insert(l, raw); err != nil {
			return 0, false, fmt.Errorf("storing a mail: %w", err)
		}
	}
	if source != (Source{}) {
		err = in.noteSource(source, number)
	}
	return number, !found, err
}

func (in Inbox) insert(l Incoming, raw []byte) (uint64, error) {
	rows := in.tx.bucket(bucketLetters)
	number, err := rows.NextSequence()
	if err != nil {
		return 0, err
	}
	l.Number = number
	key := numberKey(number)
	if err := in.tx.putRow(rows, key, l); err != nil {
		return 0, err
	}
	if err := in.tx.putValue(in.tx.bucket(bucketLettersRaw), key, Value{Bytes: raw}); err != nil {
		return 0, err
	}
	if err := in.tx.bucket(bucketLettersDigest).Put(l.Digest[:], key); err != nil {
		return 0, err
	}
	if l.MessageID != "" {
		if err := putKey(in.tx.bucket(bucketLettersID), append(idKey(l.MessageID), key...)); err != nil {
			return 0, err
		}
	}
	return number, putKey(in.tx.bucket(bucketLettersPending), key)
}

// idKey is fixed in length, whatever a stranger writes as Message-ID.
func idKey(messageID string) []byte {
	d := DigestOf([]byte(messageID))
	return d[:]
}

func (in Inbox) noteSource(s Source, number uint64) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := in.tx.bucket(bucketLettersSource).Put(s.key(), numberKey(number)); err != nil {
		return err
	}
	at, _, err := in.Cursor(s.Account, s.Folder)
	if err != nil || at.Validity == s.Validity && at.UID >= s.UID {
		return err
	}
	return in.SetCursor(s.Account, s.Folder, Cursor{s.Validity, s.UID})
}

// Cursor is how far a folder was read: messages up to UID are known. It counts only as long as the folder's UIDVALIDITY
// is Validity; else all messages have new numbers and are read again, and their digests show which are known.
type Cursor struct {
	Validity uint32 `json:"validity"`
	UID      uint32 `json:"uid"`
}

// Cursor returns how far a folder was read; ok is false if it never was.
func (in Inbox) Cursor(account, folder string) (c Cursor, ok bool, err error) {
	data := in.tx.bucket(bucketCursors).Get(wordsKey(account, folder))
	if data == nil {
		return Cursor{}, false, nil
	}
	err = unpackRow(data, &c)
	return c, err == nil, err
}

// SetCursor sets how far a folder was read: after a new UIDVALIDITY, or past messages that are not to be stored.
// Add moves the cursor itself, so mails of a folder have to be added in the order of their UIDs.
func (in Inbox) SetCursor(account, folder string, c Cursor) error {
	if err := checkWord("account", account); err != nil {
		return err
	}
	if err := checkWord("folder", folder); err != nil {
		return err
	}
	return in.tx.putRow(in.tx.bucket(bucketCursors), wordsKey(account, folder), c)
}

// Finish stores the outcome of a mail, which is then no longer pending. It returns ErrClosed if the mail was
// done before.
func (in Inbox) Finish(number uint64, o Outcome) error {
	if err := checkWord("kind of outcome", o.Kind); err != nil {
		return err
	}
	if err := checkTime("time of outcome", o.At); err != nil {
		return err
	}
	l, err := in.Mail(number)
	switch {
	case err != nil:
		return err
	case l.Done():
		return fmt.Errorf("incoming mail %d is done (%s): %w", number, l.Outcome.Kind, ErrClosed)
	}
	o.At = o.At.UTC()
	l.Outcome = o
	key := numberKey(number)
	if o.Game != "" {
		if err := checkWord("game", o.Game); err != nil {
			return err
		}
		if err := putKey(in.tx.bucket(bucketLettersGame), append(wordsKey(o.Game), key...)); err != nil {
			return err
		}
	}
	if err := in.tx.bucket(bucketLettersPending).Delete(key); err != nil {
		return err
	}
	return in.tx.putRow(in.tx.bucket(bucketLetters), key, l)
}

// Mail returns the row of a mail, or ErrNotFound.
func (in Inbox) Mail(number uint64) (Incoming, error) {
	data := in.tx.bucket(bucketLetters).Get(numberKey(number))
	if data == nil {
		return Incoming{}, notFound("incoming mail %d", number)
	}
	return readIncoming(nil, data)
}

func readIncoming(_, data []byte) (Incoming, error) {
	var l Incoming
	err := unpackRow(data, &l)
	return l, err
}

// Bytes returns a mail as it came, or ErrNotFound, also when it was dropped.
func (in Inbox) Bytes(number uint64) ([]byte, error) {
	data := in.tx.bucket(bucketLettersRaw).Get(numberKey(number))
	if data == nil {
		return nil, notFound("bytes of incoming mail %d", number)
	}
	v, err := unpack(data)
	return v.Bytes, err
}

// Pending returns the arrival numbers of up to limit mails that are not done, oldest first; limit 0 means all.
func (in Inbox) Pending(limit int) ([]uint64, error) {
	return collect(scan(in.tx.bucket(bucketLettersPending), nil, nil, func(k, _ []byte) (uint64, error) {
		return keyNumber(k)
	}), limit)
}

// Mails lists the intake log in the order of arrival, from an arrival number on.
func (in Inbox) Mails(from uint64) iter.Seq2[Incoming, error] {
	return scan(in.tx.bucket(bucketLetters), nil, numberKey(from), readIncoming)
}

// MailsOf lists the mails whose outcome names a game in the order of arrival, from an arrival number on.
func (in Inbox) MailsOf(game string, from uint64) iter.Seq2[Incoming, error] {
	return scan(in.tx.bucket(bucketLettersGame), wordsKey(game), numberKey(from), in.mailAtKey)
}

// mailAtKey follows an index whose keys end with an arrival number.
func (in Inbox) mailAtKey(key, _ []byte) (Incoming, error) {
	number, err := keyNumber(key)
	if err != nil {
		return Incoming{}, err
	}
	return in.Mail(number)
}

// ByDigest finds a mail by the SHA-256 of its bytes.
func (in Inbox) ByDigest(d Digest) (l Incoming, ok bool, err error) {
	return in.mailAtIndex(in.tx.bucket(bucketLettersDigest).Get(d[:]))
}

// BySource finds a mail by the place where it was found, the first time or again.
func (in Inbox) BySource(s Source) (l Incoming, ok bool, err error) {
	return in.mailAtIndex(in.tx.bucket(bucketLettersSource).Get(s.key()))
}

func (in Inbox) mailAtIndex(key []byte) (l Incoming, ok bool, err error) {
	if key == nil {
		return Incoming{}, false, nil
	}
	l, err = in.mailAtKey(key, nil)
	return l, err == nil, err
}

// ByMessageID returns all mails with a Message-ID, oldest first. Different mails can carry the same.
func (in Inbox) ByMessageID(id string) ([]Incoming, error) {
	return collect(scan(in.tx.bucket(bucketLettersID), idKey(id), nil, in.mailAtKey), 0)
}

// Keep replaces the bytes of a mail: sealed while it waits to be processed, without keys afterwards. Its digest
// stays that of the mail as it came.
func (in Inbox) Keep(number uint64, kept []byte) error {
	l, err := in.Mail(number)
	if err != nil {
		return err
	}
	l.Kept = Digest{}
	if d := DigestOf(kept); d != l.Digest {
		l.Kept = d
	}
	if err := in.tx.putValue(in.tx.bucket(bucketLettersRaw), numberKey(number), Value{Bytes: kept}); err != nil {
		return fmt.Errorf("incoming mail %d: %w", number, err)
	}
	return in.tx.putRow(in.tx.bucket(bucketLetters), numberKey(number), l)
}

// DropBefore deletes the bytes of up to limit mails that were done before a time, oldest first, and returns how
// many; limit 0 means all. Their rows stay, so that they are still known if they come again.
func (in Inbox) DropBefore(before time.Time, limit int) (int, error) {
	var old [][]byte
	for number, err := range scan(in.tx.bucket(bucketLettersRaw), nil, nil, func(k, _ []byte) (uint64, error) {
		return keyNumber(k)
	}) {
		if err != nil {
			return 0, err
		}
		l, err := in.Mail(number)
		if err != nil {
			return 0, err
		}
		if !l.Done() {
			continue
		}
		if !l.Outcome.At.Before(before) || limit > 0 && len(old) == limit {
			break // mails are done about in the order they came
		}
		old = append(old, numberKey(number))
	}
	for _, key := range old {
		if err := in.tx.bucket(bucketLettersRaw).Delete(key); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// Drop deletes the bytes of a mail that is done, as when its sender wants to be forgotten. Its row stays; it
// names no person but the Message-ID's host.
func (in Inbox) Drop(number uint64) error {
	l, err := in.Mail(number)
	switch {
	case err != nil:
		return err
	case !l.Done():
		return invalid("incoming mail %d is not done", number)
	}
	return in.tx.bucket(bucketLettersRaw).Delete(numberKey(number))
}
