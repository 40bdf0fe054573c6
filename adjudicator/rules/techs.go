package rules

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

// The technologies by number; they survive the loss of the capital.
const (
	JetFighters = iota + 1
	Rockets
	SuperSubmarines
	LongRangeAircraft
	CombinedBombardment
	HeavyBombers
	NumTechs = HeavyBombers
)

// TechNames are the canonical names; index 0 is unused.
var TechNames = [NumTechs + 1]string{"", "jet fighters", "rockets", "super submarines", "long-range aircraft",
	"combined bombardment", "heavy bombers"}

// technology is a technology without an effect of its own; rockets are an order of their own.
type technology int

func (t technology) Name() string       { return TechNames[t] }
func (t technology) Power() board.Power { return board.Nobody }
func (t technology) Tech() int          { return int(t) }

type jetFighters struct{ technology }

func (jetFighters) Strength(s trait.Shot, v int) int {
	if s.Unit == board.Fighter && !s.Attacking {
		return 5
	}
	return v
}

type superSubmarines struct {
	technology
	defence int
}

func (t superSubmarines) Strength(s trait.Shot, v int) int {
	switch {
	case s.Unit != board.Submarine:
		return v
	case s.Attacking:
		return 3
	}
	return t.defence
}

type longRange struct{ technology }

func (longRange) Range(t board.UnitType, n int) int {
	if t.IsAir() {
		return n + 2 // fighters 6, bombers 8
	}
	return n
}

type combinedBombardment struct{ technology }

func (combinedBombardment) Bombard(t board.UnitType, v int) int {
	if t == board.Destroyer {
		return 3
	}
	return v
}

type heavyBombers struct{ technology }

func (heavyBombers) Dice(s trait.Shot, n int) int {
	if s.Unit == board.Bomber && s.Attacking {
		return 2
	}
	return n
}

// technologies are the traits of research.
func technologies(superSubDefence int) []trait.Trait {
	return []trait.Trait{jetFighters{JetFighters}, technology(Rockets), superSubmarines{SuperSubmarines, superSubDefence},
		longRange{LongRangeAircraft}, combinedBombardment{CombinedBombardment}, heavyBombers{HeavyBombers}}
}
