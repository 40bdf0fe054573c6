package atlas

// frameBelow is the height of sums and legend.
func (d *drawing) frameBelow() float64 {
	lines := len(d.scene.Sums) + len(d.legendRows())
	if lines == 0 {
		return 0
	}
	return float64(lines)*d.lineHeight() + 0.5*d.detail.frameSize()
}

func (d *drawing) lineHeight() float64 { return 1.4 * d.detail.frameSize() }

// drawFrame draws title, sums and legend.
func (d *drawing) drawFrame() {
	w, size := d.view.width, d.detail.frameSize()
	margin := 0.6 * size
	if d.view.top > 0 {
		d.fill(rectangle(Rect{-1, -1, w + 2, d.view.top + 1}), paint{colour: paper})
		d.line(Point{margin, d.view.top - 0.6*size}, d.scene.Title, 1.1*size, true)
	}
	y := d.view.bottom
	if d.height() > y {
		d.fill(rectangle(Rect{-1, y, w + 2, d.height() - y + 2}), paint{colour: paper})
	}
	for _, sum := range d.scene.Sums {
		y += d.lineHeight()
		d.line(Point{margin, y}, sum, size, true)
	}
	for _, row := range d.legendRows() {
		y += d.lineHeight()
		x := margin
		for _, e := range row {
			d.drawSign(e, x, y-0.9*size)
			d.text(Point{x + 1.9*size, y}, e.Label, lettering{size: size, colour: black})
			x += d.entryWidth(e)
		}
	}
	d.stroke(rectangle(Rect{0.5, d.view.top, w - 1, d.view.bottom - d.view.top}), 1, coastLine, nil)
}

// line writes a line of the frame, smaller if it would not fit the page.
func (d *drawing) line(at Point, s string, size float64, bold bool) {
	if long, room := d.fonts.width(s, size, bold), d.view.width-2*at.X; long > room {
		size *= room / long
	}
	d.text(at, s, lettering{size: size, bold: bold, colour: black})
}

// legendRows are the entries of the legend in as many rows as they need.
func (d *drawing) legendRows() [][]Entry {
	var rows [][]Entry
	room := 0.0
	for _, e := range d.scene.Legend {
		w := d.entryWidth(e)
		if w > room {
			rows, room = append(rows, nil), d.detail.pageWidth()-d.detail.frameSize()
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		room -= w
	}
	return rows
}

func (d *drawing) entryWidth(e Entry) float64 {
	return d.fonts.width(e.Label, d.detail.frameSize(), false) + 2.8*d.detail.frameSize()
}

func (d *drawing) drawSign(e Entry, x, y float64) {
	k := d.detail.frameSize() / 14
	look := styleOf(e.Power)
	box := rectangle(Rect{x, y, 20 * k, 14 * k})
	switch e.Sign {
	case "power", "conquest":
		ground := look.groundPaint()
		if e.Sign == "conquest" {
			ground = paint{colour: paper, texture: stripes, ink: look.ground}
		}
		d.fill(box, ground)
		d.stroke(box, 0.8, black, nil)
	case "combat move", "noncombat move", "retreat":
		act := map[string]Act{"combat move": Combat, "noncombat move": Noncombat, "retreat": Retreat}[e.Sign]
		if shaft, head, ok := withHead([]Point{{x, y + 7*k}, {x + 8*k, y + 7*k}, {x + 22*k, y + 7*k}}, 0.6*k); ok {
			f := flight{arrow: Arrow{Power: e.Power, Act: act}, size: 0.6 * k, shaft: shaft, head: head}
			d.drawShaft(f)
			d.drawHead(f)
		}
	case "battle":
		d.drawBurst(Point{x + 10*k, y + 7*k}, k)
	case "city", "capital":
		d.drawMarks(block{space: Space{City: e.Sign == "city", Capital: e.Sign == "capital"}, zoom: 1.3 * k}, x+4*k, y)
	default:
		d.drawChip(chip{power: e.Power, unit: e.Sign}, x+3*k, y+0.5, k)
	}
}
