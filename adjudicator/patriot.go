package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// takeOver makes allies' units on the own original land one's own, for good; they do not move this turn (the Patriotic War).
func (r *run) takeOver(o order.TakeOver) {
	if !phase.MayTakeOver(r.Turn, o.In) {
		code := order.NoOwnComplex
		switch {
		case r.Rules.Patriot.Power != r.Power:
			code = order.NoTakeOver
		case r.Board.Space(o.In).Home != r.Power:
			code = order.NotHomeLand
		}
		r.AddFault(o.Line, code, phase.WithPower(r.Power), phase.WithSpace(o.In))
		return
	}
	before := map[int]board.Power{}
	for _, u := range r.Pos.In(o.In) {
		before[u.ID] = u.Owner
	}
	for _, u := range o.Units {
		phase.Convert(r.Turn, o.Line, u, o.In)
	}
	r.Mark(r.UnitsIn(o.In, func(u *position.Unit) bool { return before[u.ID] != u.Owner }), position.MovedInNoncombat)
}
