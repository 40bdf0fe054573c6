package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// convert makes allies' units in a territory the power's own, where an advantage permits it: any number, without cost
// (Lend-Lease, T-63, D4).
func (r *run) convert(o order.Convert) {
	for _, u := range o.Units {
		if why := r.cannotConvert(u.Type, o.In); why != nil {
			r.AddFault(o.Line, why.Code, why.Fill)
			return
		}
		phase.Convert(r.Turn, o.Line, u, o.In)
	}
}

// cannotConvert says what hinders a conversion: that the power has no such advantage, the unit type, or the territory.
func (r *run) cannotConvert(t board.UnitType, in board.SpaceID) *phase.Fault {
	switch {
	case !r.Rules.Converts(r.Advantages(r.Power)):
		converts := r.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Converts })
		return phase.NewFault(order.NoAdvantage, phase.WithPower(r.Power), phase.WithWord(converts.Name))
	case t.IsShip() || t == board.Complex:
		return phase.NewFault(order.NotConvertible, phase.WithUnit(t))
	case r.Board.Space(in).Home != r.Power:
		return phase.NewFault(order.NotRedLand, phase.WithSpace(in))
	case r.Pos.Owner[in] != r.Power:
		return phase.NewFault(order.NotControlled, phase.WithSpace(in))
	}
	return nil
}
