package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// The faults of turns, research, purchase and placing. The comment names the fields that their messages use.
const (
	NotOnTurn      order.Code = "not-on-turn"       // Power is on turn, not the sender
	WrongRound     order.Code = "wrong-round"       // Want the current round, Have the one ordered
	GameOver       order.Code = "game-over"         //
	PhaseOver      order.Code = "phase-over"        // Word the phase; the turn stands after it
	NoSuchPhase    order.Code = "no-such-phase"     // Word the phase: these rules do not have it
	CapitalIsLost  order.Code = "capital-lost"      // Word the phase: without the capital there is none
	OneTechnology  order.Code = "one-technology"    // one technology a turn
	TechKnown      order.Code = "tech-known"        // Want the technology's number
	NoDice         order.Code = "no-dice"           // at least one die
	TooDear        order.Code = "too-dear"          // Want what the line costs, Have what is left
	NotForSale     order.Code = "not-for-sale"      // Unit
	OverCapacity   order.Code = "over-capacity"     // Want units in the mobilization zone, Have what the complexes can place
	NotBought      order.Code = "not-bought"        // Unit, Want ordered, Have waiting
	NoComplexHere  order.Code = "no-complex-here"   // Space: no complex that may be used; Spaces: those that may
	ComplexFull    order.Code = "complex-full"      // Space, Want, Have
	NotPlaceable   order.Code = "not-placeable"     // Unit in Space
	ComplexHere    order.Code = "complex-here"      // Space has one already
	PoorLand       order.Code = "poor-land"         // Space has no income
	NotHeldSince   order.Code = "not-held-since"    // Space was not held when the turn began
	NoNewCarrier   order.Code = "no-new-carrier"    // Space: no carrier with room that was placed this turn
	NotPaused      order.Code = "not-paused"        // Space: no battle waits there
	BattleWaits    order.Code = "battle-waits"      // Space: the battle there waits for its answer first
	TooFew         order.Code = "too-few"           // Power has Have Unit in Space, the line names Want
	NoAdvantage    order.Code = "no-advantage"      // Word: what the line does needs an advantage that Power does not have
	NoOwnUnits     order.Code = "no-own-units"      // Power has no units in Space to which new ones could go; Spaces: where it has
	OnlyShips      order.Code = "only-ships-at-sea" // Unit of the bonus cannot go into Space, a sea zone; Spaces: land with own units
	OnlyAshore     order.Code = "ships-not-ashore"  // Unit of the bonus, a ship, cannot go into Space, land; Spaces: zones with own ships
	NotInShare     order.Code = "not-in-share"      // Power is not of the side that shares
	WrongSum       order.Code = "wrong-sum"         // Have the sum of the shares, Want what there is to share
	NoTakeOver     order.Code = "no-take-over"      // Power may not take over units in Space
	BonusNotAsked  order.Code = "bonus-not-asked"   // Power is not asked to spend a bonus now
	SecondGun      order.Code = "second-gun"        // Space has an antiaircraft gun, or a line above brings one
	AnotherAsked   order.Code = "another-is-asked"  // Power is asked first
	YouAreAsked    order.Code = "you-are-asked"     // Word: what the sender is asked for first, "bonus" or "share"
	NotRedLand     order.Code = "not-red-land"      // Space is no original territory of the USSR
	NoOwnComplex   order.Code = "no-own-complex"    // Space has no industrial complex
	DiceTooDear    order.Code = "dice-too-dear"     // Want what the dice cost, Have what is left
	NotHomeLand    order.Code = "not-home-land"     // Space is no original territory of Power
	NotControlled  order.Code = "not-controlled"    // Space is not the sender's
	NotConvertible order.Code = "not-convertible"   // Unit cannot be taken over
	OneComplex     order.Code = "one-complex"       // a territory takes one complex; the line places Want in Space
	FightersLand   order.Code = "fighters-on-land"  // Space: by these rules fighters are placed on land; Spaces: where
	NoNewDeck      order.Code = "no-deck-to-place"  // Space: no own carrier with room there, old or new; Spaces: where fighters can be placed
	NoTechnology   order.Code = "no-technology"     // the rules of this game have no technologies
)

// Fillers of faults.

func unitIs(t board.UnitType) func(*order.Fault) { return func(f *order.Fault) { f.Unit = t } }
func powerIs(p board.Power) func(*order.Fault)   { return func(f *order.Fault) { f.Power = p } }
func spaceIs(s board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Space = s } }
func otherIs(s board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Other = s } }
func haveWant(have, want int) func(*order.Fault) {
	return func(f *order.Fault) { f.Have, f.Want = have, want }
}
func wordIs(w string) func(*order.Fault)             { return func(f *order.Fault) { f.Word = w } }
func spacesAre(s []board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Spaces = s } }
