package atlas

import "math"

// texture is a pattern that leaves the ground between its strokes alone.
type texture string

const (
	plain    texture = ""
	stripes  texture = "stripes" // wide diagonal stripes: conquests
	lines    texture = "lines"   // the others are faint, one for each of some powers
	rising   texture = "rising"
	falling  texture = "falling"
	dots     texture = "dots"
	uprights texture = "uprights"
	crosses  texture = "crosses"
)

// Widths of strokes and distance from stroke to stroke, page units.
const (
	stripeWidth, stripePitch = 4.5, 9
	hairWidth, hairPitch     = 1.0, 6
	dotRadius                = 1.0
	crossArm                 = 1.5
)

// textureShade is how much darker than the ground a faint texture is.
const textureShade = 0.08

// inks reports whether a texture has ink at a point of the page.
func (t texture) inks(x, y float64) bool {
	switch t {
	case stripes:
		return mod(x+y, stripePitch) < stripeWidth
	case lines:
		return mod(y, hairPitch) < hairWidth
	case uprights:
		return mod(x, hairPitch) < hairWidth
	case crosses:
		dx, dy := math.Abs(mod(x, hairPitch)-hairPitch/2), math.Abs(mod(y, hairPitch)-hairPitch/2)
		return min(dx, dy) < hairWidth/2 && max(dx, dy) < crossArm
	case rising:
		return mod(x+y, hairPitch) < hairWidth
	case falling:
		return mod(x-y, hairPitch) < hairWidth
	case dots:
		dx, dy := mod(x, hairPitch)-hairPitch/2, mod(y, hairPitch)-hairPitch/2
		return dx*dx+dy*dy < dotRadius*dotRadius
	}
	return true
}

func mod(a, b float64) float64 { return a - b*math.Floor(a/b) }

// tile gives a texture as a tile to repeat: its size and its ink.
func (t texture) tile() (size Point, ink path) {
	const h = hairPitch
	switch t {
	case stripes:
		return Point{stripePitch, stripePitch}, diagonal(stripePitch, stripeWidth)
	case lines:
		return Point{h, h}, rectangle(Rect{0, 0, h, hairWidth})
	case uprights:
		return Point{h, h}, rectangle(Rect{0, 0, hairWidth, h})
	case crosses:
		const c = h / 2
		return Point{h, h}, append(rectangle(Rect{c - hairWidth/2, c - crossArm, hairWidth, 2 * crossArm}),
			rectangle(Rect{c - crossArm, c - hairWidth/2, 2 * crossArm, hairWidth})...)
	case rising:
		return Point{h, h}, diagonal(h, hairWidth)
	case falling:
		mirrored := diagonal(h, hairWidth)
		for _, line := range mirrored {
			for i := range line {
				line[i].Y = h - line[i].Y
			}
		}
		return Point{h, h}, mirrored
	case dots:
		return Point{h, h}, circle(Point{h / 2, h / 2}, dotRadius)
	}
	return Point{h, h}, rectangle(Rect{0, 0, h, h})
}

// diagonal is the ink of strokes that rise to the right, in one tile: where
// x+y lies within width above 0 and above the pitch.
func diagonal(pitch, width float64) path {
	return path{
		{{0, 0}, {width, 0}, {0, width}, {0, 0}},
		{{pitch, 0}, {pitch, width}, {width, pitch}, {0, pitch}, {pitch, 0}},
	}
}
