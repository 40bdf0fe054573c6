package atlas

import (
	"fmt"
	"math"
	"slices"
)

// Arrows, in page units.
const (
	arrowBend  = 0.16 // height of the bow for a length
	nextBend   = 0.09 // more for each further arrow between the same spaces
	headLength = 9.0
	headWidth  = 4.2 // to either side
)

// drawArrows draws all moves; those between the same spaces lie side by side.
func (d *drawing) drawArrows() {
	drawn := map[[2]string]int{}
	for _, a := range d.scene.Arrows {
		way := [2]string{a.From, a.To}
		d.drawArrow(a, arrowBend+nextBend*float64(drawn[way]))
		drawn[way]++
	}
}

// drawArrow draws a move from space to space. On a map that wraps, a move that
// is shorter over the edge leaves on one side and comes in on the other.
func (d *drawing) drawArrow(a Arrow, bend float64) {
	from, ok1 := d.m.Area(a.From)
	to, ok2 := d.m.Area(a.To)
	if !ok1 || !ok2 || a.From == a.To {
		return
	}
	p, q := from.Anchor(), to.Anchor()
	if d.m.Wraps && math.Abs(p.X-q.X) > d.m.Width/2 {
		q.X += math.Copysign(d.m.Width, p.X-q.X)
	}
	turns := []float64{0}
	if d.m.Wraps {
		turns = []float64{-d.m.Width, 0, d.m.Width}
	}
	for _, turn := range turns {
		line := bow(d.view.point(Point{p.X + turn, p.Y}), d.view.point(Point{q.X + turn, q.Y}), bend)
		line = d.between(line, a.From, a.To)
		if d.visible(path{line}) {
			d.drawLine(line, a.Kind, styleOf(a.Power))
		}
	}
}

// bow is a curve between two points.
func bow(a, b Point, bend float64) []Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	return curve(a, Point{(a.X+b.X)/2 + 2*bend*dy, (a.Y+b.Y)/2 - 2*bend*dx}, b, 60)
}

// between leaves out of a line what the names and units at its ends would
// cover; a line that would vanish stays whole.
func (d *drawing) between(line []Point, from, to string) []Point {
	covered := func(p Point, name string) bool {
		return slices.ContainsFunc(d.blocks, func(b block) bool {
			return b.space.Name == name && overlap(grown(b.box, 1), Rect{p.X - 1, p.Y - 1, 2, 2}) > 0
		})
	}
	first, last := 0, len(line)-1
	for first < last && covered(line[first], from) {
		first++
	}
	for last > first && covered(line[last], to) {
		last--
	}
	left := line[first : last+1]
	if len(left) < 3 || distance(left[0], left[len(left)-1]) < headLength {
		return line
	}
	return left
}

func distance(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// drawLine draws a line with a head at its end: a casing, then the power's
// colour, solid by land, dashed by sea, dotted by air.
func (d *drawing) drawLine(line []Point, kind Movement, look powerStyle) {
	shaft, head := withHead(line)
	var dash []float64
	switch kind {
	case BySea:
		dash = []float64{7, 3}
	case ByAir:
		dash = []float64{2, 2.4}
	}
	edge := casing
	if look.ink == white {
		edge = halo
	}
	d.stroke(shaft, 4.6, edge, nil)
	d.stroke(head, 2, edge, nil)
	d.stroke(shaft, 2.6, look.chip, dash)
	d.fill(head, paint{colour: look.chip})
}

// withHead cuts a line short of its end and gives the head that goes there.
func withHead(line []Point) (shaft, head path) {
	tip := line[len(line)-1]
	n := len(line) - 1
	for n > 1 && distance(line[n-1], tip) < headLength {
		n--
	}
	back := line[n-1]
	length := distance(back, tip)
	dx, dy := (tip.X-back.X)/length, (tip.Y-back.Y)/length
	neck := Point{tip.X - dx*headLength, tip.Y - dy*headLength}
	shaft = path{append(slices.Clone(line[:n]), neck)}
	head = path{{tip, {neck.X - dy*headWidth, neck.Y + dx*headWidth}, {neck.X + dy*headWidth, neck.Y - dx*headWidth},
		tip}}
	return shaft, head
}

// drawBurst draws the mark of a battle.
func (d *drawing) drawBurst(at Point, zoom float64) {
	k := burstSize / 11 * zoom
	d.stamp(at, fmt.Sprint("burst", zoom), Rect{-6 * k, -6 * k, 12 * k, 12 * k}, func(c canvas) {
		outer := placed(burst(), -6*k, -6*k, k)
		c.fill(outer, paint{colour: battleRed})
		c.stroke(outer, 0.8, black, nil)
		c.fill(placed(burst(), -3.3*k, -3.3*k, 0.55*k), paint{colour: flash})
	})
}
