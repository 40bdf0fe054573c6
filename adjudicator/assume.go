package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Assume goes through the phases that a file reaches on assumptions (fine print 9), without a die. Judge must not
// refuse it. It shows the turn before each phase, with the phase's orders, and after it if the turn goes on, and
// returns the turn as it is in the end, and whether it has ended. Without turn orders there is none.
func Assume(set *rules.Set, pos *position.Position, who board.Power, f order.File,
	before func(*phase.Turn, order.PhaseOrders), after func(*phase.Turn)) (_ *phase.Turn, ended bool) {
	t := newTurn(set, pos, phase.Assumed())
	if economy.InPregame(pos) || pos.Over() || !holdsTurn(t.Turn, who, f) {
		return nil, false
	}
	fileToPlay(t.Turn, who, f)
	for take := order.Exactly; !t.isOver() && t.reaches(); take = order.Available {
		part := t.orders(take)
		before(t.Turn, part)
		if _, err := t.playPhase(part, nil); err != nil {
			break // nothing is rolled, so there is no error
		}
		if !t.isOver() {
			after(t.Turn)
		}
	}
	return t.Turn, t.ended
}
