package atlas

import "math"

// coverage measures how much of each pixel closed lines cover: each line adds its signed area to the pixels of its rows,
// and the sum along a row is the cover. A row is summed only where lines went through it, so that a long thin line costs
// what it covers and not what its box holds.
type coverage struct {
	width, height int
	sums          []float32 // a row has two more than pixels: a line on the right edge ends beyond it
	spans         []span    // of each row, what lines have touched
	rows          span      // of all
	cover         []uint8   // of one row
}

// span is pixels or rows from lo up to hi, without it; none if hi is 0.
type span struct{ lo, hi int }

func (s span) with(lo, hi int) span {
	if s.hi == 0 {
		return span{lo, hi}
	}
	return span{min(s.lo, lo), max(s.hi, hi)}
}

func newCoverage(width, height int) *coverage {
	return &coverage{width: width, height: height, sums: make([]float32, (width+2)*height), spans: make([]span, height),
		cover: make([]uint8, width+2)}
}

// path adds closed lines, given in page units, at so many pixels a unit.
func (c *coverage) path(p path, scale float64) {
	for _, line := range p {
		for i, a := range line {
			b := line[(i+1)%len(line)]
			c.line(float32(a.X*scale), float32(a.Y*scale), float32(b.X*scale), float32(b.Y*scale))
		}
	}
}

func (c *coverage) line(ax, ay, bx, by float32) {
	sense := float32(1)
	if ay > by {
		ax, ay, bx, by, sense = bx, by, ax, ay, -1
	}
	if ay == by || by <= 0 || ay >= float32(c.height) {
		return
	}
	slope := (bx - ax) / (by - ay)
	x := ax
	if ay < 0 {
		x, ay = x-ay*slope, 0
	}
	first, last := int(ay), min(c.height-1, int(math.Ceil(float64(by)))-1)
	c.rows = c.rows.with(first, last+1)
	for row := first; row <= last; row++ {
		high := min(float32(row+1), by) - max(float32(row), ay)
		next := x + slope*high
		c.add(row, min(x, next), max(x, next), high*sense)
		x = next
	}
}

// add adds a line that crosses a row from x0 to x1, of a signed height.
func (c *coverage) add(row int, x0, x1, height float32) {
	edge := float32(c.width)
	x0, x1 = min(max(x0, 0), edge), min(max(x1, 0), edge)
	first, end := int(x0), int(x1)
	sums := c.sums[row*(c.width+2):][:c.width+2]
	if first == end {
		right := height * ((x0+x1)/2 - float32(first)) // what lies left of the line in its pixel
		sums[first] += height - right
		sums[first+1] += right
	} else {
		before, each := float32(0), height/(x1-x0)
		for i := first; i <= end; i++ {
			from, to := max(x0, float32(i)), min(x1, float32(i+1))
			part := each * (to - from)
			inside := part * (float32(i+1) - (from+to)/2)
			sums[i] += before + inside
			before = part - inside
		}
		sums[end+1] += before
	}
	c.spans[row] = c.spans[row].with(first, end+2)
}

// row gives the cover of a row's pixels from lo on, and forgets the row. It is nil where no line went.
func (c *coverage) row(y int) (lo int, cover []uint8) {
	s := c.spans[y]
	c.spans[y] = span{}
	if s.hi == 0 {
		return 0, nil
	}
	sums, total := c.sums[y*(c.width+2):], float32(0)
	for x := s.lo; x < s.hi; x++ {
		total += sums[x]
		sums[x] = 0
		c.cover[x] = uint8(min(max(total, -total), 1)*255 + 0.5)
	}
	return s.lo, c.cover[s.lo:min(s.hi, c.width)]
}

// each gives the cover of each row that lines went through, from the pixel lo on, and forgets the lines.
func (c *coverage) each(see func(lo, y int, cover []uint8)) {
	rows := c.rows
	c.rows = span{}
	for y := rows.lo; y < rows.hi; y++ {
		if lo, cover := c.row(y); len(cover) > 0 {
			see(lo, y, cover)
		}
	}
}
