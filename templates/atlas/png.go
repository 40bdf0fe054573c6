package atlas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// raster is the canvas of the PNG.
type raster struct {
	img   *image.RGBA
	scale float64 // pixels a page unit
	fonts fonts
	shape *coverage
}

func newRaster(width, height, scale float64, f fonts) *raster {
	size := image.Rect(0, 0, int(math.Round(width*scale)), int(math.Round(height*scale)))
	return &raster{img: image.NewRGBA(size), scale: scale, fonts: f,
		shape: newCoverage(size.Dx(), size.Dy())}
}

// fill lays a paint on the pixels that a path covers. Most of an area is covered wholly, which needs no arithmetic.
func (r *raster) fill(p path, with paint) {
	r.shape.path(p, r.scale)
	ink, ground := premultiplied(with.ink), premultiplied(with.colour)
	rows := r.shape.rows
	r.shape.rows = span{}
	for y := rows.lo; y < rows.hi; y++ {
		lo, covers := r.shape.row(y)
		if len(covers) == 0 {
			continue
		}
		row := r.img.Pix[r.img.PixOffset(lo, y):]
		for x, part := range covers {
			if part == 0 {
				continue
			}
			c := &ground
			if with.texture != plain && with.texture.inks((float64(lo+x)+0.5)/r.scale, (float64(y)+0.5)/r.scale) {
				c = &ink
			}
			cover, pixel := uint32(part), row[4*x:][:4:4]
			if cover == 255 && c[3] == 255 {
				pixel[0], pixel[1], pixel[2], pixel[3] = uint8(c[0]), uint8(c[1]), uint8(c[2]), 255
				continue
			}
			rest := 255*255 - c[3]*cover
			for i := range pixel {
				pixel[i] = uint8((uint32(pixel[i])*rest + 255*c[i]*cover + 255*255/2) / (255 * 255))
			}
		}
	}
}

// premultiplied is a colour as pictures keep it.
func premultiplied(c color.NRGBA) [4]uint32 {
	v := color.RGBAModel.Convert(c).(color.RGBA)
	return [4]uint32{uint32(v.R), uint32(v.G), uint32(v.B), uint32(v.A)}
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
