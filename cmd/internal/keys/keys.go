// Package keys computes what proves who a mail is from: the keys of seats and the tags of mails. None of them is
// stored. They come from one secret of the installation, so that whoever has the store, or an old copy of it, has no
// keys. It also blanks them out of mails that are kept, and fills them in again.
package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Secret is the 32 bytes that all keys and tags come from. It prints as stars wherever it could end in a log.
type Secret struct{ key [32]byte }

// NewSecret reads a secret from a source of randomness, which outside of tests must be the operating system's.
func NewSecret(random io.Reader) (s Secret, err error) {
	if _, err = io.ReadFull(random, s.key[:]); err != nil {
		err = fmt.Errorf("secret for keys: %w", err)
	}
	return s, err
}

// ParseSecret reads what Reveal wrote: 64 hex digits. The error does not quote them.
func ParseSecret(text string) (s Secret, err error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(s.key) {
		return s, errors.New("secret for keys: not 64 hex digits")
	}
	return Secret{[32]byte(b)}, nil
}

// Reveal returns the secret as 64 hex digits, for its own file.
func (s Secret) Reveal() string { return hex.EncodeToString(s.key[:]) }

// ID identifies the secret and reveals nothing about it: 64 hex digits.
func (s Secret) ID() string {
	sum := sha256.Sum256(append([]byte("fieldpost secret\n"), s.key[:]...))
	return hex.EncodeToString(sum[:])
}

// Format keeps the secret out of every fmt verb.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, "****") }

// The first lines of what is hashed, one a purpose: no tag can be taken for one of another kind.
const (
	textKey    = "fieldpost key"
	textReply  = "fieldpost reply 1"
	textReturn = "fieldpost bounce 1"
	textSeal   = "fieldpost seal"
	textAsked  = "fieldpost reading 1"
)

// letters computes the 16 letters of a key or tag: the first 80 bits of HMAC-SHA-256 over the lines, five bits each.
func (s Secret) letters(lines ...string) string {
	sum := s.mac(lines...)
	var out strings.Builder
	for bit := 0; bit < 5*Length; bit += 5 {
		pair := uint16(sum[bit/8])<<8 | uint16(sum[bit/8+1])
		out.WriteByte(Alphabet[pair>>(11-bit%8)&31])
	}
	return out.String()
}

func (s Secret) mac(lines ...string) []byte {
	h := hmac.New(sha256.New, s.key[:])
	io.WriteString(h, strings.Join(lines, "\n")+"\n")
	return h.Sum(nil)
}

// Seat is the key of a seat. Game is the game's id, who the person's or, of a free seat, the role. A new key is the
// next generation.
func (s Secret) Seat(game, who string, generation int) Key {
	return Key{groupByFour(s.letters(textKey, game, who, strconv.Itoa(generation)))}
}

// Question is the name of a question that one word answers, from what it is about. It is made with the secret, not with
// the seat's key: who knows the key from a mail that was passed on cannot say yes to what is held.
func (s Secret) Question(about ...string) Key {
	return Key{groupByFour(s.letters(append([]string{textAsked}, about...)...))}
}

// Mail names a mail that the daemon sends: the ids of its game and of the person who gets it, its number, which none of
// the game's other mails has, and the generation of the person's key when it was written.
type Mail struct {
	Game, Person string
	Number       uint64
	Generation   int
}

// ReplyTag is the tag in the mail's Message-ID, by which an answer to it is known: 16 letters and digits in small
// letters.
func (s Secret) ReplyTag(m Mail) string { return s.tag(textReply, m) }

// ReturnTag is the tag in the mail's return path, by which a delivery report about it is known. It cannot be derived
// from the reply tag.
func (s Secret) ReturnTag(m Mail) string { return s.tag(textReturn, m) }

func (s Secret) tag(purpose string, m Mail) string {
	return strings.ToLower(s.letters(purpose, m.Game, m.Person, strconv.FormatUint(m.Number, 10),
		strconv.Itoa(m.Generation)))
}

// Same compares two tags in constant time, without regard to case.
func Same(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(strings.ToLower(a)), []byte(strings.ToLower(b))) == 1
}

// Length is the number of letters and digits of a key or tag.
const Length = 16

// Alphabet leaves out what is misread: I and O, 0 and 1.
const Alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// Key is a seat's key: 16 letters and digits in fours, 80 bits, written 7KQ2-M9XD-4TRA-W8PC. Whoever has it may order
// for the seat, so it prints as stars wherever it could end in a log or in the store; only Reveal returns it.
type Key struct{ text string }

// hyphens removes what people put between the letters of a key. It is made once: a mail has thousands of passages to
// look at.
var hyphens = strings.NewReplacer("-", "", " ", "", "\t", "")

// Parse reads a key as people type it: case, hyphens and blanks do not matter. What is no key gives the zero Key.
func Parse(s string) Key {
	s = strings.ToUpper(hyphens.Replace(s))
	if len(s) != Length || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return Key{}
	}
	return Key{groupByFour(s)}
}

func groupByFour(s string) string { return s[:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:] }

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k.text == "" }

// Reveal returns the key, for mails to the seat itself.
func (k Key) Reveal() string { return k.text }

// Format keeps the key out of every fmt verb, and so out of logs.
func (k Key) Format(f fmt.State, _ rune) { io.WriteString(f, stars) }

// MarshalText keeps the key out of JSON.
func (k Key) MarshalText() ([]byte, error) { return []byte(stars), nil }

const stars = "****"

// Handle is what the store knows a key by: its SHA-256, from which the key cannot be found.
func (k Key) Handle() string {
	sum := sha256.Sum256([]byte("fieldpost key " + k.text))
	return "key:" + hex.EncodeToString(sum[:])
}

// A mail is in the store until it was handled, with its sender's key in it. It is encrypted meanwhile: pages that the
// database has freed keep their bytes until they are used again, and are in every copy of the file.

// Seal encrypts a mail that waits to be handled.
func (s Secret) Seal(random io.Reader, plain []byte) ([]byte, error) {
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return nil, err
	}
	return aead.Seal(nonce, nonce, plain, nil), nil
}

// Open is the inverse of Seal. The error says that the mail was sealed with another secret, or was changed.
func (s Secret) Open(sealed []byte) ([]byte, error) {
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	if len(sealed) < aead.NonceSize() {
		return nil, errors.New("a sealed mail is cut short")
	}
	return aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], nil)
}

func (s Secret) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(s.mac(textSeal))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
