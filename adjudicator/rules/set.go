// Package rules holds the rule sets: what differs between the games, and between the options of one game, as data and a
// few named policies. The engine asks a Set and never asks which game it plays. Revised is in revised.go, Europe in
// europe.go, technologies in techs.go, national advantages in advantages.go; what the engine asks about the last two is
// in questions.go.
package rules

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Profile is a unit type's line of the unit chart: IPC, hits at or below, spaces.
type Profile struct{ Cost, Attack, Defence, Move int }

// Set is a rule set with its options applied. It never changes after New made it.
type Set struct {
	Name    string // "revised", "europe"
	Board   *board.Board
	Options Options
	Chart   [board.NumUnitTypes]Profile
	Pregame order.Phase   // what precedes round 1: Bonus or NoPhase
	Advance int           // IPC that each side gets in the pregame
	Phases  []order.Phase // of a turn, those that orders can address

	Advantages []Advantage // technologies, then national advantages, that this set knows

	AntiaircraftFire AntiaircraftFire
	Guns             Guns
	Subs             Subs
	Ships            Ships
	Air              Air
	Raid             Raid
	Landing          Landing
	Factory          Factory
	Combat           Combat
	Tech             Tech
	Victory          Victory
	Oil              Oil
	Patriot          Patriot

	Variants Variants // options that change advantages
}

// AntiaircraftFire is when antiaircraft guns fire beyond the battle in their own territory.
type AntiaircraftFire struct {
	Return     bool // at planes on the way home
	Retreat    bool // at planes that retreat: where they leave, before the next round, and on their way home
	Noncombat  bool // at planes that pass in noncombat
	OwnerPicks bool // hits go by the owner's order of loss; else each named plane has its die

}

// Guns is where antiaircraft guns may stand and who may move them.
type Guns struct {
	OneEach      bool // no line brings a second one into a territory; else any number may be there
	CapturedStay bool // one captured this turn neither moves nor is loaded
	Common       bool // those of the Middle East are moved by every power of its side, once a round
}

// Subs is how submarines fight.
type Subs struct {
	AttackFirst   bool // attacking submarines fire in the opening fire
	DefendFirst   bool // defending ones too
	VictimsFire   bool // a destroyer of the losing side lets victims fire back; else it cancels the first strike
	DiveInPeril   bool // without orders a defender's dive only if an attacker there can hit them
	DiveAtEnd     bool // they submerge at the end of a round without an enemy destroyer; else before firing
	Slip          bool // they pass hostile zones without a destroyer
	SurfaceAtOnce bool // they surface at the end of noncombat; else in their owner's repair phase
	AirNeedsHelp  bool // planes hit them only with a friendly destroyer in the battle; else always
}

// Ships is what is said of other ships.
type Ships struct {
	RepairAtOnce bool     // battleships are repaired when the battle ends; else in their owner's repair phase
	MendAll      bool     // every repair phase repairs and surfaces all ships; else only those of the power on turn
	BesideAllies bool     // a submarine's hit may be taken on a ship of an attacker's ally in the zone
	RefugeOnLand bool     // fighters of a sunk carrier reach adjacent friendly land; else only an island
	Convoys      bool     // sea zones with income can be captured, by warships that sail into them
	Refuges      []string // land that counts as enclosed in addition to the board's islands
}

// Air is how planes move.
type Air struct {
	LandInNoncombat bool // planes that fought land in noncombat; else at the end of combat
	WaitForCarrier  bool // fighters may wait for a carrier that is placed this turn
}

// Cap is what limits the damage of raids and rockets.
type Cap uint8

// Caps: none, the territory's income for each plane or rocket, for all of a turn.
const (
	CapNone Cap = iota
	CapUnit
	CapTerritory
)

// Raid is how strategic bombing goes.
type Raid struct {
	Cap              Cap
	Intercept        bool // fighters escort bombers, never fly alone, and intercept
	InterceptorHit   int  // interceptors hit at or below
	EscortHit        int
	InterceptorsStay bool // interceptors may also fight the ordinary battle
}

// Landing is what is said of transports and assaults.
type Landing struct {
	Fits         func(cargo []board.UnitType) bool // what one transport holds
	MustLand     bool                              // units loaded in the combat move must land
	LoadAfter    bool                              // after combat a transport may load, too
	CallOff      bool                              // a landing may be called off after the sea battle
	BombardFirst bool                              // bombardment before antiaircraft fire
	VictimsFire  bool                              // bombardment's victims fire back
	Bombard      [board.NumUnitTypes]int           // value of a ship's bombardment, 0: none

}

// Factory is what complexes may do.
type Factory struct {
	Build            bool // new complexes may be bought
	NewOnNewCarriers bool // new fighters may go onto carriers placed this turn
	UnlimitedAtHome  bool // original complexes have no limit
	NewOnOldCarriers bool // new fighters may go onto carriers already at sea
	OldOnNewCarriers bool // existing fighters may go onto new carriers
}

// Combat is what is said of battles in general.
type Combat struct {
	DefenderFirst bool // on land the defender rolls first
	LowLuck       bool
	HeavyBest     bool // heavy bombers take the better of two dice
	SuperSubDef   int  // what super submarines defend at
}

// Tech is how research works.
type Tech struct {
	Research bool
	AtEnd    bool // new technologies work from the end of the turn
}

// Victory is what ends the war.
type Victory struct {
	Cities     int // victory cities that a side needs after the last power's turn; 0: by capitals
	Individual Individual
	Capitals   bool // a side wins by holding an enemy capital through its captor's next turn
	AtStart    bool // capitals: judged at the start of that turn, not at its end
	HoldOwn    bool // capitals: the Axis must hold its own; the Allies always must
}

// Individual says which powers a victory names in addition to the winning side.
type Individual uint8

// Individual winners: none, the power of the side whose national production rose most, the Allies with the
// highest national production.
const (
	NoIndividual Individual = iota
	ByRise
	ByProduction
)

// Oil is what Middle East land is worth: the Axis takes its income from the cash of the Allies.
type Oil struct {
	Paid     bool // there is such a payment
	NoDebt   bool // Allies who together cannot pay all pay nothing; else they pay what they have
	ToCaptor bool // land that an Ally retakes is theirs; else it returns to the Middle East
}

// Patriot is the power that may take over allies' units on its own original land in noncombat.
type Patriot struct {
	Power       board.Power
	OnlyFactory bool // only where it has a complex
}

// Cost is a unit type's price.
func (s *Set) Cost(t board.UnitType) int { return s.Chart[t].Cost }
