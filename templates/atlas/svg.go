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

// svgUnits is how many units of the file a page unit has: as many as make map units of whole maps whole numbers, which
// are short to write.
const svgUnits = 4

// Grains to which places are rounded, in units of the file: map and moves, and the small things that are stamped on
// them.
const (
	coarse = 1.0
	fine   = 0.1
)

// vectors is the canvas of the SVG: no scripts, no references to anything outside, so that mail programs may show it.
// What comes often is defined once and used many times.
type vectors struct {
	width, height float64 // page units
	grain         float64
	body          strings.Builder
	patterns      []paint  // in order of first use
	stamps        []string // keys, in order of first use
	shapes        []string // long paths, in order of first use
	defined       strings.Builder
}

func (v *vectors) fill(p path, with paint) {
	fmt.Fprintf(&v.body, `<%s fill="%s"/>`+"\n", v.shape(p, true), v.ink(with))
}

// long is from which length on a path is defined, to be used again where it comes again.
const long = 400

// shape writes a path of page units in units of the file, as an element without its end.
func (v *vectors) shape(p path, closed bool) string {
	data := pathData(placed(p, 0, 0, svgUnits), closed, v.grain)
	if len(data) < long {
		return `path d="` + data + `"`
	}
	n := slices.Index(v.shapes, data)
	if n < 0 {
		n = len(v.shapes)
		v.shapes = append(v.shapes, data)
		fmt.Fprintf(&v.defined, `<path id="a%d" d="%s"/>`+"\n", n, data)
	}
	return fmt.Sprintf(`use xlink:href="#a%d"`, n)
}

// ground draws layer upon layer, on a map that wraps each part of it.
func (v *vectors) ground(d *drawing) {
	v.fill(rectangle(Rect{0, d.view.top, d.view.width, d.view.bottom - d.view.top}), paint{colour: water})
	turned := d.turned()
	for _, t := range turned {
		t.drawLand()
	}
	for _, t := range turned {
		for _, k := range t.borders() {
			v.stroke(k.lines, k.width, k.colour, nil)
		}
	}
}

func (v *vectors) stamp(at Point, key string, _ Rect, draw func(canvas)) {
	n := slices.Index(v.stamps, key)
	if n < 0 {
		n = len(v.stamps)
		v.stamps = append(v.stamps, key)
		one := &vectors{grain: fine, patterns: v.patterns}
		draw(one)
		v.patterns = one.patterns
		fmt.Fprintf(&v.defined, "<g id=\"s%d\">%s</g>\n", n, strings.TrimSpace(one.body.String()))
	}
	fmt.Fprintf(&v.body, `<use xlink:href="#s%d" x="%s" y="%s"/>`+"\n", n, v.place(at.X), v.place(at.Y))
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
	fmt.Fprintf(&v.body, `<%s fill="none" stroke="%s%s" stroke-width="%s"`,
		v.shape(p, false), hex(c), opacity("stroke", c), number(width*svgUnits))
	if len(dash) > 0 {
		var lengths []string
		for _, d := range dash {
			lengths = append(lengths, number(d*svgUnits))
		}
		fmt.Fprintf(&v.body, ` stroke-dasharray="%s"`, strings.Join(lengths, " "))
	}
	v.body.WriteString("/>\n")
}

// place writes where a text or a stamp stands.
func (v *vectors) place(at float64) string { return number(math.Round(at*svgUnits/v.grain) * v.grain) }

func (v *vectors) text(at Point, s string, l lettering) {
	fmt.Fprintf(&v.body, `<text x="%s" y="%s" font-size="%s" fill="%s"`, v.place(at.X), v.place(at.Y),
		number(l.size*svgUnits), hex(l.colour))
	if l.bold {
		v.body.WriteString(` font-weight="bold"`)
	}
	if l.align == alignMiddle {
		v.body.WriteString(` text-anchor="middle"`)
	}
	if l.halo.A > 0 {
		fmt.Fprintf(&v.body, ` stroke="%s%s" stroke-width="%s"`, hex(l.halo), opacity("stroke", l.halo),
			number(l.size/4*svgUnits))
	}
	v.body.WriteByte('>')
	v.body.WriteString(escape(s))
	v.body.WriteString("</text>\n")
}

// document gives the whole file.
func (v *vectors) document(title string) []byte {
	var out strings.Builder
	fmt.Fprintf(&out,
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 %s %s" `+
			`font-family="Go, Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" stroke-linejoin="round" paint-order="stroke" role="img">`+"\n",
		number(v.width*svgUnits), number(v.height*svgUnits))
	fmt.Fprintf(&out, "<title>%s</title>\n<defs>\n", escape(title))
	tile := vectors{grain: fine}
	for n, p := range v.patterns {
		size, ink := p.texture.tile()
		fmt.Fprintf(&out, `<pattern id="p%d" width="%s" height="%s" patternUnits="userSpaceOnUse">`,
			n, number(size.X*svgUnits), number(size.Y*svgUnits))
		if p.colour.A > 0 {
			fmt.Fprintf(&out, `<%s fill="%s"/>`, tile.shape(rectangle(Rect{0, 0, size.X, size.Y}), true),
				hex(p.colour)+opacity("fill", p.colour))
		}
		fmt.Fprintf(&out, `<%s fill="%s"/></pattern>`+"\n", tile.shape(ink, true), hex(p.ink)+opacity("fill", p.ink))
	}
	out.WriteString(v.defined.String())
	out.WriteString("</defs>\n")
	out.WriteString(v.body.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// pathData writes a path, rounded to a grain, as steps from point to point: where a step goes on in the direction of
// the last one both are one. A line that ends where it began is closed.
func pathData(p path, closed bool, grain float64) string {
	w := steps{grain: grain}
	for _, line := range p {
		w.line(line, closed || len(line) > 2 && line[0] == line[len(line)-1])
	}
	return w.String()
}

// steps writes lines in the shortest form: numbers in grains, each relative to the point before, no blank before a
// minus.
type steps struct {
	strings.Builder
	grain  float64
	x, y   int  // where the pen is
	number bool // a number was written last
}

func (w *steps) line(points []Point, closed bool) {
	if len(points) == 0 {
		return
	}
	round := func(v float64) int { return int(math.Round(v / w.grain)) }
	x, y := round(points[0].X), round(points[0].Y)
	w.WriteByte('m')
	w.number = false
	w.step(x-w.x, y-w.y)
	w.x, w.y = x, y
	dx, dy := 0, 0 // a step that is not written yet
	for _, q := range points[1:] {
		nx, ny := round(q.X)-w.x-dx, round(q.Y)-w.y-dy
		if dx*ny == dy*nx && dx*nx+dy*ny >= 0 {
			dx, dy = dx+nx, dy+ny
			continue
		}
		w.step(dx, dy)
		w.x, w.y, dx, dy = w.x+dx, w.y+dy, nx, ny
	}
	if closed {
		if w.x+dx != x || w.y+dy != y {
			w.step(dx, dy)
		}
		w.WriteByte('z')
		w.x, w.y = x, y
	} else if dx != 0 || dy != 0 {
		w.step(dx, dy)
		w.x, w.y = w.x+dx, w.y+dy
	}
	w.number = false
}

func (w *steps) step(dx, dy int) {
	for _, n := range []int{dx, dy} {
		text := number(float64(n) * w.grain)
		if rest, ok := strings.CutPrefix(text, "0."); ok {
			text = "." + rest
		} else if rest, ok := strings.CutPrefix(text, "-0."); ok {
			text = "-." + rest
		}
		if w.number && n >= 0 {
			w.WriteByte(' ')
		}
		w.WriteString(text)
		w.number = true
	}
}

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
