package atlas

import "image/color"

// powerStyle is how a power's ground and units look. The grounds differ in lightness as well as in hue, and by a faint
// texture, so that readers who confuse red and green can tell them apart (palette_test.go measures it).
type powerStyle struct {
	ground  color.NRGBA // of its spaces
	chip    color.NRGBA // behind its units' symbols
	ink     color.NRGBA // of the symbols
	texture texture
}

var (
	white = color.NRGBA{255, 255, 255, 255}
	black = color.NRGBA{24, 26, 30, 255}
)

// styleOf gives a power's look by its canonical name; neutral ground and
// unknown names are grey.
func styleOf(power string) powerStyle {
	switch power {
	case "USSR":
		return powerStyle{rgb(0xb8503f), rgb(0x992719), white, rising}
	case "Germany":
		return powerStyle{rgb(0x6e747d), rgb(0x33383f), white, uprights}
	case "UK":
		return powerStyle{rgb(0xead095), rgb(0xecd07a), black, crosses}
	case "Japan":
		return powerStyle{rgb(0xf0a24b), rgb(0xe06f08), black, dots}
	case "USA":
		return powerStyle{rgb(0x69ac88), rgb(0x207553), white, lines}
	case "Middle East":
		return powerStyle{rgb(0xb192c1), rgb(0x7b5590), white, falling}
	}
	return powerStyle{rgb(0xeeefe7), rgb(0x8b8b86), black, plain}
}

// Colours of the page.
var (
	paper      = rgb(0xf7f5ef)
	water      = rgb(0xb4d0e2)
	offBoard   = rgb(0xa2b9c6) // water and land of no space
	coastLine  = rgb(0x2f4858)
	landLine   = color.NRGBA{40, 36, 30, 190}
	seaLine    = color.NRGBA{84, 118, 140, 190}
	seaLetters = rgb(0x3c6580)
	halo       = color.NRGBA{255, 255, 255, 205}
	casing     = color.NRGBA{24, 26, 30, 190} // round arrows
	battleRed  = rgb(0xd4142a)
	flash      = rgb(0xffe14d)
	gold       = rgb(0xfff1b8)
)

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// groundPaint is how a power's spaces are painted.
func (l powerStyle) groundPaint() paint {
	return paint{l.ground, l.texture, darker(l.ground, textureShade)}
}

// darker mixes a colour with black; part is the share of black.
func darker(c color.NRGBA, part float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) * (1 - part)) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}
