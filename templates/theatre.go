package templates

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/atlas"
)

// theatre is battles of one go that lie side by side: they share a picture, a part of the map.
type theatre struct {
	cid    string
	spaces []board.SpaceID // in the order of the battles
}

// Of the pictures of theatres: how many at most, how wide they are drawn.
const (
	mostTheatres = 3
	theatreWidth = 800
)

// theatres gathers the battles of a go.
func (s *speaker) theatres(events []event.Reported) []theatre {
	var list []theatre
	for _, e := range events {
		if e.Kind != event.KindBattleBegan {
			continue
		}
		near := func(t theatre) bool {
			return slices.ContainsFunc(t.spaces, func(x board.SpaceID) bool { return x == e.Space || s.b.Touch(x, e.Space) })
		}
		i := slices.IndexFunc(list, near)
		switch {
		case i >= 0 && !slices.Contains(list[i].spaces, e.Space):
			list[i].spaces = append(list[i].spaces, e.Space)
		case i < 0 && len(list) < mostTheatres:
			list = append(list, theatre{cid: fmt.Sprintf("theatre-%d@fieldpost", len(list)+1), spaces: []board.SpaceID{e.Space}})
		}
	}
	return list
}

// drawTheatres draws the part of the map round each theatre.
func (s *speaker) drawTheatres(v *ReportView, scene atlas.Scene) ([]File, error) {
	var files []File
	scene.Title, scene.Legend = "", nil
	for i, t := range s.theatres(v.Events) {
		scene.Crop = nil
		for _, at := range t.spaces {
			scene.Crop = append(scene.Crop, s.b.Name(at))
		}
		png, err := atlas.PNG(scene, theatreWidth)
		if err != nil {
			return nil, fmt.Errorf("theatre %d of %s: %w", i+1, v.Game, err)
		}
		files = append(files, File{Name: fmt.Sprintf("theatre-%d.png", i+1), Type: "image/png", CID: t.cid, Data: png})
	}
	return files, nil
}

// pictureOf is the picture that belongs before a battle: that of its theatre, if it is the theatre's first and was drawn.
func (n *narrator) pictureOf(at board.SpaceID) (picture, bool) {
	for _, t := range n.theatresLeft {
		if t.spaces[0] == at {
			return picture{cid: t.cid, alt: n.say("theatre-alt", "Spaces", n.spaces(t.spaces)), width: mapColumns}, true
		}
	}
	return picture{}, false
}

// packed is a file in gzip.
func packed(f File) (File, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(f.Data); err != nil {
		return File{}, err
	}
	if err := z.Close(); err != nil {
		return File{}, err
	}
	return File{Name: f.Name + ".gz", Type: "application/gzip", Data: b.Bytes()}, nil
}
