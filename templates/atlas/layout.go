package atlas

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Sizes of what is written on the map, at zoom 1.
const (
	letterSize  = 10.0 // of names, and of numbers on counters
	nameHeight  = 11.5
	chipHeight  = 12.0
	symbolWidth = 12.5
	digitWidth  = 6.1
	chipGap     = 1.0
	markSize    = 9.0
	burstSize   = 14.0
	coinHeight  = 10.0
	leastRoom   = 18.0 // page units of a room cut by the page's edge, to be written in at all
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

// fullness is how much is written of one space.
type fullness struct {
	name, coin bool
	stacks     stacks
}

type stacks int

const (
	noStacks stacks = iota
	badges          // one a power for land, air and sea
	allTypes
)

// block is all that is written in one space: marks, name and income, then rows of chips.
type block struct {
	space Space
	kind  Kind
	room  Rect // on the page
	box   Rect // where it is written
	name  []string
	rows  [][]chip
	zoom  float64
	rank  int        // 0: of the action, 1: its neighbours, 2: others
	forms []fullness // the fullest first
	coin  bool
	far   bool // it found no place in its space, and a line leads there

	battle bool // a battle was fought here
}

// chips are the counters of a space.
func (s Space) chips(how stacks) []chip {
	var out []chip
	if how == noStacks {
		return nil
	}
	if how == badges {
		return s.badges()
	}
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

// badges are a power's units by arm: a counter each for land, air and sea, with the symbol of its most common type.
func (s Space) badges() []chip {
	var out []chip
	for _, k := range s.Stacks {
		sign := armOf(k.Unit)
		i := slices.IndexFunc(out, func(c chip) bool { return c.power == k.Power && c.unit == sign })
		switch {
		case k.Count <= 0:
		case i >= 0:
			out[i].count += k.Count
		default:
			out = append(out, chip{k.Power, sign, k.Count})
		}
	}
	return out
}

// armOf is the type that stands for all of its arm.
func armOf(unit string) string {
	switch unit {
	case "fighter", "bomber":
		return "fighter"
	case "battleship", "destroyer", "aircraft carrier", "transport", "submarine":
		return "battleship"
	}
	return "infantry"
}

// fitted chooses line breaks and rows that suit the block's room.
func (b block) fitted(f fonts, how fullness) block {
	room, chips := b.room, b.space.chips(how.stacks)
	b.coin = how.coin && b.space.Income > 0
	b.name = nil
	switch {
	case how.name && b.space.Label != "":
		b.name = b.breakName(f)
	case b.coin || b.marksWidth() > 0:
		b.name = []string{""}
	}
	best := -1.0
	for n := 1; n <= max(1, len(chips)); n++ {
		rows := inRows(chips, n)
		w, h := b.size(f, rows)
		if w == 0 {
			b.rows, b.box = nil, Rect{}
			return b
		}
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

func (b block) textSize() float64 { return letterSize * b.zoom }

// breakName puts a name on two lines if it is too long for the room.
func (b block) breakName(f fonts) []string {
	words := strings.Fields(b.space.Label)
	if len(words) < 2 || f.width(b.space.Label, b.textSize(), b.bold())+b.marksWidth()+b.coinWidth() <= b.room.W {
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

// coinWidth is what the income behind the name takes up.
func (b block) coinWidth() float64 {
	if !b.coin {
		return 0
	}
	return (5 + digitWidth*float64(len(strconv.Itoa(b.space.Income)))) * b.zoom
}

func (b block) nameWidth(f fonts, line int) float64 {
	w := f.width(b.name[line], b.textSize(), b.bold())
	if line == 0 {
		w += b.marksWidth()
	}
	if line == len(b.name)-1 {
		w += b.coinWidth()
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

// lines are the rectangles of the block's names and rows of chips: what must not be covered.
func (b block) lines(f fonts) []Rect {
	var out []Rect
	y := b.box.Y
	for i := range b.name {
		w := b.nameWidth(f, i)
		out = append(out, Rect{b.box.X + (b.box.W-w)/2, y, w, nameHeight * b.zoom})
		y += nameHeight * b.zoom
	}
	for _, row := range b.rows {
		w := b.rowWidth(row)
		out = append(out, Rect{b.box.X + (b.box.W-w)/2, y, w, chipHeight * b.zoom})
		y += (chipHeight + chipGap) * b.zoom
	}
	return out
}

// arrange finds a place for each block where it covers no other, the action first, then the tightest. What finds none
// near its space is written shorter, at last a little farther away.
func arrange(f fonts, blocks []block, page Rect) []block {
	for i, b := range blocks {
		blocks[i] = b.fitted(f, b.forms[0])
	}
	slices.SortStableFunc(blocks, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.slack(), b.slack()))
	})
	var placed []block
	for _, b := range blocks {
		if fit, ok := b.settled(f, placed, page); ok {
			placed = append(placed, fit)
		}
	}
	return placed
}

// settled finds the fullest form that has a place.
func (b block) settled(f fonts, placed []block, page Rect) (block, bool) {
	for _, reach := range []float64{1, 3, 9} {
		for _, form := range b.forms {
			if reach > 1 && form != b.forms[len(b.forms)-1] && (b.rank > 0 || reach > 3) {
				continue
			}
			fit := b.fitted(f, form)
			if fit.box.W == 0 || fit.box.W > page.W || fit.box.H > page.H {
				continue
			}
			if box, ok := freePlace(fit, reach, placed, page); ok {
				fit.box = box
				fit.far = overlap(grown(box, 2), b.room) == 0
				return fit, true
			}
		}
	}
	return b, false
}

// slack is how much larger the room is than the block; below 1 it sticks out.
func (b block) slack() float64 {
	if b.box.W == 0 {
		return math.Inf(1)
	}
	return min(b.room.W/b.box.W, b.room.H/b.box.H)
}

// placeSteps is at how many places to each side of its own a block is tried.
const placeSteps = 8

// freePlace is the nearest place of a block where it covers nothing.
func freePlace(b block, reach float64, placed []block, page Rect) (Rect, bool) {
	box := movedOnto(b.box, page)
	reachX := max(b.box.W*0.7*reach, (b.room.W-b.box.W)/2)
	reachY := max(b.box.H*0.7*reach, (b.room.H-b.box.H)/2)
	around := Rect{box.X - reachX - 2, box.Y - reachY - 2, box.W + 2*reachX + 4, box.H + 2*reachY + 4}
	var near []Rect
	for _, other := range placed {
		if overlap(other.box, around) > 0 {
			near = append(near, other.box)
		}
	}
	best, least := box, math.Inf(1)
	for iy := -placeSteps; iy <= placeSteps; iy++ {
		for ix := -placeSteps; ix <= placeSteps; ix++ {
			moved := movedOnto(Rect{box.X + float64(ix)/placeSteps*reachX, box.Y + float64(iy)/placeSteps*reachY, box.W, box.H}, page)
			cost := math.Hypot(moved.X-b.box.X, moved.Y-b.box.Y) + (box.W*box.H-overlap(moved, b.room))/(8*b.zoom)
			if cost < least && !slices.ContainsFunc(near, func(o Rect) bool { return overlap(moved, grown(o, 0.5)) > 0 }) {
				best, least = moved, cost
			}
		}
	}
	return best, !math.IsInf(least, 1)
}

// movedOnto moves a box onto the page.
func movedOnto(box, page Rect) Rect {
	box.X = max(page.X, min(box.X, page.X+page.W-box.W))
	box.Y = max(page.Y, min(box.Y, page.Y+page.H-box.H))
	return box
}
