package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
)

// complexLimit is how many units a complex places in a turn; -1 without limit.
func complexLimit(t *phase.Turn, at board.SpaceID) int {
	s := t.Board.Space(at)
	if t.Rules.Factory.UnlimitedAtHome && s.OriginalController == t.Power {
		return -1
	}
	return s.Income
}

// charges are, for every unit that is placed, the complexes that could have made it.
type charges [][]board.SpaceID

// fit reports whether all charges can be met within the limits, by augmenting paths.
func fit(t *phase.Turn, l charges) bool {
	used := map[board.SpaceID][]int{} // complex → units charged to it; only looked up, never ranged over
	var try func(unit int, seen map[board.SpaceID]bool) bool
	try = func(unit int, seen map[board.SpaceID]bool) bool {
		for _, at := range l[unit] {
			if seen[at] {
				continue
			}
			seen[at] = true
			limit := complexLimit(t, at)
			if limit < 0 || len(used[at]) < limit {
				used[at] = append(used[at], unit)
				return true
			}
			for i, other := range used[at] {
				if try(other, seen) {
					used[at][i] = unit
					return true
				}
			}
		}
		return false
	}
	for unit := range l {
		if !try(unit, map[board.SpaceID]bool{}) {
			return false
		}
	}
	return true
}

// makers lists the complexes from which a unit type can be placed in a space: own ones only, ships in any
// zone next to them, hostile or not, land units and planes on the spot (T-51).
func makers(t *phase.Turn, unit board.UnitType, in board.SpaceID) []board.SpaceID {
	sea := t.Board.Space(in).Sea
	if sea != unit.IsShip() && !(sea && unit == board.Fighter) {
		return nil
	}
	var ids []board.SpaceID
	for _, at := range phase.UsableComplexes(t) {
		if at == in || sea && t.Board.Touch(at, in) {
			ids = append(ids, at)
		}
	}
	return ids
}

// roomLeft is how many more units could be charged to one of these complexes.
func roomLeft(t *phase.Turn, charged charges, from []board.SpaceID) int {
	if slices.ContainsFunc(from, func(at board.SpaceID) bool { return complexLimit(t, at) < 0 }) {
		return phase.Unlimited
	}
	n := 0
	for l := append(slices.Clone(charged), from); n < phase.Unlimited && fit(t, l); l = append(l, from) {
		n++
	}
	return n
}
