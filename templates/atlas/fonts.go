package atlas

import (
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the Go fonts, regular and bold. They are read once and never changed.
type fonts struct{ regular, bold *face }

// face has the letters of a font by their runes, for a size of em.
type face struct {
	letters map[rune]glyph
	unknown glyph // for runes that it lacks: a box
}

// glyph is the outline of a letter at the origin, and how far the next one is.
type glyph struct {
	outline path
	advance float64
}

// em is the size at which glyphs are read; they are scaled by us, so that a
// text has the same outline at every size.
const em = 256

// lastLetter is the last rune that is read: those of English, German, Danish and their neighbours, with the dashes
// and quotation marks of print.
const lastLetter = 0x20ac

var loadFonts = sync.OnceValues(func() (fonts, error) {
	regular, err := readFace(goregular.TTF)
	if err != nil {
		return fonts{}, err
	}
	bold, err := readFace(gobold.TTF)
	return fonts{regular, bold}, err
})

func readFace(file []byte) (*face, error) {
	font, err := sfnt.Parse(file)
	if err != nil {
		return nil, err
	}
	var buffer sfnt.Buffer
	f := &face{letters: map[rune]glyph{}}
	if f.unknown, err = readGlyph(font, &buffer, 0); err != nil {
		return nil, err
	}
	for letter := ' '; letter <= lastLetter; letter++ {
		if letter == 0x180 {
			letter = 0x2010
		}
		index, err := font.GlyphIndex(&buffer, letter)
		if err != nil {
			return nil, err
		}
		if index == 0 {
			continue
		}
		if f.letters[letter], err = readGlyph(font, &buffer, index); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func readGlyph(font *sfnt.Font, buffer *sfnt.Buffer, index sfnt.GlyphIndex) (glyph, error) {
	segments, err := font.LoadGlyph(buffer, index, fixed.I(em), nil)
	if err != nil {
		return glyph{}, err
	}
	outline := contours(segments, func(p fixed.Point26_6) Point { return Point{float64(p.X) / 64, float64(p.Y) / 64} })
	advance, err := font.GlyphAdvance(buffer, index, fixed.I(em), 0)
	return glyph{outline, float64(advance) / 64}, err
}

func (f fonts) face(bold bool) *face {
	if bold {
		return f.bold
	}
	return f.regular
}

func (f *face) glyph(letter rune) glyph {
	if g, ok := f.letters[letter]; ok {
		return g
	}
	return f.unknown
}

// width measures a text, in page units.
func (f fonts) width(s string, size float64, bold bool) float64 {
	face, total := f.face(bold), 0.0
	for _, letter := range s {
		total += face.glyph(letter).advance
	}
	return total * size / em
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
