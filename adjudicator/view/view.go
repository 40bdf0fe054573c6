// Package view shows a position to those who read or write orders for a power: what stands where, and what orders would
// lead to. It changes nothing.
package view

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// View is a position as a power sees it.
type View struct {
	Rules    *rules.Set
	Position *position.Position
	Power    board.Power
}

// Judge returns all faults of a file.
func (v View) Judge(f order.File) []order.Fault {
	return adjudicator.Judge(v.Rules, v.Position, v.Power, f)
}

// Effect describes what a file that Judge does not refuse leads to if luck holds. Equal texts are equal effects.
func (v View) Effect(f order.File) string { return forecast.Effect(v.Rules, v.Position, v.Power, f) }

// Unplaced reports whether a file ends the turn while something could be placed that it places nowhere.
func (v View) Unplaced(f order.File) bool {
	return forecast.LeavesUnplaced(v.Rules, v.Position, v.Power, f)
}

// Units lists what stands in a space, cargo included, by power and type.
func (v View) Units(at board.SpaceID) []board.Stack {
	var list []board.Stack
	for u := range v.Position.In(at) {
		i := slices.IndexFunc(list, func(s board.Stack) bool { return s.Power == u.Owner && s.Type == u.Type })
		if i < 0 {
			list = append(list, board.Stack{Power: u.Owner, Space: at, Type: u.Type, N: 1})
			continue
		}
		list[i].N++
	}
	return list
}

// Waiting lists what a power has bought and not placed yet.
func (v View) Waiting(power board.Power) []board.Stack {
	var list []board.Stack
	if n := v.Position.Nation(power); n.HasTurn() {
		for t, count := range n.Bought() {
			if count > 0 {
				list = append(list, board.Stack{Power: power, Space: board.NoSpace, Type: board.UnitType(t), N: count})
			}
		}
	}
	return list
}

// Controller is whose land it is.
func (v View) Controller(at board.SpaceID) board.Power { return v.Position.Owner(at) }

// Money is what a power can spend.
func (v View) Money(power board.Power) int {
	if n := v.Position.Nation(power); n.HasTurn() {
		return n.Money()
	}
	return 0
}

// Price is what a unit costs, 0 if it is not for sale.
func (v View) Price(t board.UnitType) int { return v.Rules.Cost(t) }

// Range is how many spaces a unit of a power moves.
func (v View) Range(power board.Power, t board.UnitType) int {
	return v.Rules.Range(v.Rules.Active(v.Position, power), t)
}
