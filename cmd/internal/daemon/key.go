package daemon

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Key is a seat's key: 16 letters and digits in fours, 80 bits, written 7KQ2-M9XD-4TRA-W8PC. Whoever has it may order for the
// seat, so it prints as stars wherever it could end in a log; only Reveal gives its letters.
type Key struct{ text string }

// keyAlphabet leaves out what is misread: I and O, 0 and 1.
const keyAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// NewKey draws a key. Outside of tests the randomness must be the operating system's.
func NewKey(random io.Reader) (Key, error) {
	b := make([]byte, 16)
	if _, err := io.ReadFull(random, b); err != nil {
		return Key{}, fmt.Errorf("drawing a key: %w", err)
	}
	for i := range b {
		b[i] = keyAlphabet[int(b[i])%len(keyAlphabet)]
	}
	return Key{inFours(string(b))}, nil
}

// ParseKey reads a key as people type it: case, hyphens and blanks do not matter. What is no key gives the zero Key.
func ParseKey(s string) Key {
	s = strings.ToUpper(strings.NewReplacer("-", "", " ", "", "\t", "").Replace(s))
	if len(s) != 16 || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return Key{}
	}
	return Key{inFours(s)}
}

func inFours(s string) string { return s[:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:] }

// Equal compares in constant time. The zero Key is equal to none.
func (k Key) Equal(other Key) bool {
	return k.text != "" && subtle.ConstantTimeCompare([]byte(k.text), []byte(other.text)) == 1
}

// IsZero tells that there is no key.
func (k Key) IsZero() bool { return k.text == "" }

// Reveal gives the letters: for mails to the seat itself, and for the store.
func (k Key) Reveal() string { return k.text }

// Format keeps the key out of every fmt verb, and so out of logs.
func (k Key) Format(f fmt.State, _ rune) { io.WriteString(f, "****") }

// MarshalJSON writes the letters: the store needs them.
func (k Key) MarshalJSON() ([]byte, error) { return []byte(`"` + k.text + `"`), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (k *Key) UnmarshalJSON(b []byte) error {
	*k = ParseKey(strings.Trim(string(b), `"`))
	return nil
}

// handle is what the store finds the seat by. It is a digest, so that looking a key up tells nothing by its duration.
func (k Key) handle() string {
	sum := sha256.Sum256([]byte("fieldpost key " + k.text))
	return "key:" + hex.EncodeToString(sum[:])
}
