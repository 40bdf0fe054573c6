package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
	"fieldpost/adjudicator/victory"
)

// endTurn closes the turn: income, what works from its end, the victory check after the last power (T-1), and then
// begins the turn of the next power, whoever it is: none is passed over.
func (t *turn) endTurn() error {
	t.surfaceAndRepair()
	if _, err := t.Do(economy.Collect, order.PhaseOrders{}); err != nil {
		return err
	}
	if t.Pos.HoldsCapital(t.Board, t.Power) {
		standing.DeclareAt(t.Turn, rules.AtEnd)
	}
	standing.ForgetDeclarations(t.Turn)
	end := event.TurnEnded{Power: t.Power, Round: t.Pos.Round()}
	if t.Rules.Tech.AtEnd {
		end.Learned = t.Pos.Turn().Tech()
	}
	t.Emit(end)
	i := t.Board.Index(t.Power)
	if i == len(t.Board.Seats)-1 {
		victory.CheckCities(t.Turn)
	}
	victory.CheckCapitalsAtEnd(t.Turn)
	if t.Pos.Over() {
		return nil
	}
	round := t.Pos.Round()
	if i++; i == len(t.Board.Seats) {
		i = 0
		round++
	}
	last := t.Side
	StartTurn(t.Rules, t.Journal, event.TurnBegan{Power: t.Board.Seats[i].Power, Round: round,
		Phase: t.Rules.Phases[0]})
	t.SetPower(t.Pos.Power())
	victory.CheckCapitalsAtStart(t.Turn, last)
	return nil
}

// surfaceAndRepair surfaces and repairs ships where the rules keep that for the end of a turn: all, or those of the
// power on turn.
func (t *turn) surfaceAndRepair() {
	for u := range t.Pos.Units() {
		if u.Owner != t.Power && !t.Rules.Ships.MendAll {
			continue
		}
		ship := []event.Unit{{ID: u.ID, Owner: u.Owner, Type: u.Type}}
		if u.Submerged && !t.Rules.Subs.SurfaceAtOnce {
			t.Emit(event.Surfaced{Power: u.Owner, Space: u.At, Units: ship})
		}
		if u.Damaged && !t.Rules.Ships.RepairAtOnce {
			t.Emit(event.Repaired{Power: u.Owner, Space: u.At, Units: ship})
		}
	}
}

// playIdleTurns plays the turns of powers that have nothing to decide, at once and empty, until one has: no
// power is asked, but what the beginning and the end of a turn bring still happens. A whole round of them ends
// the game, which then has no winner.
func (t *turn) playIdleTurns() error {
	for range t.Board.Seats {
		if t.Pos.Over() || t.decides() {
			return nil
		}
		t.Emit(event.TurnIdle{Power: t.Power, Round: t.Pos.Round()})
		if err := t.endTurn(); err != nil {
			return err
		}
	}
	if !t.Pos.Over() && !t.decides() {
		t.Emit(event.Victory{Note: "idle"})
	}
	return nil
}

// decides reports whether the power on turn has anything to decide: it holds its own capital, or a unit that it
// orders is on the board, afloat, aboard or submerged ones and antiaircraft guns too, or it may move a complex
// in Europe also if it may still move a gun of the Middle East this round, or take over an ally's unit
// (3.11).
func (t *turn) decides() bool {
	if t.Pos.HoldsCapital(t.Board, t.Power) {
		return true
	}
	for u := range t.Pos.Units() {
		if u.Type != board.Complex && t.Controls(u.Owner) || movement.MayMove(t.Turn, u) ||
			phase.MayConvert(t.Turn, u) && phase.MayTakeOver(t.Turn, u.At) {
			return true
		}
	}
	return false
}
