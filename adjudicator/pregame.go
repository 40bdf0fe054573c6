package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// pregame takes what a power sends before round 1; with the last answer the first turn begins.
func (t *turn) pregame(who board.Power, f order.File) error {
	_, err := t.Do(func(s phase.State, _ order.PhaseOrders) (phase.Result,
		error) {
		return economy.Pregame(s, who, f)
	}, order.PhaseOrders{})
	if err != nil || t.IsWaiting() {
		return err
	}
	return t.firstTurn()
}

// firstTurn pays the starting incomes and begins round 1.
func (t *turn) firstTurn() error {
	for n := range t.Pos.Nations() {
		t.Emit(event.Granted{Power: n.Power(), Paid: t.Pos.Income(t.Board, n.Power())})
	}
	return t.begin()
}

// begin begins round 1.
func (t *turn) begin() error {
	StartTurn(t.Rules, t.Journal, event.TurnBegan{Power: t.Board.Seats[0].Power, Round: t.Pos.Round(),
		Phase: t.Rules.Phases[0]})
	t.SetPower(t.Pos.Power())
	return t.playIdleTurns()
}
