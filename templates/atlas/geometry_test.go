package atlas

import (
	"math"
	"testing"
)

// inside tells whether a point lies in an area (even-odd rule).
func inside(a Area, p Point) bool {
	in := false
	for _, ring := range a.Rings {
		for i, q := range ring {
			r := ring[(i+1)%len(ring)]
			if (q.Y > p.Y) != (r.Y > p.Y) && p.X < q.X+(p.Y-q.Y)/(r.Y-q.Y)*(r.X-q.X) {
				in = !in
			}
		}
	}
	return in
}

func extent(a Area) float64 {
	sum := 0.0
	for _, ring := range a.Rings {
		for i, p := range ring {
			q := ring[(i+1)%len(ring)]
			sum += p.X*q.Y - p.Y*q.X
		}
	}
	return math.Abs(sum) / 2
}

func TestEveryAreaHoldsItsAnchor(t *testing.T) {
	t.Parallel()
	for _, name := range boards {
		m, err := Geometry(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range m.Areas {
			if a.Kind == None {
				continue
			}
			if !inside(a, a.Anchor()) {
				t.Errorf("%s: the anchor of %s lies outside its area", name, a.Name)
			}
			if extent(a) < 1500 {
				t.Errorf("%s: %s is too small to be seen: %.0f square units", name, a.Name, extent(a))
			}
		}
	}
}

func TestUnknownBoard(t *testing.T) {
	t.Parallel()
	if _, err := Geometry("risk"); err == nil {
		t.Error("a map of an unknown board was found")
	}
}
