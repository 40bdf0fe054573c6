package movement

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// transports are the ships that carry land units: transports proper, and what advantages add.
type transports struct {
	*progress
	sea      *seaTravel
	landings *landings
}

// carries reports whether a ship carries land units: transports, and what advantages add (Tokyo Express).
func (m *transports) carries(u *position.Unit) bool {
	return m.holds(u, []board.UnitType{board.Infantry})
}

// holds reports whether cargo fits into a ship.
func (m *transports) holds(u *position.Unit, cargo []board.UnitType) bool {
	return m.Rules.Carries(m.Advantages(u.Owner), u.Type, cargo)
}

// mayShip reports whether a ship may still load and land in a territory.
func (m *transports) mayShip(u *position.Unit, to board.SpaceID) bool {
	d, l := m.duty(u), m.landings.of(u.ID)
	return d.load && d.unload && (d.only == board.NoSpace || d.only == to) && (l == nil || l.target == to || m.landings.landsAgain(u))
}

func (m *transports) isCargo(u *position.Unit) bool {
	return u.Type.IsFightingLand() || u.Type == board.AAGun && m.phase == order.Noncombat
}

// list lists the ships that a line may use. Without `by` those are own transports; other ships, and allies', must be named.
// The place that `by` names is where the ship is, or where it began the turn.
func (m *transports) list(by *order.Ship, usable func(*position.Unit) bool) []*position.Unit {
	var list []*position.Unit
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		switch {
		case !u.Type.IsShip() || u.Submerged || !m.carries(u):
		case by == nil && (u.Type != board.Transport || !m.Controls(u.Owner)):
		case by != nil && !m.isNamed(by, u):
		case usable(u):
			list = append(list, u)
		}
	}
	return list
}

// isNamed reports whether a ship is one that a line names.
func (m *transports) isNamed(by *order.Ship, u *position.Unit) bool {
	if by.Power == board.Nobody && !m.Controls(u.Owner) || by.Power != board.Nobody && u.Owner != by.Power || !m.IsFriendly(u.Owner) {
		return false
	}
	if by.Type == board.NoUnit && u.Type != board.Transport || by.Type != board.NoUnit && u.Type != by.Type {
		return false
	}
	return by.In == board.NoSpace || u.At == by.In || m.began[u.ID] == by.In
}

// duty is what a ship may still do as a transport in this phase.
type duty struct {
	budget int
	load   bool
	unload bool
	only   board.SpaceID // where alone it may unload, NoSpace if anywhere
}

// duty tells what a ship may still do. In combat it loads, sails and lands as far as its movement goes. In noncombat one that
// fought may load or unload where it is, not both, and not after a retreat; one that landed units may only put the rest ashore
// in the same territory; one that moved without a fight does nothing more. What no line lands stays aboard (D21).
func (m *transports) duty(u *position.Unit) duty {
	did := u.Now.Did
	free := duty{m.Movement(u) - u.Now.Used, true, true, board.NoSpace}
	if m.sea.hasStopped(u) {
		free.budget = 0
	}
	switch {
	case u.Submerged || !m.Controls(u.Owner), m.phase == order.Noncombat && m.IsJointAttacker(u.Owner) && !did.Any(position.Fought|position.UnloadedThisTurn):
		return duty{}
	case m.phase == order.Combat || !did.Any(position.MovedInCombat|position.Fought|position.UnloadedThisTurn|position.RetreatedNow):
		return free
	case did.Has(position.RetreatedNow) || !did.Any(position.Fought|position.UnloadedThisTurn):
		return duty{}
	case did.Has(position.UnloadedThisTurn):
		return duty{unload: true, only: m.landings.landedAt(u.ID)}
	}
	busy := m.landings.of(u.ID) != nil
	return duty{load: m.Rules.Landing.LoadAfter && !busy, unload: m.named[u.ID] == 0 || busy, only: board.NoSpace}
}

// fits reports whether units fit into a ship beside what it carries, whosever that is.
func (m *transports) fits(u *position.Unit, more []int) bool {
	var types []board.UnitType
	for _, id := range append(m.Pos.CargoOf(u.ID), more...) {
		types = append(types, m.Pos.Unit(id).Type)
	}
	return m.holds(u, types)
}
