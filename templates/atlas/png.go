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
	r.shape.each(func(lo, y int, covers []uint8) {
		row := r.img.Pix[r.img.PixOffset(lo, y):]
		for x, part := range covers {
			if part == 0 {
				continue
			}
			c := &ground
			if with.texture != plain && with.texture.inks((float64(lo+x)+0.5)/r.scale, (float64(y)+0.5)/r.scale) {
				c = &ink
			}
			blend(row[4*x:], c, uint32(part))
		}
	})
}

// blend lays a premultiplied colour on the first pixel of a row.
func blend(row []uint8, c *[4]uint32, cover uint32) {
	pixel := row[:4:4]
	if cover == 255 && c[3] == 255 {
		pixel[0], pixel[1], pixel[2], pixel[3] = uint8(c[0]), uint8(c[1]), uint8(c[2]), 255
		return
	}
	rest := 255*255 - c[3]*cover
	for i := range pixel {
		pixel[i] = uint8((uint32(pixel[i])*rest + 255*c[i]*cover + 255*255/2) / (255 * 255))
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

// text puts the letters' halos first, so that none lies on another letter.
func (r *raster) text(at Point, s string, l lettering) {
	if l.align == alignMiddle {
		at.X -= r.fonts.width(s, l.size, l.bold) / 2
	}
	face := r.fonts.face(l.bold)
	for _, around := range []bool{true, false} {
		c := premultiplied(l.colour)
		if around {
			if l.halo.A == 0 {
				continue
			}
			c = premultiplied(l.halo)
		}
		x := at.X * r.scale
		for _, letter := range s {
			// Letters stand at quarters of pixels: a text looks the same wherever it is, and a letter has few masks.
			left := math.Floor(x*letterSteps) / letterSteps
			whole := math.Floor(left)
			key := letterKey{letter, l.bold, around, float32(l.size * r.scale), uint8((left - whole) * letterSteps)}
			r.print(letters.of(key, face), int(whole), int(math.Round(at.Y*r.scale)), &c)
			x += face.glyph(letter).advance * l.size / em * r.scale
		}
	}
}

// print lays a colour through a mask.
func (r *raster) print(m mask, x, y int, c *[4]uint32) {
	x, y = x+m.left, y+m.top
	for row := max(0, -y); row < min(m.height, r.img.Rect.Dy()-y); row++ {
		first := max(0, -x)
		parts := m.cover[row*m.width+first : (row+1)*m.width]
		parts = parts[:max(0, min(len(parts), r.img.Rect.Dx()-x-first))]
		if len(parts) == 0 {
			continue
		}
		line := r.img.Pix[r.img.PixOffset(x+first, y+row):]
		for i, part := range parts {
			if part > 0 {
				blend(line[4*i:], c, uint32(part))
			}
		}
	}
}

// stamp puts the picture of a small thing at the nearest whole pixel.
func (r *raster) stamp(at Point, key string, box Rect, draw func(canvas)) {
	s := sprites.of(spriteKey{key, float32(r.scale)}, func() sprite { return r.newSprite(box, draw) })
	x, y := int(math.Round(at.X*r.scale))+s.left, int(math.Round(at.Y*r.scale))+s.top
	for row := max(0, -y); row < min(s.img.Rect.Dy(), r.img.Rect.Dy()-y); row++ {
		from, to := max(0, -x), min(s.img.Rect.Dx(), r.img.Rect.Dx()-x)
		for col := from; col < to; col++ {
			over := s.img.Pix[s.img.PixOffset(col, row):][:4:4]
			if over[3] == 0 {
				continue
			}
			pixel := r.img.Pix[r.img.PixOffset(x+col, y+row):][:4:4]
			if over[3] == 255 {
				copy(pixel, over)
				continue
			}
			for i := range pixel {
				pixel[i] = over[i] + uint8((uint32(pixel[i])*uint32(255-over[3])+127)/255)
			}
		}
	}
}

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
func (m offsetCanvas) stamp(at Point, key string, box Rect, draw func(canvas)) {
	m.canvas.stamp(Point{at.X + m.by.X, at.Y + m.by.Y}, key, box, draw)
}

// encode gives the picture as PNG.
func (r *raster) encode() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, quantized(r.img))
	return out.Bytes(), err
}
