package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// drawn makes a raster of a picture: a letter a cell, equal letters one area.
func drawn(rows ...string) *raster {
	r := &raster{w: len(rows[0]), h: len(rows)}
	for _, row := range rows {
		for _, c := range row {
			r.cell = append(r.cell, int16(c-'a'))
		}
	}
	return r
}

func TestTraceSharesBorders(t *testing.T) {
	t.Parallel()
	arcs := trace(drawn(
		"aab",
		"aab",
		"ccb",
	))
	between := map[[2]int16]int{}
	for _, a := range arcs {
		between[[2]int16{min(a.left, a.right), max(a.left, a.right)}] += len(a.points) - 1
	}
	want := map[[2]int16]int{{-1, 0}: 4, {-1, 1}: 5, {-1, 2}: 3, {0, 1}: 2, {0, 2}: 2, {1, 2}: 1}
	if fmt.Sprint(between) != fmt.Sprint(want) {
		t.Errorf("borders %v, want %v", between, want)
	}
}

// The area within the rings of an area is the number of its cells, holes
// and touching corners included.
func TestRingsEncloseTheirCells(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*raster{
		"hole":    drawn("aaaa", "abba", "abba", "aaaa"),
		"corners": drawn("ab", "ba"),
		"parts":   drawn("abcab", "cbaab", "aabbc"),
	} {
		arcs := trace(r)
		cells := map[int16]int{}
		for _, c := range r.cell {
			cells[c]++
		}
		for label, want := range cells {
			twice := 0
			for _, ring := range rings(arcs, label) {
				twice += twiceArea(arcs, ring)
			}
			if twice != 2*want {
				t.Errorf("%s: area %c encloses %d half cells, has %d cells", name, 'a'+label, twice, want)
			}
		}
	}
}

// twiceArea is positive for a ring with its area on the left hand, y down.
func twiceArea(arcs []arc, ring []int) int {
	var points []corner
	for _, n := range ring {
		p := arcs[max(n, -n)-1].points
		for i := range p {
			if n > 0 {
				points = append(points, p[i])
			} else {
				points = append(points, p[len(p)-1-i])
			}
		}
	}
	sum := 0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		sum += q.x*p.y - p.x*q.y
	}
	return sum
}

func TestSimplifyKeepsEndsAndCorners(t *testing.T) {
	t.Parallel()
	bent := []corner{{0, 0}, {3, 0}, {6, 1}, {6, 4}, {6, 8}}
	if got := fmt.Sprint(simplify(bent, 1)); got != "[{0 0} {6 1} {6 8}]" {
		t.Errorf("simplified to %s", got)
	}
	square := []corner{{0, 0}, {5, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}}
	if got := fmt.Sprint(simplify(square, 1)); got != "[{0 0} {9 0} {9 9} {0 9} {0 0}]" {
		t.Errorf("closed line simplified to %s", got)
	}
}

func TestArcsAreJoinedAcrossTheDateLine(t *testing.T) {
	t.Parallel()
	arcs := [][]point{{{170, 60}, {179, 60}}, {{-170, 62}, {-179, 61}}}
	got := joinArcs(arcs, []int{0, ^1})
	want := []point{{170, 60}, {179, 60}, {181, 61}, {190, 62}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("joined to %v, want %v", got, want)
	}
}

func TestPolygonArcsRefuseOtherGeometry(t *testing.T) {
	t.Parallel()
	if _, err := polygonArcs("LineString", json.RawMessage("[1]")); err == nil {
		t.Error("a line was read as a polygon")
	}
}

// Whatever is magnified, east stays right of west and north above south.
func TestProjectionKeepsOrder(t *testing.T) {
	t.Parallel()
	p := projection{west: -169, east: 191, south: -58, north: 77, width: 4800, height: 2720,
		lon: []bulge{{20, 27, 3}, {133, 14, 0.9}}, lat: []bulge{{49, 12, 1.8}}, fadeFrom: 42, fadeTo: -8}
	for lat := -58.0; lat <= 77; lat += 5 {
		if math.Abs(p.x(p.west, lat)) > 1e-6 || math.Abs(p.x(p.east, lat)-p.width) > 1e-6 {
			t.Errorf("latitude %g does not reach from edge to edge", lat)
		}
		for lon := -169.0; lon < 190; lon++ {
			if p.x(lon+1, lat) <= p.x(lon, lat) {
				t.Errorf("at %g %g the map folds", lon, lat)
			}
		}
		if p.y(lat+1) >= p.y(lat) {
			t.Errorf("at latitude %g the map folds", lat)
		}
	}
}

// Water goes to the nearest seed that is reached without crossing land.
func TestFloodStopsAtLand(t *testing.T) {
	t.Parallel()
	s, err := readSpec(strings.NewReader("frame 0 9 0 3\nsize 9 3\nsea West @ 0.5 1.5\nsea East @ 8.5 1.5\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := newRaster(s.proj)
	for i := range r.cell {
		r.cell[i] = unset
		if i%r.w == 2 {
			r.cell[i] = 0 // a wall near the western seed
		}
	}
	if err := s.flood(r); err != nil {
		t.Fatal(err)
	}
	for i, c := range r.cell {
		want := s.label("East", true)
		if i%r.w < 2 {
			want = s.label("West", true)
		}
		if i%r.w != 2 && int(c) != want {
			t.Errorf("cell %d %d went to %s", i%r.w, i/r.w, s.names[c])
		}
	}
}

func TestSpecFaultsNameTheLine(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"frame 1 2 3",
		"bulge height 1 2 3",
		"land Nowhere France",
		"disc Malta 30 @ 14 35",
		"disc Malta in Sicilian Sea 30",
		"volcano Etna in Sicilian Sea 3 @ 15 37",
		"sea Aegean Sea @ 25",
		"sea Aegean Sea @ east 38",
	} {
		_, err := readSpec(strings.NewReader("# a comment\n" + text))
		if err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSpecksGoToTheirSurroundings(t *testing.T) {
	t.Parallel()
	r := drawn("aaaaa", "abaac", "aaacc", "bbacc")
	dropSpecks(r, 2)
	if want := drawn("aaaaa", "aaaac", "aaacc", "bbacc"); fmt.Sprint(r.cell) != fmt.Sprint(want.cell) {
		t.Errorf("left %v", r.cell)
	}
}
