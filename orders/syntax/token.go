package syntax

import (
	"strings"
)

// Token is a word of a line, a number, or a comma.
type Token struct {
	text string // as written
	Key  string // folded: lower case, no accents, dots or apostrophes; "," for a comma
	end  int    // where it ends in the line, for raw rests
}

// Comma reports whether the token is a comma.
func (t Token) Comma() bool { return t.Key == "," }

// Tokens splits a line into words. Hyphens separate words as blanks do, since names are equal with either or
// neither; an arrow is a word; bullets at the start and colons or full stops at the end of words are dropped.
func Tokens(line string) []Token {
	n := 1
	for i := range len(line) {
		if strings.IndexByte(separators, line[i]) >= 0 {
			n++
		}
	}
	ts := make([]Token, 0, n)
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		text := line[start:end]
		if key := fold(text); key != "" {
			ts = append(ts, Token{text: text, Key: key, end: end})
		}
		start = -1
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '-' && i+1 < len(line) && line[i+1] == '>', c == '=' && i+1 < len(line) && line[i+1] == '>':
			flush(i)
			ts = append(ts, Token{text: "->", Key: "->", end: i + 2})
			i++
		case c == ',' || c == ';':
			flush(i)
			ts = append(ts, Token{text: ",", Key: ",", end: i + 1})
		case strings.IndexByte(separators, c) >= 0:
			flush(i)
		case start < 0:
			start = i
		}
	}
	flush(len(line))
	return ts
}

// separators end a word; a comma is one of its own.
const separators = " -\t\"()[]!?*"

// IsDigit reports whether a byte is a digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// fold makes words comparable: lower case, umlauts and æøå by their usual replacements, other accents and all dots
// and apostrophes dropped. A dot between digits stays.
func fold(s string) string {
	if isFolded(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		if r == '.' && i > 0 && i+1 < len(s) && IsDigit(s[i-1]) && IsDigit(s[i+1]) {
			b.WriteByte('.')
			continue
		}
		b.WriteString(foldRune(r))
	}
	return b.String()
}

// isFolded reports whether a word is folded already, as most are.
func isFolded(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && !IsDigit(c) && c != '%' && c != '/' && c != '+' {
			return false
		}
	}
	return true
}

// folds are the letters that are not what they look like without their accent, and the replacement letters of
// German and Danish.
var folds = func() map[rune]string {
	m := map[rune]string{'ä': "ae", 'æ': "ae", 'ö': "oe", 'ø': "oe", 'ü': "ue", 'å': "aa", 'ß': "ss",
		'œ': "oe", 'ł': "l", 'đ': "d"}
	for base, letters := range map[string]string{"a": "áàâãā", "e": "éèêëēę", "i": "íìîïī",
		"o": "óòôõō", "u": "úùûū", "c": "çćč", "n": "ñńň", "s": "śš", "z": "źżž", "y": "ýÿ"} {
		for _, r := range letters {
			m[r] = base
		}
	}
	return m
}()

func foldRune(r rune) string {
	switch {
	case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '%', r == '/', r == '+':
		return string(r)
	case r >= 'A' && r <= 'Z':
		return string(r + 'a' - 'A')
	case r == '.', r == '\'', r == ':', r >= 0x300 && r <= 0x36f:
		return ""
	}
	lower := strings.ToLower(string(r))
	if lower == "ẞ" {
		return "ss"
	}
	for _, l := range lower {
		if s, ok := folds[l]; ok {
			return s
		}
	}
	return lower
}

// Compact is the key of a phrase: its folded words without blanks, so that "Anglo-Egypt", "Anglo Egypt" and
// "AngloEgypt" are one.
func Compact(ts []Token) string {
	if len(ts) == 1 {
		return ts[0].Key
	}
	n := 0
	for _, t := range ts {
		n += len(t.Key)
	}
	var b strings.Builder
	b.Grow(n)
	for _, t := range ts {
		b.WriteString(t.Key)
	}
	return b.String()
}

// Written is a phrase as the player wrote it.
func Written(ts []Token) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = strings.Trim(t.text, ".:'")
	}
	return strings.ReplaceAll(strings.Join(words, " "), " ,", ",")
}
