// Package data is a position as a plain value: what set-ups and codecs write, and how each event changes it. Package
// position keeps it from everyone else.
package data

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
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

// Fresh returns the TurnState of a new unit, and of any at the start of a turn.
func Fresh(at board.SpaceID) TurnState {
	return TurnState{Start: at, From: board.NoSpace, Battle: board.NoSpace}
}

// What is declared with the events that carry it.
type (
	Activity = event.Activity
	Plan     = event.Plan
	Route    = event.Route
	Rocket   = event.Rocket
	Raid     = event.Raid
	Landing  = event.Landing
	Bombard  = event.Bombard
	Pledge   = event.Pledge
	Battle   = event.Battle
)
