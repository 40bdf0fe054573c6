package atlas

// Written is where things stand on a picture, for tests of whole games.
type Written struct {
	Chips, Names, Heads, Tags []Rect
	Unwritten                 []string // spaces on the page with units of which nothing is written
	Page                      Rect
	Untagged                  int // arrows without a number
	Missing                   int // arrows that found no way
}

// Written lays a scene out as PNG does.
func (s Scene) Written(width int) (Written, error) {
	whole := overview
	if width >= largeWidth {
		whole = large
	}
	d, err := newDrawing(s, whole)
	if err != nil {
		return Written{}, err
	}
	d.place()
	out := Written{Page: Rect{0, d.view.top, d.view.width, d.view.bottom - d.view.top}}
	seen := map[string]bool{}
	for _, b := range d.blocks {
		seen[b.space.Name] = seen[b.space.Name] || len(b.rows) > 0
		lines := b.lines(d.fonts)
		out.Names = append(out.Names, lines[:len(b.name)]...)
		for i, row := range b.rows {
			line := lines[len(b.name)+i]
			x := line.X
			for _, c := range row {
				out.Chips = append(out.Chips, Rect{x, line.Y, c.width() * b.zoom, line.H})
				x += (c.width() + chipGap) * b.zoom
			}
		}
	}
	flown := map[Arrow]bool{}
	for _, f := range d.route() {
		flown[f.arrow] = true
		out.Heads = append(out.Heads, around(f.head))
		if f.tag.W > 0 {
			out.Tags = append(out.Tags, f.tag)
		} else {
			out.Untagged++
		}
	}
	for _, a := range s.Arrows {
		for _, ends := range d.ends(a) {
			if !flown[a] && overlap(d.page(), Rect{ends[0].X, ends[0].Y, 0.1, 0.1}) > 0 && overlap(d.page(), Rect{ends[1].X, ends[1].Y, 0.1, 0.1}) > 0 {
				out.Missing++
			}
		}
	}
	for i, a := range d.m.Areas {
		room := d.view.rect(a.Rooms[0])
		if units := d.spaces[i].chips(badges); len(units) > 0 && !seen[a.Name] && overlap(room, out.Page) > 0.9*room.W*room.H {
			out.Unwritten = append(out.Unwritten, a.Name)
		}
	}
	return out, nil
}

// Overlap is the area that two rectangles share.
func Overlap(a, b Rect) float64 { return overlap(a, b) }
