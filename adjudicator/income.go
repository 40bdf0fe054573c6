package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
)

// Income is what a power would collect now: its national production less what enemy advantages take, never below 0.
// Nothing without its capital, whoever might collect for it (R-118, T-49).
func (r *run) income(p board.Power) int {
	if !r.Pos.HoldsCapital(r.Board, p) {
		return 0
	}
	return max(r.Pos.Income(r.Board, p)-r.Rules.IncomeTaken(r.Pos, p), 0)
}

// collect is phase 7.
func (r *run) collect() {
	if !r.Pos.HoldsCapital(r.Board, r.Power) {
		return
	}
	got := r.income(r.Power)
	r.Emit(event.Income{Power: r.Power, Paid: got, Production: r.Pos.Income(r.Board, r.Power)})
	r.collectOil()
}

// endTurn closes the turn: income, what works from its end, the victory check after the last power (T-1), and then begins the
// turn of the next power, whoever it is: none is passed over.
func (r *run) endTurn() {
	r.mend()
	r.collect()
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
		return
	}
	round := r.Pos.Round
	if i++; i == len(r.Board.Seats) {
		i = 0
		round++
	}
	last := r.Side
	StartTurn(r.Rules, r.Journal, event.TurnBegan{Power: r.Board.Seats[i].Power, Round: round, Phase: r.Rules.Phases[0]})
	r.Power, r.Side = r.Pos.Power, r.Board.SideOf(r.Pos.Power)
	r.JointAttackers = r.Rules.JointAttackers(r.Pos, r.Power)
	r.checkCapitalsAtStart(last)
}
