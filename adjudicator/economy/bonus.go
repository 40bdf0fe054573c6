package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// spendBonus buys what the lines name, and places it at once.
func spendBonus(t *phase.Turn, part order.PhaseOrders) {
	n := t.Pos.Nation(t.Power)
	for _, o := range part.Orders {
		b, ok := o.(order.BonusUnits)
		if !ok || b.Nothing {
			continue
		}
		cost := 0
		for _, u := range b.Units {
			cost += u.N * t.Rules.Cost(u.Type)
		}
		stands := t.Pos.AnyIn(b.In, func(u position.Unit) bool {
			return u.Owner == t.Power && !u.Type.IsBooty()
		})
		unsold := slices.IndexFunc(b.Units, func(u order.Units) bool { return u.N < 1 || t.Rules.Cost(u.Type) == 0 })
		astray := slices.IndexFunc(b.Units, func(u order.Units) bool {
			return u.Type.IsShip() != t.Board.Space(b.In).Sea
		})
		switch {
		case unsold >= 0:
			t.AddFault(b.Line, order.NotForSale, phase.WithUnit(b.Units[unsold].Type))
		case astray >= 0 && t.Board.Space(b.In).Sea:
			t.AddFault(b.Line, order.OnlyShips, phase.WithUnit(b.Units[astray].Type), phase.WithSpace(b.In),
				phase.WithSpaces(bonusSites(t, false)))
		case astray >= 0:
			t.AddFault(b.Line, order.OnlyAshore, phase.WithUnit(b.Units[astray].Type), phase.WithSpace(b.In),
				phase.WithSpaces(bonusSites(t, true)))
		case !stands:
			t.AddFault(b.Line, order.NoOwnUnits, phase.WithPower(t.Power), phase.WithSpace(b.In),
				phase.WithSpaces(bonusSites(t, t.Board.Space(b.In).Sea)))
		case gunsAmong(b.Units) > phase.RoomForGuns(t, b.In):
			t.AddFault(b.Line, order.SecondGun, phase.WithSpace(b.In))
		case cost > n.Money():
			t.AddFault(b.Line, order.TooDear, phase.WithNumbers(n.Money(), cost))
		default:
			var types []board.UnitType
			for _, u := range b.Units {
				types = append(types, slices.Repeat([]board.UnitType{u.Type}, u.N)...)
			}
			t.Emit(event.Placed{Power: t.Power, Space: b.In, Units: t.NewUnits(t.Power, types...), Paid: cost})
		}
	}
}

// bonusSites lists the spaces at sea or on land where the power on turn has units.
func bonusSites(t *phase.Turn, sea bool) []board.SpaceID {
	var sites []board.SpaceID
	for u := range t.Pos.Units() {
		if u.Owner == t.Power && !u.Type.IsBooty() && t.Board.Space(u.At).Sea == sea && !slices.Contains(sites, u.At) {
			sites = append(sites, u.At)
		}
	}
	slices.Sort(sites)
	return sites
}

// gunsAmong counts the antiaircraft guns in a list of units.
func gunsAmong(units []order.Units) int {
	n := 0
	for _, u := range units {
		if u.Type == board.AAGun {
			n += u.N
		}
	}
	return n
}
