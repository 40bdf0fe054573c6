package layout

import (
	"strings"
	"unicode"

	eastasian "golang.org/x/text/width"
)

// Text lays a document out as plain text.
func (d *Document) Text() string {
	var out []string
	put := func(lines ...string) { out = append(out, lines...) }
	if lead := d.lead(capitals(d.Call)); lead != "" {
		put(Wrap(lead, "", "")...)
	}
	for _, b := range d.Blocks {
		if len(out) > 0 {
			put("")
		}
		put(b.text()...)
	}
	if d.Footer != "" {
		put("", strings.Repeat("-", Columns))
		put(Wrap(d.Footer, "", "")...)
	}
	if d.Last != "" {
		put(Wrap(d.Last, "", "")...)
	}
	return strings.Join(clean(out), "\n") + "\n"
}

// capitals returns a text in capitals; that of ß is two letters.
func capitals(text string) string { return strings.ReplaceAll(strings.ToUpper(text), "ß", "SS") }

// leastRule is the least length of a line under a title: two dashes alone are the mark of a signature, where readers
// stop.
const leastRule = 3

func (b Heading) text() []string {
	title := capitals(string(b))
	return []string{title, strings.Repeat("=", Width(title))}
}

func (b Subhead) text() []string {
	return append(Wrap(string(b), "", ""), strings.Repeat("-", min(Columns, max(leastRule, Width(string(b))))))
}

func (b Paragraph) text() []string { return Wrap(string(b), "", "") }
func (b Small) text() []string     { return Wrap(string(b), "", "") }
func (b Verbatim) text() []string  { return b }
func (b Prose) text() []string     { return b }
func (b Laid) text() []string      { return b.lines }
func (b Picture) text() []string   { return Wrap("["+b.Description+"]", "", " ") }

func (b Bullets) text() []string {
	var lines []string
	for _, item := range b {
		lines = append(lines, Wrap(item, "- ", "  ")...)
	}
	return lines
}

// Glue is a blank at which no line ends.
const Glue = "\u00a0"

// Unglue returns a text with ordinary blanks.
func Unglue(text string) string { return strings.ReplaceAll(text, Glue, " ") }

// clean drops blanks at line ends and empty lines that follow each other.
func clean(lines []string) []string {
	var out []string
	for _, l := range lines {
		l = strings.TrimRight(Unglue(l), " ")
		if l == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, l)
	}
	return out
}

// text aligns a table within the columns of a mail; the widest column of words is wrapped if the table would not fit.
func (t *Table) text() []string {
	widths := t.widths()
	total := -2
	for _, w := range widths {
		total += w + 2
	}
	if total > Columns {
		narrow(widths, total-Columns)
	}
	var lines []string
	if len(t.Head) > 0 {
		lines = append(lines, t.line(t.Head, widths)...)
		rule := make([]string, len(widths))
		for i, w := range widths {
			rule[i] = strings.Repeat("-", w)
		}
		lines = append(lines, strings.Join(rule, "  "))
	}
	for _, r := range t.Rows {
		if r.Span {
			lines = append(lines, Wrap(r.Cells[0].Plain(), "   ", "   ")...)
			continue
		}
		words := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			words[i] = c.Plain()
		}
		lines = append(lines, t.line(words, widths)...)
	}
	return lines
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.Align))
	for i, h := range t.Head {
		widths[i] = Width(h)
	}
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			if !r.Span {
				widths[i] = max(widths[i], Width(c.Plain()))
			}
		}
	}
	return widths
}

// leastColumn is the least width to which a column is squeezed.
const leastColumn = 10

// narrow takes the columns that are too many from the widest column, again and again.
func narrow(widths []int, over int) {
	for ; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= leastColumn {
			return
		}
		widths[widest]--
	}
}

// line writes one row, on several lines where a cell is wrapped.
func (t *Table) line(words []string, widths []int) []string {
	parts := make([][]string, len(words))
	height := 1
	for i, w := range words {
		hang := ""
		if i == 0 {
			hang = "  " // what goes on is no row of its own
		}
		parts[i] = Fold(w, widths[i], "", hang)
		height = max(height, len(parts[i]))
	}
	lines := make([]string, height)
	for k := range lines {
		var b strings.Builder
		for i := range words {
			if i > 0 {
				b.WriteString("  ")
			}
			word := ""
			if k < len(parts[i]) {
				word = parts[i][k]
			}
			pad := strings.Repeat(" ", max(0, widths[i]-Width(word)))
			if t.Align[i] == 'r' {
				word = pad + word
			} else {
				word += pad
			}
			b.WriteString(word)
		}
		lines[k] = b.String()
	}
	return lines
}

// Wrap breaks a text between words so that no line is wider than a mail.
func Wrap(text, first, rest string) []string { return Fold(text, Columns, first, rest) }

// Fold breaks a text between words into lines of at most limit columns; a word that is wider than a line is cut. The
// first line begins with first, the others with rest.
func Fold(text string, limit int, first, rest string) []string {
	var lines []string
	line, used, empty := first, Width(first), true
	next := func() {
		lines = append(lines, line)
		line, used, empty = rest, Width(rest), true
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		w := Width(word)
		if !empty && used+1+w > limit {
			next()
		}
		for empty && used+w > limit && used < limit {
			head, tail := cut(word, limit-used)
			line += head
			next()
			word, w = tail, Width(tail)
		}
		if !empty {
			line, used = line+" ", used+1
		}
		line, used, empty = line+word, used+w, false
	}
	return append(lines, line)
}

// cut divides a word at a width; the head has at least one rune.
func cut(word string, limit int) (head, tail string) {
	used := 0
	for i, r := range word {
		if used += RuneWidth(r); used > limit && i > 0 {
			return word[:i], word[i:]
		}
	}
	return word, ""
}

// Width returns how many columns of fixed width a text takes: East Asian wide letters take two, combining marks none.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += RuneWidth(r)
	}
	return n
}

// RuneWidth returns how many columns a rune takes.
func RuneWidth(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch eastasian.LookupRune(r).Kind() {
	case eastasian.EastAsianWide, eastasian.EastAsianFullwidth:
		return 2
	}
	return 1
}
