package atlas

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
)

// vectors is the canvas of the SVG: no scripts, no references to anything
// outside, so that mail programs may show it.
type vectors struct {
	width, height float64
	body          strings.Builder
	patterns      []paint // in order of first use
}

func (v *vectors) fill(p path, with paint) {
	fmt.Fprintf(&v.body, `<path d="%s" fill="%s"/>`+"\n", pathData(p, true), v.ink(with))
}

// ink names a paint: its colour, or the pattern that has to be defined for it.
func (v *vectors) ink(with paint) string {
	if with.texture == plain {
		return hex(with.colour) + opacity("fill", with.colour)
	}
	n := slices.Index(v.patterns, with)
	if n < 0 {
		n = len(v.patterns)
		v.patterns = append(v.patterns, with)
	}
	return fmt.Sprintf("url(#p%d)", n)
}

func (v *vectors) stroke(p path, width float64, c color.NRGBA, dash []float64) {
	fmt.Fprintf(&v.body, `<path d="%s" fill="none" stroke="%s%s" stroke-width="%s" stroke-linejoin="round"`,
		pathData(p, false), hex(c), opacity("stroke", c), number(width))
	if len(dash) > 0 {
		var lengths []string
		for _, d := range dash {
			lengths = append(lengths, number(d))
		}
		fmt.Fprintf(&v.body, ` stroke-dasharray="%s"`, strings.Join(lengths, " "))
	}
	v.body.WriteString("/>\n")
}

func (v *vectors) text(at Point, s string, l lettering) {
	fmt.Fprintf(&v.body, `<text x="%s" y="%s" font-size="%s" fill="%s"`, number(at.X), number(at.Y), number(l.size), hex(l.colour))
	if l.bold {
		v.body.WriteString(` font-weight="bold"`)
	}
	if l.align == alignMiddle {
		v.body.WriteString(` text-anchor="middle"`)
	}
	if l.halo.A > 0 {
		fmt.Fprintf(&v.body, ` stroke="%s%s" stroke-width="%s" stroke-linejoin="round" paint-order="stroke"`,
			hex(l.halo), opacity("stroke", l.halo), number(l.size/4))
	}
	v.body.WriteByte('>')
	v.body.WriteString(escape(s))
	v.body.WriteString("</text>\n")
}

// document gives the whole file.
func (v *vectors) document(title string) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="Go, 'DejaVu Sans', Helvetica, Arial, sans-serif" role="img">`+"\n",
		number(v.width), number(v.height))
	fmt.Fprintf(&out, "<title>%s</title>\n<defs>\n", escape(title))
	for n, p := range v.patterns {
		size, ink := p.texture.tile()
		fmt.Fprintf(&out, `<pattern id="p%d" width="%s" height="%s" patternUnits="userSpaceOnUse">`, n, number(size.X), number(size.Y))
		if p.colour.A > 0 {
			fmt.Fprintf(&out, `<path d="%s" fill="%s"/>`, pathData(rectangle(Rect{0, 0, size.X, size.Y}), true), hex(p.colour)+opacity("fill", p.colour))
		}
		fmt.Fprintf(&out, `<path d="%s" fill="%s"/></pattern>`+"\n", pathData(ink, true), hex(p.ink)+opacity("fill", p.ink))
	}
	out.WriteString("</defs>\n")
	out.WriteString(v.body.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// pathData writes a path with one decimal, each line after its first point as
// steps: small files.
func pathData(p path, closed bool) string {
	var b strings.Builder
	for _, line := range p {
		x, y := 0, 0
		for i, q := range line {
			nx, ny := int(math.Round(q.X*10)), int(math.Round(q.Y*10))
			switch {
			case i == 0:
				fmt.Fprintf(&b, "M%s %s", tenths(nx), tenths(ny))
			case nx != x || ny != y:
				fmt.Fprintf(&b, "l%s %s", tenths(nx-x), tenths(ny-y))
			}
			x, y = nx, ny
		}
		if closed {
			b.WriteByte('z')
		}
	}
	return b.String()
}

func tenths(n int) string { return number(float64(n) / 10) }

func number(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// opacity closes a colour's attribute and opens that of its opacity, if it has any.
func opacity(of string, c color.NRGBA) string {
	if c.A == 255 {
		return ""
	}
	return fmt.Sprintf(`" %s-opacity="%s`, of, number(float64(c.A)/255))
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder does not fail
	return b.String()
}
