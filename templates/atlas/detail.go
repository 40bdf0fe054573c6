package atlas

import "slices"

// detail is how much a picture shows.
type detail int

const (
	overview detail = iota // the whole board: owners, cities, a badge for each arm; names where something changed
	theatre                // the action, readable on a phone at half the size: names and types there and next to it
	large                  // the whole board with everything
)

// largeWidth is from how many pixels on a whole board shows everything.
const largeWidth = 1200

// pageWidth is the width of the page, in page units: those of a picture at scale 1.
func (k detail) pageWidth() float64 {
	if k == large {
		return 1600
	}
	return 748
}

// zoom is the size of what is written on the map. A theatre has letters of 22 units: they are 11 where a phone shows it
// at half its size.
func (k detail) zoom() float64 { return [...]float64{0.85, 2.2, 1.2}[k] }

// frameSize is the size of the letters of title, sums and legend.
func (k detail) frameSize() float64 { return [...]float64{15, 22, 16}[k] }

// arrowSize is by how much arrows are larger than on a map at scale 1.
func (k detail) arrowSize() float64 { return [...]float64{0.75, 1.7, 1.1}[k] }

// forms are how a space may be written, the fullest first. Rank 0 are spaces of the action, 1 their neighbours, 2 all
// others.
func (k detail) forms(rank int) []fullness {
	switch {
	case k == large || k == theatre && rank < 2:
		return []fullness{{true, true, allTypes}, {true, true, badges}, {true, false, badges}, {false, false, badges}}
	case k == overview && rank == 0:
		return []fullness{{true, true, badges}, {true, false, badges}, {false, true, badges}, {false, false, badges}}
	}
	return []fullness{{false, true, badges}, {false, false, badges}}
}

// ranks tells for each area how near it is to the action: 0 is part of it, 1 touches it, 2 does neither.
func (d *drawing) ranks() []int {
	out := make([]int, len(d.m.Areas))
	names := slices.Concat(d.scene.Battles, d.scene.Crop)
	if d.detail == theatre {
		for _, a := range d.scene.Arrows {
			names = append(names, a.From, a.To)
		}
	}
	for i, a := range d.m.Areas {
		out[i] = 2
		if d.spaces[i].Conquered != "" || slices.Contains(names, a.Name) {
			out[i] = 0
		}
	}
	for _, b := range d.m.Borders {
		if b.Left < 0 || b.Right < 0 {
			continue
		}
		if out[b.Left] == 0 {
			out[b.Right] = min(out[b.Right], 1)
		}
		if out[b.Right] == 0 {
			out[b.Left] = min(out[b.Left], 1)
		}
	}
	return out
}
