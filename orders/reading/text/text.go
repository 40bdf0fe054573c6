// Package text cuts what a person wrote into lines, sentences and tokens. It knows no words.
package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fieldpost/orders/syntax"
)

// End is what became of a token.
type End uint8

// The ends. Every token has exactly one.
const (
	LeftOut End = iota
	Filler      // words that say nothing: please, thanks, a date
	Used        // it stands behind something that was read
)

// String is the end's name.
func (e End) String() string { return [...]string{"left", "filler", "used"}[e] }

// Kind is what a token is made of.
type Kind uint8

const (
	Word Kind = iota
	Number
	Sign
)

// Token is a word, a number or a sign of a line.
type Token struct {
	Line  int    // from 1
	Text  string // as written
	Key   string // folded; of a sign itself, of any arrow "->"
	Kind  Kind
	Space bool // a blank, or the line's beginning, stands before it
	Tabs  int  // how many tabs stand before it
	End   End
}

// arrows are what people draw between two places; longest first.
var arrows = []string{"-->", "==>", "->", "=>", ">>", "→", "⇒", "➔", "➜", "➡", "⟶", "↦"}

// dashes are all hyphens and dashes.
const dashes = "-‐‑‒–—−"

// signs that are written in several ways.
var signKeys = map[rune]string{'×': "x", '•': "*", '●': "*", '▪': "*", '·': "*", '“': `"`, '”': `"`, '„': `"`, '«': `"`,
	'»': `"`, '{': "(", '}': ")", '…': "."}

// Tokens cuts a line into words, numbers and signs. A number and the letters glued to it are parted; single letters with
// dots between them, as in "S.S.R.", are one word.
func Tokens(no int, line string) []*Token {
	var list []*Token
	space, tabs := true, 0
	add := func(k Kind, text, key string) {
		list = append(list, &Token{Line: no, Text: text, Key: key, Kind: k, Space: space, Tabs: tabs})
		space, tabs = false, 0
	}
	for rest := line; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r) || r == 0xa0 || r == 0x200b || r == 0xfeff || r == 0xad || r < ' ':
			if unicode.IsSpace(r) || r == 0xa0 {
				space = true
			}
			if r == '\t' {
				tabs++
			}
			rest = rest[size:]
			continue
		case unicode.IsLetter(r):
			size = wordEnd(rest)
			add(Word, rest[:size], Fold(rest[:size]))
		case r >= '0' && r <= '9':
			size = numberEnd(rest)
			add(Number, rest[:size], strings.TrimLeft(rest[:size], "0"))
			if last := list[len(list)-1]; last.Key == "" || last.Key[0] == '.' {
				last.Key = "0" + last.Key
			}
		default:
			text, key := rest[:size], rest[:size]
			for _, a := range arrows {
				if strings.HasPrefix(rest, a) {
					text, key, size = a, "->", len(a)
					break
				}
			}
			if key != "->" {
				if strings.ContainsRune(dashes, r) {
					key = "-"
				} else if k, ok := signKeys[r]; ok {
					key = k
				}
			}
			k := Sign
			if key == "x" {
				k = Word
			}
			add(k, text, key)
		}
		rest = rest[size:]
	}
	return list
}

// wordEnd is how many bytes the word at the beginning of a text has.
func wordEnd(text string) int {
	end, letters := 0, 0
	for i, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r):
			letters++
			end = i + utf8.RuneLen(r)
		case r == '\'' || r == '’':
			next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if !unicode.IsLetter(next) {
				return end
			}
			letters = 9
		case r == '.' && letters == 1:
			next, n := utf8.DecodeRuneInString(text[i+1:])
			after, _ := utf8.DecodeRuneInString(text[min(len(text), i+1+n):])
			if !unicode.IsLetter(next) || unicode.IsLetter(after) {
				return end
			}
			letters = 0
		default:
			return end
		}
	}
	return end
}

// numberEnd is how many bytes the number at the beginning of a text has, decimals behind a full stop included.
func numberEnd(text string) int {
	n := 0
	for n < len(text) && syntax.IsDigit(text[n]) {
		n++
	}
	if n+1 < len(text) && text[n] == '.' && syntax.IsDigit(text[n+1]) {
		for n++; n < len(text) && syntax.IsDigit(text[n]); n++ {
		}
	}
	return n
}

// Fold makes a word comparable, as the order language does.
func Fold(text string) string {
	return syntax.Compact(syntax.Tokens(strings.ReplaceAll(text, "’", "'")))
}

// Written is tokens as they stand in the text.
func Written(list []*Token) string {
	var b strings.Builder
	for i, t := range list {
		if i > 0 && t.Space {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// Line is a line of the sender's own text.
type Line struct {
	No      int
	Tokens  []*Token // without comment, bullet and number in a list
	Extra   []*Token // bullets, list numbers, and keys of seats
	All     []*Token // all of it, in its order
	Comment []*Token // behind "#"
	Text    string   // as written
	Below   bool     // below `end` or the mark "-- "
	// Signature reports that the line stands below the mark "-- ".
	Signature bool
}

// Own cuts a text into the lines that its sender wrote: quotes and blank lines are left out.
func Own(text string) []Line {
	var list []Line
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	below, signature := false, false
	for i, l := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(l)
		switch {
		case bare == "" || strings.HasPrefix(bare, ">"):
			continue
		case l == "-- " || l == "--":
			below, signature = true, true
			continue
		}
		line := newLine(i+1, bare, below)
		line.Signature = signature
		if ts := line.Tokens; len(ts) > 0 && len(line.Extra) == 0 {
			ts[0].Tabs = strings.Count(l[:strings.Index(l, bare)], "\t")
		}
		list = append(list, line)
		if n := len(list) - 1; list[n].IsEnd() {
			below = true
		}
	}
	return list
}

func newLine(no int, text string, below bool) Line {
	l := Line{No: no, Text: text, Below: below}
	body, comment := cutComment(text)
	l.Tokens, l.Comment = Tokens(no, body), Tokens(no, comment)
	l.All = slices.Concat(l.Tokens, l.Comment)
	if n := bullet(l.Tokens); n > 0 {
		l.Extra, l.Tokens = l.Tokens[:n], l.Tokens[n:]
	}
	l.setKeysAside()
	return l
}

// keyWords are what may stand before a key in a line that says more.
var keyWords = []string{"key", "schluessel", "noegle", "noeglen", "is", "ist", "er", "my", "mein", "min", ":", "="}

// setKeysAside takes the key of a seat, GCE9-U768-V7V2-RVDD, and the word before it out of a line that says something
// else, too: its letters are no words. A line of the header stays whole.
func (l *Line) setKeysAside() {
	for i := range l.Tokens {
		end := keyEnds(l.Tokens, i)
		if end == 0 {
			continue
		}
		for i > 0 && slices.Contains(keyWords, l.Tokens[i-1].Key) {
			i--
		}
		if end-i == len(l.Tokens) && len(l.Tokens[i:end]) > 0 && keyEnds(l.Tokens, 0) == end { // a key alone, without the word
			l.Extra, l.Tokens = slices.Concat(l.Extra, l.Tokens), nil
			return
		}
		if end-i < len(l.Tokens) && slices.ContainsFunc(l.Tokens, func(t *Token) bool { return t.Kind == Word }) {
			rest := slices.Concat(l.Tokens[:i], l.Tokens[end:])
			l.Extra, l.Tokens = slices.Concat(l.Extra, l.Tokens[i:end]), rest
		}
		return
	}
}

// keyEnds is where the key ends that begins at a token, 0 if none does.
func keyEnds(ts []*Token, i int) int {
	groups, n := 0, 0
	if i > 0 && !ts[i].Space {
		return 0
	}
	for j := i; j < len(ts); j++ {
		t := ts[j]
		switch {
		case j > i && t.Space:
			return 0
		case t.Kind == Sign && t.Key == "-" && n == 4:
			groups, n = groups+1, 0
		case t.Kind == Sign:
			return 0
		default:
			n += len(t.Text)
		}
		if groups == 3 && n == 4 && (j+1 == len(ts) || ts[j+1].Space || ts[j+1].Kind == Sign) {
			return j + 1
		}
		if n > 4 {
			return 0
		}
	}
	return 0
}

// IsEnd reports whether a line is the mark at the end of a form.
func (l Line) IsEnd() bool {
	return len(l.Tokens) == 1 && slices.Contains([]string{"end", "ende", "slut"}, l.Tokens[0].Key)
}

// cutComment parts a line from its comment: what follows a "#" that begins the line or stands behind a blank, unless a
// digit follows.
func cutComment(line string) (body, comment string) {
	for i := range len(line) {
		if line[i] != '#' || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
			continue
		}
		if i+1 == len(line) || line[i+1] < '0' || line[i+1] > '9' {
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// bullet is how many tokens at a line's beginning only number or mark it as one of a list: "1.", "1)", "#1", "-", "*".
func bullet(ts []*Token) int {
	at := func(i int, k Kind, keys ...string) bool {
		return i < len(ts) && ts[i].Kind == k && (len(keys) == 0 || slices.Contains(keys, ts[i].Key))
	}
	n := 0
	switch {
	case at(0, Sign, "-", "*", "->") && (len(ts) == 1 || ts[1].Space):
		n = 1
	case at(0, Sign, "#") && at(1, Number):
		n = 2
		if at(n, Sign, "-", ":", ".", ")") {
			n++
		}
	case at(0, Sign, "(") && at(1, Number) && at(2, Sign, ")"):
		n = 3
	case at(0, Word, "battle", "slag", "schlacht", "attack", "angriff", "angreb") && at(1, Number) && at(2, Sign, ":", ".", ")"):
		n = 3
	case at(0, Word) && utf8.RuneCountInString(ts[0].Text) == 1 && at(1, Sign, ")") && !ts[1].Space,
		at(0, Word, "o") && len(ts) > 1 && ts[1].Tabs > 0: // the bullets of Outlook
		n = 1
		if at(1, Sign, ")") {
			n = 2
		}
	case at(0, Number) && at(1, Sign, ".", ")") && !ts[1].Space && (len(ts) == 2 || ts[2].Space || ts[1].Key == ")"):
		n = 2
	}
	if n > 0 && n < len(ts) {
		return n + bullet(ts[n:])
	}
	return n
}

// Sentences parts a line into sentences: at semicolons and bars, and at full stops and other signs that end a sentence.
func Sentences(ts []*Token) [][]*Token {
	var list [][]*Token
	from := 0
	for i, t := range ts {
		if t.Kind != Sign {
			continue
		}
		ends := false
		switch t.Key {
		case ";", "!", "?":
			ends = true
		case ".":
			ends = endsSentence(ts, i)
		}
		if ends {
			list = append(list, ts[from:i+1])
			from = i + 1
		}
	}
	if from < len(ts) {
		list = append(list, ts[from:])
	}
	return list
}

// endsSentence reports whether the full stop at ts[i] ends a sentence: that of an abbreviation, of a number and inside a
// word does not.
func endsSentence(ts []*Token, i int) bool {
	if i == 0 || i+1 == len(ts) {
		return true
	}
	before, after := ts[i-1], ts[i+1]
	if !after.Space || before.Kind == Word && len(before.Key) < 2 {
		return false
	}
	if before.Kind == Number {
		return startsUpper(after.Text) && i > 1
	}
	return startsUpper(after.Text) || after.Kind == Number && len(before.Key) > 3 ||
		before.Kind == Word && after.Kind == Word && len(before.Key) >= longWord
}

// longWord is how many letters a word has that nobody would shorten with a full stop.
const longWord = 6

func startsUpper(s string) bool {
	return s != "" && strings.ToUpper(s[:1]) == s[:1] && strings.ToLower(s) != s
}
