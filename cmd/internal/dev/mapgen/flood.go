package main

import (
	"fmt"
	"math"
)

// flood divides the water among the sea zones: every cell goes to the nearest
// seed from which it can be reached over water, nearer cells first.
func (s *spec) flood(r *raster) error {
	var list []seedCell
	for _, sea := range s.seas {
		list = append(list, s.cells(sea.label, sea.at)...)
	}
	from := make([]int32, len(r.cell)) // 1 + index of the seed that reached the cell
	queue := make([][]int32, int(math.Hypot(float64(r.w), float64(r.h)))+2)
	for n, c := range list {
		i, ok := r.waterNear(c)
		if !ok {
			return fmt.Errorf("%s: a seed of the sea lies far from water (raster %.0f, %.0f)", s.names[c.label], c.x,
				c.y)
		}
		from[i] = int32(n + 1)
		queue[0] = append(queue[0], int32(i))
	}
	for d := 0; d < len(queue); d++ {
		for k := 0; k < len(queue[d]); k++ {
			i := int(queue[d][k])
			for _, j := range r.neighbours(i) {
				if from[j] != 0 || r.cell[j] != unset {
					continue
				}
				from[j] = from[i]
				dj := max(d, int(r.distance(j, list[from[i]-1])))
				queue[dj] = append(queue[dj], int32(j))
			}
		}
		queue[d] = nil
	}
	for i, n := range from {
		if n > 0 {
			r.cell[i] = list[n-1].label
		}
	}
	return nil
}

// waterNear gives the water cell nearest to a seed, within ashore cells.
func (r *raster) waterNear(c seedCell) (int, bool) {
	const ashore = 40
	best, at := math.Inf(1), 0
	for y := max(0, int(c.y)-ashore); y <= min(r.h-1, int(c.y)+ashore); y++ {
		for x := max(0, int(c.x)-ashore); x <= min(r.w-1, int(c.x)+ashore); x++ {
			i := y*r.w + x
			if d := r.distance(i, c); d < best && r.cell[i] == unset {
				best, at = d, i
			}
		}
	}
	return at, best <= ashore
}

func (r *raster) distance(i int, c seedCell) float64 {
	dx := math.Abs(float64(i%r.w) - c.x)
	if r.wraps {
		dx = min(dx, float64(r.w)-dx)
	}
	return math.Hypot(dx, float64(i/r.w)-c.y)
}
