package atlas

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

// crowded is a scene with units of many types everywhere.
func crowded(t testing.TB, board string) Scene {
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
		space := Space{Name: a.Name, Label: a.Name, Owner: p, Factory: i%7 == 0, Guns: i % 3, City: i%5 == 0, Income: i % 13}
		for k := range 4 {
			space.Stacks = append(space.Stacks, Stack{p, units[(i+k)%len(units)], 1 + (i*k)%19})
		}
		s.Spaces = append(s.Spaces, space)
		if i > 1 {
			s.Arrows = append(s.Arrows, Arrow{From: m.Areas[i-1].Name, To: a.Name, Power: p, Act: Act(i % 3), Count: 1 + i%12})
		}
	}
	s.Battles = []string{s.Spaces[3].Name}
	s.Spaces[3].Conquered = "UK"
	s.Legend = []Entry{{"power", "UK", "Großbritannien"}, {"battle", "", "Schlacht"}, {"tank", "USA", "Panzer"}}
	return s
}

func TestPNGIsReadableSmallAndRepeatable(t *testing.T) {
	t.Parallel()
	width := 1200
	if testing.Short() {
		width = 600
	}
	for i, b := range boards {
		if testing.Short() && i > 0 {
			continue
		}
		s := crowded(t, b.name)
		first, err := PNG(s, width)
		if err != nil {
			t.Fatal(err)
		}
		if len(first) > 300<<10 {
			t.Errorf("%s: %d bytes, want at most 300 KiB", b.name, len(first))
		}
		second, err := PNG(s, width)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: the same scene gave other bytes (%v)", b.name, err)
		}
		img, err := png.Decode(bytes.NewReader(first))
		if err != nil || img.Bounds().Dx() != width {
			t.Errorf("%s: not a picture %d pixels wide: %v", b.name, width, err)
		}
	}
}

// Rounding must not leave a bare line at an edge.
func TestPicturesFillTheirSize(t *testing.T) {
	t.Parallel()
	s := Scene{Board: "revised", Title: "A battle", Crop: []string{"Germany"}, Legend: []Entry{{"power", "UK", "UK"}}}
	for _, width := range []int{333, 1000} {
		file, err := PNG(s, width)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Max
		r, g, b, a := img.At(size.X-1, size.Y-1).RGBA()
		if size.X != width || a != 0xffff || r+g+b < 3*0xe000 {
			t.Errorf("width %d: the picture is %v wide and high, its last pixel %x %x %x %x", width, size, r, g, b, a)
		}
	}
}

func TestSceneOfUnknownSpaces(t *testing.T) {
	t.Parallel()
	scenes := map[string]Scene{
		"space":  {Spaces: []Space{{Name: "Atlantis"}}},
		"arrow":  {Arrows: []Arrow{{From: "Germany", To: "Atlantis"}}},
		"battle": {Battles: []string{"Atlantis"}},
		"crop":   {Crop: []string{"Atlantis"}},
		"void":   {Battles: []string{"-"}},
	}
	for name, s := range scenes {
		s.Board = "revised"
		if _, err := PNG(s, 300); err == nil {
			t.Errorf("%s: a scene with a space that is not on the board was drawn", name)
		}
	}
}

// A region is a part of the map; across the map's edge it is still one.
func TestTheatre(t *testing.T) {
	t.Parallel()
	m := geometry(t, "revised")
	for _, tt := range []struct {
		crop  []string
		whole bool
	}{
		{[]string{"Germany", "Eastern Europe"}, false},
		{[]string{"Midway", "Hawaiian Islands"}, false}, // left and right edge
		{[]string{"Alaska", "Australia", "Brazil", "Germany", "Japan"}, true},
		{nil, true},
	} {
		v := newView(m, tt.crop, 0, theatre.pageWidth(), theatreShape(0))
		if v.crop == tt.whole {
			t.Errorf("%v: crop is %v", tt.crop, v.crop)
		}
		for _, name := range tt.crop {
			a, _ := m.Area(name)
			p := v.point(a.Anchor())
			seen := false
			for _, turn := range []float64{-1, 0, 1} {
				x := p.X + turn*m.Width*v.scale
				seen = seen || x > 0 && x < v.width && p.Y > 0 && p.Y < v.bottom
			}
			if !seen {
				t.Errorf("%v: %s is not on the page", tt.crop, name)
			}
		}
	}
}

func TestDashes(t *testing.T) {
	t.Parallel()
	got := dashed(path{{{0, 0}, {10, 0}}}, []float64{3, 2})
	want := path{{{0, 0}, {3, 0}}, {{5, 0}, {8, 0}}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("dashes %v, want %v", got, want)
	}
}

// No unit may be drawn as another.
func TestEveryUnitTypeHasItsSymbol(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, u := range board.UnitTypes() {
		d := SymbolPath(u.String())
		if d == SymbolPath("no such unit") || seen[d] != "" {
			t.Errorf("%s has no symbol of its own", u)
		}
		seen[d] = u.String()
	}
}

func TestEveryPowerHasItsColours(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		for _, space := range b.board.Spaces {
			home := string(space.OriginalController)
			if home == "" || home == "neutral" {
				continue
			}
			if ColoursOf(home) == ColoursOf("neutral") {
				t.Errorf("%s: %s looks neutral", b.name, home)
			}
		}
	}
}

// opening is the scene of a board's set-up.
func opening(name string, b *board.Board) Scene {
	s := Scene{Board: name, Title: "Round 1"}
	for _, space := range b.Spaces {
		s.Spaces = append(s.Spaces, Space{
			Name: space.Name, Label: strings.TrimPrefix(space.Name, "SZ"), Owner: string(space.OriginalController),
			City: space.City != "", Capital: b.CapitalOf(space.ID) != board.Nobody, Income: space.Income,
		})
	}
	for _, k := range b.Setup {
		space := &s.Spaces[k.Space]
		switch k.Type {
		case board.Complex:
			space.Factory = true
		case board.AAGun:
			space.Guns += k.N
		default:
			space.Stacks = append(space.Stacks, Stack{string(k.Power), k.Type.String(), k.N})
		}
	}
	return s
}

// At set-up nothing is written over anything else, all of it is on the page, and of every space with units something is
// written.
func TestNamesAndUnitsDoNotCoverOneAnother(t *testing.T) {
	t.Parallel()
	for _, b := range boards {
		for _, whole := range []detail{overview, large} {
			d, err := newDrawing(opening(b.name, b.board), whole)
			if err != nil {
				t.Fatal(err)
			}
			d.place()
			written := map[string]bool{}
			for i, one := range d.blocks {
				written[one.space.Name] = true
				if overlap(one.box, d.page()) < one.box.W*one.box.H-0.01 {
					t.Errorf("%s: %s sticks out of the page", b.name, one.space.Name)
				}
				for _, other := range d.blocks[i+1:] {
					if shared := overlap(one.box, other.box); shared > 0 {
						t.Errorf("%s: %s and %s cover %.0f square pixels of one another", b.name, one.space.Name, other.space.Name, shared)
					}
				}
			}
			for _, space := range d.spaces {
				if !written[space.Name] && len(space.Stacks) > 0 {
					t.Errorf("%s, detail %d: nothing is written of %s", b.name, whole, space.Name)
				}
			}
		}
	}
}
