package main

import "math"

// room is an upright rectangle inside an area, in raster units, where units
// and name are drawn.
type room struct{ x, y, w, h int }

// grain is how coarse the search for rooms is: one candidate corner in so many cells.
const grain = 4

// Rooms much longer than they are high (or higher than long) count as less.
const (
	maxLong = 2.4
	maxHigh = 1.4
)

// component is a connected part of an area.
type component struct {
	label                  int16
	cells                  int
	minX, minY, maxX, maxY int
}

// components numbers the connected parts of all areas; the map's edge
// separates, also where it wraps.
func components(r *raster) (of []int32, list []component) {
	of = make([]int32, len(r.cell))
	for i := range of {
		of[i] = -1
	}
	flat := *r
	flat.wraps = false
	var stack []int
	for i := range r.cell {
		if of[i] >= 0 {
			continue
		}
		n := int32(len(list))
		c := component{label: r.cell[i], minX: r.w, minY: r.h}
		of[i] = n
		stack = append(stack[:0], i)
		for len(stack) > 0 {
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			c.cells++
			c.minX, c.maxX = min(c.minX, j%r.w), max(c.maxX, j%r.w)
			c.minY, c.maxY = min(c.minY, j/r.w), max(c.maxY, j/r.w)
			for _, k := range flat.neighbours(j) {
				if of[k] < 0 && r.cell[k] == r.cell[j] {
					of[k] = n
					stack = append(stack, k)
				}
			}
		}
		list = append(list, c)
	}
	return of, list
}

// dropSpecks gives parts of areas below a number of cells to the neighbouring area with the longest common border,
// unless they are all that their area has.
func dropSpecks(r *raster, least int) {
	of, list := components(r)
	largest := map[int16]int{}
	for _, c := range list {
		largest[c.label] = max(largest[c.label], c.cells)
	}
	around := map[int32]map[int16]int{}
	for i := range r.cell {
		c := list[of[i]]
		if c.cells >= least || c.cells == largest[c.label] {
			continue
		}
		for _, j := range r.neighbours(i) {
			if r.cell[j] != r.cell[i] {
				if around[of[i]] == nil {
					around[of[i]] = map[int16]int{}
				}
				around[of[i]][r.cell[j]]++
			}
		}
	}
	for i := range r.cell {
		if beside := around[of[i]]; beside != nil {
			r.cell[i] = mostFrequent(beside)
		}
	}
}

func mostFrequent(count map[int16]int) int16 {
	best := int16(math.MaxInt16)
	for label, n := range count {
		if n > count[best] || n == count[best] && label < best {
			best = label
		}
	}
	return best
}

// rooms finds the rooms of each area: the first in its largest part; then,
// on a map that wraps, one in each other large part, so that an area cut by
// the map's edge is named on both sides.
func rooms(r *raster, labels int) [][]room {
	of, list := components(r)
	largest := make([]int, labels)
	for n, c := range list {
		if c.cells > list[largest[c.label]].cells || list[largest[c.label]].label != c.label {
			largest[c.label] = n
		}
	}
	out := make([][]room, labels)
	for label := range out {
		out[label] = append(out[label], bestRoom(r, of, list[largest[label]], int32(largest[label])))
	}
	for n, c := range list {
		atEdge := c.minX == 0 || c.maxX == r.w-1
		if r.wraps && atEdge && n != largest[c.label] && c.cells > 12000 {
			out[c.label] = append(out[c.label], bestRoom(r, of, c, int32(n)))
		}
	}
	return out
}

// bestRoom finds the rectangle with the best score in a part of an area, by
// the largest-rectangle-under-a-histogram method, row by row.
func bestRoom(r *raster, of []int32, c component, n int32) room {
	gw := (c.maxX-c.minX)/grain + 1
	heights := make([]int, gw+1)
	best, bestScore := room{c.minX, c.minY, 1, 1}, 0.0
	for y := c.minY; y <= c.maxY; y += grain {
		for g := range gw {
			if blockInside(r, of, n, c.minX+g*grain, y) {
				heights[g]++
			} else {
				heights[g] = 0
			}
		}
		var stack []int // columns with rising heights
		for g := 0; g <= gw; g++ {
			for len(stack) > 0 && heights[stack[len(stack)-1]] >= heights[g] {
				h := heights[stack[len(stack)-1]]
				stack = stack[:len(stack)-1]
				left := 0
				if len(stack) > 0 {
					left = stack[len(stack)-1] + 1
				}
				found := room{c.minX + left*grain, y - (h-1)*grain, (g - left) * grain, h * grain}
				if s := found.score(); s > bestScore {
					best, bestScore = found, s
				}
			}
			stack = append(stack, g)
		}
	}
	return best
}

// blockInside reports whether the corners of a grain block lie in part n.
func blockInside(r *raster, of []int32, n int32, x, y int) bool {
	for _, d := range [5][2]int{{0, 0}, {grain - 1, 0}, {0, grain - 1}, {grain - 1, grain - 1},
		{grain / 2, grain / 2}} {
		if x+d[0] >= r.w || y+d[1] >= r.h || of[(y+d[1])*r.w+x+d[0]] != n {
			return false
		}
	}
	return true
}

func (m room) score() float64 {
	w, h := float64(m.w), float64(m.h)
	return min(w, maxLong*h) * min(h, maxHigh*w)
}
