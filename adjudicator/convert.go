package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/rules/trait"
)

// convert makes allies' units in a territory one's own, where a trait permits it (Lend-Lease, T-63, D4: any number, no cost).
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
	home, holder := r.b.Space(in).Home, r.pos.Owner[in]
	for _, tr := range r.traits(r.power) {
		c, ok := tr.(trait.Converter)
		switch {
		case !ok:
		case c.Converts(home, holder, t):
			return nil
		case !c.Converts(r.power, r.power, t):
			return wrong(NotConvertible, unitIs(t))
		case !c.Converts(home, r.power, t):
			return wrong(NotRedLand, spaceIs(in))
		default:
			return wrong(NotControlled, spaceIs(in))
		}
	}
	return wrong(NoAdvantage, powerIs(r.power), wordIs(advantageWith[trait.Converter](r.set)))
}

// advantageWith is the national advantage of a rule set that has a hook, "" if none has.
func advantageWith[Hook any](set *rules.Set) string {
	if !set.HasAdvantages() {
		return ""
	}
	for _, t := range set.Traits {
		if _, ok := t.(Hook); ok && t.Tech() == 0 {
			return t.Name()
		}
	}
	return ""
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
