package adjudicator

import (
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// DiePrice is what a research die costs in IPC.
const DiePrice = 5

// research buys and rolls the dice for one technology, none if no line says so (phase 1, D2, R-108 … R-111). Judging, it succeeds.
func (r *run) research(part order.PhaseOrders) error {
	n := r.Pos.Nation(r.Power)
	chosen := 0
	for _, o := range part.Orders {
		t, ok := o.(order.ResearchTech)
		if !ok {
			continue
		}
		cost := t.Dice * DiePrice
		switch {
		case chosen != 0 && chosen != t.Tech:
			r.AddFault(t.Line, order.OneTechnology)
		case n.HasTech(t.Tech):
			r.AddFault(t.Line, order.TechKnown, phase.WithNumbers(0, t.Tech))
		case t.Dice < 1:
			r.AddFault(t.Line, order.NoDice)
		case cost > n.Money:
			r.AddFault(t.Line, order.DiceTooDear, phase.WithNumbers(n.Money, cost))
		default:
			first := chosen == 0
			chosen = t.Tech
			if err := r.rollTech(t, first); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) rollTech(t order.ResearchTech, first bool) error {
	attempt := 1
	if !first {
		attempt = t.Line + 1 // a second line for the same technology is an attempt of its own
	}
	label := dice.TechLabel(r.Board.SeatOf(r.Power).Role, attempt)
	faces, success, err := r.Resolver.Research(label, t.Dice, t.Tech)
	if err != nil {
		return err
	}
	e := event.Researched{Power: r.Power, Tech: t.Tech, N: t.Dice, Paid: t.Dice * DiePrice, Dice: faces, Success: success,
		AtOnce: !r.Rules.Tech.AtEnd}
	r.Emit(e)
	return nil
}
