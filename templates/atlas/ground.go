package atlas

import (
	"image/color"
	"slices"
)

// Lines, in page units.
const (
	coastWidth  = 1.3
	rimWidth    = 1.4 // round the discs of islands and the boxes of convoys
	borderWidth = 0.9
	zoneWidth   = 0.8
	canalWidth  = 3.4 // with its banks
)

// country is the land of one paint: spaces that touch are one piece.
type country struct {
	look powerStyle
	land path // on the page
}

// countries are the land spaces of each paint, in the order of the first of them.
func (d *drawing) countries() []country {
	var looks []powerStyle
	of := make([]int, len(d.m.Areas)) // the look of each area from 1; 0 for what is not land
	for i, a := range d.m.Areas {
		if a.Kind != Land {
			continue
		}
		look := styleOf(d.spaces[i].Owner)
		n := slices.Index(looks, look)
		if n < 0 {
			n, looks = len(looks), append(looks, look)
		}
		of[i] = n + 1
	}
	var out []country
	for n, look := range looks {
		land := d.view.path(d.m.union(func(area int) bool { return of[area] == n+1 }))
		if d.visible(land) {
			out = append(out, country{look, land})
		}
	}
	return out
}

// drawLand draws what is out of play, the land in its owners' colours, islands and convoys on the sea, and what was
// conquered.
func (d *drawing) drawLand() {
	for _, a := range d.m.Areas {
		if ground := d.view.path(a.Rings); a.Kind == None && d.visible(ground) {
			d.fill(ground, paint{colour: offBoard})
		}
	}
	for _, c := range d.countries() {
		d.fill(c.land, c.look.groundPaint())
	}
	for i, a := range d.m.Areas {
		ground, space := d.view.path(a.Rings), d.spaces[i]
		if !d.visible(ground) {
			continue
		}
		if a.Kind == Convoy || a.Kind == Island {
			d.fill(ground, space.groundPaint(a.Kind))
		}
		if space.Conquered != "" {
			d.fill(ground, paint{texture: stripes, ink: styleOf(space.Conquered).ground})
		}
	}
}

// groundPaint is how a space is painted, without what was conquered.
func (s Space) groundPaint(kind Kind) paint {
	look := styleOf(s.Owner)
	switch kind {
	case None:
		return paint{colour: offBoard}
	case Sea:
		return paint{colour: water}
	case Convoy:
		return paint{colour: look.ground}
	}
	return look.groundPaint()
}

// pen is the look of a line of the ground.
type pen struct {
	width  float64
	colour color.NRGBA
}

// inked is lines of one pen, on the page.
type inked struct {
	pen
	lines path
}

// borders are the lines of the ground in the order in which they are drawn: each border between spaces once, the rims
// of islands and convoys, the canals.
func (d *drawing) borders() []inked {
	var out []inked
	add := func(p pen, lines path) {
		if !d.visible(lines) {
			return
		}
		i := slices.IndexFunc(out, func(k inked) bool { return k.pen == p })
		if i < 0 {
			i, out = len(out), append(out, inked{pen: p})
		}
		out[i].lines = append(out[i].lines, lines...)
	}
	for _, b := range d.m.Borders {
		if b.Left >= 0 && b.Right >= 0 {
			if p, ok := penBetween(d.m.Areas[b.Left].Kind, d.m.Areas[b.Right].Kind); ok {
				add(p, d.view.path([][]Point{b.Points}))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b inked) int { return int(100*a.width) - int(100*b.width) })
	for _, a := range d.m.Areas {
		if a.Kind == Convoy || a.Kind == Island {
			add(pen{rimWidth, coastLine}, closed(d.view.path(a.Rings)))
		}
	}
	add(pen{canalWidth, coastLine}, d.view.path(d.m.Canals))
	add(pen{canalWidth - 1.4, water}, d.view.path(d.m.Canals))
	return out
}

// closed repeats the first point of each line at its end.
func closed(p path) path {
	for i, line := range p {
		p[i] = append(line, line[0])
	}
	return p
}

// penBetween chooses a pen by what a border parts.
func penBetween(a, b Kind) (p pen, ok bool) {
	switch {
	case a == Land && b == Land:
		return pen{borderWidth, landLine}, true
	case a == Sea && b == Sea, a == None && b == Sea, a == Sea && b == None:
		return pen{zoneWidth, seaLine}, true
	case a == Land || b == Land:
		return pen{coastWidth, coastLine}, true
	}
	return pen{}, false
}
