package orders

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Repair is something that mail programs or people did to the text and that was undone; receipts list them.
type Repair struct {
	Line int    // 1-based; 0 for the whole text
	What string // a key of the message catalogue: "repair-quotes", "repair-joined" …
	Text string // what was not read, of RepairAside
}

// The repairs that reading can make.
const (
	RepairEndings = "repair-line-endings" // CRLF or lone CR
	RepairAside   = "repair-aside"        // words between quoted lines that are no orders
	RepairBOM     = "repair-bom"          // byte order mark
	RepairBlanks  = "repair-blanks"       // no-break and other unusual blanks, invisible characters
	RepairQuotes  = "repair-quotes"       // smart quotes
	RepairDashes  = "repair-dashes"       // long dashes and minus signs
	RepairArrows  = "repair-arrows"       // arrows, read as "to"
	RepairDigits  = "repair-digits"       // full-width digits and letters
	RepairBytes   = "repair-bytes"        // bytes that are no UTF-8, read as Windows-1252
	RepairJoined  = "repair-joined"       // a wrapped line was joined to the one before
	RepairComma   = "repair-comma"        // a comma at the end of a whole order was dropped
)

// clean undoes what mail programs do to characters and splits the text into lines. The lines as written are returned
// next to the repaired ones, so that faults can quote them.
func clean(text string) (written, fixed []string, repairs []Repair) {
	if !utf8.ValidString(text) {
		text = fromWindows(text)
		repairs = append(repairs, Repair{What: RepairBytes})
	}
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
		repairs = append(repairs, Repair{What: RepairEndings})
	}
	if t, ok := strings.CutPrefix(text, "\ufeff"); ok {
		text, repairs = t, append(repairs, Repair{What: RepairBOM})
	}
	written = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	fixed = make([]string, len(written))
	for i, w := range written {
		line, whats := cleanLine(w)
		fixed[i] = line
		for _, what := range whats {
			repairs = append(repairs, Repair{Line: i + 1, What: what})
		}
	}
	return written, fixed, repairs
}

// cleanLine repairs one line and tells what it repaired, each thing once.
func cleanLine(line string) (string, []string) {
	if isPlain(line) {
		return line, nil
	}
	var b strings.Builder
	var whats []string
	for _, r := range line {
		s, what := cleanRune(r)
		b.WriteString(s)
		if what != "" && !slices.Contains(whats, what) {
			whats = append(whats, what)
		}
	}
	return b.String(), whats
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] < ' ' {
			return false
		}
	}
	return true
}

func cleanRune(r rune) (string, string) {
	switch {
	case r == '\t', r == '\v', r == '\f':
		return " ", ""
	case r < ' ' || r == 0x7f:
		return "", RepairBlanks
	case r == 0xa0, r >= 0x2000 && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000, r == 0x1680:
		return " ", RepairBlanks
	case r == 0xad, r >= 0x200b && r <= 0x200f, r == 0x2060, r == 0xfeff, r >= 0x202a && r <= 0x202e, r == 0xfe0f:
		return "", RepairBlanks
	case r == 0x2028, r == 0x2029:
		return " ", RepairBlanks
	case r >= 0x2018 && r <= 0x201b, r == 0x2032, r == 0x2039, r == 0x203a, r == '`', r == 0xb4:
		return "'", RepairQuotes
	case r >= 0x201c && r <= 0x201f, r == 0x2033, r == 0xab, r == 0xbb:
		return `"`, RepairQuotes
	case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == 0xfe58, r == 0xfe63:
		return "-", RepairDashes
	case r == 0x2190, r == 0x2192, r == 0x21d2, r == 0x2794, r == 0x279c, r == 0x27a1, r == 0x27f6, r == 0x21a6:
		return " -> ", RepairArrows
	case r == 0xd7:
		return "x", ""
	case r == 0x2022, r == 0x25cf, r == 0x25aa, r == 0xb7:
		return "*", ""
	case r >= 0xff01 && r <= 0xff5e:
		return string(r - 0xfee0), RepairDigits
	}
	return string(r), ""
}

// fromWindows reads bytes that are no UTF-8 as Windows-1252, the usual cause.
func fromWindows(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			r = rune(s[0])
			if s[0] >= 0x80 && s[0] < 0xa0 {
				r = windows[s[0]-0x80]
			}
		}
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}

// windows are the code points of Windows-1252 from 0x80 to 0x9f; unused bytes stay what they are.
var windows = [32]rune{
	0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
	0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
}
