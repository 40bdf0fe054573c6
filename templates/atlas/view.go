package atlas

import (
	"slices"
)

// view says which part of the map the page shows, and where.
type view struct {
	part   Rect    // of the map, map units; may reach beyond its edge where it wraps
	scale  float64 // page units a map unit
	top    float64 // of the map on the page
	width  float64 // of the page
	bottom float64 // of the map on the page
	crop   bool
}

// newView shows the whole map, or the surroundings of some spaces, on a page of a width; shape is how wide that part
// may be for its height.
func newView(m *Map, crop []string, top, width float64, shape proportion) view {
	v := view{part: Rect{0, 0, m.Width, m.Height}, width: width, top: top}
	if part, ok := regionOf(m, crop, shape); ok {
		v.part, v.crop = part, true
	}
	v.scale = v.width / v.part.W
	v.bottom = top + v.part.H*v.scale
	return v
}

// proportion is the least and the most.
type proportion struct{ least, most float64 }

// point converts a point of the map to page units.
func (v view) point(p Point) Point {
	return Point{(p.X - v.part.X) * v.scale, (p.Y-v.part.Y)*v.scale + v.top}
}

func (v view) rect(r Rect) Rect {
	p := v.point(Point{r.X, r.Y})
	return Rect{p.X, p.Y, r.W * v.scale, r.H * v.scale}
}

func (v view) path(lines [][]Point) path {
	out := make(path, len(lines))
	for i, line := range lines {
		out[i] = make([]Point, len(line))
		for k, p := range line {
			out[i][k] = v.point(p)
		}
	}
	return out
}

// Margins of a region round the rooms of its spaces, and its size, as parts of the map's.
const (
	theatreMargin = 0.07
	theatreLeast  = 0.2 // of the width
	theatreWidest = 0.6
)

// regionOf is the part of the map round some spaces; on a map that wraps it
// may lie across the edge.
func regionOf(m *Map, names []string, shape proportion) (Rect, bool) {
	var rooms []Rect
	for _, name := range names {
		if a, ok := m.Area(name); ok {
			rooms = append(rooms, a.Rooms[0])
		}
	}
	if len(rooms) == 0 {
		return Rect{}, false
	}
	if m.Wraps {
		rooms = unwrapped(rooms, m.Width)
	}
	r := rooms[0]
	for _, other := range rooms[1:] {
		r = union(r, other)
	}
	r = grown(r, theatreMargin*m.Height)
	c := r.centre()
	w := max(r.W, theatreLeast*m.Width, r.H*shape.least)
	h := max(r.H, w/shape.most)
	if w > theatreWidest*m.Width || h > m.Height {
		return Rect{}, false // little gained over the whole map
	}
	r = Rect{c.X - w/2, c.Y - h/2, w, h}
	r.Y = max(0, min(r.Y, m.Height-h))
	if !m.Wraps {
		r.X = max(0, min(r.X, m.Width-w))
	}
	return r, true
}

// unwrapped shifts rooms by a whole turn so that together they are narrowest:
// the map is cut in the widest gap between them.
func unwrapped(rooms []Rect, turn float64) []Rect {
	out := slices.Clone(rooms)
	slices.SortStableFunc(out, func(a, b Rect) int { return int(a.X - b.X) })
	best, cut := out[0].X+turn-out[len(out)-1].X, 0
	for i := 1; i < len(out); i++ {
		if gap := out[i].X - out[i-1].X; gap > best {
			best, cut = gap, i
		}
	}
	for i := range cut {
		out[i].X += turn
	}
	return out
}

func union(a, b Rect) Rect {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return Rect{x, y, max(a.X+a.W, b.X+b.W) - x, max(a.Y+a.H, b.Y+b.H) - y}
}

func grown(r Rect, by float64) Rect { return Rect{r.X - by, r.Y - by, r.W + 2*by, r.H + 2*by} }

// intersection is what two rectangles share; its sides are 0 if that is nothing.
func intersection(a, b Rect) Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return Rect{x, y, max(0, min(a.X+a.W, b.X+b.W)-x), max(0, min(a.Y+a.H, b.Y+b.H)-y)}
}

// overlap is the area that two rectangles share.
func overlap(a, b Rect) float64 {
	c := intersection(a, b)
	return c.W * c.H
}
