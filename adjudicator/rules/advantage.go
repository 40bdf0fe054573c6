package rules

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Advantage is a technology or a national advantage: what it changes of the rules, as data. Zero fields change nothing,
// and a number that it gives replaces a lower one. It serves its owner's units alone. The literals are in
// techs.go and advantages.go; the engine asks a [Set] about those that work for a power, never for one by its name.
type Advantage struct {
	Name  string      // canonical
	Power board.Power // whose it is; Nobody for a technology
	Tech  int         // the number of a technology; 0 for a national advantage
	Once  bool        // it is used up when its power has used it, or has lost the right to it

	Declare  Declaration // how its power declares it
	Question string      // what its power is asked in another's turn, the word that the game waits for
	Against  board.Power // between whose combat moves and battles it works

	Strength     []Strength // combat values
	AttackDice   ByType     // dice that an attacker rolls
	Range        ByType     // spaces of movement
	Bombard      ByType     // values of ships that bombard a coast
	GunHits      int        // antiaircraft guns on the power's own soil hit at or below this
	SafeFromGuns UnitTypes  // planes at which antiaircraft guns do not fire
	RocketRange  int        // spaces that the rockets of antiaircraft guns fly; 0: there are none
	RaidsForHalf UnitTypes  // they raid, too; a die of theirs does half its damage, rounded up

	Blitzes           UnitTypes // they blitz as tanks do
	Railway           Railway
	OnePerTerritory   UnitTypes // they enter only land of the power with no other unit of their type
	IslandBases       bool      // for planes an island is part of the sea zone around it
	FliesOn           []string  // planes that land here in noncombat may fly their range once more
	SuicideAttacks    bool      // planes may attack ships without a way home
	OneShotSubmarines bool      // defending submarines next to the power's own soil may fire once and be lost
	Carries           Cargo     // what a ship carries that otherwise carries nothing
	LandsAgain        bool      // a transport may land in several territories a turn

	Reinforce Raise       // units on the power's own soil, where Against attacks it for the first time
	Sidestep  bool        // one move of one space into or out of a battle to come
	SeaOnly   bool        // the sidestep is between sea zones
	SitsOut   bool        // the power does not fight in its own turn
	LendsTo   board.Power // who moves the power's units in their combat, as well as their own
	After     After

	TakesIncome Levy
	Converts    bool    // the power may make allies' land units and planes on its own soil its own
	Recruit     Recruit // a free unit each turn
	Garrison    string  // where the power's additional complex is at the start, unless orders place it elsewhere
}

// ByType is a number for each unit type; 0 changes nothing.
type ByType [board.NumUnitTypes]int

// UnitTypes is a set of unit types.
type UnitTypes uint32

// Types is the set of these unit types.
func Types(ts ...board.UnitType) (set UnitTypes) {
	for _, t := range ts {
		set |= 1 << t
	}
	return set
}

// has reports whether a unit type is in the set.
func (set UnitTypes) has(t board.UnitType) bool { return set&(1<<t) != 0 }

// When is a set of conditions, which hold together.
type When uint16

// The conditions: of a unit that fires ([Shot]), and of a territory after a battle ([Aftermath]).
const (
	Attacking       When = 1 << iota
	Defending            // after a battle: units of the power were among those that defended
	OwnSoil              // the territory has the power's colour and is under its control (T-73)
	OnIsland             // in a territory that one sea zone encloses
	Amphibious           // units from the sea take part in the attack
	FromSea              // the unit is one of them
	FirstRound           // of the battle; no rule looks at later rounds
	Supported            // infantry with artillery next to it
	InfantryOnly         // the attack on land began with infantry alone
	ThreeSubmarines      // three or more submarines of the power attack, as counted when the battle began
	OneShot              // the submarine fires once and is lost
	SuperSubs            // its power has super submarines
	Won                  // the power's side is left, and the enemy is destroyed or has retreated
	Liberated            // the territory has come under the control of the power's side
)

// With returns the conditions with one more, if it holds.
func (w When) With(condition When, holds bool) When {
	if holds {
		w |= condition
	}
	return w
}

// holds reports whether all conditions are among those given.
func (w When) holds(given When) bool { return w&^given == 0 }

// Strength is the combat value of a unit type under conditions.
type Strength struct {
	Unit  board.UnitType
	When  When
	Value int // hits at or below
}

// Shot is one unit about to fire, as far as its combat value and its dice can depend on it.
type Shot struct {
	Unit  board.UnitType
	Owner board.Power
	When  When
}

// Step is a moment of its power's turn at which a declaration takes effect.
type Step uint8

// The steps.
const (
	BeforeCombat Step = iota + 1 // before the combat moves
	AtPlacing                    // when new units are placed
	AtEnd                        // after income is collected
)

// Declaration is how a power declares an advantage, in its own turn unless Before names another.
type Declaration struct {
	At     Step        // when it takes effect; 0: it cannot be declared
	Lasts  bool        // the advantage works while the declaration is in force, not at other times
	Before board.Power // declared after the power's own turn, before the turn of this one
}

// Railway is a line on which unit types move farther, if all spaces of the move are on it, the first one included.
type Railway struct {
	Range    ByType
	Stations []string
}

// On reports whether a territory is on the line.
func (r Railway) On(territory string) bool { return slices.Contains(r.Stations, territory) }

// Cargo is a ship type and the one unit that it carries.
type Cargo struct{ Ship, Unit board.UnitType }

// Raise is new units that cost nothing.
type Raise struct {
	N    int
	Unit board.UnitType
}

// Units lists the new units.
func (r Raise) Units() []board.UnitType { return slices.Repeat([]board.UnitType{r.Unit}, r.N) }

// Recruit is a free unit in one of some territories that the power controls, with or without a complex. By default it
// is placed in the first of them.
type Recruit struct {
	Unit board.UnitType
	In   []string
}

// Levy is 1 IPC less for some powers when they collect income, for each unit of a type that the owner of the advantage
// has.
type Levy struct {
	Each board.UnitType
	From []board.Power
}

// After is what happens after a battle, or when a territory changes hands without one. Without conditions nothing does.
type After struct {
	When      When
	In        string         // only in this territory; "": everywhere
	Destroyed board.UnitType // only if an enemy unit of this type was destroyed; NoUnit: any or none
	Raise     Raise          // new units in the territory
	MoveAgain board.UnitType // surviving attackers of this type move once more in noncombat; NoUnit: none
	Spaces    int            // how far they move
}

// Aftermath is a battle that has ended, or a territory that changed hands without one, as one power sees it.
type Aftermath struct {
	In        string // the name of the space
	When      When
	Destroyed []board.UnitType // enemy units
}

// Follows reports whether an aftermath is one that the advantage waits for.
func (a *Advantage) Follows(x Aftermath) bool {
	w := a.After
	return w.When != 0 && w.When.holds(x.When) && (w.In == "" || w.In == x.In) &&
		(w.Destroyed == board.NoUnit || slices.Contains(x.Destroyed, w.Destroyed))
}

// OnOwnSoil reports whether a territory counts as the power's own: of its colour, and under its control. Recaptured
// land counts, conquered land does not (T-73).
func (a *Advantage) OnOwnSoil(home, controller board.Power) bool {
	return home == a.Power && controller == a.Power
}
