package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
)

// checkCities ends the war when a side holds enough victory cities after the last power's turn.
func (r *run) checkCities() {
	if r.Rules.Victory.Cities == 0 {
		return
	}
	var held [3]int
	for i := range r.Board.Spaces {
		if r.Board.Spaces[i].City != "" {
			held[r.Board.SideOf(r.Pos.Owner[i])]++
		}
	}
	r.Emit(event.CityCount{Axis: held[board.Axis], Allies: held[board.Allies]})
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if held[side] >= r.Rules.Victory.Cities {
			r.win(side)
		}
	}
}

// win ends the game. Individual winners are the powers of the side that lead it, all of them if several are equal.
func (r *run) win(side board.Side) {
	r.Emit(event.Victory{Side: side, Powers: r.individualWinners(side)})
}

// individualWinners lists the powers of a side with the largest rise of their national production, or with the highest
// production, as the rules have it; several only if they are equal. In Europe a victory of the Axis is Germany's own.
func (r *run) individualWinners(side board.Side) []board.Power {
	by := r.Rules.Victory.Individual
	if by == rules.NoIndividual {
		return nil
	}
	var best []board.Power
	most := 0
	for _, seat := range r.Board.Seats {
		if seat.Side != side {
			continue
		}
		n := r.Pos.Income(r.Board, seat.Power)
		if by == rules.ByRise {
			n -= r.startingProduction(seat.Power)
		}
		switch {
		case len(best) == 0 || n > most:
			best, most = []board.Power{seat.Power}, n
		case n == most:
			best = append(best, seat.Power)
		}
	}
	return best
}

// startingProduction is a power's national production as the board has it.
func (r *run) startingProduction(p board.Power) int {
	sum := 0
	for _, s := range r.Board.Spaces {
		if s.Home == p {
			sum += s.Income
		}
	}
	return sum
}

// checkCapitalsAtEnd ends the war when the power whose turn ends holds an enemy capital that it did not take in this very turn:
// it has held it through its next turn.
func (r *run) checkCapitalsAtEnd() {
	if !r.Rules.Victory.Capitals || r.Rules.Victory.AtStart {
		return
	}
	for _, s := range r.Board.Seats {
		if s.Side != r.Side && r.Pos.Owner[s.Capital] == r.Power && !slices.Contains(r.Pos.Turn.Captured, s.Capital) {
			r.winByCapital(r.Side)
		}
	}
}

// checkCapitalsAtStart is the other setting: a side that holds an enemy capital when the turns of the enemy are over.
func (r *run) checkCapitalsAtStart(last board.Side) {
	if !r.Rules.Victory.Capitals || !r.Rules.Victory.AtStart || last == r.Side {
		return
	}
	for _, s := range r.Board.Seats {
		if s.Side != r.Side && r.Board.SideOf(r.Pos.Owner[s.Capital]) == r.Side {
			r.winByCapital(r.Side)
		}
	}
}

// winByCapital ends the war if the side holds its own capitals: the Allies all of theirs, the Axis if the setting says so.
func (r *run) winByCapital(side board.Side) {
	if r.Pos.Winner != board.NoSide {
		return
	}
	for _, s := range r.Board.Seats {
		if s.Side == side && r.Board.SideOf(r.Pos.Owner[s.Capital]) != side && (side == board.Allies || r.Rules.Victory.HoldOwn) {
			return
		}
	}
	r.win(side)
}
