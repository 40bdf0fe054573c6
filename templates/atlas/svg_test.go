package atlas

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The SVG is well formed, and refers to nothing but what it defines itself.
func TestSVGStandsAlone(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		file, err := SVG(crowded(t, b.name))
		if err != nil {
			t.Fatal(err)
		}
		ids, used := map[string]bool{}, map[string]bool{}
		for d := xml.NewDecoder(bytes.NewReader(file)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", b.name, err)
			}
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range e.Attr {
				switch value := a.Value; {
				case a.Name.Local == "id":
					ids[value] = true
				case a.Name.Local == "href":
					used[strings.TrimPrefix(value, "#")] = true
				case strings.HasPrefix(value, "url(#"):
					used[strings.TrimSuffix(strings.TrimPrefix(value, "url(#"), ")")] = true
				case strings.HasPrefix(a.Name.Local, "on") || e.Name.Local == "script":
					t.Errorf("%s: <%s %s=%q>", b.name, e.Name.Local, a.Name.Local, value)
				}
			}
		}
		for id := range used {
			if !ids[id] {
				t.Errorf("%s: %q is used and not defined", b.name, id)
			}
		}
		if len(used) < 10 {
			t.Errorf("%s: only %d things are drawn by their definition", b.name, len(used))
		}
	}
}

// What a path says is what was drawn, to half a grain, in lines that go on after each other and in numbers that stand
// close.
func TestPathDataIsTheDrawing(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		p      path
		closed bool
		grain  float64
		data   string
	}{
		"a square":              {rectangle(Rect{1, 2, 3, 3}), true, 1, "m1 2 3 0 0 3-3 0z"},
		"not closed":            {path{{{0, 0}, {5, 1}}}, false, 1, "m0 0 5 1"},
		"a straight line":       {path{{{0, 0}, {1, 1}, {2, 2}, {4, 4}, {4, 3}}}, false, 1, "m0 0 4 4 0-1"},
		"back on its way":       {path{{{0, 0}, {4, 0}, {2, 0}}}, false, 1, "m0 0 4 0-2 0"},
		"points that meet":      {path{{{0, 0}, {0.2, 0.2}, {3, 0}}}, false, 1, "m0 0 3 0"},
		"tenths":                {path{{{0.5, -0.25}, {10.5, 0.05}}}, false, 0.1, "m.5-.3 10 .4"},
		"two lines":             {path{{{1, 1}, {2, 3}}, {{5, 5}, {6, 5}}}, false, 1, "m1 1 1 2m3 2 1 0"},
		"two closed lines":      {path{{{1, 1}, {2, 3}, {0, 3}, {1, 1}}, {{5, 5}, {6, 5}, {6, 6}, {5, 5}}}, true, 1, "m1 1 1 2-2 0zm4 4 1 0 0 1z"},
		"a line without points": {path{{}}, true, 1, ""},
	} {
		if got := pathData(tt.p, tt.closed, tt.grain); got != tt.data {
			t.Errorf("%s: %s, want %s", name, got, tt.data)
		}
	}
	m, err := Geometry("revised")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range m.Areas {
		drawn := corners(t, pathData(a.Rings, true, coarse))
		for i, ring := range a.Rings {
			for _, p := range ring {
				if d := apart(p, drawn[i]); d > 0.01 {
					t.Fatalf("%s: the drawing is %g off %v", a.Name, d, p)
				}
			}
		}
	}
}

var pathWord = regexp.MustCompile(`[mz]|-?\d*\.?\d+`)

// corners reads a path back, ring by ring.
func corners(t *testing.T, data string) [][]Point {
	t.Helper()
	var rings [][]Point
	var at Point
	words := pathWord.FindAllString(data, -1)
	for i := 0; i < len(words); {
		switch words[i] {
		case "m":
			rings = append(rings, nil)
			i++
			continue
		case "z":
			at = rings[len(rings)-1][0]
			i++
			continue
		}
		dx, err1 := strconv.ParseFloat(words[i], 64)
		dy, err2 := strconv.ParseFloat(words[i+1], 64)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		at = Point{at.X + dx, at.Y + dy}
		rings[len(rings)-1] = append(rings[len(rings)-1], at)
		i += 2
	}
	return rings
}

// apart is how far a point is from a closed line.
func apart(p Point, ring []Point) float64 {
	best := math.Inf(1)
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		dx, dy := b.X-a.X, b.Y-a.Y
		along := 0.0
		if long := dx*dx + dy*dy; long > 0 {
			along = min(1, max(0, ((p.X-a.X)*dx+(p.Y-a.Y)*dy)/long))
		}
		best = min(best, distance(p, Point{a.X + along*dx, a.Y + along*dy}))
	}
	return best
}
