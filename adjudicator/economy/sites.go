package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// mayTakeComplex reports whether a new complex may stand in a space, or notes why not: land held since the turn
// began, income at least 1, none there (R-129, T-52).
func (m *mobilization) mayTakeComplex(o order.PlaceUnits) bool {
	s := m.Board.Space(o.In)
	switch {
	case s.Sea:
		m.AddFault(o.Line, order.NotPlaceable, phase.WithUnit(board.Complex), phase.WithSpace(o.In))
	case m.Pos.Owner(o.In) != m.Power || m.Pos.Turn().StartOwner(o.In) != m.Power:
		m.AddFault(o.Line, order.NotHeldSince, phase.WithSpace(o.In))
	case s.Income < 1:
		m.AddFault(o.Line, order.PoorLand, phase.WithSpace(o.In))
	case m.HasComplex(o.In):
		m.AddFault(o.Line, order.ComplexHere, phase.WithSpace(o.In))
	default:
		return true
	}
	return false
}

// mayBuildIn reports whether a complex could be built in a space now.
func (m *mobilization) mayBuildIn(id board.SpaceID) bool {
	s := m.Board.Space(id)
	return !s.Sea && s.Income > 0 && m.Pos.Owner(id) == m.Power && m.Pos.Turn().StartOwner(id) == m.Power &&
		!m.HasComplex(id)
}

// placingSites lists the spaces where a type can be placed as far as complexes go: fighters on land only.
func (m *mobilization) placingSites(t board.UnitType) []board.SpaceID {
	var ids []board.SpaceID
	for i := range m.Board.Spaces {
		id := board.SpaceID(i)
		if !(t == board.Fighter && m.Board.Space(id).Sea) && len(makers(m.Turn, t, id)) > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// canPlace reports whether a type could be placed anywhere now.
func (m *mobilization) canPlace(t board.UnitType) bool {
	for i := range m.Board.Spaces {
		id := board.SpaceID(i)
		switch {
		case t == board.Complex:
			if m.mayBuildIn(id) {
				return true
			}
		case t == board.Fighter && m.Board.Space(id).Sea, t == board.AAGun && phase.RoomForGuns(m.Turn, id) == 0:
		default:
			for _, at := range makers(m.Turn, t, id) {
				if complexLimit(m.Turn, at) != 0 {
					return true
				}
			}
		}
	}
	return false
}

// unplaceable lists what waits and can be placed nowhere.
func (m *mobilization) unplaceable() [board.NumUnitTypes]int {
	var out [board.NumUnitTypes]int
	for t, n := range m.Pos.Nation(m.Power).Bought() {
		if n > 0 && !m.canPlace(board.UnitType(t)) {
			out[t] = n
		}
	}
	return out
}

// MayPlace reports whether the phase has anything to do: something waits that could be placed, or a free unit.
func MayPlace(t *phase.Turn) bool {
	m := mobilization{Turn: t}
	return m.mayPlace()
}

func (m *mobilization) mayPlace() bool {
	if _, sites := m.recruits(); len(sites) > 0 {
		return true
	}
	for t, n := range m.Pos.Nation(m.Power).Bought() {
		if n > 0 && m.canPlace(board.UnitType(t)) {
			return true
		}
	}
	return false
}

// defaultComplexes lists the usable complexes: the capital's first, then by income.
func (m *mobilization) defaultComplexes() []board.SpaceID {
	ids := phase.UsableComplexes(m.Turn)
	capital := m.Board.SeatOf(m.Power).Capital
	slices.SortStableFunc(ids, func(a, b board.SpaceID) int {
		switch {
		case a == capital:
			return -1
		case b == capital:
			return 1
		}
		return m.Board.Space(b).Income - m.Board.Space(a).Income
	})
	return ids
}

// defaultZone is where ships of a complex go by default: the first zone next to it without enemies, else the first.
func (m *mobilization) defaultZone(at board.SpaceID) board.SpaceID {
	first := board.NoSpace
	for _, z := range m.Board.Near(at) {
		if !m.Board.Space(z).Sea {
			continue
		}
		if !m.Pos.HostileZone(m.Board, z, m.Side) {
			return z
		}
		if first == board.NoSpace {
			first = z
		}
	}
	return first
}
