package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
	"fieldpost/adjudicator/rules"
)

// landMoves moves land units overland.
type landMoves struct {
	*progress
	sel  *selector
	land *landTravel
}

// march moves land units overland, those with the same way together; tanks take what they blitz through.
func (m *landMoves) march(o order.Move, from board.SpaceID, w order.Units) {
	switch {
	case m.Board.Space(o.To).Sea:
		m.AddFault(o.Line, order.CannotMoveThere, phase.WithUnit(w.Type), phase.WithSpace(o.To))
		return
	case m.Board.Space(from).Sea && w.Type != board.NoUnit:
		m.AddFault(o.Line, order.AboardShip, phase.WithUnit(w.Type), phase.WithSpace(from))
		return
	}
	ids := m.sel.pick(choice{
		line: o.Line, from: from, want: w, mild: w.Type == board.NoUnit && m.flown[o.Line] > 0,
		has: func(u position.Unit) bool {
			return u.Type.IsLand() && u.Aboard == 0 && (w.Type != board.NoUnit || m.land.mayWalk(u))
		},
		free: m.mayMarch,
		can:  func(u position.Unit) *phase.Fault { return m.cannotMarch(u, o) },
	})
	if m.faulty[o.Line] {
		return
	}
	for _, p := range m.groups(ids, func(u position.Unit) *route.Route { t, _ := m.route(u, o); return t }) {
		m.hintRoute(o.Line, o.Via, p)
		m.blitz(m.Pos.Unit(p.ids[0]), p.route)
		m.moveAlong(p.ids, p.route, o.Line, false)
	}
}

// cannotWalk says why a land unit does not move in this phase: complexes move only by an advantage, and like guns in
// noncombat only.
func (m *landMoves) cannotWalk(u position.Unit) *phase.Fault {
	switch {
	case u.Type == board.Complex && m.Movement(u) == 0:
		moves := m.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Range[board.Complex] > 0 })
		return phase.NewFault(order.ComplexStays, phase.WithPower(moves.Power), phase.WithWord(moves.Name))
	case m.phase == order.Combat && m.Movement(u) > 0:
		return phase.NewFault(order.NoncombatOnly, phase.WithSpace(u.At))
	}
	return phase.NewFault(order.CannotMoveNow, phase.WithSpace(u.At))
}

// mayMarch reports whether a land unit is still free to move: it has not moved, or may again (Panzerblitz).
func (m *landMoves) mayMarch(u position.Unit) bool { return m.canStillMove(u) || m.land.extra(u) > 0 }

// cannotMarch says what hinders a land unit on its way.
func (m *landMoves) cannotMarch(u position.Unit, o order.Move) *phase.Fault {
	if !m.land.mayWalk(u) {
		return m.cannotWalk(u)
	}
	if u.At == o.To && len(o.Via) == 0 {
		return phase.NewFault(order.SameSpace, phase.WithSpace(o.To))
	}
	t, why := m.route(u, o)
	switch {
	case why != nil:
		return why
	case m.phase == order.Combat && !m.isTarget(o.To) && !m.blitzes(t) && !m.beganAmongEnemies(u):
		return phase.NewFault(order.FriendlyTarget, phase.WithSpace(o.To))
	}
	return nil
}

// blitzes reports whether a way captures a territory on the way, or goes through one that others capture in the same
// moves.
func (m *landMoves) blitzes(t *route.Route) bool {
	return slices.ContainsFunc(t.Over(), func(s board.SpaceID) bool { return m.IsEnemyLand(s) || m.wasBlitzed(s) })
}

// route is a land unit's way, by the best of the ways in which it may go.
func (m *landMoves) route(u position.Unit, o order.Move) (*route.Route, *phase.Fault) {
	var first *phase.Fault
	for _, p := range m.land.travels(u) {
		if m.mustBlitz(u, o) {
			if t := m.blitzRoute(u.At, o.To, p); t != nil {
				return t, nil
			}
		}
		t, why := p.Find(u.At, o.To, o.Via)
		if t != nil {
			return t, nil
		}
		if first == nil {
			first = why
		}
	}
	return nil, first
}

// mustBlitz reports whether a move is legal only as a blitz: a combat move into friendly land whose way the adjudicator
// finds.
func (m *landMoves) mustBlitz(u position.Unit, o order.Move) bool {
	return m.phase == order.Combat && len(o.Via) == 0 && !m.isTarget(o.To) && !m.beganAmongEnemies(u) &&
		m.land.mayBlitz(u)
}

// blitzRoute is the best way through at least one territory that is taken on the way (orders.md, fine print 1); nil if
// there is none.
func (m *landMoves) blitzRoute(from, to board.SpaceID, p route.Travel) *route.Route {
	var best *route.Route
	for s, head := range p.Routes(from) {
		at := board.SpaceID(s)
		if at == from || head == nil || !(m.IsEnemyLand(at) || m.wasBlitzed(at)) || !p.Passes(at) {
			continue
		}
		rest := p
		rest.Movement -= head.Cost
		tail := rest.Routes(at)[to]
		if tail == nil || len(tail.Steps) == 0 {
			continue
		}
		if t := p.Along(from, slices.Concat(head.Steps, tail.Steps)); t.Better(best) {
			best = t
		}
	}
	return best
}

// blitz takes the enemy land that a way goes through, at once.
func (m *landMoves) blitz(u position.Unit, t *route.Route) {
	for _, s := range t.Over() {
		if m.IsEnemyLand(s) {
			m.Mark([]int{u.ID}, position.Blitzed)
			before := m.Pos.Owner(s)
			phase.Capture(m.Turn, s, m.Power)
			phase.React(m.Turn, &position.Battle{Space: s, Holder: before})
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
		has:  func(u position.Unit) bool { return u.Type.IsShip() },
		free: m.maySail,
		can:  func(u position.Unit) *phase.Fault { return m.cannotSail(u, o) },
		fit:  m.order,
	})
	if m.faulty[o.Line] {
		return
	}
	way := func(u position.Unit) *route.Route { t, _ := m.sea.travel(u).Find(from, o.To, o.Via); return t }
	for _, p := range m.groups(ids, way) {
		m.hintRoute(o.Line, o.Via, p)
		for _, id := range p.ids {
			m.sea.captureConvoys(m.Pos.Unit(id), p.route)
		}
		m.moveAlong(p.ids, p.route, o.Line, false)
	}
}

// order puts ships in the order in which a line means them: moves are simultaneous, so those that stood in the space
// come before those that have just come there; of each the loaded ones first.
func (m *seaMoves) order(u position.Unit) int {
	const behind = 10 // more than any ship carries
	return behind*boolInt(m.began[u.ID] != u.At) - len(m.Pos.CargoOf(u.ID))
}

// maySail reports whether a ship is free to move. One that has only taken cargo aboard so far sails on with what is
// left of its movement.
func (m *seaMoves) maySail(u position.Unit) bool {
	if m.transports.carries(u) && m.named[u.ID] != 0 && (m.landings.of(u.ID) == nil || m.landings.landsAgain(u)) {
		ended := m.phase == order.Noncombat && u.Now.Did.Any(position.MovedInCombat|position.Fought)
		return !u.Submerged && m.MovementLeft(u) > 0 && !ended && !m.sea.hasStopped(u)
	}
	return m.canStillMove(u)
}

// cannotSail says what hinders a ship on its way.
func (m *seaMoves) cannotSail(u position.Unit, o order.Move) *phase.Fault {
	if u.At == o.To && len(o.Via) == 0 {
		return phase.NewFault(order.SameSpace, phase.WithSpace(o.To))
	}
	if u.Type == board.Carrier && m.wasLandedOn(u.ID) {
		return phase.NewFault(order.CarrierStays, phase.WithSpace(u.At))
	}
	if to, _ := m.pledged(u.ID); m.plan.bound[u.ID] && to != o.To {
		return phase.NewFault(order.PledgeBinds, phase.WithSpace(u.At), phase.WithOther(to))
	}
	_, why := m.sea.travel(u).Find(u.At, o.To, o.Via)
	return why
}
