package message

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// decodeText turns a text part's bytes into UTF-8: the declared charset, else UTF-8, else
// Windows-1252, which gives every byte a meaning. known is false if the declared charset is
// none we have; guessed if another than the declared one was used.
func decodeText(data []byte, declared string) (text string, guessed, known bool) {
	declared = strings.ToLower(strings.Trim(declared, ` "'`))
	unicode8 := declared == "" || declared == "utf-8" || declared == "utf8" || declared == "us-ascii" ||
		declared == "ascii"
	if unicode8 || looksUTF8(data) {
		if utf8.Valid(data) {
			return string(data), false, true
		}
		return windows1252(data), true, true
	}
	enc, err := htmlindex.Get(declared) // takes ISO-8859-1 as Windows-1252, as all browsers do
	if err != nil {
		return toUTF8(data), true, false
	}
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return toUTF8(data), true, true
	}
	return string(out), false, true
}

// looksUTF8 reports whether text begins with the byte order mark of UTF-8, whatever its label says.
func looksUTF8(data []byte) bool { return bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) }

func windows1252(data []byte) string {
	out, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	return string(out)
}

// toUTF8 is for bytes without a declared charset.
func toUTF8(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	return windows1252(data)
}

func charsetReader(charset string, r io.Reader) (io.Reader, error) {
	enc, err := htmlindex.Get(charset)
	if err != nil {
		return nil, fmt.Errorf("charset %q: %w", charset, err)
	}
	return enc.NewDecoder().Reader(r), nil
}
