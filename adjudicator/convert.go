package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

// convert makes allies' units in a territory one's own, where a trait permits it (Lend-Lease, T-63, D4: any number, no cost).
func (r *run) convert(o order.Convert) {
	allowed := func(t board.UnitType) bool {
		for _, tr := range r.traits(r.power) {
			if c, ok := tr.(trait.Converter); ok && c.Converts(r.b.Space(o.In).Home, r.pos.Owner[o.In], t) {
				return true
			}
		}
		return false
	}
	for _, u := range o.Units {
		if !allowed(u.Type) {
			r.fault(o.Line, NoAdvantage, powerIs(r.power), wordIs("convert"), unitIs(u.Type), spaceIs(o.In))
			return
		}
		r.adopt(o.Line, u, o.In)
	}
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
	e := event.New(event.Converted, r.power)
	e.Space = in
	for _, id := range ids[:u.N] {
		x := r.pos.Unit(id)
		e.Units = append(e.Units, event.Stack{Power: x.Owner, Type: x.Type, N: 1})
		x.Owner = r.power
		if x.Type == board.AAGun {
			x.Original = r.power // a new gun stands for the old one
		}
	}
	r.tell(e)
}
