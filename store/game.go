package store

import (
	"bytes"
	"fmt"
	"iter"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Games is the games, inside a transaction.
type Games struct{ tx *Tx }

// Game is one game inside a transaction.
type Game struct {
	tx   *Tx
	name string
	b    *bolt.Bucket
}

// Keys and buckets of a game.
var (
	keySetup      = []byte("setup")
	keySnapshot   = []byte("snapshot")
	keyDue        = []byte("due")
	bucketRecords = []byte("records")
)

// Part names a set of values of a game, under keys, in addition to its records. Callers may add their own.
type Part string

// The parts every game has.
const (
	Filed   Part = "filed"   // order files waiting to be played
	Sets    Part = "sets"    // canonical order sets
	Seats   Part = "seats"   // who sits where: names and addresses stand here, outside the records, and can be erased
	Reports Part = "reports" // reports as they went out
)

// Create begins a game. Its setup never changes. A name that is taken gives ErrExists.
func (g Games) Create(name string, setup Value) (*Game, error) {
	if err := checkWord("game", name); err != nil {
		return nil, err
	}
	games := g.tx.bucket(bucketGames)
	if games.Bucket([]byte(name)) != nil {
		return nil, fmt.Errorf("game %s: %w", name, ErrExists)
	}
	b, err := games.CreateBucket([]byte(name))
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", name, err)
	}
	return &Game{g.tx, name, b}, g.tx.putValue(b, keySetup, setup)
}

// Game returns a game, or ErrNotFound.
func (g Games) Game(name string) (*Game, error) {
	if b := g.tx.bucket(bucketGames).Bucket([]byte(name)); b != nil {
		return &Game{g.tx, name, b}, nil
	}
	return nil, notFound("game %q", name)
}

// Names lists the names of all games in the order of bytes. It reads every game: use Handles.Seats and Due for work
// that is done for each mail or tick.
func (g Games) Names() iter.Seq2[string, error] {
	return scan(g.tx.bucket(bucketGames), nil, nil, func(k, _ []byte) (string, error) { return string(k), nil })
}

// Name returns the name of the game.
func (g *Game) Name() string { return g.name }

// Setup returns what the game began with.
func (g *Game) Setup() (Value, error) {
	v, ok, err := getValue(g.b, keySetup)
	if err == nil && !ok {
		err = corrupt("game %s has no setup", g.name)
	}
	return v, err
}

// Len returns the number of records, which is the number of the next one.
func (g *Game) Len() uint64 {
	records := g.b.Bucket(bucketRecords)
	if records == nil {
		return 0
	}
	last, _ := records.Cursor().Last()
	if n, err := keyNumber(last); err == nil {
		return n + 1
	}
	return 0
}

// Append writes the record with number n. Records are numbered from 0 and never change: a number that is not Len gives
// ErrRewrite or ErrGap.
func (g *Game) Append(n uint64, record []byte) error {
	switch next := g.Len(); {
	case n < next:
		return fmt.Errorf("game %s, record %d, next is %d: %w", g.name, n, next, ErrRewrite)
	case n > next:
		return fmt.Errorf("game %s, record %d, next is %d: %w", g.name, n, next, ErrGap)
	}
	records, err := g.b.CreateBucketIfNotExists(bucketRecords)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.name, err)
	}
	records.FillPercent = 0.9 // numbers only grow: leave no half of each page empty
	return g.tx.putValue(records, numberKey(n), Value{Bytes: record})
}

// Record returns the record with number n, or ErrNotFound.
func (g *Game) Record(n uint64) ([]byte, error) {
	v, ok, err := getValue(g.b.Bucket(bucketRecords), numberKey(n))
	if err == nil && !ok {
		err = notFound("game %s, record %d", g.name, n)
	}
	return v.Bytes, err
}

// Records lists the records in their order, from a number on.
func (g *Game) Records(from uint64) iter.Seq2[[]byte, error] {
	return scan(g.b.Bucket(bucketRecords), nil, numberKey(from), func(_, data []byte) ([]byte, error) {
		v, err := unpack(data)
		return v.Bytes, err
	})
}

// SetSnapshot keeps the newest position. It is a cache: records and setup can make it again.
func (g *Game) SetSnapshot(v Value) error { return g.tx.putValue(g.b, keySnapshot, v) }

// Snapshot returns what SetSnapshot kept last; ok is false if nothing was.
func (g *Game) Snapshot() (v Value, ok bool, err error) { return getValue(g.b, keySnapshot) }

// Put writes a value into a part, over the one that is there.
func (g *Game) Put(p Part, key string, v Value) error {
	if err := checkWord("key in "+string(p), key); err != nil {
		return err
	}
	b, err := g.b.CreateBucketIfNotExists(p.bucket())
	if err != nil {
		return fmt.Errorf("game %s, part %s: %w", g.name, p, err)
	}
	return g.tx.putValue(b, []byte(key), v)
}

// PutOnce writes a value that never changes. The same value again does nothing, another one gives ErrExists.
func (g *Game) PutOnce(p Part, key string, v Value) error {
	old, ok, err := g.Get(p, key)
	switch {
	case err != nil:
		return err
	case !ok:
		return g.Put(p, key, v)
	case old.Version != v.Version || !bytes.Equal(old.Bytes, v.Bytes):
		return fmt.Errorf("game %s, %s %q: %w", g.name, p, key, ErrExists)
	}
	return nil
}

// Get returns a value of a part; ok is false if there is none.
func (g *Game) Get(p Part, key string) (v Value, ok bool, err error) {
	return getValue(g.b.Bucket(p.bucket()), []byte(key))
}

// Delete removes a value of a part, if there is one.
func (g *Game) Delete(p Part, key string) error {
	if b := g.b.Bucket(p.bucket()); b != nil {
		return b.Delete([]byte(key))
	}
	return nil
}

// All lists a part in the order of keys, those that begin with prefix.
func (g *Game) All(p Part, prefix string) iter.Seq2[Entry, error] {
	return scan(g.b.Bucket(p.bucket()), []byte(prefix), nil, readEntry)
}

// bucket keeps parts apart from the game's own keys.
func (p Part) bucket() []byte { return []byte("part:" + string(p)) }

// SetDue says when the game's clock wants attention next; the zero time stops the clock.
func (g *Game) SetDue(at time.Time) error {
	index := g.tx.bucket(bucketGamesDue)
	if old := g.b.Get(keyDue); old != nil {
		if err := index.Delete(append(bytes.Clone(old), g.name...)); err != nil {
			return err
		}
	}
	if at.IsZero() {
		return g.b.Delete(keyDue)
	}
	if err := checkTime("due time", at); err != nil {
		return err
	}
	if err := g.b.Put(keyDue, timeKey(at, nil)); err != nil {
		return err
	}
	return putKey(index, timeKey(at, []byte(g.name)))
}

// Due returns what SetDue set; ok is false if the clock stands.
func (g *Game) Due() (at time.Time, ok bool, err error) {
	data := g.b.Get(keyDue)
	if data == nil {
		return time.Time{}, false, nil
	}
	at, _, err = splitTimeKey(data)
	return at, err == nil, err
}

// Due returns the names of up to limit games that are due at now, longest overdue first; limit 0 means all.
func (g Games) Due(now time.Time, limit int) ([]string, error) {
	var names []string
	for e, err := range scan(g.tx.bucket(bucketGamesDue), nil, nil, readDue) {
		if err != nil {
			return nil, err
		}
		if e.at.After(now) || limit > 0 && len(names) == limit {
			break
		}
		names = append(names, string(e.rest))
	}
	return names, nil
}

// NextDue returns when the next game is due; ok is false if all clocks stand.
func (g Games) NextDue() (at time.Time, ok bool, err error) {
	return firstDue(g.tx.bucket(bucketGamesDue))
}

// dueEntry is an entry of an index by time.
type dueEntry struct {
	at   time.Time
	rest []byte
}

func readDue(key, _ []byte) (dueEntry, error) {
	at, rest, err := splitTimeKey(key)
	return dueEntry{at, bytes.Clone(rest)}, err
}

func firstDue(b *bolt.Bucket) (at time.Time, ok bool, err error) {
	for e, err := range scan(b, nil, nil, readDue) {
		return e.at, err == nil, err
	}
	return time.Time{}, false, nil
}
