package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// filledStore returns a store with something of every kind in it, and no index empty.
func filledStore(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	fill(t, s)
	return s
}

func fill(t *testing.T, s *Store) {
	t.Helper()
	addMail(t, s, 1, "done")
	addMail(t, s, 2, "pending")
	newGame(t, s, "eastfront")
	inGame(t, s, "eastfront", func(g *Game) error {
		return errors.Join(
			g.Append(0, []byte("genesis")), g.Append(1, []byte("lock")), g.Append(2, []byte("turn")),
			g.SetSnapshot(Value{1, []byte("position")}), g.SetDue(noon), g.Put(Seats, "GER", Value{1, []byte("Anna")}),
			g.tx.Handles().Add("anna@x", SeatRef{"eastfront", "GER"}), g.tx.Inbox().Finish(1, accepted),
			g.tx.Data().Put("kind", "key", Value{1, []byte("value")}))
	})
	queue(t, s, "<sent@x>", noon)
	queue(t, s, "<queued@x>", noon)
	update(t, s, func(tx *Tx) error { return tx.Outbox().Delivered("<sent@x>", noon, "250") })
}

// wantFilled fails unless the store at path holds what fill put there.
func wantFilled(t *testing.T, path string) {
	t.Helper()
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	wantSound(t, s)
	wantPending(t, s, 2)
	wantValue(t, s, "value")
	inGame(t, s, "eastfront", func(g *Game) error {
		if v, ok, err := g.Snapshot(); g.Len() != 3 || string(v.Bytes) != "position" || !ok || err != nil {
			t.Errorf("%d records, snapshot %v, %v", g.Len(), v, err)
		}
		return nil
	})
	wantIDs(t, takeIDs(t, s, noon, 0), "<queued@x>")
}

func TestBackupOfAStoreInUse(t *testing.T) {
	t.Parallel()
	s := filledStore(t)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, []byte("the backup of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.BackupFile(t.Context(), path, true); err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error { return tx.Data().Put("kind", "key", Value{1, []byte("later")}) })
	wantFilled(t, path)
	wantNoLeftovers(t, filepath.Dir(path), "copy.db")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func wantNoLeftovers(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("files %v, want %v", got, names)
	}
}

func TestBackupToAStream(t *testing.T) {
	t.Parallel()
	s := filledStore(t)
	var b bytes.Buffer
	n, err := s.Backup(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("%d of %d bytes, %v", n, b.Len(), err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	wantFilled(t, path)

	no := errors.New("no")
	_, err = s.Backup(writerFunc(func([]byte) (int, error) { return 0, no }))
	if err == nil || !strings.Contains(err.Error(), "backup of "+s.Path()) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestBackupRefuses(t *testing.T) {
	t.Parallel()
	s := filledStore(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(s.Path(), link); err != nil {
		t.Fatal(err)
	}
	wantError(t, s.BackupFile(t.Context(), s.Path(), true), ErrInvalid, "choose another name")
	wantError(t, s.BackupFile(t.Context(), link, true), ErrInvalid, "choose another name")
	wantError(t, s.BackupFile(t.Context(), filepath.Join(t.TempDir(), "no", "copy.db"), true), fs.ErrNotExist, "directory exists")
}

func TestBackupOfADamagedStoreKeepsTheOldOne(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	fill(t, s)
	update(t, s, func(tx *Tx) error { return tx.bucket(bucketLettersPending).Delete(numberKey(2)) })
	backup := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(backup, []byte("the backup of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantError(t, s.BackupFile(t.Context(), backup, true), ErrCorrupt, "letters.pending")
	if data, err := os.ReadFile(backup); string(data) != "the backup of yesterday" || err != nil {
		t.Errorf("the old backup is gone: %q, %v", data, err)
	}
	wantNoLeftovers(t, filepath.Dir(backup), "copy.db")
}

func TestCompactGivesSpaceBack(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	for uid := uint32(10); uid < 20; uid++ {
		n, _ := addMail(t, s, uid, string(noise(50_000, int(uid))))
		update(t, s, func(tx *Tx) error { return tx.Inbox().Finish(n, accepted) })
	}
	update(t, s, func(tx *Tx) error {
		_, err := tx.Inbox().DropBefore(noon.Add(time.Hour), 0)
		return err
	})
	s.Close()

	before, after, err := Compact(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != after || after > before/4 || before < 400_000 {
		t.Errorf("%d bytes before, %d after, %d in the file, %v", before, after, info.Size(), err)
	}
	wantFilled(t, path)
	wantNoLeftovers(t, filepath.Dir(path), "fieldpost.db")

	s, err = Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n, _ := addMail(t, s, 99, "the next letter"); n != 13 { // numbers go on: no number is given twice
		t.Errorf("the next letter is number %d", n)
	}
}

func TestCompactOfNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	_, _, err := Compact(path, quick)
	wantError(t, err, fs.ErrNotExist, "no store at")
	wantNoLeftovers(t, filepath.Dir(path))
}

func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	rows := func(bucket string, number uint64, row any) func(tx *Tx) error {
		return func(tx *Tx) error { return tx.putRow(tx.bucket(bucket), numberKey(number), row) }
	}
	put := func(bucket string, key, value []byte) func(tx *Tx) error {
		return func(tx *Tx) error { return tx.bucket(bucket).Put(key, value) }
	}
	remove := func(bucket string, key []byte) func(tx *Tx) error {
		return func(tx *Tx) error { return tx.bucket(bucket).Delete(key) }
	}
	game := func(f func(b *bolt.Bucket) error) func(tx *Tx) error {
		return func(tx *Tx) error { return f(tx.bucket(bucketGames).Bucket([]byte("eastfront"))) }
	}
	done, pending := DigestOf([]byte("done")), DigestOf([]byte("pending"))
	tests := []struct {
		name string
		do   func(tx *Tx) error
		says string
	}{
		{"a letter's row is unreadable", put(bucketLetters, numberKey(1), []byte("x")), "letters 1: "},
		{"a letter's row is of the future", put(bucketLetters, numberKey(1), []byte{plain, 99, '{', '}'}), "row of version 99"},
		{"a letter's row is gone", remove(bucketLetters, numberKey(1)), "where 1 is due"},
		{"a letter's row says another number", rows(bucketLetters, 1, Incoming{Number: 5, Digest: done}), "row says 5"},
		{"the next letter would get a number again", func(tx *Tx) error { return tx.bucket(bucketLetters).SetSequence(1) }, "next number would be 2 after 2"},
		{"a letter's bytes changed", put(bucketLettersRaw, numberKey(1), []byte{plain, 0, 'x'}), "do not have the digest"},
		{"a pending letter's bytes are gone", remove(bucketLettersRaw, numberKey(2)), "letters.raw 2: bytes missing"},
		{"bytes of no letter", put(bucketLettersRaw, numberKey(7), []byte{plain, 0}), "letters.raw: entry"},
		{"a letter is no longer pending", remove(bucketLettersPending, numberKey(2)), "letters.pending: entry of 2"},
		{"a done letter is pending", put(bucketLettersPending, numberKey(1), nil), "letters.pending"},
		{"a digest is not known", remove(bucketLettersDigest, pending[:]), "letters.digest: does not lead to letter 2"},
		{"a digest leads to another", put(bucketLettersDigest, pending[:], numberKey(1)), "letters.digest"},
		{"a source leads nowhere", put(bucketLettersSource, Source{"game", "INBOX", 7, 2}.key(), numberKey(9)), "letters.source"},
		{"a source is not known", remove(bucketLettersSource, Source{"game", "INBOX", 7, 2}.key()), "letters.source"},
		{"a Message-ID is not known", remove(bucketLettersID, append(idKey("<2@x>"), numberKey(2)...)), "letters.id"},
		{"a Message-ID leads to another", put(bucketLettersID, append(idKey("<9@x>"), numberKey(2)...), nil), "letters.id"},
		{"a game misses a letter", remove(bucketLettersGame, append(wordsKey("eastfront"), numberKey(1)...)), "letters.game"},
		{"a game has a letter too many", put(bucketLettersGame, append(wordsKey("eastfront"), numberKey(2)...), nil), "letters.game"},
		{"a cursor is unreadable", put(bucketCursors, wordsKey("game", "INBOX"), []byte("x")), "cursor"},
		{"a game has no setup", game(func(b *bolt.Bucket) error { return b.Delete(keySetup) }), "game eastfront: setup"},
		{"a game is no bucket", put(bucketGames, []byte("north"), []byte("x")), `game "north": not a bucket`},
		{"a record is gone", game(func(b *bolt.Bucket) error { return b.Bucket(bucketRecords).Delete(numberKey(1)) }), "game eastfront: record 0000000000000002 where 1 is due"},
		{"the first record is gone", game(func(b *bolt.Bucket) error { return b.Bucket(bucketRecords).Delete(numberKey(0)) }), "where 0 is due"},
		{"a record is unreadable", game(func(b *bolt.Bucket) error { return b.Bucket(bucketRecords).Put(numberKey(1), nil) }), "game eastfront: record 1"},
		{"a snapshot is unreadable", game(func(b *bolt.Bucket) error { return b.Put(keySnapshot, []byte("x")) }), "snapshot"},
		{"a seat is unreadable", game(func(b *bolt.Bucket) error { return b.Bucket(Seats.bucket()).Put([]byte("GER"), []byte("x")) }), `part:seats, "GER"`},
		{"a clock is forgotten", remove(bucketGamesDue, timeKey(noon, []byte("eastfront"))), "not in games.due"},
		{"a clock rings for no game", put(bucketGamesDue, timeKey(noon, []byte("north")), nil), "games.due"},
		{"a clock rings at another time", put(bucketGamesDue, timeKey(noon.Add(1), []byte("eastfront")), nil), "games.due"},
		{"a clock has no time", put(bucketGamesDue, []byte("soon"), nil), "holds no time"},
		{"a handle leads to no game", put(bucketHandles, wordsKey("anna@x", "north", "GER"), nil), `handles: game "north"`},
		{"a handle leads nowhere", put(bucketHandles, wordsKey("anna@x"), nil), "handles"},
		{"a mail's row is gone", remove(bucketMails, numberKey(2)), "mails"},
		{"a mail's bytes changed", put(bucketMailsRaw, numberKey(1), []byte{plain, 0, 'x'}), "mails.raw 1: bytes do not have the digest"},
		{"a queued mail's bytes are gone", remove(bucketMailsRaw, numberKey(2)), "mails.raw 2: bytes missing"},
		{"bytes of no mail", put(bucketMailsRaw, numberKey(7), []byte{plain, 0}), "mails.raw: mail 7"},
		{"a mail is forgotten", remove(bucketMailsDue, timeKey(noon, numberKey(2))), "mails.due"},
		{"a sent mail is due", put(bucketMailsDue, timeKey(noon, numberKey(1)), nil), "mails.due"},
		{"a mail is due twice", put(bucketMailsDue, timeKey(noon.Add(1), numberKey(2)), nil), "mails.due"},
		{"a mail's Message-ID is not known", remove(bucketMailsID, idKey("<sent@x>")), "mails.id"},
		{"a Message-ID leads to no mail", put(bucketMailsID, idKey("<9@x>"), numberKey(1)), "mails.id"},
		{"a value is unreadable", func(tx *Tx) error {
			return tx.bucket(bucketData).Bucket([]byte("kind")).Put([]byte("key"), []byte{9, 9})
		}, `kind kind, "key"`},
		{"a kind is no bucket", put(bucketData, []byte("other"), []byte("x")), "not a bucket"},
		{"a bucket is gone", func(tx *Tx) error { return tx.bolt.DeleteBucket([]byte(bucketMailsID)) }, "mails.id: bucket missing"},
		{"the schema is gone", remove(bucketMeta, keyInfo), "meta"},
		{"all is gone", func(tx *Tx) error { return tx.bolt.DeleteBucket([]byte(bucketMeta)) }, "not a store"},
	}
	path := newClosedStore(t)
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	s.Close()
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, tt := range tests {
		if testing.Short() && i%3 != 0 {
			continue // each opens a store of its own
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "fieldpost.db")
			if err := os.WriteFile(path, sound, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(path, quick)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			wantSound(t, s)
			update(t, s, tt.do)
			findings, err := s.Check()
			if err != nil || !strings.Contains(strings.Join(findings, "\n"), tt.says) {
				t.Errorf("Check: %v, %q, want %q", err, findings, tt.says)
			}
		})
	}
}

func TestCheckFindsBrokenPages(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	page := int64(0)
	view(t, s, func(tx *Tx) error {
		page = int64(tx.bucket(bucketGames).Bucket([]byte("eastfront")).Root())
		return nil
	})
	pageSize := int64(s.db.Info().PageSize)
	s.Close()

	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt(bytes.Repeat([]byte{0xff}, 16), page*pageSize); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if s, err = Open(path, quick); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if findings, err := s.Check(); err != nil || len(findings) == 0 || !strings.HasPrefix(findings[0], "pages: ") {
		t.Errorf("Check: %v, %q", err, findings)
	}
}
