// Package layout lays documents out as text and as HTML with the same words. A document is a list of blocks: headings,
// paragraphs, tables, lines as they are written.
package layout

import (
	"html/template"
	"slices"
	"strings"
)

// Columns is how wide the text of a mail is (mail.md 46).
const Columns = 72

// Document is what a mail says, before it is laid out.
type Document struct {
	Lang   string // ISO 639: of its words
	Call   string // what the mail wants of its reader, above all else; "" for mails that only tell
	Act    bool   // the reader must act: the call is in amber
	Lead   string // the sentence that comes first, after the call
	Blocks []Block
	Footer string // small print
	Last   string // the last line
}

// Add appends blocks.
func (d *Document) Add(bs ...Block) { d.Blocks = append(d.Blocks, bs...) }

// Block is a part of a document: one of the types below.
type Block interface {
	text() []string // lines of at most [Columns] columns, but for [Verbatim] and [Prose]
	html() htmlBlock
}

type (
	Heading   string
	Subhead   string
	Paragraph string
	Small     string   // a paragraph in small print
	Bullets   []string // a list
	Verbatim  []string // lines that are shown letter by letter
	Prose     []string // also letter by letter: what a person wrote to others
)

// Picture is a picture of the mail itself. In text its description is shown.
type Picture struct {
	CID         string // of the part of the mail, without brackets
	Description string
	Width       int // at most, in pixels
}

// Laid is blocks that are laid out already, for several documents.
type Laid struct {
	lines []string
	code  template.HTML
}

// Table is rows of cells under a head.
type Table struct {
	Head  []string // empty: the table only lays out
	Align string   // a letter a column: l, or r for numbers
	Rows  []Row
}

// Row is a cell a column, or one cell across all columns.
type Row struct {
	Cells []Cell
	Span  bool
	Bold  bool
}

// Cell is words, or dice.
type Cell struct {
	Words string
	Dice  []Die
}

// Die is a die that was rolled.
type Die struct {
	Face int // 1 to 6
	Hit  bool
}

// Add appends a row of words.
func (t *Table) Add(words ...string) {
	r := Row{}
	for _, w := range words {
		r.Cells = append(r.Cells, Cell{Words: w})
	}
	t.Rows = append(t.Rows, r)
}

// AddSpan appends a row of one cell across all columns.
func (t *Table) AddSpan(text string) {
	t.Rows = append(t.Rows, Row{Cells: []Cell{{Words: text}}, Span: true})
}

// Lines returns the table as text.
func (t *Table) Lines() []string { return t.text() }

// Plain returns a cell as text: dice that hit are in brackets.
func (c Cell) Plain() string {
	if len(c.Dice) == 0 {
		return c.Words
	}
	faces := make([]string, len(c.Dice))
	for i, d := range c.Dice {
		faces[i] = d.String()
	}
	return strings.Join(faces, " ")
}

// String returns the face, in brackets if it hit.
func (d Die) String() string {
	face := string(rune('0' + d.Face))
	if d.Hit {
		return "[" + face + "]"
	}
	return face
}

// Mail is a document that is laid out, ready to be put into an envelope; headers, addresses and threads are the
// sender's business.
type Mail struct {
	Subject  string // "[eastfront R3 Germany] Result: …", one line
	Text     string // lines of at most 72 columns, LF
	HTML     string // a whole page, self-contained but for Inline
	Inline   []File // pictures that HTML shows by cid:CID
	Attached []File
	Evidence []File // exact texts to check the game with; the sender attaches them as one file

	document Document // that was laid out
}

// File is a part of a mail.
type File struct {
	Name string // ASCII letters, digits, '.', '_' and '-'
	Type string // media type
	CID  string // of an inline picture, without brackets; else empty
	Data []byte
}

// lead is what comes first: the call, and the first sentence.
func (d *Document) lead(call string) string {
	if call != "" && d.Lead != "" {
		return call + ": " + d.Lead
	}
	return call + d.Lead
}

// Mail lays a document out.
func (d *Document) Mail(subject string) (Mail, error) {
	page, err := d.html()
	return Mail{Subject: Unglue(strings.TrimSpace(subject)), Text: d.Text(), HTML: page, document: *d}, err
}

// Join makes one mail of several to the same reader: the first, and below it the others, each under the words of its
// subject. A picture that several have is shown once.
func Join(mails ...Mail) (Mail, error) {
	if len(mails) == 1 {
		return mails[0], nil
	}
	all := mails[0].document
	all.Blocks = slices.Clone(all.Blocks)
	var inline, attached, evidence []File
	for i, m := range mails {
		if i > 0 {
			all.Add(m.Section()...)
		}
		inline = append(inline, slices.DeleteFunc(slices.Clone(m.Inline), func(f File) bool {
			return slices.ContainsFunc(inline, func(x File) bool { return x.CID == f.CID })
		})...)
		attached = append(attached, m.Attached...)
		evidence = append(evidence, slices.DeleteFunc(slices.Clone(m.Evidence), func(f File) bool {
			return slices.ContainsFunc(evidence, func(x File) bool { return x.Name == f.Name })
		})...)
	}
	one, err := all.Mail(mails[0].Subject)
	one.Inline, one.Attached, one.Evidence = inline, attached, evidence
	return one, err
}

// Section returns what a mail says as a part of another: under the words of its subject, without its greeting.
func (m Mail) Section() []Block {
	title := strings.TrimPrefix(m.Subject, "fieldpost: ")
	if _, words, ok := strings.Cut(title, "] "); ok && strings.HasPrefix(title, "[") {
		title = words
	}
	blocks := []Block{Heading(title)}
	if lead := m.document.lead(m.document.Call); lead != "" {
		blocks = append(blocks, Paragraph(lead))
	}
	return append(blocks, m.document.Blocks...)
}

// Section returns a mail of which only a part is known: to be joined with others.
func Section(subject string, body Laid, evidence []File) Mail {
	return Mail{Subject: subject, Evidence: evidence, document: Document{Blocks: []Block{body}}}
}

// Body returns what a mail says without its greeting and its subject, laid out for other mails.
func (m Mail) Body() (Laid, error) { return Lay(m.Section()[1:]...) }
