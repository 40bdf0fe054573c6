package main

import (
	"fmt"
	"math"
	"slices"
)

// raster is a grid of labels, row by row.
type raster struct {
	w, h  int
	wraps bool // left and right edge are neighbours
	cell  []int16
}

func newRaster(p projection) *raster {
	w, h := int(p.width), int(p.height)
	return &raster{w: w, h: h, wraps: p.wraps(), cell: make([]int16, w*h)}
}

func (r *raster) at(x, y int) int16 { return r.cell[y*r.w+x] }

// fill calls set for every cell whose centre lies inside the rings (even-odd).
func (r *raster) fill(rings [][][2]float64, set func(i int)) {
	crossings := make([][]float64, r.h)
	for _, ring := range rings {
		for i := range ring {
			a, b := ring[i], ring[(i+1)%len(ring)]
			r.cross(a, b, crossings)
		}
	}
	for y, xs := range crossings {
		slices.Sort(xs)
		for i := 0; i+1 < len(xs); i += 2 {
			from := max(0, int(math.Ceil(xs[i]-0.5)))
			to := min(r.w-1, int(math.Ceil(xs[i+1]-0.5))-1)
			for x := from; x <= to; x++ {
				set(y*r.w + x)
			}
		}
	}
}

// cross records where the edge a-b crosses the rows' centre lines.
func (r *raster) cross(a, b [2]float64, crossings [][]float64) {
	if a[1] > b[1] {
		a, b = b, a
	}
	from := max(0, int(math.Ceil(a[1]-0.5)))
	to := min(r.h-1, int(math.Ceil(b[1]-0.5))-1)
	for y := from; y <= to; y++ {
		t := (float64(y) + 0.5 - a[1]) / (b[1] - a[1])
		crossings[y] = append(crossings[y], a[0]+t*(b[0]-a[0]))
	}
}

// landCells marks, for every cell, the country it is in (its index, or -1).
func landCells(p projection, countries []country, used map[string]bool) []int16 {
	r := newRaster(p)
	for i := range r.cell {
		r.cell[i] = -1
	}
	for n, c := range countries {
		if !used[c.name] {
			continue
		}
		for _, turn := range []float64{-360, 0, 360} {
			r.fill(p.rings(c.rings, turn), func(i int) { r.cell[i] = int16(n) })
		}
	}
	return r.cell
}

// rings projects rings that are shifted by a turn.
func (p projection) rings(rings [][]point, turn float64) [][][2]float64 {
	var out [][][2]float64
	for _, ring := range rings {
		projected := make([][2]float64, len(ring))
		for i, q := range ring {
			projected[i] = [2]float64{p.x(q.lon+turn, q.lat), p.y(q.lat)}
		}
		out = append(out, projected)
	}
	return out
}

const unset = int16(-1)

// survey divides the raster among the spaces of the spec. Water that no seed
// reaches, and land of no space, gets label 0.
func (s *spec) survey(countries []country) (*raster, error) {
	r := newRaster(s.proj)
	for i := range r.cell {
		r.cell[i] = unset
	}
	if err := s.divideLand(r, countries); err != nil {
		return nil, err
	}
	s.paintOver(r, "land", func(c int16) bool { return c != unset })
	dropSpecks(r, speck)
	s.placeShapes(r, false)
	if err := s.flood(r); err != nil {
		return nil, err
	}
	for i, c := range r.cell {
		if c == unset {
			r.cell[i] = 0
		}
	}
	s.washShores(r)
	s.paintOver(r, "sea", func(c int16) bool { return s.isSea[c] || c == 0 })
	s.paintOver(r, "all", func(int16) bool { return true })
	s.placeShapes(r, true)
	return r, nil
}

// divideLand gives each land cell to the claim whose seed is nearest among
// those that list its country.
func (s *spec) divideLand(r *raster, countries []country) error {
	index := map[string]int{}
	for i, c := range countries {
		index[c.name] = i
	}
	claims := make([][]int, len(countries))
	used := map[string]bool{}
	for i, c := range s.claims {
		for _, name := range c.countries {
			n, ok := index[name]
			if !ok {
				return fmt.Errorf("%s: no country %q", s.names[c.label], name)
			}
			claims[n] = append(claims[n], i)
			used[name] = true
		}
	}
	owners := make([][]seedCell, len(countries))
	for n, list := range claims {
		for _, i := range list {
			if len(list) > 1 && len(s.claims[i].at) == 0 {
				return fmt.Errorf("%s shares %s and has no seed", s.names[s.claims[i].label], countries[n].name)
			}
			owners[n] = append(owners[n], s.cells(s.claims[i].label, s.claims[i].at)...)
		}
	}
	for i, n := range landCells(s.proj, countries, used) {
		switch {
		case n < 0:
		case len(claims[n]) == 1:
			r.cell[i] = int16(s.claims[claims[n][0]].label)
		default:
			r.cell[i] = nearest(owners[n], float64(i%r.w), float64(i/r.w))
		}
	}
	return nil
}

// seedCell is a seed in raster coordinates.
type seedCell struct {
	x, y  float64
	label int16
}

func (s *spec) cells(label int, at []point) []seedCell {
	var out []seedCell
	for _, q := range at {
		x, y := s.proj.place(q)
		out = append(out, seedCell{x, y, int16(label)})
	}
	return out
}

func nearest(list []seedCell, x, y float64) int16 {
	best, label := math.Inf(1), unset
	for _, c := range list {
		if d := (c.x-x)*(c.x-x) + (c.y-y)*(c.y-y); d < best {
			best, label = d, c.label
		}
	}
	return label
}

// paintOver draws the polygons of one kind over the cells that may be painted.
func (s *spec) paintOver(r *raster, over string, may func(int16) bool) {
	for _, p := range s.paints {
		if p.over != over {
			continue
		}
		for _, turn := range []float64{-360, 0, 360} {
			r.fill(s.proj.rings([][]point{p.ring}, turn), func(i int) {
				if may(r.cell[i]) {
					r.cell[i] = int16(p.label)
				}
			})
		}
	}
}

// placeShapes draws the discs and boxes. Before the flood they block it as the zone's own seeds do; afterwards they are
// drawn over it.
func (s *spec) placeShapes(r *raster, final bool) {
	for _, sh := range s.shapes {
		cx, cy := s.proj.place(sh.at)
		for y := int(cy - sh.height/2); y <= int(cy+sh.height/2); y++ {
			for x := int(cx - sh.width/2); x <= int(cx+sh.width/2); x++ {
				dx, dy := (float64(x)+0.5-cx)*2/sh.width, (float64(y)+0.5-cy)*2/sh.height
				inside := math.Abs(dx) <= 1 && math.Abs(dy) <= 1 && (!sh.round || dx*dx+dy*dy <= 1)
				if !inside || x < 0 || y < 0 || x >= r.w || y >= r.h {
					continue
				}
				if i := y*r.w + x; final || r.cell[i] == unset {
					r.cell[i] = int16(sh.label)
				}
			}
		}
	}
}

// washShores gives the water within a margin of an island to the island's zone: an island is in one zone and touches no
// other.
func (s *spec) washShores(r *raster) {
	type claimed struct {
		zone int16
		d    float64
	}
	owner := make(map[int]claimed)
	for _, sh := range s.shores {
		m := int(sh.margin)
		for i, c := range r.cell {
			if c != int16(sh.label) || !r.onEdge(i) {
				continue
			}
			for dy := -m; dy <= m; dy++ {
				for dx := -m; dx <= m; dx++ {
					x, y := r.wrap(i%r.w+dx), i/r.w+dy
					d := math.Hypot(float64(dx), float64(dy))
					if x < 0 || y < 0 || x >= r.w || y >= r.h || d > sh.margin {
						continue
					}
					j := y*r.w + x
					if old, ok := owner[j]; (!ok || d < old.d) && (s.isSea[r.cell[j]] || r.cell[j] == 0) {
						owner[j] = claimed{int16(sh.zone), d}
					}
				}
			}
		}
	}
	for j, c := range owner {
		r.cell[j] = c.zone
	}
}

func (r *raster) wrap(x int) int {
	if r.wraps {
		return (x + r.w) % r.w
	}
	return x
}

// onEdge reports whether a cell has a neighbour of another label.
func (r *raster) onEdge(i int) bool {
	for _, j := range r.neighbours(i) {
		if r.cell[j] != r.cell[i] {
			return true
		}
	}
	return false
}

// neighbours lists the four cells next to a cell.
func (r *raster) neighbours(i int) []int {
	x, y := i%r.w, i/r.w
	out := make([]int, 0, 4)
	for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		nx, ny := r.wrap(x+d[0]), y+d[1]
		if nx >= 0 && ny >= 0 && nx < r.w && ny < r.h {
			out = append(out, ny*r.w+nx)
		}
	}
	return out
}
