package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// sail moves ships, with what is aboard.
func (m *moves) sail(o order.Move, from board.SpaceID, w order.Units) {
	if !m.Board.Space(o.To).Sea {
		m.blame(o.Line, order.CannotMoveThere, phase.WithUnit(w.Type), phase.WithSpace(o.To))
		return
	}
	ids := m.pick(choice{
		line: o.Line, from: from, want: w, mild: w.Type == board.NoUnit && m.flown[o.Line] > 0,
		has:  func(u *position.Unit) bool { return u.Type.IsShip() },
		free: m.maySail,
		can:  func(u *position.Unit) *phase.Fault { return m.cannotSail(u, o) },
		fit:  func(u *position.Unit) int { return m.meant(u) },
	})
	if m.faulty[o.Line] {
		return
	}
	way := func(u *position.Unit) *trail { t, _, _ := m.way(from, o.To, o.Via, m.seaway(u)); return t }
	for _, p := range m.parties(ids, way) {
		m.hintWay(o.Line, o.Via, p)
		for _, id := range p.ids {
			m.captureConvoys(m.Pos.Unit(id), p.trail)
		}
		m.walk(p.ids, p.trail, o.Line)
	}
}

// meant puts ships in the order in which a line means them: moves are simultaneous, so those that stood in the space come before
// those that have just come there; of each the loaded ones first.
func (m *moves) meant(u *position.Unit) int {
	const behind = 10 // more than any ship carries
	return behind*boolInt(m.began[u.ID] != u.At) - len(m.Pos.CargoOf(u.ID))
}

// maySail tells whether a ship is free to move. One that has only taken cargo aboard so far sails on with what is left of its
// movement.
func (m *moves) maySail(u *position.Unit) bool {
	if m.carries(u) && m.named[u.ID] != 0 && (m.landingOf(u.ID) == nil || m.hops(u)) {
		return !u.Submerged && u.Now.Used < m.Movement(u) && !m.spent(u) && !m.stopped(u)
	}
	return m.ready(u)
}

// stopped tells whether a ship came among enemy ships in this phase and goes no farther.
func (m *moves) stopped(u *position.Unit) bool { return m.began[u.ID] != u.At && !m.sailsOn(u, u.At) }

// spent tells whether what a ship did before this phase ends its moves.
func (m *moves) spent(u *position.Unit) bool {
	return m.phase == order.Noncombat && u.Now.Did.Any(position.MovedInCombat|position.Fought)
}

// cannotSail says what hinders a ship on its way.
func (m *moves) cannotSail(u *position.Unit, o order.Move) *phase.Fault {
	if u.At == o.To && len(o.Via) == 0 {
		return phase.NewFault(order.SameSpace, phase.WithSpace(o.To))
	}
	if u.Type == board.Carrier && m.landedOn(u.ID) {
		return phase.NewFault(order.CarrierStays, phase.WithSpace(u.At))
	}
	if to, _ := m.pledged(u.ID); m.bound[u.ID] && to != o.To {
		return phase.NewFault(order.PledgeBinds, phase.WithSpace(u.At), phase.WithOther(to))
	}
	if _, fill, code := m.way(u.At, o.To, o.Via, m.seaway(u)); code != "" {
		return phase.NewFault(code, fill)
	}
	return nil
}

// seaway is how a ship gets about with what is left of its movement.
func (m *moves) seaway(u *position.Unit) passage {
	return passage{
		budget:  m.Movement(u) - u.Now.Used,
		cost:    func(_, _ board.SpaceID) int { return 1 },
		step:    func(from, to board.SpaceID) *block { return m.seaStep(u, from, to) },
		passing: func(at board.SpaceID) bool { return m.phase == order.Noncombat && m.IsHostile(at) },
		through: func(at board.SpaceID) bool { return m.sailsOn(u, at) },
		guns:    func(board.SpaceID) bool { return false },
		foes:    m.IsHostile,
	}
}

// seaStep tells what bars a step at sea: land, closed passages, canals, in noncombat convoy centres in enemy hands and
// hostile zones, but for submarines that slip through.
func (m *moves) seaStep(u *position.Unit, from, to board.SpaceID) *block {
	if b := m.neighbours(from, to); b != nil {
		return b
	}
	if !m.Board.Space(to).Sea {
		return &block{code: order.NoWay, from: from, to: to}
	}
	if banks := m.ClosedCanal(from, to); banks != nil {
		return &block{order.CanalClosed, from, to, banks}
	}
	if m.phase == order.Noncombat && (m.enemyConvoy(to) || !m.sailsOn(u, to)) {
		return &block{code: order.HostileTarget, from: from, to: to}
	}
	return nil
}

// sailsOn tells whether a ship may go on from a zone that it entered: it stops at enemy ships; submarines slip past those
// without a destroyer, where the rules let them (R-45, R-47, R-49, T-16).
func (r *run) sailsOn(u *position.Unit, at board.SpaceID) bool {
	if !r.IsHostile(at) {
		return true
	}
	if u.Type != board.Submarine || !r.Rules.Subs.Slip {
		return false
	}
	return !slices.ContainsFunc(r.Pos.In(at), func(e *position.Unit) bool {
		return e.Type == board.Destroyer && r.IsEnemy(e.Owner)
	})
}

// enemyConvoy tells a convoy centre that the enemy controls.
func (r *run) enemyConvoy(at board.SpaceID) bool {
	return r.Rules.Ships.Convoys && r.Board.Space(at).IsConvoy() && r.Board.SideOf(r.Pos.Owner[at]) == r.Side.Other()
}

// captureConvoys takes the undefended convoy centres that a warship enters; transports take none.
func (m *moves) captureConvoys(u *position.Unit, t *trail) {
	if u.Type == board.Transport {
		return
	}
	for _, s := range t.steps {
		if m.enemyConvoy(s) && !m.IsHostile(s) {
			phase.Capture(m.Turn, s, m.Power)
		}
	}
}
