// Package pgp checks OpenPGP signatures on mails, over the exact bytes that were signed. It knows no key ring: the one
// key that may have signed is handed in, in ASCII armour, with the time.
package pgp

import (
	"bytes"
	"crypto"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	pgperrors "github.com/ProtonMail/go-crypto/openpgp/errors"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

// What a signature or key can lack.
var (
	ErrNotSigned = errors.New("there is no signed text")
	ErrOtherKey  = errors.New("it was made with another key than the one on file")
	ErrAltered   = errors.New("the text was changed after it was signed")
)

// Verify checks a detached signature, armoured or not, over bytes as PGP/MIME signs them: line ends are CRLF (RFC 3156,
// 5).
func Verify(key string, signed, signature []byte, now time.Time) error {
	ring, err := ringOf(key)
	if err != nil {
		return err
	}
	check := openpgp.CheckDetachedSignature
	if bytes.Contains(signature, []byte("-----BEGIN PGP SIGNATURE-----")) {
		check = openpgp.CheckArmoredDetachedSignature
	}
	_, err = check(ring, bytes.NewReader(canonical(signed)), bytes.NewReader(signature), at(now))
	return explain(err)
}

// VerifyClear checks a text that holds a clear-signed block, and returns what was signed. Whatever stands around the
// block is left out.
func VerifyClear(key string, text []byte, now time.Time) ([]byte, error) {
	ring, err := ringOf(key)
	if err != nil {
		return nil, err
	}
	block, _ := clearsign.Decode(text)
	if block == nil {
		return nil, ErrNotSigned
	}
	if _, err := block.VerifySignature(ring, at(now)); err != nil {
		return nil, explain(err)
	}
	return block.Plaintext, nil
}

// Fingerprint reads a public key and names it as people compare it: in capitals and fours. The error says why the key
// cannot be used.
func Fingerprint(key string, now time.Time) (string, error) {
	ring, err := ringOf(key)
	if err != nil {
		return "", err
	}
	e := ring[0]
	if e.Revoked(now) {
		return "", errors.New("the key is revoked")
	}
	if _, ok := e.SigningKey(now); !ok {
		return "", errors.New("the key cannot sign, or has expired")
	}
	digits := strings.ToUpper(hex.EncodeToString(e.PrimaryKey.Fingerprint))
	var fours []string
	for ; len(digits) > 4; digits = digits[4:] {
		fours = append(fours, digits[:4])
	}
	return strings.Join(append(fours, digits), " "), nil
}

// ringOf reads the one public key.
func ringOf(key string) (openpgp.EntityList, error) {
	ring, err := openpgp.ReadArmoredKeyRing(strings.NewReader(key))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the public key cannot be read: %w", err)
	case len(ring) != 1:
		return nil, fmt.Errorf("there are %d public keys, not one", len(ring))
	case ring[0].PrivateKey != nil:
		return nil, errors.New("that is a private key; keep it to yourself, and send the public one")
	}
	return ring, nil
}

func at(now time.Time) *packet.Config {
	return &packet.Config{Time: func() time.Time { return now }, DefaultHash: crypto.SHA256}
}

// explain says in plain words what is wrong with a signature.
func explain(err error) error {
	var broken pgperrors.SignatureError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgperrors.ErrUnknownIssuer):
		return ErrOtherKey
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return ErrNotSigned
	case errors.As(err, &broken):
		return ErrAltered
	}
	return err
}

// canonical has every line end in CRLF.
func canonical(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
}
