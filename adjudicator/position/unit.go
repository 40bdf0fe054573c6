// Package position holds the position of a game as a value: where every unit stands, who controls what, money,
// technologies, and how far the turn has come. A position is copied by Clone and never shared.
package position

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// Unit is one piece.
type Unit struct {
	ID        int // never used again in a game
	Type      board.UnitType
	Owner     board.Power
	Original  board.Power   // of an antiaircraft gun: who bought it or began with it, whoever has it now
	At        board.SpaceID // where it stands; cargo stands where its ship does
	Aboard    int           // ID of the transport, destroyer or carrier that it is on; 0: none
	Damaged   bool          // battleship with one hit
	Submerged bool
	Round     int       // round in which a gun without an owner was moved last: once a round (Europe, 3.13)
	Now       TurnState // what it did this turn
}

// TurnState is what a unit did since its owner's turn began. It is cleared when a turn begins.
type TurnState struct {
	Start  board.SpaceID // where it began the turn
	Deck   int           // ID of the carrier on which a fighter began the turn, 0: none
	From   board.SpaceID // the last space it left to come where it is; NoSpace if it has not moved
	Used   int           // movement used, in spaces
	Line   int           // orders line that named it last, for "the one that the orders name first"
	Named  int           // its place among the units that this turn's orders moved, from 1
	Did    Activity      // everything it did, or'ed
	Battle board.SpaceID // the battle it takes part in (planes over a landing: land or sea), NoSpace
}

// Activity is a set of things a unit did this turn.
type Activity = event.Activity

// What units do.
const (
	MovedInCombat    = event.MovedInCombat
	MovedInNoncombat = event.MovedInNoncombat
	Fought           = event.Fought
	FromSea          = event.FromSea
	LoadedNow        = event.LoadedNow
	LoadedThisTurn   = event.LoadedThisTurn
	UnloadedThisTurn = event.UnloadedThisTurn
	RetreatedNow     = event.RetreatedNow
	Raided           = event.RaidedNow
	FiredRocket      = event.FiredRocket
	Bombarded        = event.Bombarded
	Suicide          = event.Suicide
	Arrived          = event.Arrived
	Launched         = event.LaunchedNow
	Blitzed          = event.Blitzed
	ShotDown         = event.ShotDown
	PlacedNow        = event.PlacedNow
	MovesAgain       = event.MovesAgain
	CapturedNow      = event.CapturedNow
)

// Fresh returns the TurnState of a new unit, and of any at the start of a turn.
func Fresh(at board.SpaceID) TurnState {
	return TurnState{Start: at, From: board.NoSpace, Battle: board.NoSpace}
}

// Nation is what belongs to a power as a whole.
type Nation struct {
	Power      board.Power
	Money      int           // IPC on hand
	Fallen     int           // round in which its capital was captured; 0: it was not, or before the first record
	Techs      []int         // numbers of technologies, ascending
	Advantages []string      // canonical names
	Used       []string      // advantages used up
	InForce    []string      // declared advantages that last until the power's next turn
	AttackedBy []board.Power // enemies that attacked it before it attacked them, where an advantage asks for it
	Bought     [board.NumUnitTypes]int
	Standing   []order.Standing
	Answers    []order.Order // enigma, nonaggression, resistance, place by default, oil, share, choose
}

// HasTech reports whether the power has a technology by its number.
func (n *Nation) HasTech(tech int) bool {
	for _, t := range n.Techs {
		if t == tech {
			return true
		}
	}
	return false
}

// HasAdvantage reports whether the power has a national advantage.
func (n *Nation) HasAdvantage(name string) bool { return slices.Contains(n.Advantages, name) }

// HasUsed reports whether a once-only advantage is used up.
func (n *Nation) HasUsed(name string) bool { return slices.Contains(n.Used, name) }
