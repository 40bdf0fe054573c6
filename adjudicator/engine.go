// Package adjudicator is the referee: it judges orders and plays them by a rule set. Its whole interface is a function of
// values, (position, orders, dice) → (position', what happened, who is awaited); the same inputs give the same bytes on
// every machine. It knows no game by name: it asks the rule set.
//
// Where to look: turn.go goes through the phases; each phase has a file of its own; move*.go are the moves of both movement
// phases; fight*.go conduct combat, whose steps are in package battle.
package adjudicator

import (
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Await is one thing the game waits for: What is a word of names.md; Space is set for battles.
type Await struct {
	Power board.Power
	What  string
	Space board.SpaceID
}

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
	set      *rules.Set
	b        *board.Board
	journal  *position.Journal  // begins with a copy of the caller's position
	pos      *position.Position // the journal's, for reading only: events change it
	dice     dice.Source        // nil while judging
	power    board.Power        // on turn
	side     board.Side
	lenders  []board.Power // allies whose units fight for the power on turn
	hopeful  bool          // judging: research succeeds, battles are won, nothing is lost; no dice (fine print 9)
	unplaced []Unplaced    // what the placing phase left and could have been placed
	holding  bool          // orders are only put beside those that wait: the answer to a pause waits too
	lenient  bool          // a later phase of an accepted file: a line that names more units than are left takes those that are left
	faults   []order.Fault
	began    []battle.Battle
	ended    bool // the turn with which it began has ended

	tainted   []board.SpaceID // spaces of refused lines, while judging
	buyFailed bool            // a purchase was refused, while judging
	followed  []order.Fault   // faults left out because they may follow from others, while judging
}

// over reports whether there is nothing more to play: the turn with which the run began has ended, or the game.
func (r *run) over() bool { return r.ended || r.pos.Over() }

// emit makes the change of an event, and keeps it.
func (r *run) emit(e event.Event) { r.journal.Emit(e) }

// units are units as events name them, without cargo: by owner, in turn order, then by type.
func (r *run) units(ids []int) []event.Unit { return event.Sorted(r.b, r.inOrder(ids)) }

// inOrder are units as events name them, without cargo, in the order of their IDs in the list.
func (r *run) inOrder(ids []int) []event.Unit {
	list := make([]event.Unit, len(ids))
	for i, id := range ids {
		u := r.pos.Unit(id)
		list[i] = event.Unit{ID: id, Owner: u.Owner, Type: u.Type, Damaged: u.Damaged, Submerged: u.Submerged, Aboard: u.Aboard}
	}
	return list
}

// stacks counts equal units by owner, in turn order, and by type.
func (r *run) stacks(ids []int) []event.Stack { return event.Stacks(r.units(ids)) }

// newUnits are units that come on the board, with the next IDs.
func (r *run) newUnits(owner board.Power, types ...board.UnitType) []event.Unit {
	list := make([]event.Unit, len(types))
	for i, t := range types {
		list[i] = event.Unit{ID: r.pos.NextID + 1 + i, Owner: owner, Type: t}
	}
	return list
}

// fault notes that a line is not allowed.
func (r *run) fault(line int, code order.Code, fill ...func(*order.Fault)) {
	f := order.NewFault(line, order.NotAllowed, code)
	for _, fn := range fill {
		fn(&f)
	}
	r.faults = append(r.faults, f)
}

// hint notes that a line is legal but odd.
func (r *run) hint(line int, code order.Code, fill ...func(*order.Fault)) {
	r.fault(line, code, fill...)
	r.faults[len(r.faults)-1].Severity = order.Unwise
}

// friendly tells whether a power is on the mover's side.
func (r *run) friendly(p board.Power) bool { return r.b.SideOf(p) == r.side }

// enemy tells whether a power is on the other side.
func (r *run) enemy(p board.Power) bool { return position.Enemy(r.b, r.power, p) }

func (r *run) name(id board.SpaceID) string { return r.b.Name(id) }

// advantages lists the technologies and national advantages that work for a power now.
func (r *run) advantages(p board.Power) []*rules.Advantage { return r.set.Active(r.pos, p) }
