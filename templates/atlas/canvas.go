package atlas

import (
	"image/color"
	"math"
)

// path is a list of closed or open lines, in page units.
type path [][]Point

// paint is how a path is filled: a colour, and on it a texture in a second
// one. Without a texture it is the colour alone; without a colour (the zero
// value) the texture is drawn on what is there.
type paint struct {
	colour  color.NRGBA
	texture texture
	ink     color.NRGBA
}

// align is where a text stands relative to its point.
type align int

const (
	alignStart align = iota
	alignMiddle
)

// lettering is the look of a text.
type lettering struct {
	size   float64 // page units
	bold   bool
	colour color.NRGBA
	halo   color.NRGBA // drawn round the letters unless wholly transparent
	align  align
}

// canvas is what both formats can do. All lengths are page units.
type canvas interface {
	fill(p path, with paint)
	stroke(p path, width float64, c color.NRGBA, dash []float64)
	text(at Point, s string, l lettering)
	// ground draws the map of a drawing: areas, coasts and borders.
	ground(d *drawing)
	// stamp draws a small thing that comes often, with its origin at a point; box is where it lies round its origin.
	// Things of one key look alike.
	stamp(at Point, key string, box Rect, draw func(canvas))
}

func rectangle(r Rect) path {
	return path{{{r.X, r.Y}, {r.X + r.W, r.Y}, {r.X + r.W, r.Y + r.H}, {r.X, r.Y + r.H}, {r.X, r.Y}}}
}

// rounded is a rectangle with corners cut by quarter circles.
func rounded(r Rect, radius float64) path {
	var ring []Point
	corners := [4]Point{{r.X + r.W - radius, r.Y + radius}, {r.X + r.W - radius, r.Y + r.H - radius},
		{r.X + radius, r.Y + r.H - radius}, {r.X + radius, r.Y + radius}}
	for i, c := range corners {
		for k := range 5 {
			angle := (float64(i-1) + float64(k)/4) * math.Pi / 2
			ring = append(ring, Point{c.X + radius*math.Cos(angle), c.Y + radius*math.Sin(angle)})
		}
	}
	return path{append(ring, ring[0])}
}

func circle(c Point, radius float64) path { return path{regular(c, radius, 24)} }

// regular is a closed polygon of n equal sides.
func regular(c Point, radius float64, n int) []Point {
	ring := make([]Point, n+1)
	for k := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
		ring[k] = Point{c.X + radius*cos, c.Y + radius*sin}
	}
	return ring
}

// outline turns a stroke into a path to fill: a quadrangle a segment, all in
// the same sense so that overlaps add up, and round joints for wide strokes.
func outline(p path, width float64) path {
	var out path
	for _, line := range p {
		for i := 0; i+1 < len(line); i++ {
			a, b := line[i], line[i+1]
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if length == 0 {
				continue
			}
			nx, ny := (b.Y-a.Y)/length*width/2, (a.X-b.X)/length*width/2
			out = append(out, []Point{{a.X - nx, a.Y - ny}, {a.X + nx, a.Y + ny}, {b.X + nx, b.Y + ny},
				{b.X - nx, b.Y - ny}})
			if width > 1.2 && i+2 < len(line) {
				out = append(out, regular(b, width/2, 8))
			}
		}
	}
	return out
}

// dashed cuts lines into dashes: lengths drawn and left out by turns.
func dashed(p path, dash []float64) path {
	if len(dash) == 0 {
		return p
	}
	var out path
	for _, line := range p {
		k, left := 0, dash[0]
		piece := []Point{line[0]}
		for i := 0; i+1 < len(line); i++ {
			a, b := line[i], line[i+1]
			for length := math.Hypot(b.X-a.X, b.Y-a.Y); length > left; length = math.Hypot(b.X-a.X, b.Y-a.Y) {
				a = Point{a.X + (b.X-a.X)*left/length, a.Y + (b.Y-a.Y)*left/length}
				if k%2 == 0 {
					out = append(out, append(piece, a))
				}
				k++
				piece, left = []Point{a}, dash[k%len(dash)]
			}
			left -= math.Hypot(b.X-a.X, b.Y-a.Y)
			piece = append(piece, b)
		}
		if k%2 == 0 && len(piece) > 1 {
			out = append(out, piece)
		}
	}
	return out
}
