package advantages

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

func usa() []trait.Trait {
	of := func(name string) named { return named{name, "USA"} }
	return []trait.Trait{
		islandBases{of("Island Bases")},
		chineseDivisions{of("Chinese Divisions")},
		marines{of("Marines")},
		motorizedInfantry{of("Motorized Infantry")},
		fastCarriers{of("Fast Carriers")},
		superfortresses{of("Superfortresses")},
	}
}

// islandBases: to planes an island is part of its sea zone, if it is their side's (T-67).
type islandBases struct{ named }

func (islandBases) StepCost(b *board.Board, from, to board.SpaceID, cost int) int {
	if b.Space(from).Island == to || b.Space(to).Island == from {
		return 0
	}
	return cost
}

// chineseDivisions: an infantry a turn (T-69) in one of four territories, without a complex, also where it came to hand only now.
type chineseDivisions struct{ named }

func (chineseDivisions) Recruits() (board.UnitType, []string) {
	return board.Infantry, []string{"China", "Sinkiang", "French Indochina", "Kwangtung"}
}

// marines: infantry that lands attacks at 2 in the first cycle.
type marines struct{ named }

func (a marines) Strength(s trait.Shot, v int) int {
	if a.attacks(s, board.Infantry) && s.FromSea && s.Round == 1 {
		return max(v, 2)
	}
	return v
}

// motorizedInfantry: infantry moves two and blitzes as tanks do.
type motorizedInfantry struct{ named }

func (motorizedInfantry) Range(t board.UnitType, n int) int {
	if t == board.Infantry {
		return 2
	}
	return n
}

func (motorizedInfantry) Blitzes(t board.UnitType) bool { return t == board.Infantry }

// fastCarriers: carriers move three.
type fastCarriers struct{ named }

func (fastCarriers) Range(t board.UnitType, n int) int {
	if t == board.Carrier {
		return 3
	}
	return n
}

// superfortresses: guns never fire at bombers (T-68).
type superfortresses struct{ named }

func (superfortresses) Untouchable(t board.UnitType) bool { return t == board.Bomber }
