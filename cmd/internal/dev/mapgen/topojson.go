package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// point is a place on the globe in degrees: longitude east, latitude north.
type point struct{ lon, lat float64 }

// country is one country of world-atlas: its English name and its rings,
// exteriors and holes alike (they are filled by the even-odd rule).
type country struct {
	name  string
	rings [][]point
}

// topology is the part of a TopoJSON file that the survey needs.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]int
	Objects   struct {
		Countries struct {
			Geometries []struct {
				Type       string
				Arcs       json.RawMessage
				Properties struct{ Name string }
			}
		}
	}
}

// readCountries reads the countries of a world-atlas TopoJSON file.
func readCountries(path string) ([]country, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var t topology
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	arcs := t.decodeArcs()
	var out []country
	for _, g := range t.Objects.Countries.Geometries {
		polygons, err := polygonArcs(g.Type, g.Arcs)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, g.Properties.Name, err)
		}
		c := country{name: g.Properties.Name}
		for _, polygon := range polygons {
			for _, ring := range polygon {
				c.rings = append(c.rings, joinArcs(arcs, ring))
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// decodeArcs undoes the delta coding and the scaling of all arcs.
func (t *topology) decodeArcs() [][]point {
	out := make([][]point, len(t.Arcs))
	for i, arc := range t.Arcs {
		x, y := 0, 0
		for _, d := range arc {
			x, y = x+d[0], y+d[1]
			out[i] = append(out[i], point{
				lon: float64(x)*t.Transform.Scale[0] + t.Transform.Translate[0],
				lat: float64(y)*t.Transform.Scale[1] + t.Transform.Translate[1],
			})
		}
	}
	return out
}

// polygonArcs gives the arc numbers of each ring of each polygon.
func polygonArcs(kind string, raw json.RawMessage) ([][][]int, error) {
	switch kind {
	case "Polygon":
		var one [][]int
		err := json.Unmarshal(raw, &one)
		return [][][]int{one}, err
	case "MultiPolygon":
		var many [][][]int
		err := json.Unmarshal(raw, &many)
		return many, err
	}
	return nil, fmt.Errorf("geometry type %q is not a polygon", kind)
}

// joinArcs strings the arcs of a ring together; a negative number ^i means arc
// i reversed. Longitudes are unwrapped, so that a ring over the date line goes
// on beyond 180 degrees instead of jumping to the other side of the map.
func joinArcs(arcs [][]point, ring []int) []point {
	var out []point
	for _, n := range ring {
		arc := arcs[max(n, ^n)]
		for i := range arc {
			p := arc[i]
			if n < 0 {
				p = arc[len(arc)-1-i]
			}
			if len(out) > 0 {
				p.lon = nearLongitude(p.lon, out[len(out)-1].lon)
			}
			out = append(out, p)
		}
	}
	return out
}

// nearLongitude shifts lon by whole turns until it is within half a turn of ref.
func nearLongitude(lon, ref float64) float64 {
	for lon-ref > 180 {
		lon -= 360
	}
	for ref-lon > 180 {
		lon += 360
	}
	return lon
}
