package report

import (
	"fmt"
	"math"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/orders/syntax"
	"fieldpost/templates/atlas"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Of the maps in a mail: their names in cid: addresses, how wide they are drawn, how wide HTML shows them at most.
const (
	mapCID     = "map@fieldpost"
	theatreCID = "theatre@fieldpost"
	mapWidth   = 748
	mapColumns = 640
)

// MostPictures is how many bytes the pictures of a mail have together. As they are sent it is a third more.
const MostPictures = 64_000

func sizeOf(files []layout.File) int {
	n := 0
	for _, f := range files {
		n += len(f.Data)
	}
	return n
}

// Drawing is the pictures of a report: the whole board, and the part of it where most battles were; empty for boards
// without a map.
type Drawing struct{ Inline []layout.File }

// Draw draws the map of a report. It is the same for all readers of one language, and drawing is slow.
func Draw(v View, lang syntax.Lang) (*Drawing, error) {
	w, err := newWriter(v.Rules, lang)
	if err != nil {
		return nil, err
	}
	inline, err := painter{w}.draw(&v)
	if err != nil {
		return nil, err
	}
	return &Drawing{inline}, w.Err()
}

// largeWidth is how wide the map is drawn for who asks for it.
const largeWidth = 1600

// LargeMap draws the whole board in large.
func LargeMap(v View, lang syntax.Lang) (layout.File, error) {
	w, err := newWriter(v.Rules, lang)
	if err != nil {
		return layout.File{}, err
	}
	png, err := atlas.PNG(painter{w}.scene(&v), largeWidth)
	if err != nil {
		return layout.File{}, fmt.Errorf("large map of %s: %w", v.Game, err)
	}
	return layout.File{Name: v.Game + "-map.png", Type: "image/png", Data: png}, w.Err()
}

// SVG draws the map of a report as a drawing.
func SVG(v View, lang syntax.Lang) (layout.File, error) {
	w, err := newWriter(v.Rules, lang)
	if err != nil {
		return layout.File{}, err
	}
	svg, err := atlas.SVG(painter{w}.scene(&v))
	if err != nil {
		return layout.File{}, fmt.Errorf("map of %s: %w", v.Game, err)
	}
	return layout.File{Name: v.Game + "-map.svg", Type: "image/svg+xml", Data: svg}, w.Err()
}

// PictureRemark is what a mail says whose pictures were drawn once more for it and are not those that it first had;
// missing if they could not be.
func PictureRemark(lang syntax.Lang, missing bool) (string, error) {
	w, err := local.NewTexts(lang)
	if err != nil {
		return "", err
	}
	if missing {
		return w.Text("pictures-missing"), w.Err()
	}
	return w.Text("pictures-redrawn"), w.Err()
}

// painter draws the maps of a report.
type painter struct{ writer }

// drawn is the pictures of a report, drawn now unless they were before.
func (s painter) drawn(v *View) ([]layout.File, error) {
	if v.Drawing != nil {
		return v.Drawing.Inline, nil
	}
	return s.draw(v)
}

// draw draws the theatre, and the whole board if there is room for it beside the theatre.
func (s painter) draw(v *View) ([]layout.File, error) {
	if _, err := atlas.Geometry(s.rules.Name); err != nil {
		return nil, nil
	}
	scene := s.scene(v)
	theatre, err := s.drawTheatre(v, scene)
	if err != nil {
		return nil, err
	}
	png, err := atlas.PNG(scene, mapWidth)
	if err == nil && len(theatre) == 0 && len(png) > MostPictures {
		png, err = atlas.PNG(scene, narrower(len(png)))
	}
	if err != nil {
		return nil, fmt.Errorf("map of %s: %w", v.Game, err)
	}
	if !v.Page && len(png)+sizeOf(theatre) > MostPictures {
		return theatre, nil
	}
	return append([]layout.File{{Name: "map.png", Type: "image/png", CID: mapCID, Data: png}}, theatre...), nil
}

// narrower is how wide a picture is drawn that has too many bytes at its full width: they grow nearly as its area.
func narrower(bytes int) int {
	return int(mapWidth * 0.92 * math.Sqrt(float64(MostPictures)/float64(bytes)))
}

// scene returns what the map of a report shows: the position, and the moves, battles and conquests of the resolution.
func (s painter) scene(v *View) atlas.Scene {
	sc := atlas.Scene{Board: s.rules.Name, Title: s.mapTitle(v)}
	for i := range s.Board.Spaces {
		sc.Spaces = append(sc.Spaces, s.area(v, board.SpaceID(i)))
	}
	for _, e := range v.Events {
		switch e.Kind {
		case event.KindMoved, event.KindLanded, event.KindUnloaded, event.KindRetreats:
			if a, ok := s.arrow(e); ok && !slices.Contains(sc.Arrows, a) {
				sc.Arrows = append(sc.Arrows, a)
			}
		case event.KindBattleBegan:
			if name := s.Board.Name(e.Space); !slices.Contains(sc.Battles, name) {
				sc.Battles = append(sc.Battles, name)
			}
		}
	}
	sc.Legend = s.legend(sc)
	return sc
}

func (s painter) mapTitle(v *View) string {
	p := v.Before
	if v.Asked {
		p = v.Pos
	}
	if p == nil || p.Power() == board.Nobody {
		return s.Text("map-title-start", "Game", v.Game)
	}
	return s.Text("map-title", "Game", v.Game, "Round", s.Count(p.Round()), "Power", s.Power(p.Power()))
}

// area is one space of the map.
func (s painter) area(v *View, at board.SpaceID) atlas.Space {
	sp := s.Board.Space(at)
	out := atlas.Space{Name: sp.Name, Label: s.Space(at), Owner: string(v.Pos.Owner(at)), City: sp.City != "",
		Capital: s.Board.CapitalOf(at) != board.Nobody}
	if v.Before != nil && v.Before.Owner(at) != v.Pos.Owner(at) {
		out.Conquered = string(v.Before.Owner(at))
	}
	for _, owner := range local.Owners(s.Board) {
		for _, t := range board.UnitTypes() {
			n := count(v.Pos, at, owner, t)
			switch {
			case n == 0:
			case t == board.Complex:
				out.Factory = true
			case t == board.AAGun:
				out.Guns += n
			default:
				out.Stacks = append(out.Stacks, atlas.Stack{Power: string(owner), Unit: t.String(), Count: n})
			}
		}
	}
	return out
}

func count(p *position.Position, at board.SpaceID, owner board.Power, t board.UnitType) int {
	n := 0
	for u := range p.In(at) {
		if u.Owner == owner && u.Type == t {
			n++
		}
	}
	return n
}

func (s painter) arrow(e event.Reported) (atlas.Arrow, bool) {
	if e.From == board.NoSpace || e.To == board.NoSpace || len(e.Units) == 0 {
		return atlas.Arrow{}, false
	}
	kind := atlas.ByLand
	switch t := e.Units[0].Type; {
	case t.IsAir():
		kind = atlas.ByAir
	case t.IsShip() || e.Kind == event.KindUnloaded:
		kind = atlas.BySea
	}
	return atlas.Arrow{From: s.Board.Name(e.From), To: s.Board.Name(e.To), Kind: kind, Power: string(e.Power)}, true
}

// legend explains the powers' colours, and of the signs those that the map shows.
func (s painter) legend(sc atlas.Scene) []atlas.Entry {
	var list []atlas.Entry
	for _, p := range append(s.Board.Powers(), board.MiddleEast) {
		if !slices.ContainsFunc(sc.Spaces, func(x atlas.Space) bool { return x.Owner == string(p) }) {
			continue
		}
		list = append(list, atlas.Entry{Sign: "power", Power: string(p), Label: s.Power(p)})
	}
	moves := map[atlas.Movement]string{atlas.ByLand: "land move", atlas.BySea: "sea move", atlas.ByAir: "air move"}
	for _, kind := range []atlas.Movement{atlas.ByLand, atlas.BySea, atlas.ByAir} {
		if i := slices.IndexFunc(sc.Arrows, func(a atlas.Arrow) bool { return a.Kind == kind }); i >= 0 {
			list = append(list, atlas.Entry{Sign: moves[kind], Power: sc.Arrows[i].Power,
				Label: s.Text("legend-" + []string{"land", "sea", "air"}[kind])})
		}
	}
	if len(sc.Battles) > 0 {
		list = append(list, atlas.Entry{Sign: "battle", Label: s.Text("legend-battle")})
	}
	if i := slices.IndexFunc(sc.Spaces, func(x atlas.Space) bool { return x.Conquered != "" }); i >= 0 {
		list = append(list, atlas.Entry{Sign: "conquest", Power: sc.Spaces[i].Conquered,
			Label: s.Text("legend-conquest")})
	}
	list = append(list, atlas.Entry{Sign: "capital", Label: s.Text("legend-capital")})
	if reader.HasCities(s.Board) {
		list = append(list, atlas.Entry{Sign: "city", Label: s.Text("legend-city")})
	}
	return list
}
