package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// playIdleTurns plays the turns of powers that have nothing to decide, at once and empty, until one has: nobody is asked, but
// everything happens that the beginning and the end of a turn bring. A whole round of them ends the game, which then
// nobody has won.
func (r *run) playIdleTurns() error {
	for range r.Board.Seats {
		if r.Pos.Over() || r.decides() {
			return nil
		}
		r.Emit(event.TurnIdle{Power: r.Power, Round: r.Pos.Round})
		if err := r.endTurn(); err != nil {
			return err
		}
	}
	if !r.Pos.Over() && !r.decides() {
		r.Emit(event.Victory{Note: "idle"})
	}
	return nil
}

// decides reports whether the power on turn has anything to decide: it holds its own capital, or a unit that it orders is on the
// board, afloat, aboard or submerged ones and antiaircraft guns too, or it may move a complex; in Europe also if it may
// still move a gun of the Middle East this round, or take over an ally's unit (3.11).
func (r *run) decides() bool {
	if r.Pos.HoldsCapital(r.Board, r.Power) {
		return true
	}
	return slices.ContainsFunc(r.Pos.Units, func(u position.Unit) bool {
		return u.Type != board.Complex && r.Controls(u.Owner) || movement.MayMove(r.Turn, &u) || phase.MayConvert(r.Turn, &u) && phase.MayTakeOver(r.Turn, u.At)
	})
}
