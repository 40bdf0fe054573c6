package layout

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"strconv"
	"strings"
)

//go:embed document.gohtml
var documentPage string

// page renders a document as HTML. Mail programs drop style sheets, scripts and what is not in the mail itself, so
// everything is tables with inline styles; colours are left to the reader's light or dark theme, or have their own
// background.
var page = template.Must(template.New("document").Parse(documentPage))

// html lays a document out as a whole page.
func (d *Document) html() (string, error) {
	var b strings.Builder
	err := page.Execute(&b, pageData{Lang: d.Lang, Lead: d.lead(d.Call), Act: d.Act, Blocks: htmlBlocks(d.Blocks),
		Footer: d.Footer, Last: d.Last})
	return b.String(), err
}

// Lay lays blocks out, for several documents.
func Lay(bs ...Block) (Laid, error) {
	var l Laid
	for _, b := range bs {
		l.lines = append(append(l.lines, b.text()...), "")
	}
	var out strings.Builder
	err := page.ExecuteTemplate(&out, "blocks", htmlBlocks(bs))
	l.code = template.HTML(out.String())
	return l, err
}

// TextLen returns how many bytes of text blocks have that are laid out.
func (b Laid) TextLen() (n int) {
	for _, l := range b.lines {
		n += len(l) + 1
	}
	return n
}

// laidJSON is how blocks that are laid out are stored.
type laidJSON struct {
	Text []string `json:"text"`
	HTML string   `json:"html"`
}

// MarshalJSON implements [json.Marshaler].
func (b Laid) MarshalJSON() ([]byte, error) { return json.Marshal(laidJSON{b.lines, string(b.code)}) }

// UnmarshalJSON implements [json.Unmarshaler]. The HTML must be that of a Laid.
func (b *Laid) UnmarshalJSON(data []byte) error {
	var v laidJSON
	err := json.Unmarshal(data, &v)
	b.lines, b.code = v.Text, template.HTML(v.HTML)
	return err
}

// pageData is what the template of a page reads.
type pageData struct {
	Lang, Lead, Footer, Last string
	Act                      bool
	Blocks                   []htmlBlock
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

func htmlBlocks(bs []Block) []htmlBlock {
	out := make([]htmlBlock, 0, len(bs))
	for _, b := range bs {
		out = append(out, b.html())
	}
	return out
}

func (b Heading) html() htmlBlock   { return htmlBlock{Kind: "heading", Text: string(b)} }
func (b Subhead) html() htmlBlock   { return htmlBlock{Kind: "subhead", Text: string(b)} }
func (b Paragraph) html() htmlBlock { return htmlBlock{Kind: "para", Text: string(b)} }
func (b Small) html() htmlBlock     { return htmlBlock{Kind: "small", Text: string(b)} }
func (b Bullets) html() htmlBlock   { return htmlBlock{Kind: "bullets", Items: b} }
func (b Verbatim) html() htmlBlock  { return htmlBlock{Kind: "verbatim", Text: strings.Join(b, "\n")} }
func (b Prose) html() htmlBlock     { return htmlBlock{Kind: "prose", Text: strings.Join(b, "\n")} }
func (b Laid) html() htmlBlock      { return htmlBlock{Kind: "laid", HTML: b.code} }

func (b Picture) html() htmlBlock {
	return htmlBlock{Kind: "picture", Text: b.Description, CID: template.URL("cid:" + b.CID), Width: b.Width}
}

// html renders a table. It is not in the template because a report consists mostly of tables, and executing the
// template for every cell took half of its time.
func (t *Table) html() htmlBlock {
	var b strings.Builder
	side := func(i int) string {
		if t.Align[i] == 'r' {
			return "right"
		}
		return "left"
	}
	role := ""
	if len(t.Head) == 0 {
		role = ` role="presentation"` // it only lays out
	}
	b.WriteString(`<table` + role +
		` width="100%" cellpadding="3" cellspacing="0" border="0" style="border-collapse:collapse;margin:8px 0;font-size:14px;line-height:1.35">` + "\n")
	if len(t.Head) > 0 {
		b.WriteString(`<tr valign="bottom">`)
		for i, h := range t.Head {
			b.WriteString(`<th align="` + side(i) + `" style="border-bottom:1px solid #8a8f96;font-size:12px">` +
				template.HTMLEscapeString(h) + `</th>`)
		}
		b.WriteString("</tr>\n")
	}
	for _, r := range t.Rows {
		b.WriteString(`<tr valign="top">`)
		for i, c := range r.Cells {
			words := template.HTMLEscapeString(c.Words)
			switch {
			case r.Span:
				b.WriteString(`<td colspan="` + strconv.Itoa(len(t.Align)) + `"><i>` + words + `</i></td>`)
				continue
			case t.Align[i] == 'r':
				b.WriteString(`<td align="right">`)
			default:
				b.WriteString(`<td>`)
			}
			if r.Bold {
				words = "<b>" + words + "</b>"
			}
			b.WriteString(words + diceHTML(c.Dice) + `</td>`)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
	return htmlBlock{Kind: "laid", HTML: template.HTML(b.String())}
}

// nbsp is a blank at which no line ends: a third of the bytes of its name, of which a report has hundreds.
const nbsp = "\u00a0"

// diceHTML are the faces that fell; those that hit are in red.
func diceHTML(dice []Die) string {
	var b strings.Builder
	for _, d := range dice {
		face := nbsp + strconv.Itoa(d.Face) + nbsp
		if d.Hit {
			face = `<b style="background-color:#b5332a;color:#ffffff">` + face + `</b>`
		}
		b.WriteString(face + " ")
	}
	return b.String()
}
