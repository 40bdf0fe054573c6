package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// recruits is the unit that an advantage still gives the power on turn in this phase, and where it may stand, the default
// first; nowhere without one (D24).
func (r *run) recruits() (board.UnitType, []board.SpaceID) {
	if r.Pos.Turn.Recruited {
		return board.NoUnit, nil
	}
	a := r.Rules.Recruiter(r.Advantages(r.Power))
	if a == nil {
		return board.NoUnit, nil
	}
	var sites []board.SpaceID
	for _, name := range a.Recruit.In {
		if at, ok := r.Board.Find(name); ok && r.Pos.Owner[at] == r.Power {
			sites = append(sites, at)
		}
	}
	return a.Recruit.Unit, sites
}

// recruit places the free unit, if a line's entry can mean it, and returns how many units that were. What costs nothing cannot
// be kept for a later turn, so it goes before what was bought.
func (r *run) recruit(in board.SpaceID, u order.Units) int {
	kind, sites := r.recruits()
	if u.Type != kind || u.N == 0 || !slices.Contains(sites, in) {
		return 0
	}
	r.putDown(event.Placed{Advantage: r.Rules.Recruiter(r.Advantages(r.Power)).Name}, kind, 1, in)
	return 1
}

// recruitLine is the line that places the free unit: the first of those that can, with which all others can stand, for what was
// bought needs a complex.
func (r *run) recruitLine(lines []order.Order) int {
	kind, sites := r.recruits()
	first := 0
	for _, o := range lines {
		p, ok := o.(order.PlaceUnits)
		if !ok || !slices.Contains(sites, p.In) || !slices.ContainsFunc(p.Units, func(u order.Units) bool { return u.Type == kind }) {
			continue
		}
		if r.fits(r.chargesBut(lines, p.Line, kind)) {
			return p.Line
		}
		if first == 0 {
			first = p.Line
		}
	}
	return first
}

// chargesBut is what the lines charge to complexes if one unit of a line is free.
func (r *run) chargesBut(lines []order.Order, free int, kind board.UnitType) load {
	var l load
	for _, o := range lines {
		p, ok := o.(order.PlaceUnits)
		if !ok || p.From != board.NoSpace {
			continue
		}
		for _, u := range p.Units {
			n := u.N
			if p.Line == free && u.Type == kind && n > 0 {
				n, free = n-1, -1
			}
			for ; n > 0 && u.Type != board.Complex; n-- {
				l = append(l, r.makers(u.Type, p.In))
			}
		}
	}
	return l
}
