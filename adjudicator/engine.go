// Package adjudicator is the referee: it judges orders and plays them by a rule set. Its whole interface is a function of
// values, (position, orders, dice) → (position', what happened, who is awaited); the same inputs give the same bytes on
// every machine. It knows no game by name: it asks the rule set.
//
// Where to look: turn.go goes through the phases; each phase has a file of its own; package movement has both movement
// phases; fight*.go conduct combat, whose steps are in package battle.
package adjudicator

import (
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// Await is one thing that the game waits for.
type Await = phase.Await

// Result is what came of playing orders. If the orders were refused, Position is the old one, Events is empty and Faults says
// why. Faults may hold hints, and those of a later phase that could not be played, when the orders were accepted.
type Result struct {
	Position *position.Position
	Events   []event.Event // bookkeeping included
	Awaited  []Await
	Faults   []order.Fault
	Refused  bool
	Battles  []battle.Battle // those that began, as they stood before their first die: what odds are asked of
}

// run is one judgement or one go.
type run struct {
	*phase.Turn
	holding bool // orders are only put beside those that wait: the answer to a pause waits too
	lenient bool // a later phase of an accepted file: a line that names more units than are left takes those that are left
	ended   bool // the turn with which it began has ended

	tainted   []board.SpaceID // spaces of refused lines, while judging
	buyFailed bool            // a purchase was refused, while judging
	followed  []order.Fault   // faults left out because they may follow from others, while judging
}

// over reports whether there is nothing more to play: the turn with which the run began has ended, or the game.
func (r *run) over() bool { return r.ended || r.Pos.Over() }
