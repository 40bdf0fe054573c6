package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// First lines of the hashed texts. Each hashed text begins with its own,
// so that no text can be mistaken for one of another kind.
const (
	textMaster  = "pbd1 master"
	textSecret  = "pbd1 secret"
	textCommit  = "pbd1 commit"
	textOrders  = "pbd1 orders"
	textMix     = "pbd1 mix"
	textEntropy = "pbd1 entropy"
	textRoll    = "pbd1 roll"
	textSalt    = "pbd1 salt"
	textDice    = "pbd1 dice"
	textWhatIf  = "pbd1 what-if"
)

// A Hash is a SHA-256 value. It is written as 64 lower-case hex digits.
type Hash [sha256.Size]byte

// Sum returns the SHA-256 of b, the H(x) of the protocol.
func Sum(b []byte) Hash { return sha256.Sum256(b) }

// Text returns the lines, each followed by one LF: the T(a, b, …) of the
// protocol. No line may contain a line end; that is the caller's care.
func Text(lines ...string) []byte {
	return []byte(strings.Join(lines, "\n") + "\n")
}

// ParseHash reads exactly 64 lower-case hex digits.
func ParseHash(s string) (Hash, error) {
	var h Hash
	if len(s) != hex.EncodedLen(len(h)) {
		return h, fmt.Errorf("hash %q has %d characters, want 64 hex digits", shorten(s), len(s))
	}
	if s != strings.ToLower(s) {
		return h, fmt.Errorf("hash %q has capital letters, write hex in lower case", s)
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return h, fmt.Errorf("hash %q is not hex: %w", s, err)
	}
	return h, nil
}

// String returns the hash as 64 lower-case hex digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether the hash is the zero value, which means "none".
func (h Hash) IsZero() bool { return h == Hash{} }

// MarshalText writes the hash as [Hash.String] does, so that JSON holds it so.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what [ParseHash] reads.
func (h *Hash) UnmarshalText(b []byte) error {
	v, err := ParseHash(string(b))
	if err != nil {
		return err
	}
	*h = v
	return nil
}

// keyed returns HMAC-SHA-256 of text under the 32 raw key bytes: the HMAC(k, x)
// of the protocol.
func keyed(key, text []byte) Hash {
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	return Hash(mac.Sum(nil))
}

// ValidGame reports whether s is a game token: 1 to 32 of a-z, 0-9 and hyphen.
func ValidGame(s string) bool {
	return len(s) >= 1 && len(s) <= 32 && onlyOf(s, isTokenByte)
}

// ValidRole reports whether s is a role token: 2 to 8 capital letters.
func ValidRole(s string) bool {
	return len(s) >= 2 && len(s) <= 8 && onlyOf(s, func(c byte) bool { return 'A' <= c && c <= 'Z' })
}

func isTokenByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-'
}

func onlyOf(s string, ok func(byte) bool) bool {
	for i := range len(s) {
		if !ok(s[i]) {
			return false
		}
	}
	return true
}

// shorten keeps foreign text in an error message readable.
func shorten(s string) string {
	const limit = 80
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}
