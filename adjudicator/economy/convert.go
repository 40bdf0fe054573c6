package economy

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// convert makes allies' units in a territory the power's own, where an advantage permits it: any number, without cost
// (Lend-Lease, T-63, D4).
func convert(t *phase.Turn, o order.Convert) {
	for _, u := range o.Units {
		if why := cannotConvert(t, u.Type, o.In); why != nil {
			t.AddFault(o.Line, why.Code, why.Fill)
			return
		}
		phase.Convert(t, o.Line, u, o.In)
	}
}

// cannotConvert says what hinders a conversion: that the power has no such advantage, the unit type, or the territory.
func cannotConvert(t *phase.Turn, unit board.UnitType, in board.SpaceID) *phase.Fault {
	switch {
	case !t.Rules.Converts(t.Advantages(t.Power)):
		converts := t.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Converts })
		return phase.NewFault(order.NoAdvantage, phase.WithPower(t.Power), phase.WithWord(converts.Name))
	case unit.IsShip() || unit == board.Complex:
		return phase.NewFault(order.NotConvertible, phase.WithUnit(unit))
	case t.Board.Space(in).OriginalController != t.Power:
		return phase.NewFault(order.NotRedLand, phase.WithSpace(in))
	case t.Pos.Owner(in) != t.Power:
		return phase.NewFault(order.NotControlled, phase.WithSpace(in))
	}
	return nil
}
