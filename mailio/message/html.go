package message

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// fromHTML turns HTML into the text that a reader sees: line ends where blocks end, no scripts,
// no styles, entities resolved, quotations marked with "> ". It reads tokens and builds no tree,
// so its time and memory are in proportion to the text, whatever the nesting.
func fromHTML(source string) string {
	c := converter{}
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken: // the end, or a tag broken off
			return c.finish()
		case html.TextToken:
			if c.hidden == 0 {
				c.text(string(z.Text()))
			}
		case html.StartTagToken:
			c.open(z.Token(), false)
		case html.SelfClosingTagToken:
			c.open(z.Token(), true)
		case html.EndTagToken:
			c.close(z.Token().DataAtom)
		}
	}
}

type converter struct {
	out    strings.Builder
	line   strings.Builder
	blank  bool   // a blank is due before the next word
	hidden int    // depth of elements that are not shown
	pre    int    // depth of <pre>
	quotes int    // depth of quotations
	divs   []bool // of each open div: whether it is a quotation
	cells  bool   // the row has a cell already
}

// maxQuotes bounds the '>' marks of a line; deeper is shown at this depth.
const maxQuotes = 20

func (c *converter) open(t html.Token, selfClosing bool) {
	switch t.DataAtom {
	case atom.Script, atom.Style, atom.Title, atom.Template:
		if !selfClosing {
			c.hidden++
		}
	case atom.Br, atom.Hr:
		c.endLine(true)
	case atom.Pre:
		c.endLine(false)
		c.pre++
	case atom.Blockquote:
		c.endLine(false)
		c.quotes++
	case atom.Div:
		c.endLine(false)
		if !selfClosing {
			quoted := isQuoteDiv(t)
			if quoted {
				c.quotes++
			}
			c.divs = append(c.divs, quoted)
		}
	case atom.Tr:
		c.endLine(false)
		c.cells = false
	case atom.Td, atom.Th:
		if c.cells {
			c.blank = true
		}
		c.cells = true
	default:
		if isBlock(t.DataAtom) {
			c.endLine(false)
		}
	}
}

func (c *converter) close(a atom.Atom) {
	switch a {
	case atom.Script, atom.Style, atom.Title, atom.Template:
		c.hidden = max(0, c.hidden-1)
	case atom.Pre:
		c.endLine(false)
		c.pre = max(0, c.pre-1)
	case atom.Blockquote:
		c.endLine(false)
		c.quotes = max(0, c.quotes-1)
	case atom.Div:
		c.endLine(false)
		if n := len(c.divs); n > 0 {
			if c.divs[n-1] {
				c.quotes = max(0, c.quotes-1)
			}
			c.divs = c.divs[:n-1]
		}
	default:
		if isBlock(a) {
			c.endLine(false)
		}
	}
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.Tr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Dl, atom.Dt, atom.Dd, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Center, atom.Address,
		atom.Form, atom.Body, atom.Html:
		return true
	}
	return false
}

// isQuoteDiv knows the programs that quote without <blockquote>: GMX and Web.de name the div
// "quote", Yahoo gives it a class.
func isQuoteDiv(t html.Token) bool {
	for _, a := range t.Attr {
		if a.Key == "name" && a.Val == "quote" || a.Key == "class" && strings.Contains(a.Val, "yahoo_quoted") {
			return true
		}
	}
	return false
}

// text adds words; runs of blanks count as one, but a no-break blank stays for Normalize to see.
func (c *converter) text(s string) {
	if c.pre > 0 {
		for i, line := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
			if i > 0 {
				c.endLine(true)
			}
			c.line.WriteString(line)
		}
		return
	}
	for _, r := range s {
		switch r {
		case ' ', '\t', '\n', '\r', '\f':
			c.blank = true
			continue
		}
		if c.blank && c.line.Len() > 0 {
			c.line.WriteByte(' ')
		}
		c.blank = false
		c.line.WriteRune(r)
	}
}

// endLine ends the line; an empty one is written only where the mail asks for it (always).
func (c *converter) endLine(always bool) {
	line := strings.TrimRight(c.line.String(), " ")
	c.line.Reset()
	c.blank = false
	if line == "" && !always {
		return
	}
	if depth := min(c.quotes, maxQuotes); depth > 0 {
		c.out.WriteString(strings.Repeat(">", depth))
		c.out.WriteByte(' ')
	}
	c.out.WriteString(line)
	c.out.WriteByte('\n')
}

func (c *converter) finish() string {
	c.endLine(false)
	return c.out.String()
}
