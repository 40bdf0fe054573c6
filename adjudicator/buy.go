package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// buy is phase 2: units for money into the mobilization zone. A conditional line is decided by this turn's
// research (D3).
func (r *run) buy(part order.PhaseOrders) {
	for _, o := range part.Orders {
		switch o := o.(type) {
		case order.BuyUnits:
			if o.If != 0 && !r.set.Tech.Research {
				r.fault(o.Line, NoTechnology)
			} else if o.If == 0 || (r.pos.Turn.Tech == o.If) != o.Not {
				r.buyUnits(o)
			}
		case order.Convert:
			r.convert(o)
		}
	}
}

func (r *run) buyUnits(o order.BuyUnits) {
	n := r.pos.Nation(r.power)
	cost := 0
	for _, u := range o.Units {
		if u.Type == board.NoUnit || u.N < 1 || (u.Type == board.Complex && !r.set.Factory.Build) {
			r.fault(o.Line, NotForSale, unitIs(u.Type))
			return
		}
		cost += u.N * r.set.Cost(u.Type)
	}
	if cost > n.Money {
		r.fault(o.Line, TooDear, haveWant(n.Money, cost), unitIs(onlyType(o.Units)))
		return
	}
	r.emit(event.Bought{Power: r.power, Units: stacks(r.power, o.Units), Paid: cost})
	if room, want := r.capacity(), r.waiting(); room >= 0 && want > room {
		r.fault(o.Line, OverCapacity, haveWant(room, want), unitIs(onlyType(o.Units)))
	}
}

// onlyType is the type of a list of units that has one, else NoUnit.
func onlyType(us []order.Units) board.UnitType {
	if len(us) == 1 {
		return us[0].Type
	}
	return board.NoUnit
}

// waiting counts what stands in the mobilization zone and needs a complex; a new complex needs none.
func (r *run) waiting() int {
	sum := 0
	for t, n := range r.pos.Nation(r.power).Bought {
		if board.UnitType(t) != board.Complex {
			sum += n
		}
	}
	return sum
}

// capacity is how many units all usable complexes place in a turn, -1 without limit.
func (r *run) capacity() int {
	sum := 0
	for _, at := range r.usableComplexes() {
		n := r.complexLimit(at)
		if n < 0 {
			return -1
		}
		sum += n
	}
	return sum
}

// stacks turns a list of units into one for events.
func stacks(owner board.Power, us []order.Units) []event.Stack {
	var out []event.Stack
	for _, u := range us {
		p := owner
		if u.Power != board.Nobody {
			p = u.Power
		}
		out = append(out, event.Stack{Power: p, Type: u.Type, N: u.N})
	}
	return out
}
