package templates

import (
	_ "embed"
	"html/template"
	"strconv"
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
	HTML  template.HTML // laid out before
	CID   template.URL  // of our own making: cid:…
	Width int
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

// html lays a table out. It is written here and not in the template because a report is tables for the most part, and the template's
// look at every cell took half of its time.
func (t *table) html() htmlBlock {
	var b strings.Builder
	side := func(i int) string {
		if t.align[i] == 'r' {
			return "right"
		}
		return "left"
	}
	role := ""
	if len(t.head) == 0 {
		role = ` role="presentation"` // it only lays out
	}
	b.WriteString(`<table` + role + ` width="100%" cellpadding="4" cellspacing="0" border="0" style="border-collapse:collapse;margin:8px 0;font-size:14px;line-height:1.35">` + "\n")
	if len(t.head) > 0 {
		b.WriteString(`<tr valign="bottom">`)
		for i, h := range t.head {
			b.WriteString(`<th align="` + side(i) + `" style="border-bottom:1px solid #8a8f96;font-size:12px">` + template.HTMLEscapeString(h) + `</th>`)
		}
		b.WriteString("</tr>\n")
	}
	for _, r := range t.rows {
		b.WriteString(`<tr valign="top">`)
		for i, c := range r.cells {
			words := template.HTMLEscapeString(c.words)
			switch {
			case r.span:
				b.WriteString(`<td colspan="` + strconv.Itoa(len(t.align)) + `"><i>` + words + `</i></td>`)
				continue
			case t.align[i] == 'r':
				b.WriteString(`<td align="right">`)
			default:
				b.WriteString(`<td>`)
			}
			if r.bold {
				words = "<b>" + words + "</b>"
			}
			b.WriteString(words + diceHTML(c.dice) + `</td>`)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
	return htmlBlock{Kind: "told", HTML: template.HTML(b.String())}
}

// diceHTML are the faces that fell; those that hit stand in red.
func diceHTML(dice []die) string {
	var b strings.Builder
	for _, d := range dice {
		face := "&nbsp;" + strconv.Itoa(d.face) + "&nbsp;"
		if d.hit {
			face = `<b style="background-color:#b5332a;color:#ffffff">` + face + `</b>`
		}
		b.WriteString(face + " ")
	}
	return b.String()
}
