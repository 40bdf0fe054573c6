package replaypage

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

// cell is where units are counted: those of one type and owner in one space.
type cell struct {
	at    board.SpaceID
	power board.Power
	unit  board.UnitType
}

// field is who controls what, and which units are where, during a resolution. Positions are kept only between
// resolutions; within one the events update the field, and at its end the position corrects it.
type field struct {
	owner   []board.Power
	units   map[cell]int
	touched map[board.SpaceID]bool // since changes were last asked for
}

func newField(p *position.Position) *field {
	f := &field{owner: ownersOf(p), units: counted(p), touched: map[board.SpaceID]bool{}}
	for i := range f.owner {
		f.touched[board.SpaceID(i)] = true
	}
	return f
}

func ownersOf(p *position.Position) []board.Power {
	var list []board.Power
	for _, power := range p.Owners() {
		list = append(list, power)
	}
	return list
}

func counted(p *position.Position) map[cell]int {
	m := map[cell]int{}
	for u := range p.Units() {
		m[cell{u.At, u.Owner, u.Type}]++
	}
	return m
}

// applyEvent makes an event's change.
func (f *field) applyEvent(e event.Reported) {
	switch e.Kind {
	case event.KindMoved, event.KindLoaded, event.KindUnloaded, event.KindLanded, event.KindRetreats:
		f.add(e.From, e.Units, -1)
		f.add(e.To, e.Units, 1)
	case event.KindPlaced:
		f.add(e.Space, e.Units, 1)
	case event.KindLost, event.KindNoLanding, event.KindDrowned:
		if e.Note != "damaged" {
			f.add(e.Space, e.Units, -1)
		}
	case event.KindCaptured:
		f.takeControl(e.Space, e.Power)
	case event.KindLiberated:
		f.takeControl(e.Space, e.Whose)
	}
}

func (f *field) add(at board.SpaceID, list []event.Stack, sign int) {
	if at == board.NoSpace {
		return
	}
	f.touched[at] = true
	for _, st := range list {
		c := cell{at, st.Power, st.Type}
		f.units[c] = max(0, f.units[c]+sign*st.N)
		f.add(at, st.Aboard, sign)
	}
}

// takeControl gives a space to a power, with the guns and the complex in it.
func (f *field) takeControl(at board.SpaceID, to board.Power) {
	f.touched[at] = true
	for _, unit := range []board.UnitType{board.AAGun, board.Complex} {
		n := 0
		for _, was := range append(owners, f.owner[at]) {
			n += f.units[cell{at, was, unit}]
			delete(f.units, cell{at, was, unit})
		}
		f.units[cell{at, to, unit}] = n
	}
	f.owner[at] = to
}

// correctBy corrects the field by the position after the resolution. It returns how many spaces were wrong.
func (f *field) correctBy(p *position.Position) int {
	wrong := map[board.SpaceID]bool{}
	now := counted(p)
	for c, n := range f.units {
		if now[c] != n {
			wrong[c.at] = true
		}
	}
	for c, n := range now {
		if f.units[c] != n {
			wrong[c.at] = true
		}
	}
	for id, o := range p.Owners() {
		if f.owner[id] != o {
			wrong[id] = true
		}
	}
	f.owner, f.units = ownersOf(p), now
	for at := range wrong {
		f.touched[at] = true
	}
	return len(wrong)
}

// owners are all who may own units or land, in the order of the page's list of powers.
var owners = []board.Power{"USSR", "Germany", "UK", "Japan", "USA", board.MiddleEast, board.Neutral}

// changes lists what is now in the spaces that changed since it was last asked: the space, the number of its owner,
// then the numbers of owner, type and count of its units.
func (f *field) changes() [][]int {
	var list [][]int
	for i := range f.owner {
		at := board.SpaceID(i)
		if !f.touched[at] {
			continue
		}
		row := []int{i, slices.Index(owners, f.owner[at])}
		for who, p := range owners {
			for _, t := range board.UnitTypes() {
				if n := f.units[cell{at, p, t}]; n > 0 {
					row = append(row, who, int(t), n)
				}
			}
		}
		list = append(list, row)
	}
	clear(f.touched)
	return list
}
