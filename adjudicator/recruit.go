package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules/trait"
)

// recruits is the unit that an advantage still gives the power on turn in this phase, and where it may stand, the default
// first; nowhere without one (D24).
func (r *run) recruits() (board.UnitType, []board.SpaceID) {
	if r.pos.Turn.Recruited {
		return board.NoUnit, nil
	}
	for _, t := range r.traits(r.power) {
		h, ok := t.(trait.Recruiter)
		if !ok {
			continue
		}
		var sites []board.SpaceID
		kind, where := h.Recruits()
		for _, name := range where {
			if at, ok := r.b.Find(name); ok && r.pos.Owner[at] == r.power {
				sites = append(sites, at)
			}
		}
		return kind, sites
	}
	return board.NoUnit, nil
}

// recruit places the free unit, if a line's entry can mean it, and returns how many units that were. What costs nothing cannot
// be kept for a later turn, so it goes before what was bought.
func (r *run) recruit(in board.SpaceID, u order.Units) int {
	kind, sites := r.recruits()
	if u.Type != kind || u.N == 0 || !slices.Contains(sites, in) {
		return 0
	}
	r.pos.Turn.Recruited = true
	r.putDown(kind, in)
	r.tellPlaced(kind, 1, in)
	r.events[len(r.events)-1].Advantage = r.recruiter()
	return 1
}

// recruiter is the advantage that gives the free unit.
func (r *run) recruiter() string {
	for _, t := range r.traits(r.power) {
		if _, ok := t.(trait.Recruiter); ok {
			return t.Name()
		}
	}
	return ""
}
