package store

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// Value is what a caller keeps in the store: bytes, and the version of the format they are in. The store gives both
// back as they were and looks into neither.
type Value struct {
	Version uint8
	Bytes   []byte
}

// MaxValue is the largest value or mail in bytes, before packing. bbolt keeps a value in memory until the
// commit.
const MaxValue = 32 << 20

// packLimit is the size in bytes from which packing is tried: below, a page of bbolt is hardly filled anyway.
const packLimit = 1024

// The first byte of everything stored.
const (
	plain  = 0
	packed = 1
)

// packer writes values. A gzip writer is large, so the store keeps one; bbolt has one writing transaction at a time.
type packer struct {
	zip *gzip.Writer
}

func newPacker() *packer {
	zip, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant of the package gzip
	}
	return &packer{zip}
}

// pack returns v as it is stored: packing, version, bytes, packed only where that makes it shorter.
func (p *packer) pack(v Value) ([]byte, error) {
	if len(v.Bytes) > MaxValue {
		return nil, invalid("value of %d bytes, at most %d can be stored", len(v.Bytes), MaxValue)
	}
	if len(v.Bytes) >= packLimit {
		var b bytes.Buffer
		b.Write([]byte{packed, v.Version})
		p.zip.Reset(&b)
		_, err := p.zip.Write(v.Bytes)
		if cerr := p.zip.Close(); err == nil {
			err = cerr
		}
		if err == nil && b.Len() < len(v.Bytes) {
			return b.Bytes(), nil
		}
	}
	return append([]byte{plain, v.Version}, v.Bytes...), nil
}

// unpack is the inverse of pack. It accepts any bytes: what pack did not write is ErrCorrupt. The result is a copy.
func unpack(data []byte) (Value, error) {
	if len(data) < 2 {
		return Value{}, corrupt("value of %d bytes", len(data))
	}
	v := Value{Version: data[1]}
	switch data[0] {
	case plain:
		v.Bytes = bytes.Clone(data[2:])
		return v, nil
	case packed:
		var err error
		if v.Bytes, err = unzip(data[2:]); err != nil {
			return Value{}, corrupt("packed value: %v", err)
		}
		return v, nil
	}
	return Value{}, corrupt("value with unknown packing %d", data[0])
}

func unzip(data []byte) ([]byte, error) {
	in := bytes.NewReader(data)
	zip, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	zip.Multistream(false)
	out, err := io.ReadAll(io.LimitReader(zip, MaxValue+1))
	switch {
	case err != nil:
		return nil, err
	case len(out) > MaxValue:
		return nil, fmt.Errorf("more than %d bytes", MaxValue)
	case in.Len() != 0:
		return nil, fmt.Errorf("%d bytes left over", in.Len())
	}
	return out, nil
}

// rowVersion is the format of the store's own rows; a migration that changes a row's JSON raises it.
const rowVersion = 1

func unpackRow(data []byte, row any) error {
	v, err := unpack(data)
	switch {
	case err != nil:
		return err
	case v.Version != rowVersion:
		return corrupt("row of version %d", v.Version)
	}
	if err := json.Unmarshal(v.Bytes, row); err != nil {
		return corrupt("row: %v", err)
	}
	return nil
}

// Digest is a SHA-256 of content.
type Digest [sha256.Size]byte

// DigestOf returns the SHA-256 of data.
func DigestOf(data []byte) Digest { return sha256.Sum256(data) }

// String returns d in lower-case hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText returns d in lower-case hexadecimal.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads the form that MarshalText writes.
func (d *Digest) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != len(d) {
		return fmt.Errorf("%q is no SHA-256 in hexadecimal", text)
	}
	copy(d[:], raw)
	return nil
}

// Keys: numbers are eight bytes, big-endian; words end with a zero byte, which no word may hold; times are text.

func numberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// keyNumber reads the number at the end of a key.
func keyNumber(key []byte) (uint64, error) {
	if len(key) < 8 {
		return 0, corrupt("key %q holds no number", key)
	}
	return binary.BigEndian.Uint64(key[len(key)-8:]), nil
}

func wordsKey(words ...string) []byte {
	var key []byte
	for _, w := range words {
		key = append(append(key, w...), 0)
	}
	return key
}

// timeLayout has a fixed width, so that keys sort by time and a person can read them.
const timeLayout = "2006-01-02T15:04:05.000000000Z"

func timeKey(t time.Time, rest []byte) []byte {
	return append(t.UTC().AppendFormat(nil, timeLayout), rest...)
}

// splitTimeKey returns both halves of what timeKey made.
func splitTimeKey(key []byte) (time.Time, []byte, error) {
	if len(key) < len(timeLayout) {
		return time.Time{}, nil, corrupt("key %q holds no time", key)
	}
	text := string(key[:len(timeLayout)])
	t, err := time.Parse(timeLayout, text)
	if err != nil || t.Format(timeLayout) != text { // Parse forgives what would not sort, such as a comma
		return time.Time{}, nil, corrupt("key %q holds no time", key)
	}
	return t, key[len(timeLayout):], nil
}

// maxWord is the longest word of a key in bytes; bbolt allows keys of 32 KiB.
const maxWord = 1024

// checkWord refuses what cannot be part of a key; what names the thing in the error.
func checkWord(what, word string) error {
	switch {
	case word == "":
		return invalid("%s is empty", what)
	case len(word) > maxWord:
		return invalid("%s has %d bytes, at most %d are allowed", what, len(word), maxWord)
	case strings.IndexByte(word, 0) >= 0:
		return invalid("%s %q holds a zero byte", what, word)
	}
	return nil
}

// checkTime refuses times that would not sort as text.
func checkTime(what string, t time.Time) error {
	if y := t.UTC().Year(); t.IsZero() || y < 1 || y > 9999 {
		return invalid("%s is %v", what, t)
	}
	return nil
}
