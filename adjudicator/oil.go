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
		purse += r.pos.Nation(p).Money
	}
	if due == 0 || purse < due && r.set.Oil.NoDebt {
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
	for i := range r.b.Spaces {
		s := &r.b.Spaces[i]
		if r.set.Oil.Paid && s.Home == board.MiddleEast && r.pos.Owner[i] == r.power && r.enemy(board.MiddleEast) {
			due += s.Income
		}
	}
	return due
}

// payers lists the enemies that have money, the richest first, equals in turn order.
func (r *run) payers() []board.Power {
	var ps []board.Power
	for _, s := range r.b.Seats {
		if r.enemy(s.Power) && r.pos.Nation(s.Power).Money > 0 {
			ps = append(ps, s.Power)
		}
	}
	slices.SortStableFunc(ps, func(a, b board.Power) int { return r.pos.Nation(b).Money - r.pos.Nation(a).Money })
	return ps
}

// oilSplit turns the shares in force into amounts: by their ratio, the remainder to the first named.
func (r *run) oilSplit(payers []board.Power, due int) []order.Part {
	shares := r.oilShares(payers)
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
	amounts[0].N += rest
	return amounts
}

// oilShares are the lines that all payers have filed alike, else those of the collector, else none.
func (r *run) oilShares(payers []board.Power) []order.Part {
	if len(payers) == 0 {
		return nil
	}
	first := r.oilLine(payers[0])
	alike := first != nil && !slices.ContainsFunc(payers, func(p board.Power) bool { return !slices.Equal(r.oilLine(p), first) })
	if alike {
		return first
	}
	return slices.DeleteFunc(slices.Clone(r.oilLine(r.power)), func(p order.Part) bool { return !r.enemy(p.Power) })
}

func (r *run) oilLine(p board.Power) []order.Part {
	for _, a := range r.pos.Nation(p).Answers {
		if o, ok := a.(order.Oil); ok {
			return o.Parts
		}
	}
	return nil
}

// payOil moves up to n IPC from a payer to the collector and tells how many.
func (r *run) payOil(from board.Power, n int) int {
	payer := r.pos.Nation(from)
	if payer == nil {
		return 0
	}
	n = min(n, payer.Money)
	if n <= 0 {
		return 0
	}
	payer.Money -= n
	r.pos.Nation(r.power).Money += n
	e := event.New(event.Payment, from)
	e.Whose, e.Paid = r.power, n
	r.tell(e)
	return n
}
