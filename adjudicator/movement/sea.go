package movement

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// surfaceSubmarines brings submerged submarines up at the end of noncombat, where the rules do so at once.
func (m *seaMoves) surfaceSubmarines() {
	if !m.Rules.Subs.SurfaceAtOnce {
		return
	}
	for at := range m.Board.Spaces {
		space := board.SpaceID(at)
		for _, power := range m.Board.Powers() {
			up := m.Units(m.UnitsIn(space, func(u *position.Unit) bool { return u.Submerged && u.Owner == power }))
			if len(up) == 0 {
				continue
			}
			for i := range up {
				up[i].Submerged = false
			}
			m.Emit(event.Surfaced{Power: power, Space: space, Units: up})
		}
	}
}

// seaMoves moves ships.
type seaMoves struct {
	*progress
	sel        *selector
	sea        *seaTravel
	transports *transports
	landings   *landings
	plan       *carrierPlan
}

// sail moves ships, with what is aboard.
func (m *seaMoves) sail(o order.Move, from board.SpaceID, w order.Units) {
	if !m.Board.Space(o.To).Sea {
		m.AddFault(o.Line, order.CannotMoveThere, phase.WithUnit(w.Type), phase.WithSpace(o.To))
		return
	}
	ids := m.sel.pick(choice{
		line: o.Line, from: from, want: w, mild: w.Type == board.NoUnit && m.flown[o.Line] > 0,
		has:  func(u *position.Unit) bool { return u.Type.IsShip() },
		free: m.maySail,
		can:  func(u *position.Unit) *phase.Fault { return m.cannotSail(u, o) },
		fit:  func(u *position.Unit) int { return m.order(u) },
	})
	if m.faulty[o.Line] {
		return
	}
	way := func(u *position.Unit) *route { t, _ := m.sea.travel(u).find(from, o.To, o.Via); return t }
	for _, p := range m.groups(ids, way) {
		m.hintRoute(o.Line, o.Via, p)
		for _, id := range p.ids {
			m.sea.captureConvoys(m.Pos.Unit(id), p.route)
		}
		m.moveAlong(p.ids, p.route, o.Line)
	}
}

// order puts ships in the order in which a line means them: moves are simultaneous, so those that stood in the space come before
// those that have just come there; of each the loaded ones first.
func (m *seaMoves) order(u *position.Unit) int {
	const behind = 10 // more than any ship carries
	return behind*boolInt(m.began[u.ID] != u.At) - len(m.Pos.CargoOf(u.ID))
}

// maySail reports whether a ship is free to move. One that has only taken cargo aboard so far sails on with what is left of its
// movement.
func (m *seaMoves) maySail(u *position.Unit) bool {
	if m.transports.carries(u) && m.named[u.ID] != 0 && (m.landings.of(u.ID) == nil || m.landings.landsAgain(u)) {
		return !u.Submerged && u.Now.Used < m.Movement(u) && !m.movesEnded(u) && !m.sea.hasStopped(u)
	}
	return m.canStillMove(u)
}

// movesEnded reports whether what a ship did before this phase ends its moves.
func (m *seaMoves) movesEnded(u *position.Unit) bool {
	return m.phase == order.Noncombat && u.Now.Did.Any(position.MovedInCombat|position.Fought)
}

// cannotSail says what hinders a ship on its way.
func (m *seaMoves) cannotSail(u *position.Unit, o order.Move) *phase.Fault {
	if u.At == o.To && len(o.Via) == 0 {
		return phase.NewFault(order.SameSpace, phase.WithSpace(o.To))
	}
	if u.Type == board.Carrier && m.wasLandedOn(u.ID) {
		return phase.NewFault(order.CarrierStays, phase.WithSpace(u.At))
	}
	if to, _ := m.pledged(u.ID); m.plan.bound[u.ID] && to != o.To {
		return phase.NewFault(order.PledgeBinds, phase.WithSpace(u.At), phase.WithOther(to))
	}
	_, why := m.sea.travel(u).find(u.At, o.To, o.Via)
	return why
}
