package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// spec says which part of the globe each space of a board is. The file format is one statement a line, `#` begins a
// comment:
//
//	frame WEST EAST SOUTH NORTH        degrees
//	size WIDTH HEIGHT                  raster units
//	bulge lon|lat CENTRE WIDTH GAIN    magnify a range of degrees
//	fade NORTH SOUTH                   latitudes where lon bulges are full, and gone
//	land NAME = COUNTRY; COUNTRY @ LON LAT; LON LAT
//	sea NAME @ LON LAT; LON LAT
//	paint land|sea|all NAME @ LON LAT; LON LAT; LON LAT
//	disc NAME in ZONE RADIUS @ LON LAT
//	shore NAME in ZONE MARGIN
//	box NAME in ZONE WIDTH HEIGHT @ LON LAT
//	canal @ LON LAT; LON LAT           from sea to sea
//
// The name "-" stands for ground that belongs to no space. Countries are
// world-atlas's names. A country listed by several lands is divided among
// them by nearest seed; the sea is divided by nearest seed reached over water.
// disc draws an island as a disc, box a convoy as a box, shore gives the water
// round an island to its zone.
type spec struct {
	proj   projection
	names  []string // index is the label; 0 is "-"
	isSea  []bool
	claims []claim
	seas   []seeds
	paints []paint
	shapes []shape // discs and boxes, in file order
	shores []shore
	canals [][]point
}

type claim struct {
	label     int
	countries []string
	at        []point
}

type seeds struct {
	label int
	at    []point
}

type paint struct {
	label int
	over  string // land, sea or all
	ring  []point
}

type shape struct {
	label, zone   int
	width, height float64 // of a disc: both its diameter
	round         bool
	at            point
}

// discMargin is the water round a disc, in cells, that belongs to its zone.
const discMargin = 14

type shore struct {
	label, zone int
	margin      float64
}

// readSpec reads a spec; errors name the line.
func readSpec(r io.Reader) (*spec, error) {
	s := &spec{names: []string{"-"}, isSea: []bool{false}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := s.statement(text); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return s, lines.Err()
}

func (s *spec) statement(text string) error {
	head, places, _ := strings.Cut(text, "@")
	at, err := readPoints(places)
	if err != nil {
		return err
	}
	verb, rest, _ := strings.Cut(strings.TrimSpace(head), " ")
	rest = strings.TrimSpace(rest)
	switch verb {
	case "frame":
		return scan(rest, &s.proj.west, &s.proj.east, &s.proj.south, &s.proj.north)
	case "size":
		return scan(rest, &s.proj.width, &s.proj.height)
	case "bulge":
		return s.bulge(rest)
	case "fade":
		return scan(rest, &s.proj.fadeFrom, &s.proj.fadeTo)
	case "land":
		return s.land(rest, at)
	case "sea":
		s.seas = append(s.seas, seeds{s.label(rest, true), at})
		return nil
	case "paint":
		over, name, _ := strings.Cut(rest, " ")
		s.paints = append(s.paints, paint{s.label(name, over == "sea"), over, at})
		return nil
	case "canal":
		s.canals = append(s.canals, at)
		return nil
	}
	return s.island(verb, rest, at)
}

func (s *spec) bulge(rest string) error {
	axis, numbers, _ := strings.Cut(rest, " ")
	var b bulge
	if err := scan(numbers, &b.centre, &b.width, &b.gain); err != nil {
		return err
	}
	switch axis {
	case "lon":
		s.proj.lon = append(s.proj.lon, b)
	case "lat":
		s.proj.lat = append(s.proj.lat, b)
	default:
		return fmt.Errorf("bulge %s: want lon or lat", axis)
	}
	return nil
}

func (s *spec) land(rest string, at []point) error {
	name, list, ok := strings.Cut(rest, "=")
	if !ok {
		return fmt.Errorf("land %s: want NAME = COUNTRY; …", rest)
	}
	c := claim{label: s.label(strings.TrimSpace(name), false), at: at}
	for _, country := range strings.Split(list, ";") {
		c.countries = append(c.countries, strings.TrimSpace(country))
	}
	s.claims = append(s.claims, c)
	return nil
}

// island reads disc, shore and box: NAME in ZONE NUMBERS.
func (s *spec) island(verb, rest string, at []point) error {
	name, rest, ok := strings.Cut(rest, " in ")
	if !ok {
		return fmt.Errorf("%s %s: want NAME in ZONE", verb, name)
	}
	words := strings.Fields(rest)
	numbers := map[string]int{"disc": 1, "shore": 1, "box": 2}[verb]
	if numbers == 0 || len(words) <= numbers {
		return fmt.Errorf("%s %s: unknown statement or missing number", verb, name)
	}
	cut := len(words) - numbers
	zone := s.label(strings.Join(words[:cut], " "), true)
	label := s.label(name, verb == "box")
	size := make([]float64, 2)
	for i, w := range words[cut:] {
		if err := scan(w, &size[i]); err != nil {
			return err
		}
	}
	switch {
	case verb == "shore":
		s.shores = append(s.shores, shore{label, zone, size[0]})
	case len(at) != 1:
		return fmt.Errorf("%s %s: want one place", verb, name)
	case verb == "disc":
		s.shapes = append(s.shapes, shape{label, zone, 2 * size[0], 2 * size[0], true, at[0]})
		s.shores = append(s.shores, shore{label, zone, discMargin})
	default:
		s.shapes = append(s.shapes, shape{label, zone, size[0], size[1], false, at[0]})
	}
	return nil
}

// label gives the number of a name, a new one at its first mention.
func (s *spec) label(name string, sea bool) int {
	for i, n := range s.names {
		if n == name {
			return i
		}
	}
	s.names, s.isSea = append(s.names, name), append(s.isSea, sea)
	return len(s.names) - 1
}

func readPoints(text string) ([]point, error) {
	var out []point
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for _, pair := range strings.Split(text, ";") {
		var p point
		if err := scan(pair, &p.lon, &p.lat); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func scan(text string, into ...*float64) error {
	words := strings.Fields(text)
	if len(words) != len(into) {
		return fmt.Errorf("%q: want %d numbers", text, len(into))
	}
	for i, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return err
		}
		*into[i] = v
	}
	return nil
}
