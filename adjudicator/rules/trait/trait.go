// Package trait says what a technology or a national advantage can change: the hooks that the engine asks, and the values they
// are asked with. A trait is one small piece, told apart from the rules it changes; the pieces are in package advantages and,
// the technologies, in package rules.
package trait

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// Trait is a technology or a national advantage: one small piece, told apart from what it changes. Beside this interface it
// implements whichever hooks below it needs; the engine asks for them where the rulebook has the step. Adding a trait never
// touches combat or movement.
type Trait interface {
	Name() string       // canonical (names.md)
	Power() board.Power // whose advantage it is; Nobody for technologies
	Tech() int          // number of the technology, 0 for advantages
}

// Shot is one unit about to fire, as far as its value can depend on it.
type Shot struct {
	Unit       board.UnitType
	Owner      board.Power
	Attacking  bool
	Home       board.Power // original controller of the space
	Holder     board.Power // controller of the space now
	Island     bool        // the space is enclosed by one sea zone
	Round      int         // of the battle: 1, or 2 for every later one (no rule looks further, and odds rely on it)
	Amphibious bool        // land units came from the sea
	FromSea    bool        // this one did
	Subs       int         // own submarines that attack in this battle, counted at its start
	Supported  bool        // infantry with artillery beside it
	Foot       bool        // the attack on land began with infantry only
	Kaiten     bool
	SuperSubs  bool // the owner has that technology
}

// Declared is a trait that works only while it is in force (position.Nation.InForce).
type Declared interface{ Declared() }

// Strengthener changes a unit's combat value.
type Strengthener interface{ Strength(s Shot, value int) int }

// DiceThrower changes how many dice a unit rolls (heavy bombers).
type DiceThrower interface{ Dice(s Shot, n int) int }

// Ranger changes a unit's movement.
type Ranger interface {
	Range(t board.UnitType, n int) int
}

// Bombarder changes the value at which a ship type bombards; 0 is none.
type Bombarder interface {
	Bombard(t board.UnitType, value int) int
}

// GunSight changes the number at which a power's guns hit planes over a territory.
type GunSight interface {
	GunHits(home, holder board.Power, value int) int
}

// Untouchable exempts plane types from guns.
type Untouchable interface {
	Untouchable(t board.UnitType) bool
}

// Blitzer lets unit types other than tanks blitz.
type Blitzer interface {
	Blitzes(t board.UnitType) bool
}

// Railway lets unit types ride farther as long as every space of the move, the first included, is a station.
type Railway interface {
	Rides(t board.UnitType) int // spaces; 0: this type does not ride
	Station(space string) bool
}

// Gatekeeper forbids a unit to enter a space that the rules leave open to it.
type Gatekeeper interface {
	MayEnter(p *position.Position, u *position.Unit, to board.SpaceID) bool
}

// AgainMover lets a unit move in noncombat though it moved or fought in combat; 0 spaces: not this one.
type AgainMover interface {
	MovesAgain(p *position.Position, u *position.Unit) int
}

// Flyer changes what a step costs a plane.
type Flyer interface {
	StepCost(b *board.Board, from, to board.SpaceID, cost int) int
}

// Onward lets planes that landed in a space fly on.
type Onward interface {
	FliesOn(t board.UnitType, from string) bool
}

// Raider lets plane types raid that otherwise do not.
type Raider interface {
	Raids(t board.UnitType) bool
}

// Bombload changes what one die of a raiding plane comes to in IPC.
type Bombload interface {
	RaidDamage(t board.UnitType, die int) int
}

// Suicider lets planes attack ships without a way home.
type Suicider interface{ Suicidal() bool }

// Carrier lets ships carry cargo that otherwise do not: whether this cargo fits aboard.
type Carrier interface {
	Carries(ship board.UnitType, cargo []board.UnitType) bool
}

// Hopper lets a transport land in more than one territory a turn.
type Hopper interface{ Hops() bool }

// Converter lets its power take over allies' units of a type in a territory, by the territory's home and holder.
type Converter interface {
	Converts(home, holder board.Power, t board.UnitType) bool
}

// IncomeTaker changes what an enemy power collects: from gives how much less.
type IncomeTaker interface {
	TakesIncome(p *position.Position, from board.Power) int
}

// Aftermath is a battle that has ended, or a territory that changed hands without one, as advantages react to it.
type Aftermath struct {
	Name                         string      // of the space
	Home, Before, Now            board.Power // original controller of the space, its controllers before and after
	Changed                      board.Side  // the side that it came to, NoSide if it stayed with its own
	Attacker                     board.Power
	Rounds                       int  // fought; 0 without a battle
	Won                          bool // all defenders are gone
	Driven                       bool // all attackers are gone: destroyed, or they retreated
	Held                         bool // some of those that defended are left
	Defended                     []board.Power
	LostAttackers, LostDefenders []board.UnitType
}

// Reaction is what an advantage does after a battle.
type Reaction struct {
	Place []board.UnitType // new units of its power in the space
	Again board.UnitType   // surviving attackers of this type may move again in noncombat; NoUnit: none
	Uses  bool             // the advantage is used up
	Ask   bool             // put its question (Asker) first
}

// Reactor reacts to the end of a battle (Salvage, French Resistance, Panzerblitz). Nothing happens if the reaction is empty.
type Reactor interface {
	React(a Aftermath, p *position.Position) Reaction
}

// TorpedoPilot lets defending submarines of its power be made one-shot torpedoes in a zone, by the original and the present
// controller of a territory beside it (Kaiten).
type TorpedoPilot interface {
	MayKaiten(home, holder board.Power) bool
}
