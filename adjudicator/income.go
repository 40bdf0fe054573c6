package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// Income is what a power would collect now: its national production less what enemy advantages take, never below 0.
// Nothing without its capital.
func (r *run) income(p board.Power) int {
	if !r.pos.HoldsCapital(r.b, p) {
		return 0
	}
	sum := r.pos.Income(r.b, p)
	for _, enemy := range r.b.Powers() {
		for _, t := range r.traits(enemy) {
			if h, ok := t.(rules.IncomeTaker); ok {
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
}

// endTurn closes the turn: what works from its end, the victory check after the last power (T1), and the next power's turn.
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
	r.power, r.side = r.pos.Power, r.b.SideOf(r.pos.Power)
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

// checkCities ends the war when a side holds enough victory cities after the last power's turn.
func (r *run) checkCities() {
	if r.set.Victory.Cities == 0 {
		return
	}
	var held [3]int
	for i := range r.b.Spaces {
		if r.b.Spaces[i].City != "" {
			held[r.b.SideOf(r.pos.Owner[i])]++
		}
	}
	e := event.New(event.CityCount, board.Nobody)
	e.N, e.Value = held[board.Axis], held[board.Allies]
	r.tell(e)
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if held[side] >= r.set.Victory.Cities {
			r.win(side)
		}
	}
}

// win ends the game. The individual winner is the power of the side whose national production rose most; a tie has none.
func (r *run) win(side board.Side) {
	r.pos.Winner = side
	r.pos.Phase = order.NoPhase
	e := event.New(event.Victory, board.Nobody)
	e.Side = side
	if r.set.Victory.Individual {
		e.Power = r.bestRise(side)
		r.pos.Victor = e.Power
	}
	r.tell(e)
}

func (r *run) bestRise(side board.Side) board.Power {
	best, rise, tie := board.Nobody, 0, false
	for _, seat := range r.b.Seats {
		if seat.Side != side {
			continue
		}
		start := 0
		for _, s := range r.b.Spaces {
			if s.Home == seat.Power {
				start += s.Income
			}
		}
		d := r.pos.Income(r.b, seat.Power) - start
		switch {
		case best == board.Nobody || d > rise:
			best, rise, tie = seat.Power, d, false
		case d == rise:
			tie = true
		}
	}
	if tie {
		return board.Nobody
	}
	return best
}
