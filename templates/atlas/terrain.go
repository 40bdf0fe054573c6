package atlas

import (
	"image/color"
	"math"
	"slices"
	"sync"
)

// terrain is the ground of a picture without its colours: which area each pixel belongs to, and what lines cover of it.
// It is the same for every position, so that painting a position is one pass over the pixels.
type terrain struct {
	width, height int
	areas         []uint8 // by pixel: an index into Map.Areas, from 1; 0 beyond the board
	pens          []uint8 // by pixel: an index into inks
	covers        []uint8 // by pixel: how much of it a line covers
	inks          []color.NRGBA
}

// site says what a terrain shows. Those of whole boards are few and kept.
type site struct {
	board         string
	width, height int
}

// mostKept is how many terrains are kept: whole boards, each in two or three sizes.
const mostKept = 8

var terrains = struct {
	sync.Mutex
	kept map[site]*terrain
}{kept: map[site]*terrain{}}

// terrain gives the ground of a drawing for a picture.
func (d *drawing) terrain(r *raster) *terrain {
	if d.view.crop {
		return d.newTerrain(r)
	}
	at := site{d.scene.Board, r.img.Rect.Dx(), r.rows(d.view.bottom) - r.rows(d.view.top)}
	terrains.Lock()
	defer terrains.Unlock()
	if t, ok := terrains.kept[at]; ok {
		return t
	}
	t := d.newTerrain(r)
	if len(terrains.kept) >= mostKept {
		clear(terrains.kept)
	}
	terrains.kept[at] = t
	return t
}

// newTerrain makes the ground of the map's part of the page: without title and frame.
func (d *drawing) newTerrain(r *raster) *terrain {
	t := &terrain{width: r.img.Rect.Dx(), height: r.rows(d.view.bottom) - r.rows(d.view.top)}
	t.areas, t.pens, t.covers = make([]uint8, t.width*t.height), make([]uint8, t.width*t.height), make([]uint8, t.width*t.height)
	raised := *d
	raised.view.top, raised.view.bottom = 0, d.view.bottom-d.view.top
	turned := raised.turned()
	for _, layer := range [][]Kind{{None, Sea}, {Land}, {Island, Convoy}} {
		for _, one := range turned {
			for i, a := range d.m.Areas {
				if ground := one.view.path(a.Rings); slices.Contains(layer, a.Kind) && one.visible(ground) {
					t.claim(ground, uint8(i+1), r.scale)
				}
			}
		}
	}
	shape := newCoverage(t.width, t.height)
	for _, one := range turned {
		for _, k := range one.borders() {
			t.rule(shape, k, r.scale)
		}
	}
	return t
}

// claim gives an area the pixels whose middles lie in it.
func (t *terrain) claim(ground path, area uint8, scale float64) {
	rows := make([][]float64, t.height)
	for _, ring := range ground {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if a.Y > b.Y {
				a, b = b, a
			}
			first := max(0, int(math.Ceil(a.Y*scale-0.5)))
			last := min(t.height-1, int(math.Ceil(b.Y*scale-0.5))-1)
			for y := first; y <= last; y++ {
				part := ((float64(y)+0.5)/scale - a.Y) / (b.Y - a.Y)
				rows[y] = append(rows[y], (a.X+part*(b.X-a.X))*scale)
			}
		}
	}
	for y, crossings := range rows {
		slices.Sort(crossings)
		row := t.areas[y*t.width:][:t.width]
		for i := 0; i+1 < len(crossings); i += 2 {
			from, to := max(0, int(math.Ceil(crossings[i]-0.5))), min(t.width, int(math.Ceil(crossings[i+1]-0.5)))
			for x := from; x < to; x++ {
				row[x] = area
			}
		}
	}
}

// rule draws lines of one pen over what is there.
func (t *terrain) rule(shape *coverage, k inked, scale float64) {
	ink := slices.Index(t.inks, k.colour)
	if ink < 0 {
		ink, t.inks = len(t.inks), append(t.inks, k.colour)
	}
	shape.path(outline(k.lines, k.width), scale)
	shape.each(func(lo, y int, covers []uint8) {
		pens, parts := t.pens[y*t.width+lo:], t.covers[y*t.width+lo:]
		for x, part := range covers {
			part = stepped(part, lineSteps)
			if part >= parts[x] && part > 0 {
				pens[x], parts[x] = uint8(ink), part
			}
		}
	})
}

// Edges of lines and letters have few steps between bare and covered: they look as smooth, and the file of a picture is
// a fifth smaller.
const lineSteps, maskSteps = 2, 3

// stepped rounds a cover to so many steps.
func stepped(cover uint8, steps int) uint8 {
	return uint8((int(cover)*steps + 127) / 255 * 255 / steps)
}

// ground paints the map's part of the page.
func (r *raster) ground(d *drawing) {
	t := d.terrain(r)
	paints := make([]tile, len(d.m.Areas)+1)
	for i := range paints {
		if i == 0 {
			paints[i] = newTile(paint{colour: paper}, "", r.scale)
			continue
		}
		space := d.spaces[i-1]
		paints[i] = newTile(space.groundPaint(d.m.Areas[i-1].Kind), space.Conquered, r.scale)
	}
	top := r.rows(d.view.top)
	for y := range min(t.height, r.img.Rect.Dy()-top) {
		row := r.img.Pix[r.img.PixOffset(0, top+y):]
		areas, pens, covers := t.areas[y*t.width:], t.pens[y*t.width:], t.covers[y*t.width:]
		for x := range t.width {
			c := paints[areas[x]].at(x, y)
			pixel := row[4*x:][:4:4]
			if covers[x] > 0 {
				ink := t.inks[pens[x]]
				part := int(ink.A) * int(covers[x])
				c = [3]uint8{mix(c[0], ink.R, part), mix(c[1], ink.G, part), mix(c[2], ink.B, part)}
			}
			pixel[0], pixel[1], pixel[2], pixel[3] = c[0], c[1], c[2], 255
		}
	}
}

// mix lays a part of 255*255 of one channel on another.
func mix(under, over uint8, part int) uint8 {
	return uint8((int(under)*(255*255-part) + int(over)*part + 255*255/2) / (255 * 255))
}

// tile is a paint as the pixels that are repeated.
type tile struct {
	size   int // of its sides; 1 for a paint without texture
	pixels [][3]uint8
}

func newTile(p paint, conquered string, scale float64) tile {
	pitch, woven := float64(hairPitch), p.texture
	if conquered != "" {
		pitch, woven, p.ink = stripePitch, stripes, styleOf(conquered).ground
	}
	ground := [3]uint8{p.colour.R, p.colour.G, p.colour.B}
	if woven == plain {
		return tile{1, [][3]uint8{ground}}
	}
	size := max(2, int(math.Round(pitch*scale)))
	t := tile{size, make([][3]uint8, size*size)}
	for i := range t.pixels {
		x, y := (float64(i%size)+0.5)*pitch/float64(size), (float64(i/size)+0.5)*pitch/float64(size)
		t.pixels[i] = ground
		if woven.inks(x, y) {
			t.pixels[i] = [3]uint8{p.ink.R, p.ink.G, p.ink.B}
		}
	}
	return t
}

func (t *tile) at(x, y int) [3]uint8 {
	if t.size == 1 {
		return t.pixels[0]
	}
	return t.pixels[y%t.size*t.size+x%t.size]
}

// rows is the first row of pixels below a height of the page.
func (r *raster) rows(y float64) int { return int(math.Round(y * r.scale)) }
