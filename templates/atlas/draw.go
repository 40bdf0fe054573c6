package atlas

import (
	"fmt"
	"slices"
	"strconv"
)

// drawing is a scene on its way to a canvas.
type drawing struct {
	canvas
	scene  Scene
	m      *Map
	view   view
	fonts  fonts
	spaces []Space // by index of the area
	turns  []float64
	blocks []block
}

// PNG draws a scene as a PNG of a width in pixels; the height follows.
func PNG(s Scene, width int) ([]byte, error) {
	d, err := newDrawing(s)
	if err != nil {
		return nil, err
	}
	r := newRaster(d.view.width, d.height(), float64(width)/d.view.width, d.fonts)
	d.canvas = r
	d.draw()
	return r.encode()
}

// SVG draws a scene as an SVG file without anything from outside.
func SVG(s Scene) ([]byte, error) {
	d, err := newDrawing(s)
	if err != nil {
		return nil, err
	}
	v := &vectors{width: d.view.width, height: d.height(), grain: coarse}
	d.canvas = v
	d.draw()
	return v.document(s.Title), nil
}

func newDrawing(s Scene) (*drawing, error) {
	m, err := Geometry(s.Board)
	if err != nil {
		return nil, err
	}
	if err := s.check(m); err != nil {
		return nil, err
	}
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	d := &drawing{scene: s, m: m, fonts: f, turns: []float64{0}}
	top := 0.0
	if s.Title != "" {
		top = titleHeight
	}
	d.view = newView(m, s.Crop, top)
	if m.Wraps && d.view.crop {
		d.turns = []float64{-m.Width, 0, m.Width}
	}
	byName := map[string]Space{}
	for _, space := range s.Spaces {
		byName[space.Name] = space
	}
	for _, a := range m.Areas {
		d.spaces = append(d.spaces, byName[a.Name])
	}
	return d, nil
}

// check refuses a scene that names a space that the board has not.
func (s Scene) check(m *Map) error {
	names := slices.Concat(s.Battles, s.Crop)
	for _, space := range s.Spaces {
		names = append(names, space.Name)
	}
	for _, a := range s.Arrows {
		names = append(names, a.From, a.To)
	}
	for _, name := range names {
		if a, ok := m.Area(name); !ok || a.Kind == None {
			return fmt.Errorf("atlas: scene: the map of %s has no space %q: want a canonical name", s.Board, name)
		}
	}
	return nil
}

func (d *drawing) height() float64 {
	if len(d.scene.Legend) == 0 {
		return d.view.bottom
	}
	return d.view.bottom + legendHeight
}

// draw draws layer upon layer: ground, moves, names and units, and at last the frame, which covers what sticks out of
// the map.
func (d *drawing) draw() {
	d.fill(rectangle(Rect{-1, -1, d.view.width + 2, d.height() + 2}), paint{colour: paper})
	d.ground(d)
	for _, t := range d.turned() {
		d.blocks = append(d.blocks, t.newBlocks()...)
	}
	arrange(d.blocks, Rect{2, d.view.top + 2, d.view.width - 4, d.view.bottom - d.view.top - 4})
	d.drawArrows()
	for _, b := range d.blocks {
		d.drawBlock(b)
	}
	d.drawFrame()
}

// turned is the drawing once for each copy of the map that the page may show: where it wraps, what is beyond one edge
// is at the other.
func (d *drawing) turned() []*drawing {
	var out []*drawing
	for _, turn := range d.turns {
		t := *d
		t.view.part.X -= turn
		out = append(out, &t)
	}
	return out
}

// visible reports whether any part of lines may be on the page.
func (d *drawing) visible(lines path) bool {
	left, right, top, bottom := true, true, true, true
	for _, line := range lines {
		for _, p := range line {
			left, right = left && p.X < 0, right && p.X > d.view.width
			top, bottom = top && p.Y < d.view.top, bottom && p.Y > d.view.bottom
		}
	}
	return !(left || right || top || bottom)
}

func (d *drawing) zoom() float64 {
	if d.view.crop {
		return 1.25
	}
	return 1
}

// newBlocks makes the blocks of the spaces on the page. An area that the
// edge of the whole map cuts has its units at its main room, its name also at
// the other.
func (d *drawing) newBlocks() []block {
	page := Rect{0, d.view.top, d.view.width, d.view.bottom - d.view.top}
	var out []block
	for i, a := range d.m.Areas {
		space := d.spaces[i]
		b := block{space: space, kind: a.Kind, zoom: d.zoom(), battle: slices.Contains(d.scene.Battles, a.Name)}
		for n, room := range a.Rooms {
			if n > 0 && d.view.crop {
				break
			}
			if n > 0 {
				b.space, b.battle = Space{Name: space.Name, Label: space.Label, Owner: space.Owner}, false
			}
			whole := d.view.rect(room)
			b.room = intersection(whole, page)
			onPage := b.room.W > min(leastRoom, 0.9*whole.W) && b.room.H > min(leastRoom, 0.9*whole.H)
			if onPage && (space.Label != "" || b.battle || len(b.space.chips()) > 0) {
				out = append(out, b.fitted(d.fonts))
			}
		}
	}
	return out
}

func (d *drawing) drawBlock(b block) {
	y := b.box.Y
	look := lettering{size: b.textSize(), bold: b.bold(), colour: black, halo: halo}
	if b.kind == Sea {
		look.colour, look.halo = seaLetters, water
	}
	for i, line := range b.name {
		x := b.box.X + (b.box.W-b.nameWidth(d.fonts, i))/2
		if i == 0 {
			d.drawMarks(b, x, y)
			x += b.marksWidth()
		}
		y += nameHeight * b.zoom
		d.text(Point{x, y - 2*b.zoom}, line, look)
	}
	for _, row := range b.rows {
		x := b.box.X + (b.box.W-b.rowWidth(row))/2
		for _, c := range row {
			d.drawChip(c, x, y, b.zoom)
			x += (c.width() + chipGap) * b.zoom
		}
		y += (chipHeight + chipGap) * b.zoom
	}
}

// drawMarks draws the burst of a battle, the star of a capital, the ring of a
// victory city.
func (d *drawing) drawMarks(b block, x, y float64) {
	k := markSize / 12 * b.zoom
	if b.battle {
		d.drawBurst(Point{x + burstSize/2*b.zoom, y + 4*b.zoom}, b.zoom)
		x += (burstSize + 1) * b.zoom
	}
	switch {
	case b.space.Capital:
		d.stamp(Point{x, y}, fmt.Sprint("capital", k), Rect{0, 0, 12 * k, 12 * k}, func(c canvas) {
			c.fill(placed(star(), 0, 0, k), paint{colour: flash})
			c.stroke(placed(star(), 0, 0, k), 0.8, black, nil)
		})
	case b.space.City:
		d.stamp(Point{x + 6*k, y + 6*k}, fmt.Sprint("city", k), Rect{-6 * k, -6 * k, 12 * k, 12 * k}, func(c canvas) {
			c.fill(circle(Point{}, 4.4*k), paint{colour: white})
			c.stroke(circle(Point{}, 4.4*k), 0.9, black, nil)
			c.fill(circle(Point{}, 1.9*k), paint{colour: black})
		})
	}
}

func (d *drawing) drawChip(c chip, x, y, zoom float64) {
	look, at, width := styleOf(c.power), Point{x, y}, c.width()*zoom
	box := Rect{0, 0, width, chipHeight * zoom}
	d.stamp(at, fmt.Sprint("chip", look.chip, width, zoom), box, func(c canvas) {
		left := Rect{0, 0, symbolWidth * zoom, chipHeight * zoom}
		c.fill(rounded(box, 2*zoom), paint{colour: paper})
		c.fill(rounded(left, 2*zoom), paint{colour: look.chip})
		c.stroke(rounded(box, 2*zoom), 0.7, black, nil)
	})
	d.stamp(at, fmt.Sprint("symbol", c.unit, look.ink, zoom), box, func(into canvas) {
		into.fill(placed(symbol(c.unit), 0.7*zoom, 0.6*zoom, 0.97*zoom), paint{colour: look.ink})
	})
	if c.count > 0 {
		at := Point{x + (symbolWidth+c.width())/2*zoom - 0.2, y + 10*zoom}
		d.text(at, strconv.Itoa(c.count), lettering{size: 9.6 * zoom, bold: true, colour: black, align: alignMiddle})
	}
}

// drawFrame draws title and legend.
func (d *drawing) drawFrame() {
	w := d.view.width
	if d.view.top > 0 {
		d.fill(rectangle(Rect{-1, -1, w + 2, d.view.top + 1}), paint{colour: paper})
		size := 17.0
		if long := d.fonts.width(d.scene.Title, size, true); long > w-24 {
			size *= (w - 24) / long
		}
		d.text(Point{12, 23}, d.scene.Title, lettering{size: size, bold: true, colour: black})
	}
	if d.height() > d.view.bottom {
		d.fill(rectangle(Rect{-1, d.view.bottom, w + 2, legendHeight + 1}), paint{colour: paper})
		d.drawLegend()
	}
	d.stroke(rectangle(Rect{0.5, d.view.top, w - 1, d.view.bottom - d.view.top}), 1, coastLine, nil)
}

func (d *drawing) drawLegend() {
	total := 0.0
	for _, e := range d.scene.Legend {
		total += d.fonts.width(e.Label, 11, false) + 40
	}
	squeeze := min(1, (d.view.width-16)/total)
	x, y := 10.0, d.view.bottom+6
	for _, e := range d.scene.Legend {
		d.drawSign(e, x, y)
		d.text(Point{x + 23*squeeze, y + 11}, e.Label, lettering{size: 11 * squeeze, colour: black})
		x += (d.fonts.width(e.Label, 11, false) + 40) * squeeze
	}
}

func (d *drawing) drawSign(e Entry, x, y float64) {
	look := styleOf(e.Power)
	box := rectangle(Rect{x, y, 18, 14})
	switch e.Sign {
	case "power", "conquest":
		d.fill(box, look.groundPaint())
		if e.Sign == "conquest" {
			d.fill(box, paint{texture: stripes, ink: paper})
		}
		d.stroke(box, 0.8, black, nil)
	case "land move", "sea move", "air move":
		kind := map[string]Movement{"land move": ByLand, "sea move": BySea, "air move": ByAir}[e.Sign]
		d.drawLine([]Point{{x, y + 7}, {x + 18, y + 7}}, kind, look)
	case "battle":
		d.drawBurst(Point{x + 9, y + 7}, 1)
	case "city", "capital":
		d.drawMarks(block{space: Space{City: e.Sign == "city", Capital: e.Sign == "capital"}, zoom: 1.3}, x+3, y)
	default:
		d.drawChip(chip{power: e.Power, unit: e.Sign}, x+2, y+0.5, 1)
	}
}
