package atlas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"golang.org/x/image/vector"
)

// raster is the canvas of the PNG.
type raster struct {
	img   *image.RGBA
	scale float64 // pixels a page unit
	fonts fonts
	mask  vector.Rasterizer
}

func newRaster(width, height, scale float64, f fonts) *raster {
	size := image.Rect(0, 0, int(math.Round(width*scale)), int(math.Round(height*scale)))
	return &raster{img: image.NewRGBA(size), scale: scale, fonts: f}
}

// fill draws inside the path's bounding box only: the cost of a picture is
// that of its areas, not that of the page a path.
func (r *raster) fill(p path, with paint) {
	box := r.bounds(p)
	if box.Empty() {
		return
	}
	r.mask.Reset(box.Dx(), box.Dy())
	for _, line := range p {
		for i, q := range line {
			x, y := float32(q.X*r.scale-float64(box.Min.X)), float32(q.Y*r.scale-float64(box.Min.Y))
			if i == 0 {
				r.mask.MoveTo(x, y)
			} else {
				r.mask.LineTo(x, y)
			}
		}
		r.mask.ClosePath()
	}
	if with.texture != plain {
		r.weave(box, with)
		return
	}
	r.mask.Draw(r.img, box, image.NewUniform(with.colour), box.Min)
}

// weave fills the mask with a texture, pixel by pixel: the rasterizer's own way for pictures makes a value of each.
func (r *raster) weave(box image.Rectangle, with paint) {
	shape := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	r.mask.Draw(shape, shape.Rect, image.Opaque, image.Point{})
	ink, ground := premultiplied(with.ink), premultiplied(with.colour)
	for y := range box.Dy() {
		row := r.img.Pix[r.img.PixOffset(box.Min.X, box.Min.Y+y):]
		for x := range box.Dx() {
			cover := uint32(shape.Pix[y*shape.Stride+x])
			if cover == 0 {
				continue
			}
			c := &ground
			if with.texture.inks((float64(box.Min.X+x)+0.5)/r.scale, (float64(box.Min.Y+y)+0.5)/r.scale) {
				c = &ink
			}
			rest := 255*255 - c[3]*cover
			for i := range c {
				p := &row[4*x+i]
				*p = uint8((uint32(*p)*rest + 255*c[i]*cover + 255*255/2) / (255 * 255))
			}
		}
	}
}

// premultiplied is a colour as pictures keep it.
func premultiplied(c color.NRGBA) [4]uint32 {
	v := color.RGBAModel.Convert(c).(color.RGBA)
	return [4]uint32{uint32(v.R), uint32(v.G), uint32(v.B), uint32(v.A)}
}

// bounds gives the pixels that a path may touch.
func (r *raster) bounds(p path) image.Rectangle {
	lo, hi := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, line := range p {
		for _, q := range line {
			lo.X, lo.Y = min(lo.X, q.X), min(lo.Y, q.Y)
			hi.X, hi.Y = max(hi.X, q.X), max(hi.Y, q.Y)
		}
	}
	if lo.X > hi.X {
		return image.Rectangle{}
	}
	box := image.Rect(int(math.Floor(lo.X*r.scale)), int(math.Floor(lo.Y*r.scale)),
		int(math.Ceil(hi.X*r.scale))+1, int(math.Ceil(hi.Y*r.scale))+1)
	return box.Intersect(r.img.Rect)
}

func (r *raster) stroke(p path, width float64, c color.NRGBA, dash []float64) {
	r.fill(outline(dashed(p, dash), width), paint{colour: c})
}

func (r *raster) text(at Point, s string, l lettering) {
	letters := r.fonts.outline(at, s, l)
	if l.halo.A > 0 {
		r.fill(outline(letters, l.size/4), paint{colour: l.halo})
	}
	r.fill(letters, paint{colour: l.colour})
}

func (r *raster) stamp(at Point, _ string, draw func(canvas)) { draw(offsetCanvas{r, at}) }

// offsetCanvas is a canvas whose origin lies elsewhere.
type offsetCanvas struct {
	canvas
	by Point
}

func (m offsetCanvas) fill(p path, with paint) { m.canvas.fill(placed(p, m.by.X, m.by.Y, 1), with) }
func (m offsetCanvas) stroke(p path, width float64, c color.NRGBA, dash []float64) {
	m.canvas.stroke(placed(p, m.by.X, m.by.Y, 1), width, c, dash)
}
func (m offsetCanvas) text(at Point, s string, l lettering) {
	m.canvas.text(Point{at.X + m.by.X, at.Y + m.by.Y}, s, l)
}
func (m offsetCanvas) stamp(at Point, key string, draw func(canvas)) {
	m.canvas.stamp(Point{at.X + m.by.X, at.Y + m.by.Y}, key, draw)
}

// encode gives the picture as PNG.
func (r *raster) encode() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, quantized(r.img))
	return out.Bytes(), err
}
