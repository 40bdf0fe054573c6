package movement

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// takeOver makes allies' units on the own original land one's own, for good; they do not move this turn (the Patriotic War).
func (m *progress) takeOver(o order.TakeOver) {
	if !phase.MayTakeOver(m.Turn, o.In) {
		code := order.NoOwnComplex
		switch {
		case m.Rules.Patriot.Power != m.Power:
			code = order.NoTakeOver
		case m.Board.Space(o.In).Home != m.Power:
			code = order.NotHomeLand
		}
		m.Turn.AddFault(o.Line, code, phase.WithPower(m.Power), phase.WithSpace(o.In))
		return
	}
	before := map[int]board.Power{}
	for _, u := range m.Pos.In(o.In) {
		before[u.ID] = u.Owner
	}
	for _, u := range o.Units {
		phase.Convert(m.Turn, o.Line, u, o.In)
	}
	m.Mark(m.UnitsIn(o.In, func(u *position.Unit) bool { return before[u.ID] != u.Owner }), position.MovedInNoncombat)
}
