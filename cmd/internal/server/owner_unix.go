//go:build unix

package server

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedBy reports whether a file belongs to a user.
func ownedBy(info fs.FileInfo, uid int) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == uid
}

// ownerOf returns the user id of the owner of a file.
func ownerOf(path string) (int, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return int(info.Sys().(*syscall.Stat_t).Uid), nil
}

// openToOthers reports whether users other than the owner may enter a folder.
func openToOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
