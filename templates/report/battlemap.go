package report

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/atlas"
	"fieldpost/templates/layout"
)

// battleMap is neighbouring battles of one resolution: they share a picture, a part of the map.
type battleMap struct {
	cid    string
	spaces []board.SpaceID // in the order of the battles
}

// Of the pictures of battle maps: how many at most, how wide they are drawn.
const (
	mostBattleMaps = 3
	battleMapWidth = 800
)

// battleMaps groups the battles of a resolution.
func battleMaps(b *board.Board, events []event.Reported) []battleMap {
	var list []battleMap
	for _, e := range events {
		if e.Kind != event.KindBattleBegan {
			continue
		}
		near := func(t battleMap) bool {
			return slices.ContainsFunc(t.spaces, func(x board.SpaceID) bool {
				return x == e.Space || b.Touch(x, e.Space)
			})
		}
		i := slices.IndexFunc(list, near)
		switch {
		case i >= 0 && !slices.Contains(list[i].spaces, e.Space):
			list[i].spaces = append(list[i].spaces, e.Space)
		case i < 0 && len(list) < mostBattleMaps:
			list = append(list, battleMap{cid: fmt.Sprintf("theatre-%d@fieldpost", len(list)+1),
				spaces: []board.SpaceID{e.Space}})
		}
	}
	return list
}

// drawBattleMaps draws the part of the map round each battleMap.
func (s painter) drawBattleMaps(v *View, scene atlas.Scene) ([]layout.File, error) {
	var files []layout.File
	scene.Title, scene.Legend = "", nil
	for i, t := range battleMaps(s.Board, v.Events) {
		scene.Crop = nil
		for _, at := range t.spaces {
			scene.Crop = append(scene.Crop, s.Board.Name(at))
		}
		png, err := atlas.PNG(scene, battleMapWidth)
		if err != nil {
			return nil, fmt.Errorf("theatre %d of %s: %w", i+1, v.Game, err)
		}
		files = append(files, layout.File{Name: fmt.Sprintf("theatre-%d.png", i+1), Type: "image/png",
			CID: t.cid, Data: png})
	}
	return files, nil
}

// pictureOf is the picture that belongs before a battle: that of its battleMap, if it is the battleMap's first and
// was drawn.
func (n *narrative) pictureOf(at board.SpaceID) (layout.Picture, bool) {
	for _, t := range n.mapsLeft {
		if t.spaces[0] == at {
			return layout.Picture{CID: t.cid, Description: n.Text("theatre-alt", "Spaces", n.Spaces(t.spaces)),
				Width: mapColumns}, true
		}
	}
	return layout.Picture{}, false
}

// packed is a file in gzip.
func packed(f layout.File) (layout.File, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(f.Data); err != nil {
		return layout.File{}, err
	}
	if err := z.Close(); err != nil {
		return layout.File{}, err
	}
	return layout.File{Name: f.Name + ".gz", Type: "application/gzip", Data: b.Bytes()}, nil
}
