package atlas

import (
	"math"
	"testing"
)

// The cover of all pixels together is the shape's area, on and off the pixels' edges, and a shape's parts off the
// picture count nothing.
func TestCoverage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		shape path
		area  float64
	}{
		{"pixels", rectangle(Rect{2, 3, 4, 5}), 20},
		{"parts of pixels", rectangle(Rect{2.25, 3.5, 4.5, 5.25}), 23.625},
		{"a triangle", path{{{1, 1}, {17, 3}, {5, 18}}}, 132},
		{"the other way round", path{{{5, 18}, {17, 3}, {1, 1}}}, 132},
		{"a disc", circle(Point{10, 10}, 6.3), 12 * 6.3 * 6.3 * math.Sin(math.Pi/12)},
		{"with a hole", path{{{2, 2}, {12, 2}, {12, 12}, {2, 12}}, {{4, 4}, {4, 8}, {8, 8}, {8, 4}}}, 84},
		{"over the left edge", rectangle(Rect{-5, 2, 8, 2}), 6},
		{"over the right and lower edge", rectangle(Rect{18, 15, 8, 9}), 10},
		{"everything", rectangle(Rect{-3, -3, 40, 40}), 400},
		{"outside", rectangle(Rect{30, 2, 5, 5}), 0},
		{"above", rectangle(Rect{3, -20, 5, 5}), 0},
		{"a line without width", path{{{1, 1}, {9, 9}}}, 0},
	} {
		c, sum := newCoverage(20, 20), 0.0
		for range 2 { // the second time shows that nothing is left of the first
			c.path(tt.shape, 1)
			sum = 0
			for y := range c.height {
				_, row := c.row(y)
				for _, part := range row {
					sum += float64(part) / 255
				}
			}
		}
		if math.Abs(sum-tt.area) > 0.2 {
			t.Errorf("%s: covers %.2f pixels, want %.2f", tt.name, sum, tt.area)
		}
	}
}
