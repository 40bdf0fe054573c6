package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// DiePrice is what a research die costs in IPC.
const DiePrice = 5

// research buys and rolls the dice for one technology, none if no line says so (phase 1, D2, R-108 … R-111). Judging, it succeeds.
func (r *run) research(part order.PhaseOrders) error {
	n := r.pos.Nation(r.power)
	chosen := 0
	for _, o := range part.Orders {
		t, ok := o.(order.ResearchTech)
		if !ok {
			continue
		}
		cost := t.Dice * DiePrice
		switch {
		case chosen != 0 && chosen != t.Tech:
			r.fault(t.Line, OneTechnology)
		case n.HasTech(t.Tech):
			r.fault(t.Line, TechKnown, haveWant(0, t.Tech))
		case t.Dice < 1:
			r.fault(t.Line, NoDice)
		case cost > n.Money:
			r.fault(t.Line, DiceTooDear, haveWant(n.Money, cost))
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
	e := event.Researched{Power: r.power, Tech: t.Tech, N: t.Dice, Paid: t.Dice * DiePrice, Success: r.hopeful,
		AtOnce: !r.set.Tech.AtEnd}
	if !r.hopeful {
		attempt := 1
		if !first {
			attempt = t.Line + 1 // a second line for the same technology is an attempt of its own
		}
		rolled, err := r.dice.Roll(dice.TechLabel(r.b.SeatOf(r.power).Role, attempt), t.Dice, 6)
		if err != nil {
			return err
		}
		e.Dice = rolled
		e.Success = slices.Contains(rolled, t.Tech)
	}
	r.emit(e)
	return nil
}
