package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Unplaced is units that a turn leaves unplaced though they could be placed.
type Unplaced struct {
	Unit board.UnitType
	N    int           // of those that there is room for
	In   board.SpaceID // where they could go
	Free bool          // it costs nothing, and is lost with the end of the turn
}

// placeable lists what waits and could still be placed, with what has been charged to the complexes so far: land units and planes at the
// capital's complex, then at the next by income, ships beside it.
func (r *run) placeable(charged load) []Unplaced {
	var out []Unplaced
	if t, sites := r.recruits(); len(sites) > 0 {
		out = append(out, Unplaced{t, 1, sites[0], true})
	}
	charged = slices.Clone(charged)
	bought := r.Pos.Nation(r.Power).Bought
	for t := board.Infantry; t < board.NumUnitTypes; t++ {
		for _, at := range r.defaultComplexes() {
			in := at
			if t.IsShip() {
				in = r.defaultZone(at)
			}
			if t == board.Complex || in == board.NoSpace || bought[t] == 0 {
				continue
			}
			n := min(bought[t], r.roomLeft(charged, []board.SpaceID{at}))
			for range n {
				charged = append(charged, []board.SpaceID{at})
			}
			if bought[t] -= n; n > 0 {
				out = append(out, Unplaced{t, n, in, false})
			}
		}
		if t == board.Complex && bought[t] > 0 {
			out = append(out, r.complexSites(bought[t])...)
		}
	}
	return out
}

// complexSites are the first territories in which so many complexes could be built.
func (r *run) complexSites(n int) []Unplaced {
	var out []Unplaced
	for i := range r.Board.Spaces {
		at := board.SpaceID(i)
		if len(out) < n && r.mayBuildIn(at) {
			out = append(out, Unplaced{board.Complex, 1, at, false})
		}
	}
	return out
}
