// Package phase holds what the phases of a turn have in common. A phase is a function: it takes a position and the
// orders for the phase and returns the position after it, with the events that led there. The same function plays a
// phase and judges it; a Resolver answers what dice decide.
//
// Where to look: turn.go has the turn as the code of a phase sees it; resolver.go answers for dice; battles.go finds
// who stands where to fight; antiaircraft.go, capture.go, room.go, declare.go and react.go are what several phases do.
package phase

import (
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// State is what a phase begins with.
type State struct {
	Rules    *rules.Set
	Position *position.Position
	Resolver Resolver
	given    bool // the position is the phase's to change: a copy for each phase would cost more than to judge it
}

// Result is what a phase leads to.
type Result struct {
	After   *position.Position // the position after the events
	Events  []event.Event      // bookkeeping included
	Faults  []order.Fault      // in the order in which they were found
	Awaited []Await            // not empty: the phase waits for answers
	Battles []battle.Battle    // those that were fought, as they stood before their first die here
}

// Await is one thing that the game waits for: What is a word of names.md; Space is set for battles.
type Await struct {
	Power board.Power
	What  string
	Space board.SpaceID
}

// Func plays or judges the orders for a phase. The error is that of the dice, or of an impossible event; the result
// is of no use then.
type Func func(State, order.PhaseOrders) (Result, error)
