package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// collectOil takes the income of the Middle East land that the power on turn holds from the cash of its enemies, not
// from the bank: split as `oil` lines say, the rest from the richest first.
func collectOil(t *phase.Turn) {
	due := oilDue(t)
	payers := enemiesWithMoney(t)
	purse := 0
	for _, p := range payers {
		purse += t.Pos.Nation(p).Money()
	}
	if due == 0 || purse < due && t.Rules.Oil.NoDebt {
		return
	}
	left := due
	for _, part := range oilSplit(t, payers, due) {
		left -= payOil(t, part.Power, min(part.N, left))
	}
	for _, p := range payers { // who cannot pay a part leaves it to the others
		left -= payOil(t, p, left)
	}
}

// oilDue is the value of the Middle East land that the power on turn holds against the Middle East's friends.
func oilDue(t *phase.Turn) int {
	due := 0
	for i := range t.Board.Spaces {
		s := &t.Board.Spaces[i]
		if t.Rules.Oil.Paid && s.OriginalController == board.MiddleEast && t.Pos.Owner(s.ID) == t.Power &&
			t.IsEnemy(board.MiddleEast) {
			due += s.Income
		}
	}
	return due
}

// enemiesWithMoney lists the enemies that have money, the richest first, equals in turn order.
func enemiesWithMoney(t *phase.Turn) []board.Power {
	var ps []board.Power
	for _, s := range t.Board.Seats {
		if t.IsEnemy(s.Power) && t.Pos.Nation(s.Power).Money() > 0 {
			ps = append(ps, s.Power)
		}
	}
	slices.SortStableFunc(ps, func(a, b board.Power) int { return t.Pos.Nation(b).Money() - t.Pos.Nation(a).Money() })
	return ps
}

// oilSplit turns the shares in force into amounts by their ratio. The remainder falls on the first named; where the
// Allies' lines differ in order, on them one by one in turn order (Europe, 3.20).
func oilSplit(t *phase.Turn, payers []board.Power, due int) []order.Part {
	shares, ordered := oilShares(t, payers)
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

// oilShares are the shares that all payers have filed alike, else those of the collector, else none. Ordered tells
// that they are named in an order that counts; else they come in turn order.
func oilShares(t *phase.Turn, payers []board.Power) (shares []order.Part, ordered bool) {
	if len(payers) == 0 {
		return nil, false
	}
	first, alike, ordered := oilLine(t, payers[0]), true, true
	for _, p := range payers {
		line := oilLine(t, p)
		alike = alike && len(line) > 0 && slices.Equal(inTurnOrder(t, line), inTurnOrder(t, first))
		ordered = ordered && slices.Equal(line, first)
	}
	switch {
	case alike && ordered:
		return first, true
	case alike:
		return inTurnOrder(t, first), false
	}
	return oilLine(t, t.Power), true
}

// inTurnOrder is shares as a set: in turn order.
func inTurnOrder(t *phase.Turn, parts []order.Part) []order.Part {
	return slices.SortedFunc(slices.Values(parts), func(a, b order.Part) int {
		return t.Board.Index(a.Power) - t.Board.Index(b.Power)
	})
}

// oilLine is a power's filed shares as it names them: each power once, none that pays nothing.
func oilLine(t *phase.Turn, p board.Power) []order.Part {
	for _, a := range t.Pos.Nation(p).Answers() {
		if o, ok := a.(order.Oil); ok {
			return slices.DeleteFunc(order.Shares(o.Parts), func(p order.Part) bool {
				return !t.Board.Allied(p.Power, board.MiddleEast)
			})
		}
	}
	return nil
}

// payOil moves up to n IPC from a payer to the collector and tells how many.
func payOil(t *phase.Turn, from board.Power, n int) int {
	payer := t.Pos.Nation(from)
	if !payer.HasTurn() {
		return 0
	}
	n = min(n, payer.Money())
	if n <= 0 {
		return 0
	}
	t.Emit(event.Payment{Power: from, To: t.Power, Paid: n})
	return n
}

// OilTrack is how much of the Middle East's income its enemy has.
type OilTrack struct {
	Collector board.Power
	Value, Of int // IPC held by the collector, and in all
	Lands     []board.SpaceID
	Next      int // IPC that it would get now: what there is of the value in its enemies' cash
}

// Oil is the Middle East track; false where the rules know none.
func Oil(set *rules.Set, pos *position.Position) (OilTrack, bool) {
	var o OilTrack
	b := set.Board
	for _, s := range b.Seats {
		if position.Enemy(b, s.Power, board.MiddleEast) {
			o.Collector = s.Power
		}
	}
	if !set.Oil.Paid || o.Collector == board.Nobody {
		return o, false
	}
	for i := range b.Spaces {
		if s := &b.Spaces[i]; s.OriginalController == board.MiddleEast {
			o.Of += s.Income
			if pos.Owner(s.ID) == o.Collector {
				o.Value += s.Income
				o.Lands = append(o.Lands, s.ID)
			}
		}
	}
	purse := 0
	for n := range pos.Nations() {
		if position.Enemy(b, n.Power(), o.Collector) {
			purse += n.Money()
		}
	}
	if o.Next = min(o.Value, purse); o.Next < o.Value && set.Oil.NoDebt || !pos.HoldsCapital(b, o.Collector) {
		o.Next = 0
	}
	return o, true
}
