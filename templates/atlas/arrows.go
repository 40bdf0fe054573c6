package atlas

import "math"

// Arrows, in page units.
const (
	arrowBend  = 0.16 // height of the bow for a length
	arrowInset = 9.0  // left out at either end, so that units stay readable
	headLength = 9.0
	headWidth  = 4.2 // to either side
)

// drawArrow draws a move from space to space. On a map that wraps, a move that
// is shorter over the edge leaves on one side and comes in on the other.
func (d *drawing) drawArrow(a Arrow) {
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
		line := bow(d.view.point(Point{p.X + turn, p.Y}), d.view.point(Point{q.X + turn, q.Y}))
		if line != nil && d.visible(path{line}) {
			d.drawLine(line, a.Kind, liveryOf(a.Power))
		}
	}
}

// bow is a curve between two points, short of both; nil if nothing is left.
func bow(a, b Point) []Point {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	inset := math.Min(arrowInset, length/5)
	if length < headLength {
		return nil
	}
	dx, dy := (b.X-a.X)/length, (b.Y-a.Y)/length
	a = Point{a.X + dx*inset, a.Y + dy*inset}
	b = Point{b.X - dx*inset, b.Y - dy*inset}
	pull := Point{(a.X+b.X)/2 + dy*length*arrowBend*2, (a.Y+b.Y)/2 - dx*length*arrowBend*2}
	return curve(a, pull, b, 24)
}

// drawLine draws a line with a head at its end: a white casing, then the
// power's colour, solid by land, dashed by sea, dotted by air.
func (d *drawing) drawLine(line []Point, kind Movement, look livery) {
	n := len(line)
	tip, back := line[n-1], line[max(0, n-3)]
	length := math.Hypot(tip.X-back.X, tip.Y-back.Y)
	dx, dy := (tip.X-back.X)/length, (tip.Y-back.Y)/length
	neck := Point{tip.X - dx*headLength, tip.Y - dy*headLength}
	head := path{{tip, {neck.X - dy*headWidth, neck.Y + dx*headWidth}, {neck.X + dy*headWidth, neck.Y - dx*headWidth}, tip}}
	shaft := append(append([]Point{}, line[:max(1, n-3)]...), neck)
	var dash []float64
	switch kind {
	case BySea:
		dash = []float64{7, 3}
	case ByAir:
		dash = []float64{2, 2.4}
	}
	d.stroke(path{shaft}, 4.6, halo, nil)
	d.stroke(head, 2.4, halo, nil)
	d.stroke(path{shaft}, 2.6, look.chip, dash)
	d.fill(head, paint{colour: look.chip})
	d.stroke(head, 0.6, black, nil)
}

// drawBattle draws a burst at the upper right corner of a space's block.
func (d *drawing) drawBattle(name string) {
	for _, b := range d.blocks {
		if b.space.Name == name && len(b.name) > 0 {
			d.drawBurst(Point{b.box.X + b.box.W + 4, b.box.Y + 2}, b.zoom)
			return
		}
	}
}

func (d *drawing) drawBurst(c Point, zoom float64) {
	outer := placed(burst(), c.X-9*zoom, c.Y-9*zoom, 1.5*zoom)
	d.fill(outer, paint{colour: battleRed})
	d.stroke(outer, 0.8, black, nil)
	d.fill(placed(burst(), c.X-4.8*zoom, c.Y-4.8*zoom, 0.8*zoom), paint{colour: flash})
}
