package adjudicator

import (
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// endTurn closes the turn: income, what works from its end, the victory check after the last power (T-1), and then begins the
// turn of the next power, whoever it is: none is passed over.
func (r *run) endTurn() error {
	r.mend()
	if _, err := r.Do(economy.Collect, order.PhaseOrders{}); err != nil {
		return err
	}
	if r.Pos.HoldsCapital(r.Board, r.Power) {
		r.declarations(rules.AtEnd)
	}
	r.forgetDeclarations()
	end := event.TurnEnded{Power: r.Power, Round: r.Pos.Round}
	if r.Rules.Tech.AtEnd {
		end.Learned = r.Pos.Turn.Tech
	}
	r.Emit(end)
	i := r.Board.Index(r.Power)
	if i == len(r.Board.Seats)-1 {
		r.checkCities()
	}
	r.checkCapitalsAtEnd()
	if r.Pos.Over() {
		return nil
	}
	round := r.Pos.Round
	if i++; i == len(r.Board.Seats) {
		i = 0
		round++
	}
	last := r.Side
	StartTurn(r.Rules, r.Journal, event.TurnBegan{Power: r.Board.Seats[i].Power, Round: round, Phase: r.Rules.Phases[0]})
	r.SetPower(r.Pos.Power)
	r.checkCapitalsAtStart(last)
	return nil
}
