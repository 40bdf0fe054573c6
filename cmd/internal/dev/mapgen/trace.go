package main

import (
	"math"
	"slices"
)

// corner is a corner of cells: (0,0) is the top left corner of the raster.
type corner struct{ x, y int }

// arc is a border between two areas, from node to node or closed. Going along it, area left is on the left, area right
// on the right; outside the raster is label -1.
type arc struct {
	points      []corner
	left, right int16
}

// steps are the four directions, counterclockwise on the page from east.
var steps = [4]corner{{1, 0}, {0, -1}, {-1, 0}, {0, 1}}

// tracer follows the borders between the areas of a raster.
type tracer struct {
	r    *raster
	done map[[2]corner]bool
}

// trace gives all borders of the raster, each once.
func trace(r *raster) []arc {
	t := tracer{r, map[[2]corner]bool{}}
	var arcs []arc
	for _, nodesOnly := range []bool{true, false} {
		for y := 0; y <= r.h; y++ {
			for x := 0; x <= r.w; x++ {
				c := corner{x, y}
				if nodesOnly && t.degree(c) <= 2 {
					continue
				}
				for d := range steps {
					if t.isBorder(c, d) && !t.done[[2]corner{c, c.step(d)}] {
						arcs = append(arcs, t.follow(c, d))
					}
				}
			}
		}
	}
	return arcs
}

func (c corner) step(d int) corner { return corner{c.x + steps[d].x, c.y + steps[d].y} }

// label is the label of a cell, -1 outside.
func (t tracer) label(x, y int) int16 {
	if x < 0 || y < 0 || x >= t.r.w || y >= t.r.h {
		return -1
	}
	return t.r.at(x, y)
}

// sides gives the labels left and right of the crack that leaves c towards d.
func (t tracer) sides(c corner, d int) (left, right int16) {
	nw, ne := t.label(c.x-1, c.y-1), t.label(c.x, c.y-1)
	sw, se := t.label(c.x-1, c.y), t.label(c.x, c.y)
	switch d {
	case 0:
		return ne, se
	case 1:
		return nw, ne
	case 2:
		return sw, nw
	}
	return se, sw
}

func (t tracer) isBorder(c corner, d int) bool {
	left, right := t.sides(c, d)
	return left != right
}

func (t tracer) degree(c corner) int {
	n := 0
	for d := range steps {
		if t.isBorder(c, d) {
			n++
		}
	}
	return n
}

// follow walks from c towards d until a node, or back to c.
func (t tracer) follow(c corner, d int) arc {
	left, right := t.sides(c, d)
	a := arc{points: []corner{c}, left: left, right: right}
	for at := c; ; {
		next := at.step(d)
		t.done[[2]corner{at, next}], t.done[[2]corner{next, at}] = true, true
		a.points = append(a.points, next)
		if next == c || t.degree(next) > 2 {
			return a
		}
		for e := range steps {
			if e != (d+2)%4 && t.isBorder(next, e) {
				at, d = next, e
				break
			}
		}
	}
}

// simplify drops the points of a border that lie within the tolerance of
// the line through the others (Douglas and Peucker). Ends stay, so that areas
// go on sharing their borders exactly.
func simplify(points []corner, tolerance float64) []corner {
	if len(points) < 3 {
		return points
	}
	if points[0] == points[len(points)-1] {
		far := farthest(points, func(p corner) float64 {
			return math.Hypot(float64(p.x-points[0].x), float64(p.y-points[0].y))
		})
		head := simplify(points[:far+1], tolerance)
		return append(head[:len(head)-1:len(head)-1], simplify(points[far:], tolerance)...)
	}
	a, b := points[0], points[len(points)-1]
	length := math.Hypot(float64(b.x-a.x), float64(b.y-a.y))
	offset := func(p corner) float64 {
		return math.Abs(float64((b.x-a.x)*(a.y-p.y)-(a.x-p.x)*(b.y-a.y))) / length
	}
	far := farthest(points, offset)
	if offset(points[far]) <= tolerance {
		return []corner{a, b}
	}
	head := simplify(points[:far+1], tolerance)
	return append(head[:len(head)-1:len(head)-1], simplify(points[far:], tolerance)...)
}

// farthest gives the index of the inner point with the greatest measure.
func farthest(points []corner, measure func(corner) float64) int {
	best, at := -1.0, 0
	for i := 1; i < len(points)-1; i++ {
		if m := measure(points[i]); m > best {
			best, at = m, i
		}
	}
	return at
}

// rings strings the borders of an area together. Each ring is a list of arc
// numbers from 1, negative where the arc runs backwards.
func rings(arcs []arc, label int16) [][]int {
	starts := map[corner][]int{} // signed arc numbers with the area on the left, by first point
	var all []int
	for i, a := range arcs {
		switch label {
		case a.left:
			all = append(all, i+1)
			starts[a.points[0]] = append(starts[a.points[0]], i+1)
		case a.right:
			all = append(all, -i-1)
			last := a.points[len(a.points)-1]
			starts[last] = append(starts[last], -i-1)
		}
	}
	used := map[int]bool{}
	var out [][]int
	for _, first := range all {
		var ring []int
		for n := first; n != 0 && !used[n]; {
			used[n] = true
			ring = append(ring, n)
			n = unused(starts[end(arcs, n)], used)
		}
		if len(ring) > 0 {
			out = append(out, ring)
		}
	}
	return out
}

func end(arcs []arc, n int) corner {
	if n < 0 {
		return arcs[-n-1].points[0]
	}
	return arcs[n-1].points[len(arcs[n-1].points)-1]
}

func unused(list []int, used map[int]bool) int {
	if i := slices.IndexFunc(list, func(n int) bool { return !used[n] }); i >= 0 {
		return list[i]
	}
	return 0
}
