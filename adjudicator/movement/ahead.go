package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// Return is a plane that was sent to fight, and where it could land when nothing is lost: land, then zones with room on a deck.
type Return struct {
	Plane  *position.Unit
	Places []board.SpaceID
}

// Returns lists the own planes that have not come home, in the order of their lines.
func Returns(t *phase.Turn) []Return {
	m := newMoves(t, order.Noncombat, order.PhaseOrders{})
	m.plan.at = m.plan.destinations()
	var list []Return
	for _, u := range m.decks.sorties() {
		list = append(list, Return{u, m.home.places(u)})
	}
	return list
}

// MayMove reports whether the power on turn may move a unit in noncombat that it does not control: a complex in its land to
// somewhere (Mobile Industry), a gun of the Middle East (Europe, 3.13).
func MayMove(t *phase.Turn, u *position.Unit) bool {
	if u.Type != board.Complex {
		return tends(t, u.Owner, u.Type) && heldGun(t, u) == ""
	}
	if t.Pos.Owner[u.At] != t.Power {
		return false
	}
	own := *u
	own.Owner = t.Power
	land := newMoves(t, order.Noncombat, order.PhaseOrders{}).land.travels(&own)[0]
	return land.Movement > 0 && slices.ContainsFunc(t.Board.Near(u.At), func(to board.SpaceID) bool { return land.Bar(u.At, to) == nil })
}

// Reach answers what units of the power on turn could reach in combat moves.
type Reach struct{ m *moves }

// NewReach is the reach of the power on turn as things stand.
func NewReach(t *phase.Turn) Reach { return Reach{newMoves(t, order.Combat, order.PhaseOrders{})} }

// Overland reports whether a land unit reaches a territory.
func (r Reach) Overland(u *position.Unit, to board.SpaceID) bool {
	return slices.ContainsFunc(r.m.land.travels(u), func(p route.Travel) bool { return p.Routes(u.At)[to] != nil })
}

// BySea reports whether a ship reaches a zone.
func (r Reach) BySea(u *position.Unit, to board.SpaceID) bool {
	return r.m.sea.travel(u).Routes(u.At)[to] != nil
}

// ByAir reports whether a plane can attack a space and land afterwards on land.
func (r Reach) ByAir(u *position.Unit, to board.SpaceID) bool {
	way := r.m.air.travel(u)
	t := way.Routes(u.At)[to]
	if t == nil {
		return false
	}
	way.Movement -= t.Cost
	return r.m.air.reachesLand(way.Routes(to))
}
