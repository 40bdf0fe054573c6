package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
)

// Income is what a power would collect now: its national production less what enemy advantages take, never below 0.
// Nothing without its capital, whoever might collect for it (R-118, T-49).
func (r *run) income(p board.Power) int {
	if !r.pos.HoldsCapital(r.b, p) {
		return 0
	}
	return max(r.pos.Income(r.b, p)-r.set.IncomeTaken(r.pos, p), 0)
}

// collect is phase 7.
func (r *run) collect() {
	if !r.pos.HoldsCapital(r.b, r.power) {
		return
	}
	got := r.income(r.power)
	r.emit(event.Income{Power: r.power, Paid: got, Production: r.pos.Income(r.b, r.power)})
	r.collectOil()
}

// endTurn closes the turn: income, what works from its end, the victory check after the last power (T-1), and then begins the
// turn of the next power, whoever it is: none is passed over.
func (r *run) endTurn() {
	r.mend()
	r.collect()
	if r.pos.HoldsCapital(r.b, r.power) {
		r.declarations(rules.AtEnd)
	}
	r.forgetDeclarations()
	end := event.TurnEnded{Power: r.power, Round: r.pos.Round}
	if r.set.Tech.AtEnd {
		end.Learned = r.pos.Turn.Tech
	}
	r.emit(end)
	i := r.b.Index(r.power)
	if i == len(r.b.Seats)-1 {
		r.checkCities()
	}
	r.checkCapitalsAtEnd()
	if r.pos.Over() {
		return
	}
	round := r.pos.Round
	if i++; i == len(r.b.Seats) {
		i = 0
		round++
	}
	last := r.side
	StartTurn(r.set, r.journal, event.TurnBegan{Power: r.b.Seats[i].Power, Round: round, Phase: r.set.Phases[0]})
	r.power, r.side = r.pos.Power, r.b.SideOf(r.pos.Power)
	r.lenders = r.set.JointAttackers(r.pos, r.power)
	r.checkCapitalsAtStart(last)
}
