package atlas

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
)

// Arrows, at size 1.
const (
	nextBend   = 0.09 // more bow for each further arrow between the same spaces
	headLength = 10.0
	headWidth  = 5.0 // to either side
	shaftWidth = 3.0
	edgeWidth  = 1.1 // of the casing, to either side
)

// bends are the bows that an arrow may take, as heights for a length: the first that crosses least is taken.
var bends = []float64{0.12, -0.12, 0.22, -0.22, 0.04, -0.04, 0.34, -0.34, 0.5, -0.5}

// loops are the bows that an arrow takes where spaces are so near that all between them is written on.
var loops = []float64{0.8, -0.8, 1.2, -1.2, 2, -2, 3, -3}

// flight is an arrow on the page.
type flight struct {
	arrow Arrow
	size  float64
	shaft []Point
	head  []Point
	tag   Rect // where the number of units stands; without width if there is no place
	under bool // the shaft cannot go round all counters, and passes below them
}

// route finds the way of each arrow: round what is written, its head and its number on nothing.
func (d *drawing) route() []flight {
	var taken []Rect
	for _, b := range d.blocks {
		taken = append(taken, b.lines(d.fonts)...)
	}
	drawn := map[[2]string]int{}
	var out []flight
	for _, a := range d.scene.Arrows {
		way := [2]string{a.From, a.To}
		if a.To < a.From {
			way = [2]string{a.To, a.From}
		}
		for _, ends := range d.ends(a) {
			f, ok := d.fly(a, ends[0], ends[1], nextBend*float64(drawn[way]), taken)
			if !ok {
				continue
			}
			taken = append(taken, around(f.head))
			if f.tag.W > 0 {
				taken = append(taken, f.tag)
			}
			out = append(out, f)
		}
		drawn[way]++
	}
	return out
}

// ends are where an arrow begins and ends on the page. On a map that wraps, a move that is shorter over the edge leaves
// on one side and comes in on the other.
func (d *drawing) ends(a Arrow) [][2]Point {
	from, ok1 := d.m.Area(a.From)
	to, ok2 := d.m.Area(a.To)
	if !ok1 || !ok2 || a.From == a.To {
		return nil
	}
	p, q := from.Anchor(), to.Anchor()
	turns := []float64{0}
	if d.m.Wraps {
		turns = []float64{-d.m.Width, 0, d.m.Width}
		if math.Abs(p.X-q.X) > d.m.Width/2 {
			q.X += math.Copysign(d.m.Width, p.X-q.X)
		}
	}
	var out [][2]Point
	for _, turn := range turns {
		a, b := d.view.point(Point{p.X + turn, p.Y}), d.view.point(Point{q.X + turn, q.Y})
		if d.visible(path{{a, b}}) {
			out = append(out, [2]Point{a, b})
		}
	}
	return out
}

// fly finds a way for an arrow; where spaces are small and full it is drawn smaller.
func (d *drawing) fly(a Arrow, from, to Point, more float64, taken []Rect) (flight, bool) {
	size := d.detail.arrowSize()
	for _, part := range []float64{1, 0.7, 0.45} {
		if f, ok := d.flyAt(part*size, bends, a, from, to, more, taken); ok {
			return f, true
		}
	}
	return d.flyAt(0.7*size, loops, a, from, to, more, taken)
}

// flyAt tries bows and ends of an arrow of a size and takes the one that crosses least.
func (d *drawing) flyAt(size float64, bends []float64, a Arrow, from, to Point, more float64, taken []Rect) (flight, bool) {
	best, least := flight{}, math.Inf(1)
	for n, bend := range bends {
		bend += math.Copysign(more, bend)
		line := d.onPage(d.between(bow(from, to, bend), a.From, a.To))
		if len(line) < 3 {
			continue
		}
		f, cut, ok := pointed(line, size, taken)
		if !ok {
			continue
		}
		f.arrow, f.size = a, size
		cost := float64(n) + 5*float64(cut) + max(0, 2*headLength*size-distance(f.shaft[0], f.head[0]))
		if a.Count > 0 {
			f.tag, ok = tagOn(f.shaft, a.Count, d.detail.zoom(), append(slices.Clone(taken), around(f.head)), d.page())
			if !ok {
				cost += 60
			}
		}
		for _, p := range f.shaft {
			if covered(Rect{p.X - shaftWidth*size/2, p.Y - shaftWidth*size/2, shaftWidth * size, shaftWidth * size}, taken) {
				cost += 6
				f.under = true
			}
		}
		if cost < least {
			best, least = f, cost
		}
		if least < 3 {
			break
		}
	}
	return best, !math.IsInf(least, 1)
}

// pointed puts a head at the end of a line, or as near to it as the head covers nothing; cut is how many points of the
// line are left out.
func pointed(line []Point, size float64, taken []Rect) (f flight, cut int, ok bool) {
	for last := len(line) - 1; last >= max(2, len(line)/4); last-- {
		shaft, head, fits := withHead(line[:last+1], size)
		if fits && !covered(around(head), taken) {
			return flight{shaft: shaft, head: head}, len(line) - 1 - last, true
		}
	}
	return flight{}, 0, false
}

// tagOn finds a place for the number of units: on the shaft near its middle, or beside it.
func tagOn(shaft []Point, count int, zoom float64, taken []Rect, page Rect) (Rect, bool) {
	w, h := (4+digitWidth*float64(len(strconv.Itoa(count))))*zoom, chipHeight*zoom
	for _, aside := range []float64{0, 0.8, -0.8, 1.4, -1.4, 2.2, -2.2, 3.2, -3.2} {
		for step := range len(shaft) {
			i := len(shaft)/2 + (step+1)/2*(1-2*(step%2))
			if i < 0 || i >= len(shaft) {
				continue
			}
			across := normal(shaft, i)
			tag := Rect{shaft[i].X + across.X*aside*h - w/2, shaft[i].Y + across.Y*aside*h - h/2, w, h}
			if !covered(tag, taken) && overlap(tag, page) > w*h-0.01 {
				return tag, true
			}
		}
	}
	return Rect{}, false
}

// normal is the direction across a line at one of its points.
func normal(line []Point, i int) Point {
	a, b := line[max(0, i-1)], line[min(len(line)-1, i+1)]
	length := distance(a, b)
	if length == 0 {
		return Point{0, 1}
	}
	return Point{(a.Y - b.Y) / length, (b.X - a.X) / length}
}

// page is the map's part of the page, without its edge.
func (d *drawing) page() Rect {
	return Rect{2, d.view.top + 2, d.view.width - 4, d.view.bottom - d.view.top - 4}
}

// onPage is the longest part of a line that is on the page.
func (d *drawing) onPage(line []Point) []Point {
	page, from := d.page(), -1
	var best []Point
	for i := 0; i <= len(line); i++ {
		in := i < len(line) && overlap(page, Rect{line[i].X, line[i].Y, 0.01, 0.01}) > 0
		switch {
		case in && from < 0:
			from = i
		case !in && from >= 0:
			if i-from > len(best) {
				best = line[from:i]
			}
			from = -1
		}
	}
	return best
}

// around is the rectangle round some points.
func around(points []Point) Rect {
	r, _ := boundsOf(path{points})
	return r
}

func covered(r Rect, taken []Rect) bool {
	return slices.ContainsFunc(taken, func(o Rect) bool { return overlap(r, o) > 0 })
}

// bow is a curve between two points.
func bow(a, b Point, bend float64) []Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	return curve(a, Point{(a.X+b.X)/2 + 2*bend*dy, (a.Y+b.Y)/2 - 2*bend*dx}, b, 36)
}

// between leaves out of a line what the names and units at its ends would
// cover; a line that would vanish stays whole.
func (d *drawing) between(line []Point, from, to string) []Point {
	inside := func(p Point, name string) bool {
		return slices.ContainsFunc(d.blocks, func(b block) bool {
			return b.space.Name == name && overlap(grown(b.box, 1), Rect{p.X - 1, p.Y - 1, 2, 2}) > 0
		})
	}
	first, last := 0, len(line)-1
	for first < last && inside(line[first], from) {
		first++
	}
	for last > first && inside(line[last], to) {
		last--
	}
	left := line[first : last+1]
	if len(left) < 3 || distance(left[0], left[len(left)-1]) < headLength {
		return line
	}
	return left
}

func distance(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// withHead cuts a line short of its end and gives the head that goes there.
func withHead(line []Point, size float64) (shaft, head []Point, ok bool) {
	tip := line[len(line)-1]
	n := len(line) - 1
	for n > 1 && distance(line[n-1], tip) < headLength*size {
		n--
	}
	back := line[n-1]
	length := distance(back, tip)
	if length == 0 {
		return nil, nil, false
	}
	dx, dy := (tip.X-back.X)/length*size, (tip.Y-back.Y)/length*size
	neck := Point{tip.X - dx*headLength, tip.Y - dy*headLength}
	shaft = append(slices.Clone(line[:n]), neck)
	head = []Point{tip, {neck.X - dy*headWidth, neck.Y + dx*headWidth}, {neck.X + dy*headWidth, neck.Y - dx*headWidth}, tip}
	return shaft, head, true
}

// drawShaft draws an arrow's line: a casing, then the power's colour; hollow where the move is no attack, dashed for a
// retreat.
func (d *drawing) drawShaft(f flight) {
	look, size := styleOf(f.arrow.Power), f.size
	shaft := path{f.shaft}
	d.stroke(shaft, (shaftWidth+2*edgeWidth)*size, edgeOf(look), nil)
	switch f.arrow.Act {
	case Combat:
		d.stroke(shaft, shaftWidth*size, look.chip, nil)
	case Noncombat:
		d.stroke(shaft, shaftWidth*size, look.chip, nil)
		d.stroke(shaft, 0.5*shaftWidth*size, paper, nil)
	case Retreat:
		d.stroke(shaft, shaftWidth*size, paper, nil)
		d.stroke(shaft, shaftWidth*size, look.chip, []float64{6 * size, 4 * size})
	}
}

// edgeOf is the casing that a power's arrows have.
func edgeOf(look powerStyle) color.NRGBA {
	if look.ink == white {
		return halo
	}
	return casing
}

// drawHead draws an arrow's head and the number of its units.
func (d *drawing) drawHead(f flight) {
	look, size, zoom := styleOf(f.arrow.Power), f.size, d.detail.zoom()
	d.stroke(path{f.head}, 2*edgeWidth*size, edgeOf(look), nil)
	d.fill(path{f.head}, paint{colour: look.chip})
	if f.arrow.Act == Noncombat {
		c := Point{(f.head[0].X + f.head[1].X + f.head[2].X) / 3, (f.head[0].Y + f.head[1].Y + f.head[2].Y) / 3}
		d.fill(placed(path{f.head}, c.X*0.55, c.Y*0.55, 0.45), paint{colour: paper})
	}
	if f.tag.W > 0 {
		box := rounded(f.tag, f.tag.H/2.2)
		d.fill(box, paint{colour: look.chip})
		d.stroke(box, 0.4*zoom, white, nil)
		c := f.tag.centre()
		d.text(Point{c.X, c.Y + 0.36*letterSize*zoom}, strconv.Itoa(f.arrow.Count),
			lettering{size: letterSize * zoom, bold: true, colour: look.ink, align: alignMiddle})
	}
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
