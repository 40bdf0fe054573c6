// Package advantages holds the thirty national advantages, a small piece each, a file a power. A piece embeds its name and
// implements those hooks of package trait that it needs; nothing else in the engine knows it.
package advantages

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

// named is what every advantage has: its canonical name and whose it is.
type named struct {
	name  string
	power board.Power
}

func (n named) Name() string       { return n.name }
func (n named) Power() board.Power { return n.power }
func (n named) Tech() int          { return 0 }

// at tells land of a power's own colour that it controls now: recaptured counts, conquered foreign land never does (T-73).
func (n named) at(s trait.Shot) bool { return s.Home == n.power && s.Holder == n.power }

// defends tells one of the power's own units of a type, defending.
func (n named) defends(s trait.Shot, t board.UnitType) bool {
	return s.Owner == n.power && s.Unit == t && !s.Attacking
}

// attacks tells one of the power's own units of a type, attacking.
func (n named) attacks(s trait.Shot, t board.UnitType) bool {
	return s.Owner == n.power && s.Unit == t && s.Attacking
}

// Variants are the options of a game that change an advantage (names.md); the zero value is the box rules.
type Variants struct {
	EnigmaAtSea      bool // option enigma sea
	JointStrikeEarly bool // option joint-strike before-ussr
}

// All lists the advantages by power in turn order, then by number; where translations agree on one (T-71), only its name had to
// be chosen (T-72).
func All(v Variants) []trait.Trait { return slices.Concat(ussr(), germany(), uk(v), japan(), usa()) }
