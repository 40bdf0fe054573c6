package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	bolt "go.etcd.io/bbolt"
)

// Backup writes a copy of the store to w while it is in use: the state of one instant. It returns the bytes written.
func (s *Store) Backup(w io.Writer) (int64, error) {
	var n int64
	err := s.db.View(func(tx *bolt.Tx) (err error) {
		n, err = tx.WriteTo(w)
		return err
	})
	if err != nil {
		return n, fmt.Errorf("backup of %s: %w", s.Path(), err)
	}
	return n, nil
}

// BackupFile writes a copy of the store to path while it is in use, until the context ends. The copy is complete, on
// the disk, and has passed Check before it gets its name. A file of that name is fs.ErrExist, unless overwrite says
// that it may be replaced: then it is kept until the copy is there.
func (s *Store) BackupFile(ctx context.Context, path string, overwrite bool) error {
	same, err := sameFile(s.Path(), path)
	switch {
	case err != nil:
		return openError(path, err)
	case same:
		return invalid("the backup %s would replace the store itself: choose another name", path)
	}
	if _, err := os.Lstat(path); err == nil && !overwrite {
		return openError(path, fs.ErrExist)
	}
	return replaceFile(path, overwrite, func(tmp *os.File) error {
		if _, err := s.Backup(contextWriter{ctx, tmp}); err != nil {
			return err
		}
		if err := tmp.Sync(); err != nil {
			return err
		}
		return checkFile(tmp.Name())
	})
}

// Compact rewrites the store at path without its free pages, and returns its size in bytes before and after. The daemon
// must not run: else ErrLocked.
func Compact(path string, o Options) (before, after int64, err error) {
	o.ReadOnly = false
	if _, err := os.Stat(path); err != nil {
		return 0, 0, openError(path, err)
	}
	s, err := Open(path, o)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if before, err = s.fileSize(); err != nil {
		return 0, 0, err
	}
	if err := s.archiveAll(); err != nil {
		return before, before, err
	}
	err = replaceFile(path, true, func(tmp *os.File) error {
		if err := s.compactInto(tmp.Name(), o.withDefaults()); err != nil {
			return err
		}
		if err := checkFile(tmp.Name()); err != nil {
			return err
		}
		if runtime.GOOS == "windows" {
			// Windows does not rename over an open file; elsewhere the lock is kept until the name is changed
			return s.Close()
		}
		return nil
	})
	if err != nil {
		return before, before, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return before, 0, err
	}
	return before, info.Size(), nil
}

// compactBatch is the size of a transaction of Compact in bytes: bbolt keeps it in memory.
const compactBatch = 16 << 20

func (s *Store) compactInto(path string, o Options) error {
	db, err := bolt.Open(path, 0o600, boltOptions(Options{Timeout: o.Timeout}))
	if err != nil {
		return openError(path, err)
	}
	db.AllocSize = os.Getpagesize() // bbolt would double the file as it grows
	err = bolt.Compact(db, s.db, compactBatch)
	return errors.Join(writeError(path, err), db.Close())
}

func (s *Store) fileSize() (int64, error) {
	info, err := os.Stat(s.Path())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// checkFile opens a copy for reading and checks it.
func checkFile(path string) error {
	db, err := bolt.Open(path, 0, boltOptions(Options{ReadOnly: true}.withDefaults()))
	if err != nil {
		return openError(path, err)
	}
	s := &Store{db: db}
	findings, err := s.Check()
	if err == nil && len(findings) > 0 {
		err = corrupt("%d findings, the first: %s", len(findings), findings[0])
	}
	return errors.Join(err, db.Close())
}

// contextWriter writes until a context ends.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (p contextWriter) Write(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.w.Write(b)
}

// replaceFile lets write fill a new file next to path and then renames it, so that path is never half a file.
func replaceFile(path string, overwrite bool, write func(tmp *os.File) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp") // mode 0600
	if err != nil {
		return openError(path, err)
	}
	err = write(tmp)
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = rename(tmp.Name(), path, overwrite)
	}
	if err != nil {
		return errors.Join(writeError(path, err), os.Remove(tmp.Name()))
	}
	return syncDir(filepath.Dir(path))
}

// rename gives a file another name. One that is taken meanwhile is not lost: a link, unlike a rename, replaces nothing.
func rename(from, to string, overwrite bool) error {
	if overwrite {
		return os.Rename(from, to)
	}
	err := os.Link(from, to)
	switch {
	case err == nil:
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist):
		return fs.ErrExist
	}
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	return os.Rename(from, to) // a disk without links
}

// syncDir makes a new name last a power cut.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // directories cannot be opened there, and need not be
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func sameFile(a, b string) (bool, error) {
	ia, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	ib, err := os.Stat(b)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(ia, ib), err
}
