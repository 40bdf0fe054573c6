package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

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

// checkCapitalsAtEnd ends the war when the power whose turn ends holds an enemy capital that it did not take in this very turn:
// it has held it through its next turn.
func (r *run) checkCapitalsAtEnd() {
	if !r.set.Victory.Capitals || r.set.Victory.AtStart {
		return
	}
	for _, s := range r.b.Seats {
		if s.Side != r.side && r.pos.Owner[s.Capital] == r.power && !slices.Contains(r.pos.Turn.Captured, s.Capital) {
			r.winByCapital(r.side)
		}
	}
}

// checkCapitalsAtStart is the other setting: a side that holds an enemy capital when the turns of the enemy are over.
func (r *run) checkCapitalsAtStart(last board.Side) {
	if !r.set.Victory.Capitals || !r.set.Victory.AtStart || last == r.side {
		return
	}
	for _, s := range r.b.Seats {
		if s.Side != r.side && r.b.SideOf(r.pos.Owner[s.Capital]) == r.side {
			r.winByCapital(r.side)
		}
	}
}

// winByCapital ends the war if the side holds its own capitals: the Allies all of theirs, the Axis if the setting says so.
func (r *run) winByCapital(side board.Side) {
	if r.pos.Winner != board.NoSide {
		return
	}
	for _, s := range r.b.Seats {
		if s.Side == side && r.b.SideOf(r.pos.Owner[s.Capital]) != side && (side == board.Allies || r.set.Victory.HoldOwn) {
			return
		}
	}
	r.win(side)
}
