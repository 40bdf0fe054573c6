package atlas

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// mostColours is how many colours a picture has. The flat ones are some twenty; the rest are steps between them at
// edges, where few are enough, and a file of few colours is small.
const mostColours = 40

// flatWeight is how much more a pixel counts that looks like its neighbour: the colour of an area, not of an edge.
const flatWeight = 6

// quantized turns a picture into one of few colours: the most frequent, in steps of 1/32
// of each channel, and for every other its nearest among them.
func quantized(img *image.RGBA) *image.Paletted {
	var buckets [1 << 15]bucket
	for i := 0; i < len(img.Pix); {
		// Most pixels look like the one before.
		from, first := i, binary.NativeEndian.Uint32(img.Pix[i:])
		for i < len(img.Pix) && binary.NativeEndian.Uint32(img.Pix[i:]) == first {
			i += 4
		}
		n := (i - from) / 4
		if n > 1 {
			n *= flatWeight
		}
		buckets[bucketOf(img.Pix[from:])].add(img.Pix[from:], n)
	}
	var used []int
	for n := range buckets {
		if buckets[n].count > 0 {
			used = append(used, n)
		}
	}
	slices.SortStableFunc(used, func(a, b int) int { return cmp.Compare(buckets[b].count, buckets[a].count) })
	var palette color.Palette
	for _, n := range used[:min(mostColours, len(used))] {
		palette = append(palette, buckets[n].mean())
	}
	var index [1 << 15]uint8
	for i, n := range used {
		if i < mostColours {
			index[n] = uint8(i)
		} else {
			index[n] = nearest(palette, buckets[n].mean())
		}
	}
	out := image.NewPaletted(img.Rect, palette)
	var last uint32 // opaque pixels are never 0
	var is uint8
	for i := range out.Pix {
		if pixel := binary.NativeEndian.Uint32(img.Pix[4*i:]); pixel != last {
			last, is = pixel, index[bucketOf(img.Pix[4*i:])]
		}
		out.Pix[i] = is
	}
	return out
}

// bucket sums the colours of a small cube of the colour space.
type bucket struct{ count, r, g, b int }

func bucketOf(pix []uint8) int {
	return int(pix[0]>>3)<<10 | int(pix[1]>>3)<<5 | int(pix[2]>>3)
}

func (b *bucket) add(pix []uint8, n int) {
	b.count += n
	b.r, b.g, b.b = b.r+n*int(pix[0]), b.g+n*int(pix[1]), b.b+n*int(pix[2])
}

func (b *bucket) mean() color.RGBA {
	half := b.count / 2
	return color.RGBA{uint8((b.r + half) / b.count), uint8((b.g + half) / b.count), uint8((b.b + half) / b.count), 255}
}

func nearest(palette color.Palette, c color.RGBA) uint8 {
	best, at := 1<<30, 0
	for i, p := range palette {
		q := p.(color.RGBA)
		dr, dg, db := int(q.R)-int(c.R), int(q.G)-int(c.G), int(q.B)-int(c.B)
		if d := 2*dr*dr + 4*dg*dg + db*db; d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}
