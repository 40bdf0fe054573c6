package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Info says what a store is.
type Info struct {
	Schema   int       `json:"schema"`   // number of migrations it went through
	Created  time.Time `json:"created"`  // UTC
	Instance string    `json:"instance"` // 16 hexadecimal digits, drawn when the store was created
}

// Top-level buckets; package comment says what each holds.
const (
	bucketMeta           = "meta"
	bucketLetters        = "letters"
	bucketLettersRaw     = "letters.raw"
	bucketLettersDigest  = "letters.digest"
	bucketLettersSource  = "letters.source"
	bucketLettersID      = "letters.id"
	bucketLettersPending = "letters.pending"
	bucketLettersGame    = "letters.game"
	bucketCursors        = "cursors"
	bucketGames          = "games"
	bucketGamesDue       = "games.due"
	bucketHandles        = "handles"
	bucketMails          = "mails"
	bucketMailsRaw       = "mails.raw"
	bucketMailsID        = "mails.id"
	bucketMailsDue       = "mails.due"
	bucketParts          = "parts"
	bucketPartsRecent    = "parts.recent"
	bucketData           = "data"
)

// migration converts a store from one schema to the next. It runs once, inside the transaction that raises the schema.
type migration func(*bolt.Tx) error

// migrations is append-only: a step is never edited after a release. Schema n is the state after the first n steps.
var migrations = []migration{
	createBuckets(bucketsOfSchema1),
	createBuckets(bucketsOfSchema2),
}

// bucketsOfSchema2 are those that mails are kept in parts in.
var bucketsOfSchema2 = []string{bucketParts, bucketPartsRecent}

var bucketsOfSchema1 = []string{bucketMeta, bucketLetters, bucketLettersRaw, bucketLettersDigest, bucketLettersSource,
	bucketLettersID, bucketLettersPending, bucketLettersGame, bucketCursors, bucketGames, bucketGamesDue, bucketHandles,
	bucketMails, bucketMailsRaw, bucketMailsID, bucketMailsDue, bucketData}

func createBuckets(names []string) migration {
	return func(tx *bolt.Tx) error {
		for _, name := range names {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return fmt.Errorf("bucket %s: %w", name, err)
			}
		}
		return nil
	}
}

var keyInfo = []byte("store")

// migrate converts the store to the schema of steps: a new one from nothing, an older one after a copy of it was made.
func (s *Store) migrate(o Options, steps []migration) error {
	info, err := s.readInfo()
	switch {
	case err != nil:
		return err
	case info.Schema > len(steps):
		return fmt.Errorf("%w: %s has schema %d, this program knows %d: install the newer version",
			ErrNewer, s.Path(), info.Schema, len(steps))
	case info.Schema == len(steps):
		s.info = info
		return nil
	case o.ReadOnly:
		return fmt.Errorf("%w: %s has schema %d of %d: open it once for writing, with the daemon",
			ErrOutdated, s.Path(), info.Schema, len(steps))
	case info.Schema == 0:
		if info, err = newInfo(o); err != nil {
			return err
		}
	default:
		if err := s.BackupFile(context.Background(), fmt.Sprintf("%s.schema%d", s.Path(), info.Schema),
			true); err != nil {
			return fmt.Errorf("copy before the migration: %w", err)
		}
	}
	return s.runMigrations(info, steps)
}

func (s *Store) runMigrations(info Info, steps []migration) error {
	err := s.Update(func(tx *Tx) error {
		for i, step := range steps[info.Schema:] {
			if err := step(tx.bolt); err != nil {
				return fmt.Errorf("migration to schema %d: %w", info.Schema+i+1, err)
			}
		}
		info.Schema = len(steps)
		return tx.putRow(tx.bucket(bucketMeta), keyInfo, info)
	})
	if err == nil {
		s.info = info
	}
	return err
}

// readInfo returns schema 0 for a file without any bucket, as bbolt leaves it when a creation was cut short.
func (s *Store) readInfo() (Info, error) {
	var info Info
	err := s.db.View(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte(bucketMeta))
		if meta == nil {
			if first, _ := tx.Cursor().First(); first == nil && !s.db.IsReadOnly() {
				return nil
			}
			return fmt.Errorf("%w: %s is a bbolt file of something else: check the path", ErrNotStore, s.Path())
		}
		data := meta.Get(keyInfo)
		if data == nil {
			return fmt.Errorf("%w: %s has no schema: check the path", ErrNotStore, s.Path())
		}
		if err := unpackRow(data, &info); err != nil {
			return err
		}
		if info.Schema < 1 {
			return corrupt("%s has schema %d", s.Path(), info.Schema)
		}
		return nil
	})
	return info, err
}

func newInfo(o Options) (Info, error) {
	var id [8]byte
	if _, err := io.ReadFull(o.Random, id[:]); err != nil {
		return Info{}, errors.Join(errors.New("no random bytes for the instance id"), err)
	}
	return Info{Created: o.Now().UTC(), Instance: hex.EncodeToString(id[:])}, nil
}
