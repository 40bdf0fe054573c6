package adjudicator

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// gambler makes up orders, legal and nearly legal.
type gambler struct {
	*rand.Rand
	r    *run
	line int
}

func (g *gambler) at() order.At { g.line++; return order.At{Line: g.line} }

func (g *gambler) near(at board.SpaceID, steps int) board.SpaceID {
	for range steps {
		n := g.r.Board.Near(at)
		at = n[g.IntN(len(n))]
	}
	return at
}

// orders makes up lines for some of the mover's units.
func (g *gambler) orders(n int) []order.Order {
	var own []position.Unit
	for _, u := range g.r.Pos.Units {
		if u.Owner == g.r.Power && u.Type != board.Complex {
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

func (g *gambler) order(u position.Unit) order.Order {
	units := []order.Units{{N: 1 + g.IntN(2), Type: u.Type}}
	if g.IntN(8) == 0 {
		units[0].N = order.All
	}
	group := []order.Group{{Units: units, From: u.At}}
	to := g.near(u.At, 1)
	move := order.Move{At: g.at(), Groups: group, To: to}
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
	case u.Type.IsLand() && g.r.Board.Space(to).Sea:
		return order.ShipUnits{At: move.At, Groups: group, To: g.near(to, 1+g.IntN(2))}
	case u.Type == board.Carrier && kind == 1:
		return order.Pledge{At: move.At, Carrier: order.Units{N: 1, Type: board.Carrier}, From: u.At, To: to}
	}
	return move
}

// Whatever is ordered, no unit ends a phase where it cannot stand: land units at sea without a ship, fighters at sea without a
// deck, more cargo than fits, ships on land. Lines with a fault do nothing.
func TestRandomMovesLeaveNoImpossiblePlace(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		set, err := rules.New(name, rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(12) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				p := start(t, set)
				rnd := rand.New(rand.NewPCG(seed, 1))
				for round := range 3 {
					for _, power := range set.Board.Powers() {
						p.Power, p.Phase = power, order.Combat
						BeginTurn(set, p)
						p = randomTurn(t, rnd, set, p)
						if t.Failed() {
							t.Fatalf("round %d, %s", round, power)
						}
					}
				}
			})
		}
	}
}

func randomTurn(t *testing.T, rnd *rand.Rand, set *rules.Set, p *position.Position) *position.Position {
	t.Helper()
	r := newRun(set, p, phase.Assumed())
	g := &gambler{Rand: rnd, r: r}
	combat := g.orders(12)
	r.combatMoves(part(combat...))
	standing(t, r, false)
	if _, err := r.conductCombat(); err != nil {
		t.Fatal(err)
	}
	standing(t, r, false)
	noncombat := g.orders(12)
	if err := r.noncombatMoves(part(noncombat...)); err != nil {
		t.Fatal(err)
	}
	standing(t, r, true)
	if t.Failed() {
		t.Logf("combat %+v\nnoncombat %+v\nfaults %v", combat, noncombat, codes(r.Faults))
	}
	return r.Pos
}

// standing checks that every unit is where it can be. Between the phases planes may be in the air.
func standing(t *testing.T, r *run, settled bool) {
	t.Helper()
	m := r.newMoves(order.Noncombat, nil)
	for i := range r.Pos.Units {
		u := &r.Pos.Units[i]
		sea := r.Board.Space(u.At).Sea
		ship := r.Pos.Unit(u.Aboard)
		switch {
		case u.Aboard != 0 && (ship == nil || ship.At != u.At):
			t.Errorf("%s %d is aboard no ship in %s", u.Type, u.ID, r.Board.Name(u.At))
		case u.Type.IsShip() != sea && u.Type.IsShip():
			t.Errorf("%s %d is on land in %s", u.Type, u.ID, r.Board.Name(u.At))
		case u.Type.IsLand() && sea != (u.Aboard != 0):
			t.Errorf("%s %d at sea without a ship in %s", u.Type, u.ID, r.Board.Name(u.At))
		case u.Type == board.Bomber && sea && settled, u.Type == board.Fighter && sea && settled && u.Aboard == 0:
			t.Errorf("%s %d has no place in %s", u.Type, u.ID, r.Board.Name(u.At))
		case settled && u.Type.IsAir() && !sea && !r.Board.Allied(u.Owner, r.Pos.Owner[u.At]):
			t.Errorf("%s %d stands in enemy land, %s", u.Type, u.ID, r.Board.Name(u.At))
		}
		if u.Type == board.Carrier && m.DeckRoom(u.ID) < 0 || u.Type == board.Transport && !m.fits(u, nil) {
			t.Errorf("%s %d carries too much", u.Type, u.ID)
		}
		if u.Type.IsLand() && settled && !sea && r.Board.Space(u.At).Home == board.Neutral {
			t.Errorf("%s %d stands in neutral %s", u.Type, u.ID, r.Board.Name(u.At))
		}
	}
}
