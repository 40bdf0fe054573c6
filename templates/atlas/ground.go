package atlas

import (
	"image/color"
	"slices"
)

// Lines, in page units. A coast is drawn wholly outside the land: the land covers the inner half of its line.
const (
	coastWidth  = 0.9
	rimWidth    = 1.4 // round the discs of islands and the boxes of convoys
	borderWidth = 0.9
	zoneWidth   = 0.8
	shoreWidth  = 0.5 // between sea and what is out of play
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

// drawCoasts draws what is out of play, and round all land the line that the land will leave of it.
func (d *drawing) drawCoasts() {
	for _, a := range d.m.Areas {
		if ground := d.view.path(a.Rings); a.Kind == None && d.visible(ground) {
			d.fill(ground, paint{colour: offBoard})
		}
	}
	for _, c := range d.countries() {
		d.stroke(c.land, 2*coastWidth, coastLine, nil)
	}
}

// drawLand draws the land in its owners' colours, islands and convoys on the sea, and what was conquered.
func (d *drawing) drawLand() {
	for _, c := range d.countries() {
		d.fill(c.land, c.look.groundPaint())
	}
	for i, a := range d.m.Areas {
		ground, space := d.view.path(a.Rings), d.spaces[i]
		if !d.visible(ground) {
			continue
		}
		switch look := styleOf(space.Owner); a.Kind {
		case Convoy:
			d.fill(ground, paint{colour: look.ground})
		case Island:
			d.fill(ground, look.groundPaint())
		}
		if space.Conquered != "" {
			d.fill(ground, paint{texture: stripes, ink: styleOf(space.Conquered).ground})
		}
		if a.Kind == Convoy || a.Kind == Island {
			d.stroke(ground, rimWidth, coastLine, nil)
		}
	}
}

// pen is the look of a border.
type pen struct {
	width  float64
	colour color.NRGBA
}

// drawBorders draws each border between spaces once, all of a kind together.
func (d *drawing) drawBorders() {
	var pens []pen
	lines := map[pen]path{}
	for _, b := range d.m.Borders {
		if b.Left < 0 || b.Right < 0 {
			continue
		}
		p, ok := penBetween(d.m.Areas[b.Left].Kind, d.m.Areas[b.Right].Kind)
		line := d.view.path([][]Point{b.Points})
		if !ok || !d.visible(line) {
			continue
		}
		if !slices.Contains(pens, p) {
			pens = append(pens, p)
		}
		lines[p] = append(lines[p], line...)
	}
	for _, p := range pens {
		d.stroke(lines[p], p.width, p.colour, nil)
	}
	canals := d.view.path(d.m.Canals)
	d.stroke(canals, 3.4, coastLine, nil)
	d.stroke(canals, 2, water, nil)
}

// penBetween chooses a pen by what a border parts; a coast is drawn already.
func penBetween(a, b Kind) (p pen, ok bool) {
	switch {
	case a == Land && b == Land:
		return pen{borderWidth, landLine}, true
	case a == Sea && b == Sea:
		return pen{zoneWidth, seaLine}, true
	case a == None && b == Sea, a == Sea && b == None:
		return pen{shoreWidth, seaLine}, true
	}
	return pen{}, false
}
