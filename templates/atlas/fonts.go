package atlas

import (
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the Go fonts, regular and bold; they have the letters of English,
// German and Danish.
type fonts struct {
	regular, bold *sfnt.Font
	buffer        *sfnt.Buffer
}

func loadFonts() (fonts, error) {
	regular, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return fonts{}, err
	}
	bold, err := sfnt.Parse(gobold.TTF)
	return fonts{regular, bold, &sfnt.Buffer{}}, err
}

// em is the size at which glyphs are loaded; they are scaled by us, so that a
// text has the same outline at every size.
const em = 256

func (f fonts) face(bold bool) *sfnt.Font {
	if bold {
		return f.bold
	}
	return f.regular
}

// width measures a text, in page units.
func (f fonts) width(s string, size float64, bold bool) float64 {
	face, total := f.face(bold), 0.0
	for _, letter := range s {
		glyph, err := face.GlyphIndex(f.buffer, letter)
		if err != nil {
			continue
		}
		if advance, err := face.GlyphAdvance(f.buffer, glyph, fixed.I(em), 0); err == nil {
			total += float64(advance) / 64
		}
	}
	return total * size / em
}

// outline returns the letters of a text as a path. Runes that the font lacks are drawn as its replacement box.
func (f fonts) outline(at Point, s string, l lettering) path {
	face, k := f.face(l.bold), l.size/em/64
	if l.align == alignMiddle {
		at.X -= f.width(s, l.size, l.bold) / 2
	}
	var out path
	for _, letter := range s {
		glyph, err := face.GlyphIndex(f.buffer, letter)
		if err != nil {
			continue
		}
		segments, err := face.LoadGlyph(f.buffer, glyph, fixed.I(em), nil)
		if err != nil {
			continue
		}
		out = append(out, contours(segments, func(p fixed.Point26_6) Point {
			return Point{at.X + float64(p.X)*k, at.Y + float64(p.Y)*k}
		})...)
		if advance, err := face.GlyphAdvance(f.buffer, glyph, fixed.I(em), 0); err == nil {
			at.X += float64(advance) * k
		}
	}
	return out
}

// contours turns a glyph's lines and quadratic curves into closed lines.
func contours(segments sfnt.Segments, place func(fixed.Point26_6) Point) path {
	var out path
	for _, s := range segments {
		last := len(out) - 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			out = append(out, []Point{place(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			out[last] = append(out[last], place(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			from := out[last][len(out[last])-1]
			out[last] = append(out[last], curve(from, place(s.Args[0]), place(s.Args[1]), 4)[1:]...)
		}
	}
	return out
}

// curve gives n+1 points of the quadratic curve from a to b pulled towards pull.
func curve(a, pull, b Point, n int) []Point {
	out := make([]Point, n+1)
	for i := range out {
		t := float64(i) / float64(n)
		u := 1 - t
		out[i] = Point{u*u*a.X + 2*u*t*pull.X + t*t*b.X, u*u*a.Y + 2*u*t*pull.Y + t*t*b.Y}
	}
	return out
}
