package atlas

import (
	"math"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

// boards are the maps with the boards that they show.
var boards = []struct {
	name  string
	board *board.Board
}{
	{"revised", board.Named("revised")},
	{"europe", board.Named("europe")},
}

func geometry(t *testing.T, name string) *Map {
	t.Helper()
	m, err := Geometry(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inside reports whether a point lies in an area (even-odd rule).
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

func TestEverySpaceHasItsArea(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		m := geometry(t, b.name)
		for _, space := range b.board.Spaces {
			a, ok := m.Area(space.Name)
			switch {
			case !ok:
				t.Errorf("%s: %s has no area", b.name, space.Name)
				continue
			case a.Kind.Water() != space.Sea:
				t.Errorf("%s: %s is drawn as %s", b.name, space.Name, a.Kind)
			case space.IsConvoy() != (a.Kind == Convoy):
				t.Errorf("%s: %s is drawn as %s, its income is %d", b.name, space.Name, a.Kind, space.Income)
			case !inside(a, a.Anchor()):
				t.Errorf("%s: the anchor of %s lies outside its area", b.name, space.Name)
			case extent(a) < 1500:
				t.Errorf("%s: %s is too small to be seen: %.0f square units", b.name, space.Name, extent(a))
			}
		}
		for _, a := range m.Areas {
			if _, ok := b.board.Find(a.Name); !ok && a.Kind != None {
				t.Errorf("%s: the board has no space %s", b.name, a.Name)
			}
		}
	}
}

// contacts gives how long a border each two areas share, in map units; on a
// map that wraps, also across the edge.
func contacts(m *Map) map[[2]string]float64 {
	out := map[[2]string]float64{}
	add := func(a, b int, length float64) {
		if a != b && length > 0 {
			out[pair(m.Areas[a].Name, m.Areas[b].Name)] += length
		}
	}
	var left, right []Border
	for _, b := range m.Borders {
		if b.Left >= 0 && b.Right >= 0 {
			add(b.Left, b.Right, lengthOf(b.Points))
		} else {
			left, right = append(left, b), append(right, b)
		}
	}
	if m.Wraps {
		for _, a := range left {
			for _, b := range right {
				add(max(a.Left, a.Right), max(b.Left, b.Right), seam(a, b, m.Width))
			}
		}
	}
	return out
}

// seam returns the length over which a border at the left edge of the map and one at its right edge are at the same
// height.
func seam(a, b Border, width float64) float64 {
	lo, hi := 0.0, math.Inf(1)
	for edge, border := range []Border{a, b} {
		top, bottom := math.Inf(1), math.Inf(-1)
		for _, p := range border.Points {
			if p.X == float64(edge)*width {
				top, bottom = min(top, p.Y), max(bottom, p.Y)
			}
		}
		lo, hi = max(lo, top), min(hi, bottom)
	}
	return hi - lo
}

func lengthOf(line []Point) float64 {
	sum := 0.0
	for i := 0; i+1 < len(line); i++ {
		sum += distance(line[i], line[i+1])
	}
	return sum
}

func pair(a, b string) [2]string {
	if a > b {
		a, b = b, a
	}
	return [2]string{a, b}
}

// Four map units are one pixel of a picture 1200 pixels wide.
const pixel = 4

func TestNeighboursTouchOnTheMap(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		m := geometry(t, b.name)
		touch := contacts(m)
		for _, space := range b.board.Spaces {
			for _, id := range b.board.Near(space.ID) {
				other := b.board.Name(id)
				if touch[pair(space.Name, other)] >= 2*pixel || canalJoins(m, space.Name, other) {
					continue
				}
				t.Errorf("%s: %s and %s are neighbours and do not touch on the map", b.name, space.Name, other)
			}
		}
	}
}

// canalJoins reports whether a canal drawn on the map ends in both areas.
func canalJoins(m *Map, a, b string) bool {
	return slices.ContainsFunc(m.Canals, func(line []Point) bool {
		first, ok1 := m.Area(a)
		second, ok2 := m.Area(b)
		start, end := line[0], line[len(line)-1]
		return ok1 && ok2 && (inside(first, start) && inside(second, end) || inside(first, end) && inside(second, start))
	})
}

func TestEveryCanalIsDrawn(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		m := geometry(t, b.name)
		for _, c := range b.board.Canals {
			if a, z := b.board.Name(c.A), b.board.Name(c.B); !canalJoins(m, a, z) {
				t.Errorf("%s: no canal from %s to %s", b.name, a, z)
			}
		}
	}
}

// looksAdjacent lists what touches on the map though not on the board.
var looksAdjacent = map[[2]string]string{
	{"Algeria", "Rio De Oro"}: "the printed board bends Sahara between them; real geography does not",
}

func TestOnlyNeighboursTouchOnTheMap(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		for p, length := range contacts(geometry(t, b.name)) {
			first, ok1 := b.board.Find(p[0])
			second, ok2 := b.board.Find(p[1])
			if !ok1 || !ok2 || b.board.Touch(first, second) || looksAdjacent[p] != "" {
				continue
			}
			if length > 4*pixel {
				t.Errorf("%s: %s and %s are no neighbours and touch over %.0f units", b.name, p[0], p[1], length)
			}
		}
	}
}

func TestIslandsStandInTheirZone(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		touch := contacts(geometry(t, b.name))
		for _, space := range b.board.Spaces {
			if space.Island == board.NoSpace {
				continue
			}
			for p, length := range touch {
				zone := b.board.Name(space.Island)
				if slices.Contains(p[:], space.Name) && !slices.Contains(p[:], zone) && length > pixel {
					t.Errorf("%s: %s lies in %s, but %v touch over %.0f units", b.name, space.Name, zone, p, length)
				}
			}
		}
	}
}

func TestPathIsTheArea(t *testing.T) {
	t.Parallel()
	a := Area{Rings: [][]Point{{{0, 0}, {10, 0}, {10, 5}}, {{1, 1}, {2, 1}, {2, 2}}}}
	if got, want := a.Path(), "M0 0L10 0L10 5ZM1 1L2 1L2 2Z"; got != want {
		t.Errorf("path %s, want %s", got, want)
	}
}

// Areas together have one outline, which closes, encloses as much as they do, and has no line between two of them.
func TestUnionIsTheAreasTogether(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		m := geometry(t, b.name)
		for name, in := range map[string]func(int) bool{
			"all land":       func(i int) bool { return m.Areas[i].Kind == Land },
			"every third":    func(i int) bool { return i%3 == 0 },
			"one area":       func(i int) bool { return i == 7 },
			"the whole page": func(int) bool { return true },
			"nothing":        func(int) bool { return false },
		} {
			sum := 0.0
			for i, a := range m.Areas {
				if in(i) {
					sum += extent(a)
				}
			}
			rings := m.union(in)
			for _, ring := range rings {
				if ring[0] != ring[len(ring)-1] {
					t.Errorf("%s, %s: an outline ends at %v and not where it began, %v", b.name, name, ring[len(ring)-1], ring[0])
				}
			}
			if got := extent(Area{Rings: rings}); math.Abs(got-sum) > 1 {
				t.Errorf("%s, %s: the outline encloses %g, the areas %g", b.name, name, got, sum)
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
