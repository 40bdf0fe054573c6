package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"io"
)

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
