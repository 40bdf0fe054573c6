package atlas

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// drawing is a scene on its way to a canvas.
type drawing struct {
	canvas
	scene  Scene
	m      *Map
	view   view
	detail detail
	fonts  fonts
	spaces []Space // by index of the area
	turns  []float64
	blocks []block
}

// PNG draws a scene as a PNG of a width in pixels; the height follows. A part of the map is a theatre, whose letters can
// be read at half its size; a whole board narrower than 1200 pixels is an overview without small names.
func PNG(s Scene, width int) ([]byte, error) {
	whole := overview
	if width >= largeWidth {
		whole = large
	}
	d, err := newDrawing(s, whole)
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
	d, err := newDrawing(s, large)
	if err != nil {
		return nil, err
	}
	v := &vectors{width: d.view.width, height: d.height(), grain: coarse}
	d.canvas = v
	d.draw()
	return v.document(s.Title), nil
}

// newDrawing prepares a scene; whole is the detail that it has if it is the whole board.
func newDrawing(s Scene, whole detail) (*drawing, error) {
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
	d := &drawing{scene: s, m: m, fonts: f, turns: []float64{0}, detail: whole}
	if _, ok := regionOf(m, s.Crop, theatreShape(0)); ok {
		d.detail = theatre
	}
	frame := d.top() + d.frameBelow()
	d.view = newView(m, s.Crop, d.top(), d.detail.pageWidth(), theatreShape(frame))
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

// A theatre is between 500 and 748 units high, with its frame. Of its map there is so much at least, if the frame leaves
// it.
const theatreLow, theatreHigh, theatreMap = 500, 748, 440

// theatreShape is how wide the map of a theatre may be for its height, with so much frame.
func theatreShape(frame float64) proportion {
	w := theatre.pageWidth()
	most := theatreHigh - frame
	return proportion{w / most, w / max(theatreLow-frame, min(theatreMap, most))}
}

// top is the height of the title.
func (d *drawing) top() float64 {
	if d.scene.Title == "" {
		return 0
	}
	return math.Round(1.9 * d.detail.frameSize())
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

func (d *drawing) height() float64 { return math.Round(d.view.bottom + d.frameBelow()) }

// draw draws layer upon layer: ground, moves, names and units, and at last the frame, which covers what sticks out of
// the map.
func (d *drawing) draw() {
	d.ground(d)
	d.place()
	flights := d.route()
	for _, f := range flights {
		if f.under {
			d.drawShaft(f)
		}
	}
	for _, b := range d.blocks {
		d.drawBlock(b)
	}
	for _, f := range flights {
		if !f.under {
			d.drawShaft(f)
		}
	}
	for _, f := range flights {
		d.drawHead(f)
	}
	d.drawFrame()
}

// place finds places for all that is written.
func (d *drawing) place() {
	ranks := d.ranks()
	for _, t := range d.turned() {
		d.blocks = append(d.blocks, t.newBlocks(ranks)...)
	}
	d.blocks = arrange(d.fonts, d.blocks, d.page())
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

// newBlocks makes the blocks of the spaces on the page. An area that the
// edge of the whole map cuts has its units at its main room, its name also at
// the other.
func (d *drawing) newBlocks(ranks []int) []block {
	page := Rect{0, d.view.top, d.view.width, d.view.bottom - d.view.top}
	var out []block
	for i, a := range d.m.Areas {
		if a.Kind == None {
			continue
		}
		space := d.spaces[i]
		b := block{space: space, kind: a.Kind, zoom: d.detail.zoom(), battle: slices.Contains(d.scene.Battles, a.Name),
			rank: ranks[i], forms: d.detail.forms(ranks[i])}
		for n, room := range a.Rooms {
			if n > 0 && d.detail != large {
				break
			}
			if n > 0 {
				b.space, b.battle = Space{Name: space.Name, Label: space.Label, Owner: space.Owner}, false
			}
			whole := d.view.rect(room)
			b.room = intersection(whole, page)
			if b.room.W > min(leastRoom, 0.9*whole.W) && b.room.H > min(leastRoom, 0.9*whole.H) {
				out = append(out, b)
			}
		}
	}
	return out
}

func (d *drawing) drawBlock(b block) {
	if b.far {
		c := b.room.centre()
		way := path{{{max(b.box.X, min(c.X, b.box.X+b.box.W)), max(b.box.Y, min(c.Y, b.box.Y+b.box.H))}, c}}
		d.stroke(way, 1.8*b.zoom, halo, nil)
		d.stroke(way, 0.7*b.zoom, black, nil)
	}
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
		d.text(Point{x, y - 2.6*b.zoom}, line, look)
		if b.coin && i == len(b.name)-1 {
			d.drawCoin(b, Point{x + d.fonts.width(line, b.textSize(), b.bold()) + b.zoom, y - (coinHeight+0.9)*b.zoom})
		}
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

// drawCoin draws the income of a space.
func (d *drawing) drawCoin(b block, at Point) {
	box := Rect{0, 0, b.coinWidth() - b.zoom, coinHeight * b.zoom}
	d.stamp(at, fmt.Sprint("coin", box), box, func(c canvas) {
		c.fill(rounded(box, 0.48*box.H), paint{colour: gold})
		c.stroke(rounded(box, 0.48*box.H), 0.6, black, nil)
	})
	d.text(Point{at.X + box.W/2, at.Y + 8.5*b.zoom}, strconv.Itoa(b.space.Income),
		lettering{size: letterSize * b.zoom, bold: true, colour: black, align: alignMiddle})
}

// drawMarks draws the burst of a battle, the star of a capital, the ring of a
// victory city.
func (d *drawing) drawMarks(b block, x, y float64) {
	k := markSize / 12 * b.zoom
	y += b.zoom
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
		into.fill(placed(symbol(c.unit), 0.5*zoom, 0.4*zoom, 0.93*zoom), paint{colour: look.ink})
	})
	if c.count > 0 {
		at := Point{x + (symbolWidth+c.width())/2*zoom - 0.2, y + 9.6*zoom}
		d.text(at, strconv.Itoa(c.count), lettering{size: letterSize * zoom, bold: true, colour: black, align: alignMiddle})
	}
}
