package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// buy is phase 2: units for money into the mobilization zone. A conditional line is decided by this turn's
// research (D3).
func (r *run) buy(part order.PhaseOrders) {
	for _, o := range part.Orders {
		switch o := o.(type) {
		case order.BuyUnits:
			if o.If != 0 && !r.Rules.Tech.Research {
				r.AddFault(o.Line, order.NoTechnology)
			} else if o.If == 0 || (r.Pos.Turn.Tech == o.If) != o.Not {
				r.buyUnits(o)
			}
		case order.Convert:
			r.convert(o)
		}
	}
}

func (r *run) buyUnits(o order.BuyUnits) {
	n := r.Pos.Nation(r.Power)
	cost := 0
	for _, u := range o.Units {
		if u.Type == board.NoUnit || u.N < 1 || (u.Type == board.Complex && !r.Rules.Factory.Build) {
			r.AddFault(o.Line, order.NotForSale, phase.WithUnit(u.Type))
			return
		}
		cost += u.N * r.Rules.Cost(u.Type)
	}
	if cost > n.Money {
		r.AddFault(o.Line, order.TooDear, phase.WithNumbers(n.Money, cost), phase.WithUnit(onlyType(o.Units)))
		return
	}
	r.Emit(event.Bought{Power: r.Power, Units: stacks(r.Power, o.Units), Paid: cost})
	if room, want := r.capacity(), r.waiting(); room >= 0 && want > room {
		r.AddFault(o.Line, order.OverCapacity, phase.WithNumbers(room, want), phase.WithUnit(onlyType(o.Units)))
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
	for t, n := range r.Pos.Nation(r.Power).Bought {
		if board.UnitType(t) != board.Complex {
			sum += n
		}
	}
	return sum
}

// capacity is how many units all usable complexes place in a turn, -1 without limit.
func (r *run) capacity() int {
	sum := 0
	for _, at := range phase.UsableComplexes(r.Turn) {
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
