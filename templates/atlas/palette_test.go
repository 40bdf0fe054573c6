package atlas

import (
	"image/color"
	"math"
	"testing"
)

// vision turns linear RGB as most people see it into what a colour-blind
// reader sees: the matrices of Machado, Oliveira and Fernandes (2009) for full severity.
type vision struct {
	name   string
	matrix [3][3]float64
}

var visions = []vision{
	{"normal sight", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

// lab gives a colour as seen in CIE L*a*b* (D65), where distances are about as
// large as they look.
func (v vision) lab(c color.NRGBA) [3]float64 {
	linear := func(b uint8) float64 {
		s := float64(b) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var rgb [3]float64
	for i, row := range v.matrix {
		rgb[i] = max(0, min(1, row[0]*in[0]+row[1]*in[1]+row[2]*in[2]))
	}
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func (v vision) distance(a, b color.NRGBA) float64 {
	p, q := v.lab(a), v.lab(b)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// A distance of 2.3 is the least that can be told side by side; areas apart
// on a map need nine times that. Beside the colour each power has a texture of its own.
func TestColourBlindReadersTellOwnersApart(t *testing.T) {
	t.Parallel()
	owners := []string{"USSR", "Germany", "UK", "Japan", "USA", "neutral", "Middle East"}
	for _, v := range visions {
		for i, a := range owners {
			for _, b := range owners[i+1:] {
				if d := v.distance(styleOf(a).ground, styleOf(b).ground); d < 20 {
					t.Errorf("%s: ground of %s and %s are only %.0f apart", v.name, a, b, d)
				}
			}
			for _, b := range owners[i+1:] {
				if styleOf(a).texture == styleOf(b).texture {
					t.Errorf("%s and %s have the same texture", a, b)
				}
			}
			if d := v.distance(styleOf(a).ground, water); d < 16 {
				t.Errorf("%s: ground of %s and the sea are only %.0f apart", v.name, a, d)
			}
		}
	}
}

func TestColourBlindReadersTellUnitsApart(t *testing.T) {
	t.Parallel()
	powers := []string{"USSR", "Germany", "UK", "Japan", "USA"}
	for _, v := range visions {
		for i, a := range powers {
			for _, b := range powers[i+1:] {
				if d := v.distance(styleOf(a).chip, styleOf(b).chip); d < 20 {
					t.Errorf("%s: chips of %s and %s are only %.0f apart", v.name, a, b, d)
				}
			}
			look := styleOf(a)
			if ratio := contrast(look.chip, look.ink); ratio < 3 {
				t.Errorf("%s: the symbols have a contrast of only %.1f", a, ratio)
			}
			if ratio := contrast(look.ground, black); ratio < 3 {
				t.Errorf("%s: names on the ground have a contrast of only %.1f", a, ratio)
			}
		}
	}
}

// contrast is the ratio of luminances as WCAG defines it; 3 is the least for
// signs, 4.5 for text.
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		l := (visions[0].lab(c)[0] + 16) / 116
		return l * l * l
	}
	hi, lo := luminance(a), luminance(b)
	if hi < lo {
		hi, lo = lo, hi
	}
	return (hi + 0.05) / (lo + 0.05)
}
