package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// pregame takes what a power sends before round 1; with the last answer the first turn begins.
func (r *run) pregame(who board.Power, f order.File) error {
	_, err := r.Do(func(s phase.State, _ order.PhaseOrders) (phase.Result, error) { return economy.Pregame(s, who, f) }, order.PhaseOrders{})
	if err != nil || r.IsWaiting() {
		return err
	}
	return r.firstTurn()
}

// firstTurn pays the starting incomes and begins round 1.
func (r *run) firstTurn() error {
	for _, n := range r.Pos.Nations {
		r.Emit(event.Granted{Power: n.Power, Paid: r.Pos.Income(r.Board, n.Power)})
	}
	return r.begin()
}

// begin begins round 1.
func (r *run) begin() error {
	StartTurn(r.Rules, r.Journal, event.TurnBegan{Power: r.Board.Seats[0].Power, Round: r.Pos.Round, Phase: r.Rules.Phases[0]})
	r.SetPower(r.Pos.Power)
	return r.playIdleTurns()
}
