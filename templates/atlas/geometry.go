package atlas

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.map
var data embed.FS

// Point is a place on a map, in map units: x to the right, y down.
type Point struct{ X, Y float64 }

// Rect is an upright rectangle, in map units.
type Rect struct{ X, Y, W, H float64 }

// centre gives the middle of a rectangle.
func (r Rect) centre() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Kind is how an area is drawn.
type Kind string

// Kinds of areas. None is ground of no space: land and water out of play.
const (
	None   Kind = "none"
	Land   Kind = "land"
	Island Kind = "island" // a land space drawn as a disc in its sea zone
	Sea    Kind = "sea"
	Convoy Kind = "convoy" // a sea space drawn as a box
)

// Water reports whether ships may be in an area of this kind.
func (k Kind) Water() bool { return k == Sea || k == Convoy }

// Area is the ground of one space.
type Area struct {
	Name string // canonical name of the space; "-" for the ground of none
	Kind Kind
	// Rooms are free rectangles inside the area for units and name; the first
	// is the main one. On a map that wraps, an area that the edge cuts has one
	// on either side.
	Rooms []Rect
	Rings [][]Point // exteriors and holes, the area always on the left hand
}

// Anchor is the middle of the main room: a point inside the area.
func (a Area) Anchor() Point { return a.Rooms[0].centre() }

// Path gives the area as the d attribute of an SVG path, in map units.
func (a Area) Path() string {
	var b strings.Builder
	for _, ring := range a.Rings {
		for i, p := range ring {
			command := "L"
			if i == 0 {
				command = "M"
			}
			fmt.Fprintf(&b, "%s%g %g", command, p.X, p.Y)
		}
		b.WriteByte('Z')
	}
	return b.String()
}

// Border is a line where two areas meet; an index is -1 beyond the map's edge.
type Border struct {
	Points      []Point
	Left, Right int // indices into Map.Areas
}

// Map is the geometry of one board.
type Map struct {
	Width, Height float64 // map units
	Wraps         bool    // whether the left and the right edge are one line
	Areas         []Area
	Borders       []Border
	Canals        [][]Point // lines from one sea zone to another through land
}

// maps are the boards' geometries, each read when it is first asked for and never changed.
var maps = map[string]func() (*Map, error){
	"revised": sync.OnceValues(func() (*Map, error) { return readMap("revised") }),
	"europe":  sync.OnceValues(func() (*Map, error) { return readMap("europe") }),
}

// Geometry gives the embedded geometry of a board, by its name. It is shared: nobody may change it.
func Geometry(board string) (*Map, error) {
	read, ok := maps[board]
	if !ok {
		return nil, fmt.Errorf("atlas: no map of board %q", board)
	}
	return read()
}

func readMap(board string) (*Map, error) {
	text, err := data.ReadFile("data/" + board + ".map")
	if err != nil {
		return nil, err
	}
	m := &Map{}
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if err := m.read(line); err != nil {
			return nil, fmt.Errorf("atlas: %s.map line %d: %w", board, n+1, err)
		}
	}
	return m, nil
}

// Area returns the area of a space; ok is false if the map has none of that name.
func (m *Map) Area(name string) (area Area, ok bool) {
	i := slices.IndexFunc(m.Areas, func(a Area) bool { return a.Name == name })
	if i < 0 {
		return Area{}, false
	}
	return m.Areas[i], true
}

// union gives the outline of several areas together, the land on the left hand: the borders that have one of them on
// one side only, strung together end to end.
func (m *Map) union(in func(area int) bool) [][]Point {
	var arcs [][]Point
	from := map[Point][]int{} // arcs by the point where they begin
	for _, b := range m.Borders {
		left, right := b.Left >= 0 && in(b.Left), b.Right >= 0 && in(b.Right)
		if left == right {
			continue
		}
		points := b.Points
		if right {
			points = slices.Clone(points)
			slices.Reverse(points)
		}
		from[points[0]] = append(from[points[0]], len(arcs))
		arcs = append(arcs, points)
	}
	var rings [][]Point
	for i := range arcs {
		if arcs[i] == nil {
			continue
		}
		ring := slices.Clone(arcs[i])
		arcs[i] = nil
		for ring[len(ring)-1] != ring[0] {
			end := ring[len(ring)-1]
			next := slices.IndexFunc(from[end], func(k int) bool { return arcs[k] != nil })
			if next < 0 {
				break // the map is checked by a test: every outline closes
			}
			k := from[end][next]
			ring = append(ring, arcs[k][1:]...)
			arcs[k] = nil
		}
		rings = append(rings, ring)
	}
	return rings
}

// read reads one line of a map file: the size, a canal or a border ("canal" or
// "arc" and its points as steps from the one before), or a space ("space", kind, name, rooms,
// rings, parted by tabs; a ring is the numbers of its arcs from 1, negative where
// an arc runs backwards).
func (m *Map) read(line string) error {
	verb, rest, _ := strings.Cut(line, " ")
	switch {
	case verb == "size":
		size, wrap, _ := cutLast(rest)
		numbers, err := readNumbers(size)
		if err != nil || len(numbers) != 2 {
			return fmt.Errorf("size %q: want WIDTH HEIGHT wrap|flat", rest)
		}
		m.Width, m.Height, m.Wraps = float64(numbers[0]), float64(numbers[1]), wrap == "wrap"
		return nil
	case verb == "canal":
		points, err := readLine(rest)
		m.Canals = append(m.Canals, points)
		return err
	case verb == "arc":
		points, err := readLine(rest)
		m.Borders = append(m.Borders, Border{points, -1, -1})
		return err
	case strings.HasPrefix(line, "space\t"):
		return m.readArea(strings.Split(line, "\t"))
	}
	return fmt.Errorf("unknown line %.20q", line)
}

func cutLast(s string) (before, last string, ok bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

func readNumbers(text string) ([]int, error) {
	words := strings.Fields(text)
	out := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

func readLine(text string) ([]Point, error) {
	steps, err := readNumbers(text)
	if err != nil {
		return nil, err
	}
	var out []Point
	x, y := 0, 0
	for i := 0; i+1 < len(steps); i += 2 {
		x, y = x+steps[i], y+steps[i+1]
		out = append(out, Point{float64(x), float64(y)})
	}
	return out, nil
}

func (m *Map) readArea(fields []string) error {
	if len(fields) != 5 {
		return fmt.Errorf("space with %d fields: want 5", len(fields))
	}
	a := Area{Kind: Kind(fields[1]), Name: fields[2]}
	for _, text := range strings.Split(fields[3], ";") {
		n, err := readNumbers(text)
		if err != nil || len(n) != 4 {
			return fmt.Errorf("%s: room %q: want X Y WIDTH HEIGHT", a.Name, text)
		}
		a.Rooms = append(a.Rooms, Rect{float64(n[0]), float64(n[1]), float64(n[2]), float64(n[3])})
	}
	for _, text := range strings.Split(fields[4], ";") {
		numbers, err := readNumbers(text)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		ring, err := m.ring(numbers, len(m.Areas))
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		a.Rings = append(a.Rings, ring)
	}
	m.Areas = append(m.Areas, a)
	return nil
}

// ring strings borders together and notes the area at their side.
func (m *Map) ring(numbers []int, area int) ([]Point, error) {
	var out []Point
	for _, n := range numbers {
		i := max(n, -n) - 1
		if i < 0 || i >= len(m.Borders) {
			return nil, fmt.Errorf("no arc %d", n)
		}
		b := &m.Borders[i]
		points := slices.Clone(b.Points)
		if n < 0 {
			slices.Reverse(points)
			b.Right = area
		} else {
			b.Left = area
		}
		out = append(out, points[:len(points)-1]...)
	}
	return out, nil
}
