package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// convert makes allies' units in a territory the power's own, where an advantage permits it: any number, without cost
// (Lend-Lease, T-63, D4).
func (r *run) convert(o order.Convert) {
	for _, u := range o.Units {
		if why := r.cannotConvert(u.Type, o.In); why != nil {
			r.fault(o.Line, why.code, why.fill)
			return
		}
		r.adopt(o.Line, u, o.In)
	}
}

// cannotConvert says what hinders a conversion: that the power has no such advantage, the unit type, or the territory.
func (r *run) cannotConvert(t board.UnitType, in board.SpaceID) *complaint {
	switch {
	case !r.set.Converts(r.advantages(r.power)):
		converts := r.set.AdvantageWith(func(a *rules.Advantage) bool { return a.Converts })
		return wrong(NoAdvantage, powerIs(r.power), wordIs(converts.Name))
	case t.IsShip() || t == board.Complex:
		return wrong(NotConvertible, unitIs(t))
	case r.b.Space(in).Home != r.power:
		return wrong(NotRedLand, spaceIs(in))
	case r.pos.Owner[in] != r.power:
		return wrong(NotControlled, spaceIs(in))
	}
	return nil
}

// mayAdopt reports whether a unit is one that a power may take over: an ally's, on land, no complex. The Middle East's guns are
// no ally's.
func (r *run) mayAdopt(u *position.Unit) bool {
	return u.Owner != r.power && r.friendly(u.Owner) && r.b.SeatOf(u.Owner) != nil && u.Type != board.Complex &&
		!u.Type.IsShip() && u.Aboard == 0 && !r.b.Space(u.At).Sea
}

// adopt turns allied units of one type in a territory into those of the power on turn.
func (r *run) adopt(line int, u order.Units, in board.SpaceID) {
	var ids []int
	for _, x := range r.pos.In(in) {
		if (u.Type == board.NoUnit || x.Type == u.Type) && (u.Power == board.Nobody || x.Owner == u.Power) && r.mayAdopt(x) {
			ids = append(ids, x.ID)
		}
	}
	if u.N == order.All {
		u.N = len(ids)
	}
	if u.N > len(ids) {
		r.fault(line, TooFew, powerIs(u.Power), unitIs(u.Type), spaceIs(in), haveWant(len(ids), u.N))
		return
	}
	r.emit(event.Converted{Power: r.power, Space: in, Units: r.inOrder(ids[:u.N])})
}
