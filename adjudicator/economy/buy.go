package economy

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// Buy is phase 2: units for money into the mobilization zone. A conditional line is decided by this turn's
// research (D3).
func Buy(s phase.State, part order.PhaseOrders) (phase.Result, error) {
	t := phase.Begin(s)
	for _, o := range part.Orders {
		switch o := o.(type) {
		case order.BuyUnits:
			if o.If != 0 && !t.Rules.Tech.Research {
				t.AddFault(o.Line, order.NoTechnology)
			} else if o.If == 0 || (t.Pos.Turn().Tech() == o.If) != o.Not {
				buyUnits(t, o)
			}
		case order.Convert:
			convert(t, o)
		}
	}
	return t.Result()
}

// buyUnits buys what one line names.
func buyUnits(t *phase.Turn, o order.BuyUnits) {
	n := t.Pos.Nation(t.Power)
	cost := 0
	for _, u := range o.Units {
		if u.Type == board.NoUnit || u.N < 1 || (u.Type == board.Complex && !t.Rules.Factory.Build) {
			t.AddFault(o.Line, order.NotForSale, phase.WithUnit(u.Type))
			return
		}
		cost += u.N * t.Rules.Cost(u.Type)
	}
	if cost > n.Money() {
		t.AddFault(o.Line, order.TooDear, phase.WithNumbers(n.Money(), cost), phase.WithUnit(onlyType(o.Units)))
		return
	}
	t.Emit(event.Bought{Power: t.Power, Units: stacks(t.Power, o.Units), Paid: cost})
	if room, want := capacity(t), waiting(t); room >= 0 && want > room {
		t.AddFault(o.Line, order.OverCapacity, phase.WithNumbers(room, want), phase.WithUnit(onlyType(o.Units)))
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
func waiting(t *phase.Turn) int {
	sum := 0
	for unit, n := range t.Pos.Nation(t.Power).Bought() {
		if board.UnitType(unit) != board.Complex {
			sum += n
		}
	}
	return sum
}

// capacity is how many units all usable complexes place in a turn, -1 without limit.
func capacity(t *phase.Turn) int {
	sum := 0
	for _, at := range phase.UsableComplexes(t) {
		n := complexLimit(t, at)
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
