package message

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Kind names a way in which a text was mended. Receipts list them in the player's language.
type Kind string

const (
	// Of the text as a whole.
	FromHTML   Kind = "html"       // there was only HTML; it was turned into text
	Charset    Kind = "charset"    // the declared charset was wrong or unknown; another was used
	Joined     Kind = "flowed"     // soft line breaks of format=flowed undone; counts joins
	CutSig     Kind = "signature"  // lines cut off from "-- " on
	CutFooter  Kind = "footer"     // lines such as "Sent from my iPhone" left out
	CutArmour  Kind = "pgp-armour" // lines of a PGP signature taken away
	BadEncoded Kind = "encoding"   // broken base64 or quoted-printable; the rest may be missing
	NoBoundary Kind = "boundary"   // a multipart without its boundary
	// Of characters; counts characters.
	ByteOrder Kind = "bom"        // byte order mark removed
	LineEnds  Kind = "line-ends"  // CRLF, CR and others turned into LF
	Blanks    Kind = "blanks"     // no-break and other odd blanks
	Tabs      Kind = "tabs"       //
	ZeroWidth Kind = "zero-width" // invisible characters and soft hyphens removed
	Control   Kind = "control"    // control characters removed
	Quotes    Kind = "quotes"     // smart quotation marks
	Dashes    Kind = "dashes"     // dashes and minus signs
	Arrows    Kind = "arrows"     //
	FullWidth Kind = "full-width" // full-width digits and letters
	Ellipsis  Kind = "ellipsis"   //
	Composed  Kind = "composed"   // letters with separate accents
)

// kinds is the order in which repairs are listed.
var kinds = []Kind{FromHTML, Charset, NoBoundary, BadEncoded, Joined, CutArmour, CutSig, CutFooter, ByteOrder, LineEnds,
	Blanks, Tabs, ZeroWidth, Control, Quotes, Dashes, Arrows, FullWidth, Ellipsis, Composed}

// Repair says how often something was mended.
type Repair struct {
	Kind  Kind
	Count int // at least 1
}

// repairCounts counts repairs.
type repairCounts map[Kind]int

func (t repairCounts) list() []Repair {
	var all []Repair
	for _, k := range kinds {
		if t[k] > 0 {
			all = append(all, Repair{k, t[k]})
		}
	}
	return all
}

// Normalize mends the characters of a text: what phones, word processors and mail programs put
// in place of plain blanks, quotes, dashes, arrows and digits. Lines end in "\n" afterwards.
// Normalizing twice changes nothing more.
func Normalize(text string) (string, []Repair) {
	t := repairCounts{}
	out := normalize(text, t)
	return out, t.list()
}

func normalize(text string, t repairCounts) string {
	if isPlain(text) {
		return text
	}
	if rest, ok := strings.CutPrefix(text, "\uFEFF"); ok {
		t[ByteOrder]++
		text = rest
	}
	if !norm.NFC.IsNormalString(text) {
		t[Composed]++
		text = norm.NFC.String(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		if r == '\r' {
			t[LineEnds]++
			if !strings.HasPrefix(text[i+1:], "\n") {
				b.WriteByte('\n')
			}
			continue
		}
		kind, with := replacementOf(r)
		if kind == "" {
			b.WriteRune(r)
			continue
		}
		t[kind]++
		b.WriteString(with)
	}
	// Mending may join a letter and its accent.
	return norm.NFC.String(b.String())
}

// isPlain is the quick way out for the usual text.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 0x7f || c < ' ' && c != '\n' {
			return false
		}
	}
	return true
}

// replacementOf returns the replacement of r and the kind of the repair; "" means r stays.
func replacementOf(r rune) (Kind, string) {
	switch {
	case r == '\n' || r >= ' ' && r < 0x7f:
		return "", ""
	case r == '\t':
		return Tabs, " "
	case r == '\v', r == '\f', r == 0x85, r == 0x2028, r == 0x2029:
		return LineEnds, "\n"
	case r == 0x00AD, r == 0x180E, r == 0xFEFF, r >= 0xFE00 && r <= 0xFE0F, r == 0x034F:
		return ZeroWidth, ""
	case unicode.Is(unicode.Zs, r):
		return Blanks, " "
	case unicode.IsControl(r):
		return Control, ""
	case unicode.Is(unicode.Cf, r):
		return ZeroWidth, ""
	case r >= 0xFF01 && r <= 0xFF5E:
		return FullWidth, string(r - 0xFF01 + '!')
	case r == '…':
		return Ellipsis, "..."
	}
	return replacePunctuation(r)
}

// replacePunctuation mends punctuation.
func replacePunctuation(r rune) (Kind, string) {
	switch r {
	case '‘', '’', '‚', '‛', '′', '‹', '›', '´':
		return Quotes, "'"
	case '“', '”', '„', '‟', '″', '«', '»', '〝', '〞':
		return Quotes, `"`
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹘', '﹣', '⁃':
		return Dashes, "-"
	// the last is Outlook's arrow in the font Wingdings
	case '→', '⇒', '➔', '➜', '➝', '➞', '➡', '⟶', '⟹', '⇨', '►', '▶', '➤', '➙', '↦', '\uF0E0':
		return Arrows, "->"
	case '←', '⇐', '⟵':
		return Arrows, "<-"
	}
	return "", ""
}
