package store

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Options of Open. The zero value is fit for the daemon.
type Options struct {
	// Timeout is how long Open waits for the lock of the file; 0 means 2 seconds.
	Timeout time.Duration
	// MaxSize is the largest size of the file in bytes, 0 for none: a guard against a runaway. The file grows in steps
	// of up to 16 MiB, so it counts as full that much earlier.
	MaxSize int
	// ReadOnly opens an existing store for reading. It does not get past the lock of a running daemon.
	ReadOnly bool
	// Now gives the time of creation; nil means time.Now.
	Now func() time.Time
	// Random gives the instance id; nil means crypto/rand.
	Random io.Reader
}

// defaultTimeout is long enough for a daemon that is just closing, and short enough for a person at a prompt.
const defaultTimeout = 2 * time.Second

func (o Options) withDefaults() Options {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout // bbolt would wait for ever
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	return o
}

// Store is an open store. Its methods may be called from several goroutines; writers wait for each other.
type Store struct {
	db   *bolt.DB
	info Info
	pack *packer // used inside writing transactions only
}

// Open opens the store at path and creates it, mode 0600, if there is none and the options allow writing. A store of an
// older schema is migrated after a copy of it was made next to it.
//
// Errors: ErrLocked, ErrNewer, ErrOutdated (reading only), ErrTruncated, ErrNotStore, ErrFull, or one of package fs.
func Open(path string, o Options) (*Store, error) {
	return open(path, o.withDefaults(), migrations)
}

func open(path string, o Options, steps []migration) (*Store, error) {
	if err := refuseTruncated(path, o); err != nil {
		return nil, err
	}
	db, err := bolt.Open(path, 0o600, boltOptions(o))
	if err != nil {
		return nil, openError(path, err)
	}
	s := &Store{db: db, pack: newPacker()}
	if err := s.migrate(o, steps); err != nil {
		return nil, errors.Join(writeError(path, err), db.Close())
	}
	return s, nil
}

func boltOptions(o Options) *bolt.Options {
	return &bolt.Options{Timeout: o.Timeout, MaxSize: o.MaxSize, ReadOnly: o.ReadOnly,
		FreelistType: bolt.FreelistMapType}
}

// refuseTruncated compares the size of the file with the size in its header. bbolt does not: it maps the file, and the
// first touch of a missing page kills the process. Opening for reading touches no page but the header.
func refuseTruncated(path string, o Options) error {
	if info, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		if o.ReadOnly {
			return openError(path, os.ErrNotExist)
		}
		return nil // a new store
	}
	o.ReadOnly = true
	db, err := bolt.Open(path, 0, boltOptions(o))
	if err != nil {
		return openError(path, err)
	}
	defer db.Close()
	return db.View(func(tx *bolt.Tx) error {
		info, err := os.Stat(path)
		if err != nil {
			return openError(path, err)
		}
		if info.Size() < tx.Size() {
			return fmt.Errorf("%w: %s has %d bytes of %d: restore a backup", ErrTruncated, path, info.Size(), tx.Size())
		}
		return nil
	})
}

// Close waits for running transactions and gives the file free.
func (s *Store) Close() error { return s.db.Close() }

// Path returns the path of the file.
func (s *Store) Path() string { return s.db.Path() }

// Info says what this store is.
func (s *Store) Info() Info { return s.info }

// Size returns the size of the used part of the file in bytes.
func (s *Store) Size() (int64, error) {
	var size int64
	err := s.db.View(func(tx *bolt.Tx) error {
		size = tx.Size()
		return nil
	})
	return size, err
}

// Update runs f in a writing transaction. When Update returns nil, all that f wrote is on the disk; on an error of f,
// or ErrFull, nothing is.
func (s *Store) Update(f func(*Tx) error) error {
	err := s.db.Update(func(tx *bolt.Tx) error { return f(&Tx{tx, s.pack}) })
	return writeError(s.Path(), err)
}

// View runs f in a reading transaction: it sees one state of the store, whatever is written meanwhile. Keep it short:
// old pages cannot be reused as long as it runs.
func (s *Store) View(f func(*Tx) error) error {
	err := s.db.View(func(tx *bolt.Tx) error { return f(&Tx{tx, s.pack}) })
	return writeError(s.Path(), err)
}

// Tx is a transaction: a consistent view of the whole store and, in Update, the way to change it. Each part of the
// store has a type of its own, which is valid as long as the transaction.
type Tx struct {
	bolt *bolt.Tx
	pack *packer
}

// Inbox returns the mails that came in.
func (tx *Tx) Inbox() Inbox { return Inbox{tx} }

// Outbox returns the mails that go out.
func (tx *Tx) Outbox() Outbox { return Outbox{tx} }

// Games returns the games.
func (tx *Tx) Games() Games { return Games{tx} }

// Handles returns what leads to the seats of games.
func (tx *Tx) Handles() Handles { return Handles{tx} }

// Data returns the values that belong to no game.
func (tx *Tx) Data() Data { return Data{tx} }

func (tx *Tx) parts() parts { return parts{tx} }

func (tx *Tx) bucket(name string) *bolt.Bucket { return tx.bolt.Bucket([]byte(name)) }

// putKey puts a key without content into an index.
func putKey(b *bolt.Bucket, key []byte) error { return b.Put(key, []byte{}) }

func (tx *Tx) putRow(b *bolt.Bucket, key []byte, row any) error {
	data, err := json.Marshal(row)
	if err != nil {
		return invalid("%v", err)
	}
	return tx.putValue(b, key, Value{rowVersion, data})
}

func (tx *Tx) putValue(b *bolt.Bucket, key []byte, v Value) error {
	if !tx.bolt.Writable() {
		return berrors.ErrTxNotWritable // before the packer is touched: it belongs to the one writer
	}
	data, err := tx.pack.pack(v)
	if err != nil {
		return err
	}
	return b.Put(key, data)
}
