package keys

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
)

// Found is a key or tag in a mail.
type Found struct {
	At   int    // offset of its first letter; -1 if it is in an encoded part, where it cannot be filled in again
	Text string // its 16 letters in capitals
}

// maxCandidates is how many passages of a mail are looked up, so that no mail costs more than a fraction of a second.
// All that look like keys after these are blanked out.
const maxCandidates = 20_000

// maxDepth is how many encodings may lie one in the other: a forwarded mail as base64, its text as base64 again.
const maxDepth = 3

// Blank returns a copy of a mail in which stars stand for the letters of keys and tags, and which they were. Is reports
// whether a passage of 16 letters and digits, in capitals, is one. The copy is as long as the mail: what parts the
// letters stays, in quoted-printable too, and base64 is decoded and encoded again.
func Blank(mail []byte, is func(text string) bool) ([]byte, []Found) {
	b := blanker{is: is, left: maxCandidates, known: map[string]bool{}}
	out := bytes.Clone(mail)
	found := b.blank(out, maxDepth)
	return out, found
}

type blanker struct {
	is    func(string) bool
	left  int
	known map[string]bool
}

func (b *blanker) blank(text []byte, depth int) []Found {
	found := b.plain(text)
	if depth > 0 {
		for _, run := range encoded(text) {
			found = append(found, b.base64(text, run, depth-1)...)
		}
	}
	return found
}

// plain blanks the passages in the text itself.
func (b *blanker) plain(text []byte) []Found {
	var found []Found
	for i := 0; i < len(text); i++ {
		at, ok := passageAt(text, i)
		if !ok {
			continue
		}
		var letters [Length]byte
		for n, p := range at {
			letters[n] = upper(text[p])
		}
		if !b.proves(string(letters[:])) {
			continue
		}
		for _, p := range at {
			text[p] = star
		}
		found = append(found, Found{i, string(letters[:])})
		i = at[Length-1]
	}
	return found
}

const star = '*'

func (b *blanker) proves(letters string) bool {
	is, asked := b.known[letters]
	if !asked {
		if b.left--; b.left < 0 {
			return true
		}
		is = b.is(letters)
		b.known[letters] = is
	}
	return is
}

// base64 blanks the passages in a run of base64.
func (b *blanker) base64(text []byte, run run, depth int) []Found {
	code := text[run.from:run.to]
	plain := make([]byte, base64.StdEncoding.DecodedLen(len(code)))
	n, err := base64.StdEncoding.Decode(plain, code) // it leaves line ends out
	if err != nil {
		n -= n % 3 // the groups before what is none
	}
	found := b.blank(plain[:n], depth)
	if len(found) == 0 {
		return nil
	}
	again := base64.StdEncoding.EncodeToString(plain[:n])
	for i := range code {
		if code[i] != '\r' && code[i] != '\n' && again != "" {
			code[i], again = again[0], again[1:]
		}
	}
	for i := range found {
		found[i].At = -1
	}
	return found
}

// run is a passage of a text that may be base64: from its first byte to the one after its last.
type run struct{ from, to int }

// minRun is the shortest base64 that a key fits into.
const minRun = 24

// encoded finds what may be base64: lines of nothing else, and encoded words in the others.
func encoded(text []byte) []run {
	var runs []run
	var now run
	for start := 0; start < len(text); {
		stop := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			stop = start + i + 1
		}
		line := bytes.TrimRight(text[start:stop], "\r\n")
		if isBase64(line) {
			if now.to != start {
				now.from = start
			}
			now.to = stop
		} else if bytes.Contains(line, []byte("=?")) {
			runs = append(runs, encodedWords(text, start, start+len(line))...)
		}
		if (now.to != stop || stop == len(text)) && now.to-now.from >= minRun {
			runs, now = append(runs, now), run{}
		}
		start = stop
	}
	return runs
}

var inBase64 = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")

func isBase64(line []byte) bool {
	for _, c := range line {
		if !inBase64[c] {
			return false
		}
	}
	return len(line) > 0
}

// encodedWords finds the words of a header line that are base64 (RFC 2047).
func encodedWords(text []byte, from, to int) []run {
	var runs []run
	for {
		open := bytes.IndexByte(text[from:to], '?')
		if open < 0 || from+open+3 > to {
			return runs
		}
		if from += open; upper(text[from+1]) != 'B' || text[from+2] != '?' {
			from++
			continue
		}
		from += 3
		length := bytes.IndexByte(text[from:to], '?')
		if length < 0 {
			return runs
		}
		if length >= minRun {
			runs = append(runs, run{from, from + length})
		}
	}
}

// passageAt finds the offsets of 16 letters and digits of the alphabet that begin at i, however they are parted, as a
// word of their own.
func passageAt(text []byte, i int) (at [Length]int, ok bool) {
	if !inAlphabet[text[i]] || i > 0 && inWord[text[i-1]] && !escaped(text[:i]) {
		return at, false
	}
	for n := 0; i < len(text); {
		if inAlphabet[text[i]] {
			at[n] = i
			i++
			if n++; n == Length {
				return at, i == len(text) || !inWord[text[i]]
			}
			continue
		}
		gap := separator(text[i:])
		if gap == 0 {
			break
		}
		i += gap
	}
	return at, false
}

// What people, mail programs and encodings put between the letters of a key: hyphens and blanks of any kind, and marks
// of quotation. One byte as it is; the others, in quoted-printable, HTML and URLs too, by their first byte.
var bare = set("- \t\r\n>_")

var separators = map[byte][]string{
	'=': {"=\r\n", "=\n", "=20", "=2D", "=3E", "=09", "=C2=A0", "=C2=AD", "=E2=80=90", "=E2=80=91", "=E2=80=92",
		"=E2=80=93", "=E2=80=94", "=E2=88=92", "=E2=80=8B", "=E2=80=89", "=E2=80=AF"},
	'%':  {"%20", "%2D", "%0A", "%0D"},
	'&':  {"&nbsp;", "&gt;"},
	0xc2: {"\u00a0", "\u00ad"},
	0xe2: {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\u200b", "\u2009", "\u202f"},
}

// separator returns the length of what parts two letters at the start of a text, 0 if nothing does.
func separator(text []byte) int {
	if bare[text[0]] {
		return 1
	}
	if inWord[text[0]] {
		return 0
	}
	for _, s := range separators[text[0]] {
		if len(text) >= len(s) && strings.EqualFold(string(text[:len(s)]), s) {
			return len(s)
		}
	}
	return 0
}

// escaped reports whether a text ends with a byte in hex, as quoted-printable and URLs write it.
func escaped(text []byte) bool {
	if len(text) < 3 {
		return false
	}
	end := text[len(text)-3:]
	return (end[0] == '=' || end[0] == '%') && hexByte(end[1]) && hexByte(end[2])
}

func hexByte(c byte) bool { return c >= '0' && c <= '9' || upper(c) >= 'A' && upper(c) <= 'F' }

// inAlphabet and inWord are looked up for every byte of a mail.
var (
	inAlphabet = set(Alphabet + strings.ToLower(Alphabet))
	inWord     = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
)

func set(bytes string) (in [256]bool) {
	for _, c := range []byte(bytes) {
		in[c] = true
	}
	return in
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// Fill puts a key or tag where Blank removed one.
func Fill(mail []byte, at int, text string) error {
	n := 0
	letters := strings.ReplaceAll(text, "-", "")
	for i := at; i >= 0 && i < len(mail) && n < len(letters); i++ {
		if mail[i] == star {
			mail[i] = letters[n]
			n++
		}
	}
	if n < len(letters) || n == 0 {
		return errors.New("nothing was blanked out there")
	}
	return nil
}
