package atlas

import (
	"image"
	"math"
	"sync"
)

// letterSteps is at how many places within a pixel a letter may begin.
const letterSteps = 4

// letterKey says which mask a letter has.
type letterKey struct {
	letter rune
	bold   bool
	around bool // its halo
	size   float32
	step   uint8
}

// mask is how much of each pixel a small shape covers, and where its corner lies from its origin.
type mask struct {
	left, top, width, height int
	cover                    []uint8
}

// spriteKey says which picture a small thing has.
type spriteKey struct {
	key   string
	scale float32
}

// sprite is the picture of a small thing, and where its corner lies from its origin.
type sprite struct {
	img       *image.RGBA
	left, top int
}

// cache keeps what was made by its key. Sizes of titles vary; so it begins anew when it is full.
type cache[K comparable, V any] struct {
	sync.Mutex
	kept map[K]V
	most int
}

var (
	letters = letterCache{cache[letterKey, mask]{kept: map[letterKey]mask{}, most: 8192}}
	sprites = cache[spriteKey, sprite]{kept: map[spriteKey]sprite{}, most: 2048}
)

func (c *cache[K, V]) of(key K, make func() V) V {
	c.Lock()
	v, ok := c.kept[key]
	c.Unlock()
	if ok {
		return v
	}
	v = make()
	c.Lock()
	defer c.Unlock()
	if len(c.kept) >= c.most {
		clear(c.kept)
	}
	c.kept[key] = v
	return v
}

type letterCache struct{ cache[letterKey, mask] }

func (c *letterCache) of(key letterKey, f *face) mask {
	return c.cache.of(key, func() mask {
		shape := placed(f.glyph(key.letter).outline, float64(key.step)/letterSteps, 0, float64(key.size)/em)
		if key.around {
			shape = outline(shape, float64(key.size)/4)
		}
		return newMask(shape)
	})
}

// newMask measures a shape whose units are pixels.
func newMask(p path) mask {
	box, ok := boundsOf(p)
	if !ok {
		return mask{}
	}
	m := mask{left: int(math.Floor(box.X)), top: int(math.Floor(box.Y))}
	m.width, m.height = int(math.Ceil(box.X+box.W))-m.left+1, int(math.Ceil(box.Y+box.H))-m.top+1
	m.cover = make([]uint8, m.width*m.height)
	shape := newCoverage(m.width, m.height)
	shape.path(placed(p, float64(-m.left), float64(-m.top), 1), 1)
	shape.each(func(lo, y int, cover []uint8) {
		for x, part := range cover {
			m.cover[y*m.width+lo+x] = stepped(part, maskSteps)
		}
	})
	return m
}

// boundsOf is the smallest rectangle round a path.
func boundsOf(p path) (Rect, bool) {
	lo, hi := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, line := range p {
		for _, q := range line {
			lo.X, lo.Y = min(lo.X, q.X), min(lo.Y, q.Y)
			hi.X, hi.Y = max(hi.X, q.X), max(hi.Y, q.Y)
		}
	}
	return Rect{lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y}, lo.X <= hi.X
}

// newSprite draws a small thing that lies within a box round its origin.
func (r *raster) newSprite(box Rect, draw func(canvas)) sprite {
	left, top := int(math.Floor(box.X*r.scale))-1, int(math.Floor(box.Y*r.scale))-1
	right, bottom := int(math.Ceil((box.X+box.W)*r.scale))+1, int(math.Ceil((box.Y+box.H)*r.scale))+1
	size := image.Rect(0, 0, right-left, bottom-top)
	one := &raster{img: image.NewRGBA(size), scale: r.scale, fonts: r.fonts, shape: newCoverage(size.Dx(), size.Dy())}
	draw(offsetCanvas{one, Point{float64(-left) / r.scale, float64(-top) / r.scale}})
	return sprite{one.img, left, top}
}
