package store

import (
	"bytes"
	"fmt"
	"iter"

	bolt "go.etcd.io/bbolt"
)

// Data is the values of callers that belong to no game, inside a transaction.
type Data struct{ tx *Tx }

// Entry is a value with its key.
type Entry struct {
	Key   string
	Value Value
}

// Put keeps a value of the caller's under a kind and a key, over the one that is there: what belongs to no game.
func (d Data) Put(kind, key string, v Value) error {
	if err := checkWord("kind", kind); err != nil {
		return err
	}
	if err := checkWord("key of kind "+kind, key); err != nil {
		return err
	}
	b, err := d.tx.bucket(bucketData).CreateBucketIfNotExists([]byte(kind))
	if err != nil {
		return fmt.Errorf("kind %s: %w", kind, err)
	}
	return d.tx.putValue(b, []byte(key), v)
}

// Get returns a value of a kind; ok is false if there is none.
func (d Data) Get(kind, key string) (v Value, ok bool, err error) {
	return getValue(d.tx.bucket(bucketData).Bucket([]byte(kind)), []byte(key))
}

// Delete removes a value of a kind, if there is one.
func (d Data) Delete(kind, key string) error {
	if b := d.tx.bucket(bucketData).Bucket([]byte(kind)); b != nil {
		return b.Delete([]byte(key))
	}
	return nil
}

// All lists the values of a kind in the order of keys, those that begin with prefix.
func (d Data) All(kind, prefix string) iter.Seq2[Entry, error] {
	return scan(d.tx.bucket(bucketData).Bucket([]byte(kind)), []byte(prefix), nil, readEntry)
}

func readEntry(key, data []byte) (Entry, error) {
	v, err := unpack(data)
	return Entry{string(key), v}, err
}

// getValue reads from a bucket that need not exist.
func getValue(b *bolt.Bucket, key []byte) (v Value, ok bool, err error) {
	if b == nil {
		return Value{}, false, nil
	}
	data := b.Get(key)
	if data == nil {
		return Value{}, false, nil
	}
	v, err = unpack(data)
	return v, err == nil, err
}

// SeatRef names a seat of a game.
type SeatRef struct {
	Game, Seat string
}

// Handles leads from what identifies a sender to seats of games, inside a transaction.
type Handles struct{ tx *Tx }

// Add lets a handle lead to a seat. A handle identifies the sender of a mail: the digest of a key, or an
// address. It may lead to several seats.
func (h Handles) Add(handle string, to SeatRef) error {
	if err := checkWord("handle", handle); err != nil {
		return err
	}
	if err := checkWord("seat", to.Seat); err != nil {
		return err
	}
	if _, err := h.tx.Games().Game(to.Game); err != nil {
		return fmt.Errorf("handle of a seat: %w", err)
	}
	return putKey(h.tx.bucket(bucketHandles), wordsKey(handle, to.Game, to.Seat))
}

// Remove undoes Add.
func (h Handles) Remove(handle string, to SeatRef) error {
	return h.tx.bucket(bucketHandles).Delete(wordsKey(handle, to.Game, to.Seat))
}

// Seats returns the seats a handle leads to, by game and seat.
func (h Handles) Seats(handle string) ([]SeatRef, error) {
	return collect(scan(h.tx.bucket(bucketHandles), wordsKey(handle), nil, func(k, _ []byte) (SeatRef, error) {
		_, to, err := splitHandle(k)
		return to, err
	}), 0)
}

func splitHandle(key []byte) (handle string, to SeatRef, err error) {
	words := bytes.Split(key, []byte{0})
	if len(words) != 4 || len(words[3]) != 0 {
		return "", SeatRef{}, corrupt("handle %q", key)
	}
	return string(words[0]), SeatRef{string(words[1]), string(words[2])}, nil
}
