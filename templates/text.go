package templates

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Columns is how wide the text of a mail is (mail.md 46).
const Columns = 72

// text lays a letter out as plain text.
func (l *letter) text() string {
	var out []string
	say := func(lines ...string) { out = append(out, lines...) }
	if l.hello != "" {
		say(append(wrap(l.hello, "", ""), "")...)
	}
	if l.lead != "" {
		say(wrap(l.lead, "", "")...)
	}
	for _, b := range l.blocks {
		if len(out) > 0 {
			say("")
		}
		say(textOf(b)...)
	}
	if l.footer != "" {
		say("", strings.Repeat("-", Columns))
		say(wrap(l.footer, "", "")...)
	}
	return strings.Join(clean(out), "\n") + "\n"
}

// leastRule is the least length of a line under a title: two dashes alone are the mark of a signature, where readers stop.
const leastRule = 3

func textOf(b block) []string {
	switch b := b.(type) {
	case heading:
		return []string{strings.ToUpper(b.text), strings.Repeat("=", columns(strings.ToUpper(b.text)))}
	case subhead:
		return append(wrap(b.text, "", ""), strings.Repeat("-", min(Columns, max(leastRule, columns(b.text)))))
	case para:
		return wrap(b.text, "", "")
	case small:
		return wrap(b.text, "", "")
	case bullets:
		var lines []string
		for _, it := range b.items {
			lines = append(lines, wrap(it, "- ", "  ")...)
		}
		return lines
	case verbatim:
		return b.lines
	case prose:
		return b.lines
	case *table:
		return b.text()
	case told:
		return b.lines
	case picture:
		return wrap("["+b.alt+"]", "", " ")
	}
	return nil
}

// glue is a blank at which no line ends.
const glue = "\u00a0"

// unglued is a text with ordinary blanks.
func unglued(text string) string { return strings.ReplaceAll(text, glue, " ") }

// clean drops blanks at line ends and empty lines that follow each other.
func clean(lines []string) []string {
	var out []string
	for _, l := range lines {
		l = strings.TrimRight(unglued(l), " ")
		if l == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, l)
	}
	return out
}

// text aligns a table within the columns of a mail; the widest column of words is wrapped if the whole would not fit.
func (t *table) text() []string {
	widths := t.widths()
	total := -2
	for _, w := range widths {
		total += w + 2
	}
	if total > Columns {
		narrow(widths, total-Columns)
	}
	var lines []string
	if len(t.head) > 0 {
		lines = append(lines, t.line(t.head, widths)...)
		rule := make([]string, len(widths))
		for i, w := range widths {
			rule[i] = strings.Repeat("-", w)
		}
		lines = append(lines, strings.Join(rule, "  "))
	}
	for _, r := range t.rows {
		if r.span {
			lines = append(lines, wrap(r.cells[0].plain(), "   ", "   ")...)
			continue
		}
		words := make([]string, len(r.cells))
		for i, c := range r.cells {
			words[i] = c.plain()
		}
		lines = append(lines, t.line(words, widths)...)
	}
	return lines
}

func (t *table) widths() []int {
	widths := make([]int, len(t.align))
	for i, h := range t.head {
		widths[i] = columns(h)
	}
	for _, r := range t.rows {
		for i, c := range r.cells {
			if !r.span {
				widths[i] = max(widths[i], columns(c.plain()))
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
func (t *table) line(words []string, widths []int) []string {
	parts := make([][]string, len(words))
	height := 1
	for i, w := range words {
		hang := ""
		if i == 0 {
			hang = "  " // what goes on is no row of its own
		}
		parts[i] = fold(w, widths[i], "", hang)
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
			pad := strings.Repeat(" ", max(0, widths[i]-columns(word)))
			if t.align[i] == 'r' {
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

// wrap breaks a text between words so that no line is wider than a mail.
func wrap(text, first, rest string) []string { return fold(text, Columns, first, rest) }

// fold breaks a text between words; a word that is wider than a line is cut.
func fold(text string, limit int, first, rest string) []string {
	var lines []string
	line, used, empty := first, columns(first), true
	next := func() {
		lines = append(lines, line)
		line, used, empty = rest, columns(rest), true
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		w := columns(word)
		if !empty && used+1+w > limit {
			next()
		}
		for empty && used+w > limit && used < limit {
			head, tail := cut(word, limit-used)
			line += head
			next()
			word, w = tail, columns(tail)
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
		if used += runeColumns(r); used > limit && i > 0 {
			return word[:i], word[i:]
		}
	}
	return word, ""
}

// columns is how many columns of fixed width a text takes: East Asian wide letters take two, combining marks none.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
