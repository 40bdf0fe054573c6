package economy

import (
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// DiePrice is what a research die costs in IPC.
const DiePrice = 5

// Research buys and rolls the dice for one technology, none if no line says so (phase 1, D2, R-108 … R-111).
func Research(s phase.State, part order.PhaseOrders) (phase.Result, error) {
	t := phase.Begin(s)
	if err := research(t, part); err != nil {
		return phase.Result{}, err
	}
	return t.Result()
}

func research(t *phase.Turn, part order.PhaseOrders) error {
	n := t.Pos.Nation(t.Power)
	chosen := 0
	for _, o := range part.Orders {
		line, ok := o.(order.ResearchTech)
		if !ok {
			continue
		}
		cost := line.Dice * DiePrice
		switch {
		case chosen != 0 && chosen != line.Tech:
			t.AddFault(line.Line, order.OneTechnology)
		case n.HasTech(line.Tech):
			t.AddFault(line.Line, order.TechKnown, phase.WithNumbers(0, line.Tech))
		case line.Dice < 1:
			t.AddFault(line.Line, order.NoDice)
		case cost > n.Money():
			t.AddFault(line.Line, order.DiceTooDear, phase.WithNumbers(n.Money(), cost))
		default:
			first := chosen == 0
			chosen = line.Tech
			if err := rollDice(t, line, first); err != nil {
				return err
			}
		}
	}
	return nil
}

// rollDice rolls the dice of one line.
func rollDice(t *phase.Turn, line order.ResearchTech, first bool) error {
	attempt := 1
	if !first {
		attempt = line.Line + 1 // a second line for the same technology is an attempt of its own
	}
	label := dice.TechLabel(t.Board.SeatOf(t.Power).Role, attempt)
	faces, success, err := t.Resolver.Research(label, line.Dice, line.Tech)
	if err != nil {
		return err
	}
	e := event.Researched{Power: t.Power, Tech: line.Tech, N: line.Dice, Paid: line.Dice * DiePrice, Dice: faces,
		Success: success, AtOnce: !t.Rules.Tech.AtEnd}
	t.Emit(e)
	return nil
}
