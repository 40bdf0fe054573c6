package atlas

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"testing"
)

// crowded is a scene with units of many types everywhere.
func crowded(t *testing.T, board string) Scene {
	t.Helper()
	m, err := Geometry(board)
	if err != nil {
		t.Fatal(err)
	}
	powers := []string{"USSR", "Germany", "UK", "Japan", "USA"}
	units := []string{"infantry", "artillery", "tank", "fighter", "bomber", "battleship", "destroyer", "aircraft carrier", "transport", "submarine"}
	s := Scene{Board: board, Title: "Round 3 <Germany> & Österreich"}
	for i, a := range m.Areas {
		if a.Kind == None {
			continue
		}
		p := powers[i%len(powers)]
		space := Space{Name: a.Name, Label: a.Name, Owner: p, Factory: i%7 == 0, Guns: i % 3, City: i%5 == 0}
		for k := range 4 {
			space.Stacks = append(space.Stacks, Stack{p, units[(i+k)%len(units)], 1 + (i*k)%19})
		}
		s.Spaces = append(s.Spaces, space)
		if i > 0 {
			s.Arrows = append(s.Arrows, Arrow{m.Areas[i-1].Name, a.Name, Movement(i % 3), p})
		}
	}
	s.Battles = []string{s.Spaces[3].Name}
	s.Spaces[3].Conquered = "UK"
	s.Legend = []Entry{{"power", "UK", "Großbritannien"}, {"battle", "", "Schlacht"}, {"tank", "USA", "Panzer"}}
	return s
}

func TestPNGIsReadableSmallAndRepeatable(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		s := crowded(t, b.name)
		first, err := PNG(s, 1200)
		if err != nil {
			t.Fatal(err)
		}
		if len(first) > 300<<10 {
			t.Errorf("%s: %d bytes, want at most 300 KiB", b.name, len(first))
		}
		second, err := PNG(s, 1200)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: the same scene gave other bytes (%v)", b.name, err)
		}
		img, err := png.Decode(bytes.NewReader(first))
		if err != nil || img.Bounds().Dx() != 1200 {
			t.Errorf("%s: not a picture 1200 pixels wide: %v", b.name, err)
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		file, err := SVG(crowded(t, b.name))
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(bytes.NewReader(file)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", b.name, err)
			}
		}
		for _, foreign := range []string{"http://", "https://", "<script", "href"} {
			body := bytes.ReplaceAll(file, []byte(`xmlns="http://www.w3.org/2000/svg"`), nil)
			if bytes.Contains(body, []byte(foreign)) {
				t.Errorf("%s: the SVG contains %q", b.name, foreign)
			}
		}
	}
}
