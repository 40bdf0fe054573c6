package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules/trait"
)

// Income is what a power would collect now: its national production less what enemy advantages take, never below 0.
// Nothing without its capital, whoever might collect for it (R-118, T-49).
func (r *run) income(p board.Power) int {
	if !r.pos.HoldsCapital(r.b, p) {
		return 0
	}
	sum := r.pos.Income(r.b, p)
	for _, enemy := range r.b.Powers() {
		for _, t := range r.traits(enemy) {
			if h, ok := t.(trait.IncomeTaker); ok {
				sum -= h.TakesIncome(r.pos, p)
			}
		}
	}
	return max(sum, 0)
}

// collect is phase 7.
func (r *run) collect() {
	if !r.pos.HoldsCapital(r.b, r.power) {
		return
	}
	got := r.income(r.power)
	r.pos.Nation(r.power).Money += got
	e := event.New(event.Income, r.power)
	e.Paid, e.N = got, r.pos.Income(r.b, r.power)
	r.tell(e)
	r.collectOil()
}

// endTurn closes the turn: what works from its end, the victory check after the last power (T-1), and the next power's turn.
func (r *run) endTurn() {
	if r.set.Tech.AtEnd && r.pos.Turn.Tech != 0 {
		r.addTech(r.pos.Turn.Tech)
	}
	e := event.New(event.TurnEnded, r.power)
	e.Round = r.pos.Round
	r.tell(e)
	i := r.b.Index(r.power)
	if i == len(r.b.Seats)-1 {
		r.checkCities()
	}
	r.checkCapitalsAtEnd()
	if r.pos.Winner != board.NoSide {
		return
	}
	for range r.b.Seats {
		if i++; i == len(r.b.Seats) {
			i = 0
			r.pos.Round++
		}
		r.pos.Power = r.b.Seats[i].Power
		r.pos.Phase = r.set.Phases[0]
		if r.canPlay(r.pos.Power) {
			break
		}
	}
	BeginTurn(r.set, r.pos)
	last := r.side
	r.power, r.side = r.pos.Power, r.b.SideOf(r.pos.Power)
	r.checkCapitalsAtStart(last)
}

// canPlay tells a power that has a turn from one that lost its capital and every unit.
func (r *run) canPlay(p board.Power) bool {
	if r.pos.HoldsCapital(r.b, p) {
		return true
	}
	for i := range r.pos.Units {
		if u := &r.pos.Units[i]; u.Owner == p && !u.Type.IsBooty() {
			return true
		}
	}
	return false
}
