package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// surface carries out the part of a move line that goes by land or by sea; planes fly in a pass of their own.
func (m *moves) surface(o order.Move) {
	sea := m.Board.Space(o.To).Sea
	for _, g := range o.Groups {
		for _, w := range g.Units {
			switch {
			case w.Type.IsAir():
			case w.Type == board.NoUnit && sea, w.Type.IsShip():
				m.sail(o, g.From, w)
			default:
				m.march(o, g.From, w)
			}
		}
	}
}

// march moves land units overland.
func (m *moves) march(o order.Move, from board.SpaceID, w order.Units) {
	switch {
	case m.Board.Space(o.To).Sea:
		m.blame(o.Line, order.CannotMoveThere, phase.WithUnit(w.Type), phase.WithSpace(o.To))
		return
	case m.Board.Space(from).Sea && w.Type != board.NoUnit:
		m.blame(o.Line, order.AboardShip, phase.WithUnit(w.Type), phase.WithSpace(from))
		return
	}
	ids := m.pick(choice{
		line: o.Line, from: from, want: w, mild: w.Type == board.NoUnit && m.flown[o.Line] > 0,
		has: func(u *position.Unit) bool {
			return u.Type.IsLand() && u.Aboard == 0 && (w.Type != board.NoUnit || m.walks(u))
		},
		free: m.mayMarch,
		can:  func(u *position.Unit) *phase.Fault { return m.cannotMarch(u, o) },
	})
	if m.faulty[o.Line] {
		return
	}
	m.column(ids, o)
}

// column moves picked land units, those with the same way together; tanks take what they blitz through.
func (m *moves) column(ids []int, o order.Move) {
	for _, p := range m.parties(ids, func(u *position.Unit) *trail { t, _ := m.landWay(u, o); return t }) {
		m.hintWay(o.Line, o.Via, p)
		m.blitz(m.Pos.Unit(p.ids[0]), p.trail)
		m.walk(p.ids, p.trail, o.Line)
	}
}

// walks tells whether a land unit moves by itself in this phase: guns only in noncombat, into allied land too, complexes only where an
// advantage gives them a range.
func (m *moves) walks(u *position.Unit) bool {
	if u.Type.IsFightingLand() {
		return true
	}
	return m.phase == order.Noncombat && m.Movement(u) > 0
}

// cannotWalk says why a land unit does not move in this phase: complexes move only by an advantage, and like guns in noncombat only.
func (m *moves) cannotWalk(u *position.Unit) *phase.Fault {
	switch {
	case u.Type == board.Complex && m.Movement(u) == 0:
		moves := m.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Range[board.Complex] > 0 })
		return phase.NewFault(order.ComplexStays, phase.WithPower(moves.Power), phase.WithWord(moves.Name))
	case m.phase == order.Combat && m.Movement(u) > 0:
		return phase.NewFault(order.NoncombatOnly, phase.WithSpace(u.At))
	}
	return phase.NewFault(order.CannotMoveNow, phase.WithSpace(u.At))
}

// mayMarch tells whether a land unit is still free to move: it has not moved, or may again (Panzerblitz).
func (m *moves) mayMarch(u *position.Unit) bool { return m.ready(u) || m.again(u) > 0 }

// again is the movement that an advantage gives a unit in noncombat though it moved or fought in combat.
func (m *moves) again(u *position.Unit) int {
	if m.phase != order.Noncombat || m.named[u.ID] != 0 || !u.Now.Did.Has(position.MovesAgain) {
		return 0
	}
	return m.Rules.MovesAgain(m.Advantages(u.Owner), u.Type)
}

// cannotMarch says what hinders a land unit on its way.
func (m *moves) cannotMarch(u *position.Unit, o order.Move) *phase.Fault {
	if !m.walks(u) {
		return m.cannotWalk(u)
	}
	if u.At == o.To && len(o.Via) == 0 {
		return phase.NewFault(order.SameSpace, phase.WithSpace(o.To))
	}
	t, why := m.landWay(u, o)
	switch {
	case why != nil:
		return why
	case m.phase == order.Combat && !m.target(o.To) && !m.blitzes(t) && !m.embattled(u):
		return phase.NewFault(order.FriendlyTarget, phase.WithSpace(o.To))
	}
	return nil
}

// embattled tells whether a unit began the turn beside enemies, so that it may go to a friendly space in combat moves (R-20,
//
func (m *moves) embattled(u *position.Unit) bool {
	return slices.Contains(m.Pos.Turn.StartEnemy, u.Now.Start)
}

// blitzes tells whether a way captures a territory on the way, or goes through one that others capture in the same moves.
func (m *moves) blitzes(t *trail) bool {
	return slices.ContainsFunc(t.over(), func(s board.SpaceID) bool { return m.IsEnemyLand(s) || m.blitzed(s) })
}

// blitzed reports whether a territory was captured by a way through it in these combat moves.
func (m *moves) blitzed(at board.SpaceID) bool {
	return m.phase == order.Combat && slices.Contains(m.Pos.Turn.Captured, at)
}

// target reports whether combat moves may end in a space: all moves are made at the same time, so land that some units blitz
// through is a target for others, whichever line comes first.
func (m *moves) target(at board.SpaceID) bool { return m.IsHostile(at) || m.blitzed(at) }

// landWay is a land unit's way, by the best of the ways in which it may go.
func (m *moves) landWay(u *position.Unit, o order.Move) (*trail, *phase.Fault) {
	var first *phase.Fault
	for _, p := range m.overland(u) {
		if m.mustBlitz(u, o) {
			if t := m.blitzWay(u.At, o.To, p); t != nil {
				return t, nil
			}
		}
		t, fill, code := m.way(u.At, o.To, o.Via, p)
		if t != nil {
			return t, nil
		}
		if first == nil {
			first = phase.NewFault(code, fill)
		}
	}
	return nil, first
}

// mustBlitz tells whether a move is legal only as a blitz: a combat move into friendly land whose way the adjudicator finds.
func (m *moves) mustBlitz(u *position.Unit, o order.Move) bool {
	return m.phase == order.Combat && len(o.Via) == 0 && !m.target(o.To) && !m.embattled(u) && m.blitzer(u)
}

// blitzWay is the best way through at least one territory that is taken on the way (orders.md, fine print 1); nil if there is none.
func (m *moves) blitzWay(from, to board.SpaceID, p passage) *trail {
	var best *trail
	for s, head := range m.trails(from, p) {
		at := board.SpaceID(s)
		if at == from || head == nil || !(m.IsEnemyLand(at) || m.blitzed(at)) || !p.through(at) {
			continue
		}
		rest := p
		rest.budget -= head.cost
		tail := m.trails(at, rest)[to]
		if tail == nil || len(tail.steps) == 0 {
			continue
		}
		t, here := &trail{}, from
		for _, next := range append(slices.Clone(head.steps), tail.steps...) {
			t, here = p.extend(t, here, next), next
		}
		if t.better(best) {
			best = t
		}
	}
	return best
}

// overland lists the ways in which a land unit may move: its own, then a railway (Trans-Siberian Railway).
func (m *moves) overland(u *position.Unit) []passage {
	p := passage{
		budget:  m.Movement(u),
		cost:    func(_, _ board.SpaceID) int { return 1 },
		step:    func(from, to board.SpaceID) *block { return m.landStep(u, from, to) },
		through: func(at board.SpaceID) bool { return m.passable(u, at) },
		guns:    func(board.SpaceID) bool { return false },
		foes:    m.IsEnemyLand,
	}
	if !m.ready(u) && m.again(u) > 0 {
		p.budget = m.again(u)
	}
	list := []passage{p}
	rail := m.Rules.Railway(m.Advantages(u.Owner), u.Type)
	if rail.Range[u.Type] > p.budget && rail.On(m.Board.Name(u.At)) {
		q := p
		q.budget = rail.Range[u.Type]
		q.step = func(from, to board.SpaceID) *block {
			if !rail.On(m.Board.Name(to)) {
				return &block{code: order.NoWay, from: from, to: to}
			}
			return p.step(from, to)
		}
		list = append(list, q)
	}
	return list
}

// landStep tells what bars a step on land: neutrals, the sea, in noncombat enemy land, and what an
// advantage forbids. A canal is no bar on land.
func (m *moves) landStep(u *position.Unit, from, to board.SpaceID) *block {
	if b := m.neighbours(from, to); b != nil {
		return b
	}
	switch {
	case m.Board.Space(to).Sea:
		return &block{code: order.NoWay, from: from, to: to}
	case m.phase == order.Noncombat && m.IsEnemyLand(to):
		return &block{code: order.HostileTarget, from: from, to: to}
	}
	if !m.Rules.MayEnter(m.Advantages(u.Owner), m.Pos, u, to) {
		code := order.NotControlled
		if m.HasComplex(to) {
			code = order.ComplexHere
		}
		return &block{code: code, from: from, to: to}
	}
	return nil
}

// passable tells whether a land unit may go on from a territory: through friendly land, or, blitzing, through enemy land that
// is empty of units of any kind, guns and complexes included (R-16, R-21, T-24). What others blitz through in the same moves is
// no friendlier for that.
func (m *moves) passable(u *position.Unit, at board.SpaceID) bool {
	if m.IsEnemyLand(at) || m.blitzed(at) {
		return m.phase == order.Combat && m.blitzer(u) && !m.enemiesIn(at)
	}
	return !m.enemiesIn(at)
}

// blitzer tells whether a unit may blitz: tanks, and what advantages add (Motorized Infantry).
func (m *moves) blitzer(u *position.Unit) bool {
	return m.Rules.Blitzes(m.Advantages(u.Owner), u.Type)
}

// enemiesIn tells whether a space holds any enemy unit.
func (m *moves) enemiesIn(at board.SpaceID) bool {
	return slices.ContainsFunc(m.Pos.In(at), func(u *position.Unit) bool { return m.IsEnemy(u.Owner) && !u.Submerged })
}

// blitz takes the enemy land that a way goes through, at once.
func (m *moves) blitz(u *position.Unit, t *trail) {
	for _, s := range t.over() {
		if m.IsEnemyLand(s) {
			m.Mark([]int{u.ID}, position.Blitzed)
			before := m.Pos.Owner[s]
			phase.Capture(m.Turn, s, m.Power)
			phase.React(m.Turn, &position.Battle{Space: s, Holder: before})
		}
	}
}
