package positiontest

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Rand gives random numbers from 0 to n-1.
type Rand interface{ IntN(n int) int }

// Gambler makes up orders, legal and nearly legal.
type Gambler struct {
	Rand
	b    *board.Board
	pos  *position.Position
	line int
}

// NewGambler makes up orders for the power on turn.
func NewGambler(rnd Rand, b *board.Board, pos *position.Position) *Gambler {
	return &Gambler{Rand: rnd, b: b, pos: pos}
}

// At numbers the lines.
func (g *Gambler) At() order.At { g.line++; return order.At{Line: g.line} }

func (g *Gambler) near(at board.SpaceID, steps int) board.SpaceID {
	for range steps {
		n := g.b.Near(at)
		at = n[g.IntN(len(n))]
	}
	return at
}

// Orders makes up lines for some of the mover's units.
func (g *Gambler) Orders(n int) []order.Order {
	var own []position.Unit
	for u := range g.pos.Units() {
		if u.Owner == g.pos.Power() && u.Type != board.Complex {
			own = append(own, u)
		}
	}
	var list []order.Order
	for range n {
		if len(own) == 0 {
			break
		}
		list = append(list, g.order(own[g.IntN(len(own))]))
	}
	return list
}

func (g *Gambler) order(u position.Unit) order.Order {
	units := []order.Units{{N: 1 + g.IntN(2), Type: u.Type}}
	if g.IntN(8) == 0 {
		units[0].N = order.All
	}
	group := []order.Group{{Units: units, From: u.At}}
	to := g.near(u.At, 1)
	move := order.Move{At: g.At(), Groups: group, To: to}
	switch kind := g.IntN(4); {
	case kind == 0:
	case u.Type.IsAir():
		move.To = g.near(to, g.IntN(4))
		if kind == 1 {
			return order.Land{At: move.At, Groups: group, To: move.To, Onward: board.NoSpace}
		}
		if kind == 2 && u.Type == board.Bomber {
			return order.Bomb{At: move.At, Target: move.To, Groups: group}
		}
	case u.Aboard != 0:
		return order.Unload{At: move.At, Units: []order.Units{{N: order.All}}, From: u.At, To: to}
	case u.Type.IsLand() && kind == 1:
		return order.Load{At: move.At, Groups: group, Sail: board.NoSpace}
	case u.Type.IsLand() && g.b.Space(to).Sea:
		return order.ShipUnits{At: move.At, Groups: group, To: g.near(to, 1+g.IntN(2))}
	case u.Type == board.Carrier && kind == 1:
		return order.Pledge{At: move.At, Carrier: order.Units{N: 1, Type: board.Carrier}, From: u.At, To: to}
	}
	return move
}

// CheckPlaces checks that every unit is where it can be. Between the phases planes may be in the air.
func CheckPlaces(t *testing.T, set *rules.Set, pos *position.Position, settled bool) {
	t.Helper()
	b := set.Board
	for u := range pos.Units() {
		sea := b.Space(u.At).Sea
		ship := pos.Unit(u.Aboard)
		switch {
		case u.Aboard != 0 && (ship.ID == 0 || ship.At != u.At):
			t.Errorf("%s %d is aboard no ship in %s", u.Type, u.ID, b.Name(u.At))
		case u.Type.IsShip() != sea && u.Type.IsShip():
			t.Errorf("%s %d is on land in %s", u.Type, u.ID, b.Name(u.At))
		case u.Type.IsLand() && sea != (u.Aboard != 0):
			t.Errorf("%s %d at sea without a ship in %s", u.Type, u.ID, b.Name(u.At))
		case u.Type == board.Bomber && sea && settled, u.Type == board.Fighter && sea && settled && u.Aboard == 0:
			t.Errorf("%s %d has no place in %s", u.Type, u.ID, b.Name(u.At))
		case settled && u.Type.IsAir() && !sea && !b.Allied(u.Owner, pos.Owner(u.At)):
			t.Errorf("%s %d stands in enemy land, %s", u.Type, u.ID, b.Name(u.At))
		}
		if u.Type == board.Carrier && len(pos.CargoOf(u.ID)) > position.DeckRoom || u.Type == board.Transport &&
			!set.Carries(set.Active(pos, u.Owner), u.Type, cargo(pos, u.ID)) {
			t.Errorf("%s %d carries too much", u.Type, u.ID)
		}
		if u.Type.IsLand() && settled && !sea && b.Space(u.At).OriginalController == board.Neutral {
			t.Errorf("%s %d stands in neutral %s", u.Type, u.ID, b.Name(u.At))
		}
	}
}

// cargo are the types of what is aboard a ship.
func cargo(pos *position.Position, ship int) []board.UnitType {
	var types []board.UnitType
	for _, id := range pos.CargoOf(ship) {
		types = append(types, pos.Unit(id).Type)
	}
	return types
}
