package report

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/atlas"
	"fieldpost/templates/layout"
)

// theatre returns the battles of a resolution that share a picture, a part of the map: the largest group of neighbours,
// of equals the first, in the order of the battles.
func theatre(b *board.Board, events []event.Reported) []board.SpaceID {
	var groups [][]board.SpaceID
	for _, e := range events {
		if e.Kind != event.KindBattleBegan {
			continue
		}
		i := slices.IndexFunc(groups, func(g []board.SpaceID) bool {
			return slices.ContainsFunc(g, func(x board.SpaceID) bool { return x == e.Space || b.Touch(x, e.Space) })
		})
		switch {
		case i < 0:
			groups = append(groups, []board.SpaceID{e.Space})
		case !slices.Contains(groups[i], e.Space):
			groups[i] = append(groups[i], e.Space)
		}
	}
	var most []board.SpaceID
	for _, g := range groups {
		if len(g) > len(most) {
			most = g
		}
	}
	return most
}

// drawTheatre draws the part of the map round the theatre; nothing without battles.
func (s painter) drawTheatre(v *View, scene atlas.Scene) ([]layout.File, error) {
	spaces := theatre(s.Board, v.Events)
	if len(spaces) == 0 {
		return nil, nil
	}
	scene.Title, scene.Legend, scene.Crop = "", nil, nil
	for _, at := range spaces {
		scene.Crop = append(scene.Crop, s.Board.Name(at))
	}
	png, err := atlas.PNG(scene, mapWidth)
	if err == nil && len(png) > MostPictures {
		png, err = atlas.PNG(scene, narrower(len(png)))
	}
	if err != nil {
		return nil, fmt.Errorf("theatre of %s: %w", v.Game, err)
	}
	return []layout.File{{Name: "theatre.png", Type: "image/png", CID: theatreCID, Data: png}}, nil
}
