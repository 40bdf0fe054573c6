package atlas

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Sizes of what is drawn on the map, in page units.
const (
	chipHeight  = 13.0
	symbolWidth = 13.0
	digitWidth  = 5.8
	chipGap     = 1.0
	nameSize    = 8.0
	seaSize     = 9.5
	nameHeight  = 9.0
	markSize    = 9.0
	burstSize   = 14.0
	leastRoom   = 18.0 // of a room cut by the page's edge, to be written in at all
)

// chip is a counter: a unit's symbol on its power's colour, and how many.
type chip struct {
	power, unit string
	count       int // not written if 0
}

func (c chip) width() float64 {
	if c.count == 0 {
		return symbolWidth
	}
	return symbolWidth + 2 + digitWidth*float64(len(strconv.Itoa(c.count)))
}

// block is all that is written in one space: marks and name, then rows of chips.
type block struct {
	space Space
	kind  Kind
	room  Rect // on the page
	box   Rect // where it is written
	name  []string
	rows  [][]chip
	zoom  float64

	battle bool // a battle was fought here
}

func (s Space) chips() []chip {
	var out []chip
	if s.Factory {
		out = append(out, chip{s.Owner, "industrial complex", 0})
	}
	if s.Guns > 0 {
		out = append(out, chip{s.Owner, "antiaircraft gun", s.Guns})
	}
	for _, k := range s.Stacks {
		if k.Count > 0 {
			out = append(out, chip{k.Power, k.Unit, k.Count})
		}
	}
	return out
}

// fitted chooses line breaks and rows that suit the block's room.
func (b block) fitted(f fonts) block {
	room, chips := b.room, b.space.chips()
	b.name = b.breakName(f)
	best := -1.0
	for n := 1; n <= max(1, len(chips)); n++ {
		rows := inRows(chips, n)
		w, h := b.size(f, rows)
		if fit := min(room.W/w, room.H/h); fit > best {
			best, b.rows = fit, rows
			b.box = Rect{room.X + (room.W-w)/2, room.Y + (room.H-h)/2, w, h}
		}
	}
	return b
}

// inRows deals chips to n rows of nearly equal length.
func inRows(chips []chip, n int) [][]chip {
	var rows [][]chip
	for i := range n {
		if row := chips[i*len(chips)/n : (i+1)*len(chips)/n]; len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// bold reports whether the name is written in bold: those of sea zones are.
func (b block) bold() bool { return b.kind == Sea }

func (b block) textSize() float64 {
	if b.kind == Sea && len(b.space.Label) < 4 {
		return seaSize * b.zoom
	}
	return nameSize * b.zoom
}

// breakName puts a name on two lines if it is too long for the room.
func (b block) breakName(f fonts) []string {
	words := strings.Fields(b.space.Label)
	if len(words) < 2 || f.width(b.space.Label, b.textSize(), b.bold())+b.marksWidth() <= b.room.W {
		return []string{b.space.Label}
	}
	best, cut := math.Inf(1), 1
	for i := 1; i < len(words); i++ {
		w := max(f.width(strings.Join(words[:i], " "), b.textSize(), b.bold()),
			f.width(strings.Join(words[i:], " "), b.textSize(), b.bold()))
		if w < best {
			best, cut = w, i
		}
	}
	return []string{strings.Join(words[:cut], " "), strings.Join(words[cut:], " ")}
}

// marksWidth is what the marks before the name take up.
func (b block) marksWidth() float64 {
	w := 0.0
	if b.battle {
		w += burstSize + 1
	}
	if b.space.Capital || b.space.City {
		w += markSize + 1
	}
	return w * b.zoom
}

func (b block) nameWidth(f fonts, line int) float64 {
	w := f.width(b.name[line], b.textSize(), b.bold())
	if line == 0 {
		w += b.marksWidth()
	}
	return w
}

func (b block) size(f fonts, rows [][]chip) (w, h float64) {
	for i := range b.name {
		w = max(w, b.nameWidth(f, i))
	}
	for _, row := range rows {
		w = max(w, b.rowWidth(row))
	}
	h = nameHeight*float64(len(b.name)) + (chipHeight+chipGap)*float64(len(rows))
	return w, h * b.zoom
}

func (b block) rowWidth(row []chip) float64 {
	w := -chipGap
	for _, c := range row {
		w += c.width() + chipGap
	}
	return w * b.zoom
}

// arrange moves blocks apart that overlap, the tightest first; each stays as
// near to its room as may be, and on the page.
func arrange(blocks []block, page Rect) {
	order := make([]int, len(blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := blocks[i].slack(), blocks[j].slack()
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	var placed []Rect
	for _, i := range order {
		b := &blocks[i]
		b.box = cheapestPlace(b.box, b.room, placed, page)
		placed = append(placed, b.box)
	}
}

// slack is how much larger the room is than the block; below 1 it sticks out.
func (b block) slack() float64 { return min(b.room.W/b.box.W, b.room.H/b.box.H) }

// cheapestPlace tries places round a box's own and takes the one that costs least:
// covering other blocks is dear, leaving the room less so.
func cheapestPlace(box, room Rect, placed []Rect, page Rect) Rect {
	reachX, reachY := max(30, (room.W-box.W)/2), max(24, (room.H-box.H)/2)
	best := movedOnto(box, page)
	least := costOf(best, box, room, placed)
	if least == 0 {
		return best
	}
	for iy := -8; iy <= 8; iy++ {
		for ix := -8; ix <= 8; ix++ {
			moved := movedOnto(Rect{box.X + float64(ix)/8*reachX, box.Y + float64(iy)/8*reachY, box.W, box.H}, page)
			if cost := costOf(moved, box, room, placed); cost < least {
				best, least = moved, cost
			}
		}
	}
	return best
}

func costOf(moved, box, room Rect, placed []Rect) float64 {
	cost := math.Hypot(moved.X-box.X, moved.Y-box.Y)
	cost += (box.W*box.H - overlap(moved, room)) / 8
	for _, other := range placed {
		cost += 6 * overlap(moved, grown(other, 1))
	}
	return cost
}

// movedOnto moves a box onto the page.
func movedOnto(box, page Rect) Rect {
	box.X = max(page.X, min(box.X, page.X+page.W-box.W))
	box.Y = max(page.Y, min(box.Y, page.Y+page.H-box.H))
	return box
}
