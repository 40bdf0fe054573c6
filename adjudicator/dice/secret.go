package dice

import (
	"fmt"
	"io"
	"strconv"
)

// redacted is all that a secret shows of itself unless it is revealed.
const redacted = "[secret]"

// A Master is the secret M of a game (§1): 32 random bytes that are stored in a file of their own and published when
// the game has ended. Anyone who has it can compute all coming dice of a tier 0 game (TH-6, TH-17), so it prints as
// "[secret]" under every verb, in JSON and in logs; only Reveal gives its digits.
type Master struct{ key Hash }

// NewMaster reads a master secret of 32 bytes from a source of randomness,
// which outside of tests must be the operating system's.
func NewMaster(random io.Reader) (Master, error) {
	var m Master
	if _, err := io.ReadFull(random, m.key[:]); err != nil {
		return Master{}, fmt.Errorf("master secret: %w", err)
	}
	return m, nil
}

// ParseMaster reads what [Master.Reveal] has written. The error never quotes
// the text, since most of it may be the secret.
func ParseMaster(s string) (Master, error) {
	h, err := ParseHash(s)
	if err != nil {
		return Master{}, fmt.Errorf("master secret: want 64 lower-case hex digits, have %d characters", len(s))
	}
	return Master{h}, nil
}

// RevealedMaster returns the master secret that a close record has published.
func RevealedMaster(h Hash) Master { return Master{h} }

// Reveal returns the bytes of M: for the secret's own file, and for the record
// that closes the game.
func (m Master) Reveal() Hash { return m.key }

// Commitment returns MC = H("pbd1 master", game, M), published in the genesis
// record: it pins every secret of the game before the first order (TH-4).
func (m Master) Commitment(game string) Hash {
	return Sum(Text(textMaster, game, m.key.String()))
}

// Secret returns S_e = HMAC(M, "pbd1 secret", game, e) of an epoch, counted
// from 1.
func (m Master) Secret(game string, epoch int) Secret {
	return Secret{keyed(m.key[:], Text(textSecret, game, strconv.Itoa(epoch)))}
}

// Salt returns the salt of an order set whose sender names none: the first 16 bytes of HMAC(M, "pbd1 salt", game, role,
// kind, base, H(order lines)) as 32 hex digits. It cannot be ground; without M the orders of a closed set cannot be
// guessed from its hash; and anyone can check it once M is published. Lines are the order lines between salt and end,
// without line ends.
func (m Master) Salt(game, role string, kind OrderKind, base Hash, lines []string) string {
	var orders []byte
	for _, l := range lines {
		orders = append(append(orders, l...), '\n')
	}
	return keyed(m.key[:], Text(textSalt, game, role, string(kind), base.String(), Sum(orders).String())).String()[:32]
}

// Format keeps the secret out of every fmt verb.
func (m Master) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns "[secret]".
func (m Master) String() string { return redacted }

// MarshalText keeps the secret out of JSON, XML, YAML and structured logs.
func (m Master) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// A Secret is the secret S_e of one epoch (§1), published in the record that
// closes it. Until then it is guarded as a [Master] is.
type Secret struct{ key Hash }

// RevealedSecret returns the secret that a turn or void record has published.
func RevealedSecret(h Hash) Secret { return Secret{h} }

// Reveal returns the bytes of S_e, for the record that closes the epoch.
func (s Secret) Reveal() Hash { return s.key }

// Commitment returns C_e = H("pbd1 commit", game, e, S_e), published in genesis
// (C_1) or in the record that closes the epoch before.
func (s Secret) Commitment(game string, epoch int) Hash {
	return Sum(Text(textCommit, game, strconv.Itoa(epoch), s.key.String()))
}

// Format keeps the secret out of every fmt verb.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns "[secret]".
func (s Secret) String() string { return redacted }

// MarshalText keeps the secret out of JSON, XML, YAML and structured logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
