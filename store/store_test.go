package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// noon is when these tests play.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// quick keeps tests of the lock short.
var quick = Options{Timeout: 60 * time.Millisecond}

// newStore opens a fresh store that is checked when the test ends.
func newStore(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "fieldpost.db"), quick)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		wantSound(t, s)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func wantSound(t testing.TB, s *Store) {
	t.Helper()
	findings, err := s.Check()
	if err != nil || len(findings) > 0 {
		t.Errorf("Check: %v, %q", err, findings)
	}
}

// update runs f in a transaction that must succeed.
func update(t testing.TB, s *Store, f func(tx *Tx) error) {
	t.Helper()
	if err := s.Update(f); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s *Store, f func(tx *Tx) error) {
	t.Helper()
	if err := s.View(f); err != nil {
		t.Fatal(err)
	}
}

// wantError fails unless err wraps target and its text has each part: an error has to say how to mend it.
func wantError(t *testing.T, err, target error, parts ...string) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("got %v, want %v", err, target)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestOpenCreatesAndReopens(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	o := Options{Now: func() time.Time { return noon }, Random: strings.NewReader("\x01\x02\x03\x04\x05\x06\x07\x08")}
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	want := Info{Schema: len(migrations), Created: noon, Instance: "0102030405060708"}
	if s.Info() != want {
		t.Errorf("Info %+v, want %+v", s.Info(), want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the file: %v, %v: it holds keys and addresses", info.Mode(), err)
	}
	update(t, s, func(tx *Tx) error { return tx.Data().Put("kind", "key", Value{3, []byte("value")}) })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	for _, o := range []Options{{}, {ReadOnly: true}} {
		s, err = Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		if s.Info() != want {
			t.Errorf("Info when reopened %+v, want %+v", s.Info(), want)
		}
		wantSound(t, s)
		view(t, s, func(tx *Tx) error {
			if v, ok, err := tx.Data().Get("kind", "key"); !ok || err != nil || v.Version != 3 || string(v.Bytes) != "value" {
				t.Errorf("got %v %t %v", v, ok, err)
			}
			return nil
		})
		s.Close()
	}
}

func TestOpenReadOnlyRefusesWrites(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(tx *Tx) error { return tx.Data().Put("kind", "key", Value{}) }
	if err := s.Update(put); err == nil || !strings.Contains(err.Error(), "only reading") {
		t.Errorf("Update: %v", err)
	}
	if err := s.View(put); err == nil || !strings.Contains(err.Error(), "only reading") {
		t.Errorf("View: %v", err)
	}
}

func newClosedStore(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fieldpost.db")
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSecondOpenerIsToldAboutTheDaemon(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, readOnly := range []bool{false, true} {
		_, err := Open(s.Path(), Options{Timeout: quick.Timeout, ReadOnly: readOnly})
		wantError(t, err, ErrLocked, s.Path(), "is the daemon running?")
	}
	_, _, err := Compact(s.Path(), quick)
	wantError(t, err, ErrLocked)
}

func TestOpenRefusesWhatIsNoStore(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		content func(path string) error
		open    Options
		want    error
		says    string
	}{
		{"text", func(p string) error { return os.WriteFile(p, []byte("hello, world"), 0o600) }, quick, ErrNotStore, "check the path"},
		{"long text", func(p string) error { return os.WriteFile(p, make([]byte, 100_000), 0o600) }, quick, ErrNotStore, "check the path"},
		{"another bbolt file", func(p string) error {
			return editBolt(p, func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("other")); return err })
		}, quick, ErrNotStore, "something else"},
		{"another bbolt file with a meta bucket", func(p string) error {
			return editBolt(p, func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("meta")); return err })
		}, quick, ErrNotStore, "no schema"},
		{"missing, for reading", func(string) error { return nil }, Options{ReadOnly: true}, fs.ErrNotExist, "no store at"},
		{"empty, for reading", func(p string) error { return os.WriteFile(p, nil, 0o600) }, Options{ReadOnly: true}, fs.ErrNotExist, "no store at"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "fieldpost.db")
			if err := tt.content(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(path)
			_, err := Open(path, tt.open)
			wantError(t, err, tt.want, path, tt.says)
			if after, _ := os.ReadFile(path); string(before) != string(after) {
				t.Error("the file was changed")
			}
		})
	}
}

// editBolt changes a file behind the store's back.
func editBolt(path string, f func(tx *bolt.Tx) error) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second})
	if err != nil {
		return err
	}
	return errors.Join(db.Update(f), db.Close())
}

func TestOpenInMissingDirectory(t *testing.T) {
	t.Parallel()
	_, err := Open(filepath.Join(t.TempDir(), "no", "fieldpost.db"), quick)
	wantError(t, err, fs.ErrNotExist, "directory exists")
}

func TestOpenErrorsSayHowToMendThem(t *testing.T) {
	t.Parallel()
	for _, errno := range []syscall.Errno{syscall.EACCES, syscall.EPERM, syscall.EROFS} {
		err := openError("/srv/fieldpost.db", &fs.PathError{Op: "open", Path: "/srv/fieldpost.db", Err: errno})
		wantError(t, err, errno, "must be able to write /srv/fieldpost.db and its directory")
	}
}

func TestOpenFinishesAnInterruptedCreation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	if err := editBolt(path, func(*bolt.Tx) error { return nil }); err != nil { // the pages of bbolt, without buckets
		t.Fatal(err)
	}
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	wantSound(t, s)
}

func TestOpenRefusesTruncatedFile(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error {
		for i := range 200 {
			if err := tx.Data().Put("kind", fmt.Sprint(i), Value{Bytes: noise(2000, i)}); err != nil {
				return err
			}
		}
		return nil
	})
	size, err := s.Size()
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{size - 1, size / 2, 4 * 4096, 3 * 4096, 2*4096 + 1} {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{quick, {ReadOnly: true}} {
			_, err := Open(path, o)
			wantError(t, err, ErrTruncated, path, "restore a backup")
		}
	}
	for _, n := range []int64{1, 100, 4096, 5000} {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, quick); err == nil {
			t.Errorf("opened %d bytes of a store", n)
		}
	}
}

// noise returns n bytes that do not pack, the same for the same seed.
func noise(n, seed int) []byte {
	var b []byte
	for d := DigestOf(fmt.Append(nil, seed)); len(b) < n; d = DigestOf(d[:]) {
		b = append(b, d[:]...)
	}
	return b[:n]
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	extra := func(tx *bolt.Tx) error { _, err := tx.CreateBucket([]byte("later")); return err }
	s, err := open(path, quick.withDefaults(), append(migrations[:len(migrations):len(migrations)], extra))
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	_, err = Open(path, quick)
	wantError(t, err, ErrNewer, "install the newer version")
}

func TestMigrationRunsOnceAfterACopy(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	old, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	update(t, old, func(tx *Tx) error { return tx.Data().Put("kind", "key", Value{Bytes: []byte("old")}) })
	info := old.Info()
	old.Close()

	runs := 0
	steps := append(migrations[:len(migrations):len(migrations)], func(tx *bolt.Tx) error {
		runs++
		return (&Tx{tx, newPacker()}).Data().Put("kind", "key", Value{Bytes: []byte("new")})
	})
	o := quick.withDefaults()
	o.ReadOnly = true
	_, err = open(path, o, steps)
	wantError(t, err, ErrOutdated, "open it once for writing")

	for range 2 {
		s, err := open(path, quick.withDefaults(), steps)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Info(); got.Schema != len(steps) || got.Instance != info.Instance || !got.Created.Equal(info.Created) {
			t.Errorf("Info %+v after the migration of %+v", got, info)
		}
		wantValue(t, s, "new")
		s.Close()
	}
	if runs != 1 {
		t.Errorf("the migration ran %d times", runs)
	}
	copied, err := Open(fmt.Sprintf("%s.schema%d", path, len(migrations)), quick)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	wantValue(t, copied, "old")
}

func wantValue(t *testing.T, s *Store, want string) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		if v, ok, err := tx.Data().Get("kind", "key"); !ok || err != nil || string(v.Bytes) != want {
			t.Errorf("got %q %t %v, want %q", v.Bytes, ok, err, want)
		}
		return nil
	})
}

func TestFailedMigrationChangesNothing(t *testing.T) {
	t.Parallel()
	path := newClosedStore(t)
	broken := errors.New("no")
	steps := append(migrations[:len(migrations):len(migrations)], func(tx *bolt.Tx) error {
		if err := tx.DeleteBucket([]byte(bucketLetters)); err != nil {
			return err
		}
		return broken
	})
	_, err := open(path, quick.withDefaults(), steps)
	wantError(t, err, broken, fmt.Sprintf("migration to schema %d", len(migrations)+1))
	s, err := Open(path, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	wantSound(t, s)
}

func TestFullStoreWritesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fieldpost.db")
	o := quick
	o.MaxSize = 256 << 10
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	update(t, s, func(tx *Tx) error { return tx.Data().Put("kind", "key", Value{Bytes: []byte("before")}) })
	err = s.Update(func(tx *Tx) error {
		if err := tx.Data().Put("kind", "key", Value{Bytes: []byte("after")}); err != nil {
			return err
		}
		_, _, err := tx.Inbox().Add(Source{}, "", noon, noise(300<<10, 1))
		return err
	})
	wantError(t, err, ErrFull, path, "nothing was written", "raise the limit")
	wantValue(t, s, "before")
	view(t, s, func(tx *Tx) error {
		if n, err := tx.Inbox().Pending(0); len(n) != 0 || err != nil {
			t.Errorf("pending letters %v, %v", n, err)
		}
		return nil
	})
	wantSound(t, s)
	// goes on as soon as it fits
	update(t, s, func(tx *Tx) error { return tx.Data().Put("kind", "key", Value{Bytes: []byte("small")}) })
	wantValue(t, s, "small")
}

func TestFullDiskIsTold(t *testing.T) {
	t.Parallel()
	err := writeError("/srv/fieldpost.db", &fs.PathError{Op: "write", Path: "/srv/fieldpost.db", Err: syscall.ENOSPC})
	wantError(t, err, ErrFull, "no space left", "/srv/fieldpost.db")
	wantError(t, err, syscall.ENOSPC)
	err = writeError("/srv/fieldpost.db", &fs.PathError{Op: "write", Path: "/srv/fieldpost.db", Err: syscall.EROFS})
	wantError(t, err, ErrFull, "allows no writing", "/srv/fieldpost.db")
}

func TestUpdateIsAllOrNothing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	no := errors.New("no")
	err := s.Update(func(tx *Tx) error {
		n, _, err := tx.Inbox().Add(Source{"a", "INBOX", 1, 1}, "<1@x>", noon, []byte("letter"))
		if err != nil {
			return err
		}
		g, err := tx.Games().Create("eastfront", Value{})
		if err != nil {
			return err
		}
		if err := g.Append(0, []byte("record")); err != nil {
			return err
		}
		if _, err := tx.Outbox().Queue(Envelope{MessageID: "<2@x>", To: "p@x"}, noon, []byte("mail")); err != nil {
			return err
		}
		if err := tx.Inbox().Finish(n, Outcome{Kind: "accepted", At: noon}); err != nil {
			return err
		}
		return no
	})
	wantError(t, err, no)
	view(t, s, func(tx *Tx) error {
		if letters, err := collect(tx.Inbox().Mails(0), 0); len(letters) > 0 || err != nil {
			t.Errorf("letters %v, %v", letters, err)
		}
		if mails, err := collect(tx.Outbox().Mails(0), 0); len(mails) > 0 || err != nil {
			t.Errorf("mails %v, %v", mails, err)
		}
		if games, err := collect(tx.Games().Names(), 0); len(games) > 0 || err != nil {
			t.Errorf("games %v, %v", games, err)
		}
		if _, ok, err := tx.Inbox().Cursor("a", "INBOX"); ok || err != nil {
			t.Errorf("cursor moved, %v", err)
		}
		return nil
	})
}
