package store

import (
	"fmt"
	"iter"
	"time"
)

// Outbox is the mails that go out, inside a transaction.
//
// It holds one mail a row, each to one recipient, with the bytes that go out and the Message-ID inside them
// fixed when the mail is queued. Whoever sends takes due mails with Take, which writes the attempt and the time of
// the next one before the first byte goes out: a crash in the middle leads to a later attempt with the same bytes,
// never to a loss and never to a tight loop. Sent and failed mails stay as an archive.
//
// Keys and tags are never in the store: a mail is kept with blanks for them, which the sender of the mail fills in.
type Outbox struct{ tx *Tx }

// Envelope is where a mail goes, and its name.
type Envelope struct {
	MessageID string `json:"id"`             // unchecked, unique in the outbox; differs on the wire unless Serial is 0
	From      string `json:"from,omitempty"` // empty is the null sender
	To        string `json:"to"`
	Game      string `json:"game,omitempty"`
	// Pictures is a word of the caller's by which the pictures of the mail are drawn again: they are not kept once it
	// went out. Empty: they are.
	Pictures string `json:"pictures,omitempty"`

	// What its tags are computed from.
	Person     string `json:"person,omitempty"`     // the id of who gets it
	Serial     uint64 `json:"serial,omitempty"`     // its number, unique in its game; 0: it has no tags
	Generation int    `json:"generation,omitempty"` // of the person's key when it was written
}

// Blank is a passage of a mail that is filled in when it is sent.
type Blank struct {
	At   int    `json:"at"`             // offset of its first letter
	Mail uint64 `json:"mail,omitempty"` // number of the mail whose tag belongs there; 0: the key of who gets it
}

// MailState is what became of a mail so far.
type MailState string

// The states of a mail.
const (
	Queued MailState = "queued" // to be sent at Next
	Sent   MailState = "sent"   // the server took it
	Failed MailState = "failed" // refused for good, or given up
)

// Mail is the row of an outgoing mail.
type Mail struct {
	Number uint64 `json:"number"` // from 1, in the order of queueing
	Envelope
	State    MailState `json:"state"`
	Queued   time.Time `json:"queued"`
	Attempts int       `json:"attempts"`
	Open     bool      `json:"open,omitempty"`  // an attempt was begun and its end not noted
	Next     time.Time `json:"next,omitzero"`   // next attempt; zero unless queued
	Closed   time.Time `json:"closed,omitzero"` // when it was sent or given up
	Code     string    `json:"code,omitempty"`  // the server's last answer
	Digest   Digest    `json:"digest"`          // of the bytes as they go out
	Kept     Digest    `json:"kept,omitzero"`   // of Bytes, if they have blanks; else zero
	Blanks   []Blank   `json:"blanks,omitempty"`
	Bytes    []byte    `json:"-"` // as they are kept; filled by Take and ByID
	Gaps     []Gap     `json:"-"` // pictures that Bytes lacks, filled with it; none before it went out
}

// Blanked is a mail with blanks for keys and tags.
type Blanked struct {
	Bytes  []byte
	Blanks []Blank
	Whole  Digest   // of the mail as it goes out
	IDs    []string // what else it is found by with ByID; the store keeps only their SHA-256
}

// Queue puts a mail into the outbox, to be sent from at on. The same mail again (Message-ID, recipient and bytes) does
// nothing and gives fresh false; other content under the same Message-ID gives ErrExists.
func (o Outbox) Queue(e Envelope, at time.Time, frozen []byte) (fresh bool, err error) {
	return o.QueueBlanked(e, at, func(uint64) (Blanked, error) {
		return Blanked{Bytes: frozen, Whole: DigestOf(frozen)}, nil
	})
}

// QueueBlanked does the same with a mail that has blanks. Make gets the number that the mail will have.
func (o Outbox) QueueBlanked(
	e Envelope, at time.Time, make func(number uint64) (Blanked, error),
) (fresh bool, err error) {
	if err := checkWord("Message-ID", e.MessageID); err != nil {
		return false, err
	}
	if err := checkWord("recipient of "+e.MessageID, e.To); err != nil {
		return false, err
	}
	if err := checkTime("time of queueing", at); err != nil {
		return false, err
	}
	old, found, err := o.byID(e.MessageID)
	if err != nil {
		return false, err
	}
	number := o.tx.bucket(bucketMails).Sequence() + 1
	if found {
		number = old.Number
	}
	mail, err := make(number)
	switch {
	case err != nil:
		return false, fmt.Errorf("mail %s: %w", e.MessageID, err)
	case found && (old.Envelope != e || old.Digest != mail.Whole):
		return false, fmt.Errorf("mail %s: %w", e.MessageID, ErrExists)
	case found:
		return false, nil
	}
	m := Mail{Envelope: e, State: Queued, Queued: at.UTC(), Next: at.UTC(), Digest: mail.Whole}
	if m.Number, err = o.tx.bucket(bucketMails).NextSequence(); err != nil {
		return false, err
	}
	for _, id := range append([]string{e.MessageID}, mail.IDs...) {
		if err := o.tx.bucket(bucketMailsID).Put(idKey(id), numberKey(m.Number)); err != nil {
			return false, err
		}
	}
	return true, o.keep(Mail{}, m, mail)
}

// keep writes a mail with its bytes; old is its row as it was, zero for a new one.
func (o Outbox) keep(old, m Mail, mail Blanked) error {
	m.Blanks, m.Kept = mail.Blanks, Digest{}
	if d := DigestOf(mail.Bytes); d != m.Digest {
		m.Kept = d
	}
	if err := o.drop(m.Number); err != nil {
		return err
	}
	if err := o.tx.putValue(o.tx.bucket(bucketMailsRaw), numberKey(m.Number), Value{Bytes: mail.Bytes}); err != nil {
		return fmt.Errorf("mail %s: %w", m.MessageID, err)
	}
	return o.put(old, m)
}

// Blank replaces a mail that an earlier version stored whole by one with blanks; person is its recipient.
func (o Outbox) Blank(number uint64, person string, mail Blanked) error {
	old, err := o.Mail(number)
	if err != nil {
		return err
	}
	m := old
	m.Person = person
	return o.keep(old, m, mail)
}

// AddIDs lets a mail be found by further ids: its tags are others after the secret that they come from was
// replaced.
func (o Outbox) AddIDs(number uint64, ids ...string) error {
	if _, err := o.Mail(number); err != nil {
		return err
	}
	for _, id := range ids {
		if err := o.tx.bucket(bucketMailsID).Put(idKey(id), numberKey(number)); err != nil {
			return err
		}
	}
	return nil
}

// put writes a row and moves its entry in the index of due mails; old is the row as it was, zero for a new one.
func (o Outbox) put(old, m Mail) error {
	due, key := o.tx.bucket(bucketMailsDue), numberKey(m.Number)
	if old.State == Queued {
		if err := due.Delete(timeKey(old.Next, key)); err != nil {
			return err
		}
	}
	if m.State == Queued {
		if err := putKey(due, timeKey(m.Next, key)); err != nil {
			return err
		}
	}
	return o.tx.putRow(o.tx.bucket(bucketMails), key, m)
}

// Take returns up to limit mails that are due at now with their bytes, longest due first; limit 0 means all. Of
// each it counts the attempt and writes when the next one is: next(attempts so far, this one included), which must be
// after now. Commit before sending.
func (o Outbox) Take(now time.Time, limit int, next func(attempts int) time.Time) ([]Mail, error) {
	due, err := o.due(now, limit)
	if err != nil {
		return nil, err
	}
	for i := range due {
		m := &due[i]
		old := *m
		m.Attempts++
		m.Open = true
		m.Next = next(m.Attempts).UTC()
		if err := checkTime("next attempt", m.Next); err != nil {
			return nil, err
		}
		if !m.Next.After(now) {
			return nil, invalid("next attempt of %s at %v is not after %v", m.MessageID, m.Next, now)
		}
		if err := o.put(old, *m); err != nil {
			return nil, err
		}
		if m.Bytes, m.Gaps, err = o.bytes(m.Number); err != nil {
			return nil, err
		}
	}
	return due, nil
}

func (o Outbox) due(now time.Time, limit int) ([]Mail, error) {
	var due []Mail
	for m, err := range o.Queued() {
		if err != nil {
			return nil, err
		}
		if m.Next.After(now) || limit > 0 && len(due) == limit {
			break
		}
		due = append(due, m)
	}
	return due, nil
}

// Queued lists the mails that wait, by the time of their next attempt, without their bytes.
func (o Outbox) Queued() iter.Seq2[Mail, error] {
	return scan(o.tx.bucket(bucketMailsDue), nil, nil, func(k, _ []byte) (Mail, error) {
		number, err := keyNumber(k)
		if err != nil {
			return Mail{}, err
		}
		return o.Mail(number)
	})
}

// Next returns when the next mail is due; ok is false if none waits.
func (o Outbox) Next() (at time.Time, ok bool, err error) {
	return firstDue(o.tx.bucket(bucketMailsDue))
}

// Delivered notes that the server took a mail; code is its answer.
func (o Outbox) Delivered(messageID string, at time.Time, code string) error {
	return o.close(messageID, Sent, at, code)
}

// Failed notes that a mail was refused for good, or given up.
func (o Outbox) Failed(messageID string, at time.Time, code string) error {
	return o.close(messageID, Failed, at, code)
}

func (o Outbox) close(messageID string, state MailState, at time.Time, code string) error {
	if err := checkTime("time of closing", at); err != nil {
		return err
	}
	err := o.change(messageID, Queued, func(m *Mail) {
		m.State, m.Code, m.Closed, m.Next = state, code, at.UTC(), time.Time{}
	})
	if err != nil {
		return err
	}
	m, _, err := o.byID(messageID)
	if err != nil {
		return err
	}
	return o.archive(m)
}

// Deferred notes why an attempt failed for now. The mail stays queued for the time that Take wrote.
func (o Outbox) Deferred(messageID string, code string) error {
	return o.change(messageID, Queued, func(m *Mail) { m.Code = code })
}

// Requeue gives a mail that was given up, or that was sent and came back, another chance from at on, with its
// attempts counted again.
func (o Outbox) Requeue(messageID string, at time.Time) error {
	if err := checkTime("next attempt", at); err != nil {
		return err
	}
	m, found, err := o.byID(messageID)
	if err == nil && !found {
		err = notFound("mail %s", messageID)
	}
	if err != nil {
		return err
	}
	from := Failed
	if m.State == Sent {
		from = Sent
	}
	return o.change(messageID, from, func(m *Mail) {
		m.State, m.Next, m.Attempts, m.Closed = Queued, at.UTC(), 0, time.Time{}
	})
}

// Resume makes every mail due at once whose last attempt was cut off, because the process that made it has ended.
// It returns how many there were.
func (o Outbox) Resume(at time.Time) (int, error) {
	if err := checkTime("next attempt", at); err != nil {
		return 0, err
	}
	var cut []Mail
	for m, err := range o.Queued() {
		if err != nil {
			return 0, err
		}
		if m.Open {
			cut = append(cut, m)
		}
	}
	for _, old := range cut {
		m := old
		m.Open, m.Next = false, at.UTC()
		if err := o.put(old, m); err != nil {
			return 0, err
		}
	}
	return len(cut), nil
}

// change changes a mail that is in state from: else ErrNotFound or ErrClosed.
func (o Outbox) change(messageID string, from MailState, change func(*Mail)) error {
	m, found, err := o.byID(messageID)
	switch {
	case err != nil:
		return err
	case !found:
		return notFound("mail %s", messageID)
	case m.State != from:
		return fmt.Errorf("mail %s is %s, not %s: %w", messageID, m.State, from, ErrClosed)
	}
	old := m
	m.Open = false
	change(&m)
	if m.State == Queued && o.tx.bucket(bucketMailsRaw).Get(numberKey(m.Number)) == nil {
		return notFound("bytes of mail %s: they were dropped", messageID)
	}
	return o.put(old, m)
}

// Mail returns the row of a mail without its bytes, or ErrNotFound.
func (o Outbox) Mail(number uint64) (Mail, error) {
	data := o.tx.bucket(bucketMails).Get(numberKey(number))
	if data == nil {
		return Mail{}, notFound("mail %d", number)
	}
	return readMail(nil, data)
}

func readMail(_, data []byte) (Mail, error) {
	var m Mail
	err := unpackRow(data, &m)
	return m, err
}

// Mails lists all mails, sent ones too, in the order of queueing from a number on, without their bytes.
func (o Outbox) Mails(from uint64) iter.Seq2[Mail, error] {
	return scan(o.tx.bucket(bucketMails), nil, numberKey(from), readMail)
}

// ByID finds a mail with its bytes by its Message-ID or what else it is found by, sent ones too. Bytes is nil if
// they were dropped.
func (o Outbox) ByID(messageID string) (m Mail, ok bool, err error) {
	m, ok, err = o.byID(messageID)
	if ok && o.tx.bucket(bucketMailsRaw).Get(numberKey(m.Number)) != nil {
		m.Bytes, m.Gaps, err = o.bytes(m.Number)
	}
	return m, ok && err == nil, err
}

func (o Outbox) byID(messageID string) (m Mail, ok bool, err error) {
	key := o.tx.bucket(bucketMailsID).Get(idKey(messageID))
	if key == nil {
		return Mail{}, false, nil
	}
	number, err := keyNumber(key)
	if err != nil {
		return Mail{}, false, err
	}
	m, err = o.Mail(number)
	return m, err == nil, err
}

// DropBefore deletes the bytes of up to limit mails that were sent or given up before a time, oldest first, and returns
// how many; limit 0 means all. Their rows stay, so that a bounce or an answer still finds its mail.
func (o Outbox) DropBefore(before time.Time, limit int) (int, error) {
	var old []uint64
	for number, err := range scan(o.tx.bucket(bucketMailsRaw), nil, nil, func(k, _ []byte) (uint64, error) {
		return keyNumber(k)
	}) {
		if err != nil {
			return 0, err
		}
		m, err := o.Mail(number)
		if err != nil {
			return 0, err
		}
		if limit > 0 && len(old) == limit || !m.Queued.Before(before) {
			break // none after this one can be old enough
		}
		if m.State != Queued && m.Closed.Before(before) {
			old = append(old, number)
		}
	}
	for _, number := range old {
		if err := o.drop(number); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// Erase deletes the bytes and the addresses of a mail that was sent or given up, as when its recipient wants to be
// forgotten. Its row stays.
func (o Outbox) Erase(messageID string) error {
	m, found, err := o.byID(messageID)
	switch {
	case err != nil:
		return err
	case !found:
		return notFound("mail %s", messageID)
	case m.State == Queued:
		return invalid("mail %s is not sent yet", messageID)
	}
	if err := o.drop(m.Number); err != nil {
		return err
	}
	old := m
	m.From, m.To, m.Person, m.Serial, m.Blanks = "", "", "", 0, nil
	return o.put(old, m)
}
