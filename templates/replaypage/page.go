package replaypage

import (
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
	"fieldpost/templates/atlas"
)

//go:embed page.html page.css page.js draw.js texts/*.json
var files embed.FS

// data is what the program in the page reads.
type data struct {
	Game   string            `json:"game"`
	Lang   string            `json:"lang"`
	Seats  []int             `json:"seats"` // numbers in Powers, in turn order
	Powers []power           `json:"powers"`
	Units  []unit            `json:"units"` // by board.UnitType
	Techs  []string          `json:"techs"` // by number
	Map    ground            `json:"map"`
	Spaces []space           `json:"spaces"` // by board.SpaceID
	Frames []frame           `json:"frames"`
	Points []point           `json:"points"`
	Text   map[string]string `json:"text"`
}

type power struct {
	Name string `json:"name"`
	Slug string `json:"slug"` // in addresses
	atlas.Colours
}

type unit struct {
	One  string `json:"one"`
	Many string `json:"many"`
	Path string `json:"path"` // in a box of 12 by 12
}

type ground struct {
	Width  float64 `json:"w"`
	Height float64 `json:"h"`
	Wraps  bool    `json:"wraps"`
	Rest   string  `json:"rest"` // ground of no space
}

type space struct {
	Name    string       `json:"name"`
	Kind    atlas.Kind   `json:"kind"`
	Path    string       `json:"path"`
	Rooms   [][4]float64 `json:"rooms"`
	Capital bool         `json:"capital,omitempty"`
	City    bool         `json:"city,omitempty"`
}

// Page makes the page. The same view gives the same bytes. It fails on boards without a map.
func Page(v View) ([]byte, error) {
	d, err := newData(v)
	if err != nil {
		return nil, fmt.Errorf("replay page of %s: %w", v.Game, err)
	}
	encoded, err := json.Marshal(d) // writes < and > as escapes, so that nothing in it can end the script
	if err != nil {
		return nil, fmt.Errorf("replay page of %s: %w", v.Game, err)
	}
	return []byte(strings.NewReplacer(
		"{{lang}}", string(v.Lang), "{{title}}", html.EscapeString(d.Text["title"]+" "+v.Game),
		"{{style}}", part("page.css"), "{{draw}}", part("draw.js"), "{{script}}", part("page.js"),
		"{{data}}", string(encoded),
	).Replace(part("page.html"))), nil
}

func part(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic("replaypage: " + err.Error()) // embedded data: a bug, found by any test
	}
	return string(b)
}

func newData(v View) (*data, error) {
	m, err := atlas.Geometry(v.Rules.Name)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(syntax.Langs(), v.Lang) {
		return nil, fmt.Errorf("there is no language %q; known are en, de, da", v.Lang)
	}
	film := newFilm(v)
	d := &data{Game: v.Game, Lang: string(v.Lang), Frames: film.frames, Points: film.points, Spaces: spaces(v, m),
		Units: units(v.Rules.Board, v.Lang), Map: ground{Width: m.Width, Height: m.Height, Wraps: m.Wraps}}
	for _, p := range owners {
		name := syntax.PowerName(p, v.Lang)
		d.Powers = append(d.Powers, power{Name: name, Slug: slug(p), Colours: atlas.ColoursOf(string(p))})
	}
	for n := range techs {
		d.Techs = append(d.Techs, syntax.TechName(n, v.Lang))
	}
	for _, seat := range v.Rules.Board.Seats {
		d.Seats = append(d.Seats, number(seat.Power))
	}
	for _, a := range m.Areas {
		if a.Kind == atlas.None {
			d.Map.Rest += path(a)
		}
	}
	return d, json.Unmarshal([]byte(part("texts/"+string(v.Lang)+".json")), &d.Text)
}

// techs is one more than the highest number of a technology.
const techs = 7

// path writes an area with each point as a step from the last: half as long as [atlas.Area.Path].
func path(a atlas.Area) string {
	var b strings.Builder
	for _, ring := range a.Rings {
		x, y := 0, 0
		for i, p := range ring {
			nx, ny := int(math.Round(p.X)), int(math.Round(p.Y))
			switch {
			case i == 0:
				fmt.Fprintf(&b, "M%d %dl", nx, ny)
			case nx != x || ny != y:
				fmt.Fprintf(&b, "%d %d ", nx-x, ny-y)
			}
			x, y = nx, ny
		}
		b.WriteByte('z')
	}
	return b.String()
}

// slug is a power's name in an address.
func slug(p board.Power) string { return strings.ReplaceAll(strings.ToLower(string(p)), " ", "-") }

func units(b *board.Board, lang syntax.Lang) []unit {
	list := make([]unit, board.NumUnitTypes)
	for _, t := range board.UnitTypes() {
		list[t] = unit{syntax.UnitName(b, t, 1, lang), syntax.UnitName(b, t, 2, lang), atlas.SymbolPath(t.String())}
	}
	return list
}

func spaces(v View, m *atlas.Map) []space {
	b := v.Rules.Board
	list := make([]space, len(b.Spaces))
	for i := range b.Spaces {
		sp := &b.Spaces[i]
		a, _ := m.Area(sp.Name)
		s := space{Name: syntax.SpaceName(b, sp.ID, v.Lang), Kind: a.Kind, Path: path(a),
			Capital: b.CapitalOf(sp.ID) != board.Nobody, City: sp.City != ""}
		for _, r := range a.Rooms {
			s.Rooms = append(s.Rooms, [4]float64{r.X, r.Y, r.W, r.H})
		}
		list[i] = s
	}
	return list
}
