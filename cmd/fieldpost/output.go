package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// overwrite is the flag of commands that write files: no file is written over unasked.
type overwrite struct {
	Force bool `help:"Write over files that are there."`
}

// free reports as an error that a file is there and may not be written over. A command asks before it does the work for
// it. Devices and pipes are written to as they are.
func (o overwrite) free(name string) error {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name a file", name)
	case o.Force || info.Mode()&(fs.ModeDevice|fs.ModeNamedPipe) != 0:
		return nil
	}
	return fmt.Errorf("%s is there already; name another file, or write over it with --force", name)
}

// write writes a file, if one is named: whole, or not at all.
func (o overwrite) write(name string, mode fs.FileMode, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	if err := o.free(name); err != nil {
		return err
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(mode), f.Close())
	if err == nil {
		err = o.free(name) // another process may have written it meanwhile
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
