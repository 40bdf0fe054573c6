// Package victory decides who has won, and how near a side is to it.
package victory

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// CheckCities ends the war when a side holds enough victory cities after the last power's turn.
func CheckCities(t *phase.Turn) {
	if t.Rules.Victory.Cities == 0 {
		return
	}
	var held [3]int
	for i := range t.Board.Spaces {
		if t.Board.Spaces[i].City != "" {
			held[t.Board.SideOf(t.Pos.Owner(board.SpaceID(i)))]++
		}
	}
	t.Emit(event.CityCount{Axis: held[board.Axis], Allies: held[board.Allies]})
	for _, side := range []board.Side{board.Axis, board.Allies} {
		if held[side] >= t.Rules.Victory.Cities {
			win(t, side)
		}
	}
}

// win ends the game. Individual winners are the powers of the side that lead it, all of them if several are equal
//
func win(t *phase.Turn, side board.Side) {
	t.Emit(event.Victory{Side: side, Powers: individualWinners(t, side)})
}

// individualWinners lists the powers of a side with the largest rise of their national production, or with
// the highest production, as the rules have it; several only if they are equal. In Europe a victory of the Axis is
// Germany's own.
func individualWinners(t *phase.Turn, side board.Side) []board.Power {
	by := t.Rules.Victory.Individual
	if by == rules.NoIndividual {
		return nil
	}
	var best []board.Power
	most := 0
	for _, seat := range t.Board.Seats {
		if seat.Side != side {
			continue
		}
		n := t.Pos.Income(t.Board, seat.Power)
		if by == rules.ByRise {
			n -= startingProduction(t, seat.Power)
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
func startingProduction(t *phase.Turn, p board.Power) int {
	sum := 0
	for _, s := range t.Board.Spaces {
		if s.OriginalController == p {
			sum += s.Income
		}
	}
	return sum
}

// CheckCapitalsAtEnd ends the war when the power whose turn ends holds an enemy capital that it did not take in this
// very turn: it has held it through its next turn.
func CheckCapitalsAtEnd(t *phase.Turn) {
	if !t.Rules.Victory.Capitals || t.Rules.Victory.AtStart {
		return
	}
	for _, s := range t.Board.Seats {
		if s.Side != t.Side && t.Pos.Owner(s.Capital) == t.Power && !t.Pos.Turn().HasCaptured(s.Capital) {
			winByCapital(t, t.Side)
		}
	}
}

// CheckCapitalsAtStart is the other setting: a side that holds an enemy capital when the turns of the enemy are over.
func CheckCapitalsAtStart(t *phase.Turn, last board.Side) {
	if !t.Rules.Victory.Capitals || !t.Rules.Victory.AtStart || last == t.Side {
		return
	}
	for _, s := range t.Board.Seats {
		if s.Side != t.Side && t.Board.SideOf(t.Pos.Owner(s.Capital)) == t.Side {
			winByCapital(t, t.Side)
		}
	}
}

// winByCapital ends the war if the side holds its own capitals: the Allies all of theirs, the Axis if the setting
// says so.
func winByCapital(t *phase.Turn, side board.Side) {
	if t.Pos.Winner() != board.NoSide {
		return
	}
	for _, s := range t.Board.Seats {
		if s.Side == side && t.Board.SideOf(t.Pos.Owner(s.Capital)) != side &&
			(side == board.Allies || t.Rules.Victory.HoldOwn) {
			return
		}
	}
	win(t, side)
}
