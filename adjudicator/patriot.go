package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// patriotic reports whether the power on turn may take over allies' units in a territory.
func (r *run) patriotic(at board.SpaceID) bool {
	p := r.set.Patriot
	return p.Power == r.power && r.b.Space(at).Home == r.power && (!p.OnlyFactory || r.hasComplex(at))
}

// takeOver makes allies' units on the own original land one's own, for good; they do not move this turn (the Patriotic War).
func (r *run) takeOver(o order.TakeOver) {
	if !r.patriotic(o.In) {
		code := NoOwnComplex
		switch {
		case r.set.Patriot.Power != r.power:
			code = NoTakeOver
		case r.b.Space(o.In).Home != r.power:
			code = NotHomeLand
		}
		r.fault(o.Line, code, powerIs(r.power), spaceIs(o.In))
		return
	}
	before := map[int]board.Power{}
	for _, u := range r.pos.In(o.In) {
		before[u.ID] = u.Owner
	}
	for _, u := range o.Units {
		r.adopt(o.Line, u, o.In)
	}
	r.mark(r.unitsIn(o.In, func(u *position.Unit) bool { return before[u.ID] != u.Owner }), position.MovedInNoncombat)
}
