package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// collectOil takes the income of the Middle East land that the power on turn holds from the cash of its enemies, not from the
// bank: split as `oil` lines say, the rest from the richest first.
func (r *run) collectOil() {
	due := r.oilDue()
	payers := r.payers()
	purse := 0
	for _, p := range payers {
		purse += r.Pos.Nation(p).Money
	}
	if due == 0 || purse < due && r.Rules.Oil.NoDebt {
		return
	}
	left := due
	for _, part := range r.oilSplit(payers, due) {
		left -= r.payOil(part.Power, min(part.N, left))
	}
	for _, p := range payers { // who cannot pay his part leaves it to the others
		left -= r.payOil(p, left)
	}
}

// oilDue is the value of the Middle East land that the power on turn holds against the Middle East's friends.
func (r *run) oilDue() int {
	due := 0
	for i := range r.Board.Spaces {
		s := &r.Board.Spaces[i]
		if r.Rules.Oil.Paid && s.Home == board.MiddleEast && r.Pos.Owner[i] == r.Power && r.IsEnemy(board.MiddleEast) {
			due += s.Income
		}
	}
	return due
}

// payers lists the enemies that have money, the richest first, equals in turn order.
func (r *run) payers() []board.Power {
	var ps []board.Power
	for _, s := range r.Board.Seats {
		if r.IsEnemy(s.Power) && r.Pos.Nation(s.Power).Money > 0 {
			ps = append(ps, s.Power)
		}
	}
	slices.SortStableFunc(ps, func(a, b board.Power) int { return r.Pos.Nation(b).Money - r.Pos.Nation(a).Money })
	return ps
}

// oilSplit turns the shares in force into amounts by their ratio. The remainder falls on the first named; where the Allies' lines
// differ in order, on them one by one in turn order (Europe, 3.20).
func (r *run) oilSplit(payers []board.Power, due int) []order.Part {
	shares, ordered := r.oilShares(payers)
	total := 0
	for _, p := range shares {
		total += p.N
	}
	if total == 0 {
		return nil
	}
	amounts, rest := slices.Clone(shares), due
	for i := range amounts {
		amounts[i].N = due * shares[i].N / total
		rest -= amounts[i].N
	}
	if ordered {
		amounts[0].N += rest
		return amounts
	}
	for i := range rest {
		amounts[i].N++
	}
	return amounts
}

// oilShares are the shares that all payers have filed alike, else those of the collector, else none. Ordered tells that they
// are named in an order that counts; else they come in turn order.
func (r *run) oilShares(payers []board.Power) (shares []order.Part, ordered bool) {
	if len(payers) == 0 {
		return nil, false
	}
	first, alike, ordered := r.oilLine(payers[0]), true, true
	for _, p := range payers {
		line := r.oilLine(p)
		alike = alike && len(line) > 0 && slices.Equal(r.inTurnOrder(line), r.inTurnOrder(first))
		ordered = ordered && slices.Equal(line, first)
	}
	switch {
	case alike && ordered:
		return first, true
	case alike:
		return r.inTurnOrder(first), false
	}
	return r.oilLine(r.Power), true
}

// inTurnOrder is shares as a set: in turn order.
func (r *run) inTurnOrder(parts []order.Part) []order.Part {
	return slices.SortedFunc(slices.Values(parts), func(a, b order.Part) int { return r.Board.Index(a.Power) - r.Board.Index(b.Power) })
}

// oilLine is a power's filed shares as it names them: each power once, none that pays nothing.
func (r *run) oilLine(p board.Power) []order.Part {
	for _, a := range r.Pos.Nation(p).Answers {
		if o, ok := a.(order.Oil); ok {
			return slices.DeleteFunc(order.Shares(o.Parts), func(p order.Part) bool { return !r.Board.Allied(p.Power, board.MiddleEast) })
		}
	}
	return nil
}

// payOil moves up to n IPC from a payer to the collector and tells how many.
func (r *run) payOil(from board.Power, n int) int {
	payer := r.Pos.Nation(from)
	if payer == nil {
		return 0
	}
	n = min(n, payer.Money)
	if n <= 0 {
		return 0
	}
	r.Emit(event.Payment{Power: from, To: r.Power, Paid: n})
	return n
}
