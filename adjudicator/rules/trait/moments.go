package trait

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// Step is a moment of its power's turn at which a declaration takes effect.
type Step uint8

// The steps.
const (
	BeforeCombat Step = iota + 1 // before the combat moves
	AtPlacing                    // when the phase of placing begins
	AtEnd                        // after income is collected
)

// Declarer is used once, by its power's declaration. MayDeclare tells whether a declaration may be filed now.
type Declarer interface {
	DeclaredAt() Step
	MayDeclare(p *position.Position) bool
}

// Sitter keeps its power out of combat on its own turn while it is in force.
type Sitter interface{ SitsOut() bool }

// Lender puts its power's units under an ally's orders in that ally's combat while it is in force.
type Lender interface{ LendsTo() board.Power }

// Founder gives its power a complex before the first turn: where it may stand, and where it stands if nobody says.
type Founder interface {
	Site(s *board.Space) bool
	DefaultSite() string
}

// Recruiter gives its power a unit in each of its placing phases, in one of some territories that it controls; the earlier
// are the default before the later.
type Recruiter interface {
	Recruits() (t board.UnitType, where []string)
}

// Rallier raises units in a territory that its side controls, once: as a [Reaction], or when it is declared.
type Rallier interface {
	Rallies() (units []board.UnitType, where string)
}

// Asker puts a question to its power in an enemy's turn; the word is what the game waits for (names.md).
type Asker interface{ Question() string }

// Reinforcer raises units in one territory that an enemy attacks for the first time, before the fight. It is lost if its own
// power attacks that enemy first.
type Reinforcer interface {
	Asker
	Against() board.Power
	Reinforces(home, holder board.Power) []board.UnitType // none: not in such a territory
}

// Sidestepper gives its power one move of a step between an enemy's combat moves and the fight, into or out of a battle.
type Sidestepper interface {
	Asker
	Against() board.Power
	SeaOnly() bool // between sea zones only
}
