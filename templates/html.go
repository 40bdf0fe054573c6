package templates

import (
	_ "embed"
	"html/template"
	"strings"
)

//go:embed letter.gohtml
var letterPage string

// page lays a letter out as HTML. Mail programs drop style sheets, scripts and what is not in the mail itself, so everything
// is tables with inline styles; colours are left to the reader's light or dark theme, or come with their own background.
var page = template.Must(template.New("letter").Parse(letterPage))

// html lays a letter out as a whole document.
func (l *letter) html() (string, error) {
	var b strings.Builder
	err := page.Execute(&b, pageData{Lang: l.lang, Hello: l.hello, Lead: l.lead, Blocks: htmlBlocks(l.blocks), Footer: l.footer})
	return b.String(), err
}

// pageData is what the template of a page reads.
type pageData struct {
	Lang, Hello, Lead, Footer string
	Blocks                    []htmlBlock
}

// htmlBlock is a block as the template reads it: Kind says which of the other fields count.
type htmlBlock struct {
	Kind  string
	Text  string
	Items []string
	Head  []htmlCell
	Rows  []htmlRow
	HTML  template.HTML // laid out before
	CID   template.URL  // of our own making: cid:…
	Width int
}

type htmlRow struct {
	Cells []htmlCell
	Span  int // columns, 0 for an ordinary row
	Bold  bool
}

type htmlCell struct {
	Words string
	Dice  []htmlDie
	Right bool
}

type htmlDie struct {
	Face int
	Hit  bool
}

func htmlBlocks(bs []block) []htmlBlock {
	out := make([]htmlBlock, 0, len(bs))
	for _, b := range bs {
		out = append(out, htmlOf(b))
	}
	return out
}

func htmlOf(b block) htmlBlock {
	switch b := b.(type) {
	case heading:
		return htmlBlock{Kind: "heading", Text: b.text}
	case subhead:
		return htmlBlock{Kind: "subhead", Text: b.text}
	case para:
		return htmlBlock{Kind: "para", Text: b.text}
	case small:
		return htmlBlock{Kind: "small", Text: b.text}
	case bullets:
		return htmlBlock{Kind: "bullets", Items: b.items}
	case verbatim:
		return htmlBlock{Kind: "verbatim", Text: strings.Join(b.lines, "\n")}
	case prose:
		return htmlBlock{Kind: "prose", Text: strings.Join(b.lines, "\n")}
	case picture:
		return htmlBlock{Kind: "picture", Text: b.alt, CID: template.URL("cid:" + b.cid), Width: b.width}
	case *table:
		return b.html()
	case told:
		return htmlBlock{Kind: "told", HTML: b.html}
	}
	return htmlBlock{}
}

func (t *table) html() htmlBlock {
	out := htmlBlock{Kind: "table"}
	for i, h := range t.head {
		out.Head = append(out.Head, htmlCell{Words: h, Right: t.align[i] == 'r'})
	}
	for _, r := range t.rows {
		h := htmlRow{Bold: r.bold}
		if r.span {
			h.Span = len(t.align)
		}
		for i, c := range r.cells {
			hc := htmlCell{Words: c.words, Right: !r.span && t.align[i] == 'r'}
			for _, d := range c.dice {
				hc.Dice = append(hc.Dice, htmlDie{d.face, d.hit})
			}
			h.Cells = append(h.Cells, hc)
		}
		out.Rows = append(out.Rows, h)
	}
	return out
}
