package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"
)

// Errors of this package wrap one of these; test them with errors.Is.
var (
	ErrLocked    = errors.New("store is in use by another process")
	ErrNewer     = errors.New("store was written by a newer program")
	ErrOutdated  = errors.New("store has an older schema")
	ErrTruncated = errors.New("store file is truncated")
	ErrNotStore  = errors.New("not a fieldpost store")
	ErrFull      = errors.New("store is full")
	ErrCorrupt   = errors.New("store is damaged")

	ErrNotFound = errors.New("not found")
	ErrExists   = errors.New("exists already with other content")
	ErrClosed   = errors.New("closed already") // the mail is done, the mail is sent or failed
	ErrGap      = errors.New("record leaves a gap")
	ErrRewrite  = errors.New("record exists already")
	ErrInvalid  = errors.New("invalid argument")
)

// openError says what keeps the file at path from being opened, and how to mend it.
func openError(path string, err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w: %s: is the daemon running? Ask it through its control socket, or stop it first",
			ErrLocked, path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no store at %s: %w: check the path and that its directory exists", path, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("cannot open store: %w: the daemon's user must be able to write %s and its directory",
			err, path)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum),
		errors.Is(err, berrors.ErrVersionMismatch):
		return fmt.Errorf("%w: %s: %w: check the path, or restore a backup", ErrNotStore, path, err)
	}
	return fmt.Errorf("cannot open store %s: %w", path, err)
}

// writeError translates what bbolt and the system say about a failed transaction.
func writeError(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrMaxSizeReached):
		return fmt.Errorf("%w: %s reached its maximum size: nothing was written; raise the limit, or compact it",
			ErrFull, path)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: no space left on the disk of %s: nothing was written: %w", ErrFull, path, err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: the disk of %s allows no writing any more: nothing was written: %w", ErrFull, path, err)
	case errors.Is(err, berrors.ErrDatabaseReadOnly), errors.Is(err, berrors.ErrTxNotWritable):
		return fmt.Errorf("store %s: a write where only reading is allowed: %w", path, err)
	}
	return err
}

func notFound(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrNotFound)
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s: restore a backup", ErrCorrupt, fmt.Sprintf(format, args...))
}
