package gamestore

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fieldpost/store"
)

// ReadCount returns a count, 0 if there is none.
func ReadCount(tx *store.Tx, kind, key string) (int, error) {
	v, ok, err := tx.Data().Get(kind, key)
	return ParseCount(v, ok), err
}

// IncrementCount adds one to a count and returns it.
func IncrementCount(tx *store.Tx, kind, key string) (int, error) {
	n, err := ReadCount(tx, kind, key)
	if err != nil {
		return 0, err
	}
	return n + 1, tx.Data().Put(kind, key, store.Value{Version: FormatVersion, Bytes: []byte(strconv.Itoa(n + 1))})
}

// GameExists reports whether there is a game of that name.
func GameExists(tx *store.Tx, name string) (bool, error) {
	_, err := tx.Games().Game(name)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// OpenGame reads a game. The error for an unknown name lists the games that there are.
func OpenGame(tx *store.Tx, name string) (*Game, error) {
	if _, err := FindGame(tx, name); err != nil {
		return nil, err
	}
	return Load(tx, name)
}

// FindGame returns a stored game without loading it. The error for an unknown name lists the games that there are.
func FindGame(tx *store.Tx, name string) (*store.Game, error) {
	row, err := tx.Games().Game(name)
	if !errors.Is(err, store.ErrNotFound) {
		return row, err
	}
	var names []string
	for n, err := range tx.Games().Names() {
		if err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there is no game %q, nor any other; fieldpost game new NAME makes one", name)
	}
	return nil, fmt.Errorf("there is no game %q; there are %s", name, strings.Join(names, ", "))
}

// oversizeKind holds the sizes of mails that were too large to fetch.
const oversizeKind = "letters.truncated"

// NoteOversize remembers the size in bytes of a mail that was too large to fetch.
func NoteOversize(tx *store.Tx, number uint64, size int64) error {
	return tx.Data().Put(oversizeKind, strconv.FormatUint(number, 10),
		store.Value{Version: FormatVersion, Bytes: []byte(strconv.FormatInt(size, 10))})
}

// OversizeOf returns the size in bytes of a mail that was too large to fetch, 0 for any other mail.
func OversizeOf(tx *store.Tx, number uint64) (size int, err error) {
	v, ok, err := tx.Data().Get(oversizeKind, strconv.FormatUint(number, 10))
	return ParseCount(v, ok), err
}

// FormatVersion is the version of the JSON values that this package stores.
const FormatVersion = 1

// PutJSON stores a value as JSON.
func PutJSON(g *store.Game, p store.Part, key string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return g.Put(p, key, store.Value{Version: FormatVersion, Bytes: b})
}

// GetJSON reads a value that PutJSON stored. If there is none, v stays as it is.
func GetJSON(g *store.Game, p store.Part, key string, v any) error {
	b, ok, err := g.Get(p, key)
	if err != nil || !ok {
		return err
	}
	if err := json.Unmarshal(b.Bytes, v); err != nil {
		return fmt.Errorf("game %s, %s: %w", g.Name(), key, err)
	}
	return nil
}

// ParseCount returns the count in a value, 0 if there is none.
func ParseCount(v store.Value, ok bool) int {
	if !ok {
		return 0
	}
	n, _ := strconv.Atoi(string(v.Bytes))
	return n
}
