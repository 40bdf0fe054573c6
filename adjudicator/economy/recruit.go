package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// recruits is the unit that an advantage still gives the power on turn in this phase, and where it may stand, the
// default first; nowhere without one (D24).
func (m *mobilization) recruits() (board.UnitType, []board.SpaceID) {
	if m.Pos.Turn().Recruited() {
		return board.NoUnit, nil
	}
	a := m.Rules.Recruiter(m.Advantages(m.Power))
	if a == nil {
		return board.NoUnit, nil
	}
	var sites []board.SpaceID
	for _, name := range a.Recruit.In {
		if at, ok := m.Board.Find(name); ok && m.Pos.Owner(at) == m.Power {
			sites = append(sites, at)
		}
	}
	return a.Recruit.Unit, sites
}

// recruit places the free unit, if a line's entry can mean it, and returns how many units that were. What costs
// nothing cannot be kept for a later turn, so it goes before what was bought.
func (m *mobilization) recruit(in board.SpaceID, u order.Units) int {
	kind, sites := m.recruits()
	if u.Type != kind || u.N == 0 || !slices.Contains(sites, in) {
		return 0
	}
	m.putDown(event.Placed{Advantage: m.Rules.Recruiter(m.Advantages(m.Power)).Name}, kind, 1, in)
	return 1
}

// recruitLine is the line that places the free unit: the first of those that can, with which all others can stand,
// for what was bought needs a complex.
func (m *mobilization) recruitLine(lines []order.Order) int {
	kind, sites := m.recruits()
	first := 0
	for _, o := range lines {
		p, ok := o.(order.PlaceUnits)
		if !ok || !slices.Contains(sites, p.In) || !slices.ContainsFunc(p.Units,
			func(u order.Units) bool { return u.Type == kind }) {
			continue
		}
		if fit(m.Turn, m.chargesBut(lines, p.Line, kind)) {
			return p.Line
		}
		if first == 0 {
			first = p.Line
		}
	}
	return first
}

// chargesBut is what the lines charge to complexes if one unit of a line is free.
func (m *mobilization) chargesBut(lines []order.Order, free int, kind board.UnitType) charges {
	var l charges
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
				l = append(l, makers(m.Turn, u.Type, p.In))
			}
		}
	}
	return l
}
