package report

import (
	"fmt"
	"math"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
	"fieldpost/templates/atlas"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/scene"
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
	sc := s.scene(v)
	theatre, err := s.drawTheatre(v, sc)
	if err != nil {
		return nil, err
	}
	png, err := atlas.PNG(sc, mapWidth)
	if err == nil && len(theatre) == 0 && len(png) > MostPictures {
		png, err = atlas.PNG(sc, narrower(len(png)))
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

// scene returns what the map of a report shows: the position, and what happened.
func (s painter) scene(v *View) atlas.Scene {
	sc := scene.Of(s.Localizer, s.rules, v.Before, v.Pos, v.Events)
	sc.Title = s.mapTitle(v)
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
