package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// Unplaced is units that a turn leaves unplaced though they could be placed.
type Unplaced struct {
	Unit board.UnitType
	N    int           // of those that there is room for
	In   board.SpaceID // where they could go
	Free bool          // it costs nothing, and is lost with the end of the turn
}

// LeftUnplaced lists what the placing lines of a turn would leave unplaced though it could be placed.
func LeftUnplaced(s phase.State, part order.PhaseOrders) []Unplaced {
	m := mobilization{Turn: phase.Begin(s), take: part.Take}
	m.placeLines(part.Orders)
	return m.placeable()
}

// placeable lists what waits and could still be placed: land units and planes at the capital's complex, then at the
// next by income, ships next to it.
func (m *mobilization) placeable() []Unplaced {
	var out []Unplaced
	if t, sites := m.recruits(); len(sites) > 0 {
		out = append(out, Unplaced{t, 1, sites[0], true})
	}
	charged := slices.Clone(m.charged)
	bought := m.Pos.Nation(m.Power).Bought()
	for t := board.Infantry; t < board.NumUnitTypes; t++ {
		for _, at := range m.defaultComplexes() {
			in := at
			if t.IsShip() {
				in = m.defaultZone(at)
			}
			if t == board.Complex || in == board.NoSpace || bought[t] == 0 {
				continue
			}
			n := min(bought[t], roomLeft(m.Turn, charged, []board.SpaceID{at}))
			for range n {
				charged = append(charged, []board.SpaceID{at})
			}
			if bought[t] -= n; n > 0 {
				out = append(out, Unplaced{t, n, in, false})
			}
		}
		if t == board.Complex && bought[t] > 0 {
			out = append(out, m.complexSites(bought[t])...)
		}
	}
	return out
}

// complexSites are the first territories in which so many complexes could be built.
func (m *mobilization) complexSites(n int) []Unplaced {
	var out []Unplaced
	for i := range m.Board.Spaces {
		at := board.SpaceID(i)
		if len(out) < n && m.mayBuildIn(at) {
			out = append(out, Unplaced{board.Complex, 1, at, false})
		}
	}
	return out
}
