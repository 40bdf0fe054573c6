package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// takeOff carries out the part of a combat line that flies.
func (m *moves) takeOff(o order.Order) {
	switch o := o.(type) {
	case order.Move:
		m.attack(o)
	case order.Bomb:
		m.raid(o)
	}
}

// attack sends planes to a battle.
func (m *moves) attack(o order.Move) {
	ids := m.squadron(o.Line, o.Groups, func(u *position.Unit) *phase.Fault { return m.cannotAttack(u, o) })
	if m.faulty[o.Line] {
		return
	}
	m.sortie(ids, o.Line, o.To, o.Via)
	if o.Kamikaze {
		m.Mark(ids, position.Suicide)
		return
	}
	for _, id := range ids {
		switch {
		case !m.IsHostile(o.To):
			m.arrive(id, flight{to: o.To}) // it left a space with enemies, and does not fight
		}
	}
}

// squadron finds the planes that a line names, an order's fighters before its bombers (cases.md), and counts them for `all`.
func (m *moves) squadron(line int, groups []order.Group, can func(*position.Unit) *phase.Fault) []int {
	var ids []int
	for _, g := range groups {
		for _, w := range wanted(g, board.UnitType.IsAir) {
			ids = append(ids, m.pick(choice{
				line: line, from: g.From, want: w, mild: w.Type == board.NoUnit,
				has:  func(u *position.Unit) bool { return u.Type.IsAir() },
				free: m.ready,
				can:  can,
				fit:  func(u *position.Unit) int { return m.fuel(u) },
			})...)
		}
	}
	m.flown[line] += len(ids)
	m.fightersFirst(ids)
	return ids
}

func (m *moves) fightersFirst(ids []int) {
	slices.SortStableFunc(ids, func(a, b int) int { return int(m.Pos.Unit(a).Type) - int(m.Pos.Unit(b).Type) })
}

// cannotAttack says what hinders a plane to attack a space.
func (m *moves) cannotAttack(u *position.Unit, o order.Move) *phase.Fault {
	stays := u.At == o.To && len(o.Via) == 0
	switch {
	case !m.IsHostile(o.To) && m.embattled(u) && !o.Kamikaze:
		return m.cannotLand(u, flight{to: o.To, via: o.Via, onward: board.NoSpace})
	case !m.IsHostile(o.To) && m.Board.Space(o.To).Sea:
		return phase.NewFault(order.NothingThere, phase.WithSpace(o.To))
	case !m.IsHostile(o.To):
		return phase.NewFault(order.FriendlyTarget, phase.WithSpace(o.To))
	case o.Kamikaze && (!m.suicidal(u) || !m.Board.Space(o.To).Sea):
		return phase.NewFault(order.NoKamikaze, phase.WithPower(m.Power), phase.WithSpace(o.To))
	case stays:
		return nil
	}
	return m.cannotFly(u, o.To, o.Via)
}

func (m *moves) suicidal(u *position.Unit) bool {
	return m.Rules.SuicideAttacks(m.Advantages(u.Owner))
}

// cannotFly says what hinders a plane on its way.
func (m *moves) cannotFly(u *position.Unit, to board.SpaceID, via []board.SpaceID) *phase.Fault {
	if _, fill, code := m.way(u.At, to, via, m.airway(u)); code != "" {
		return phase.NewFault(code, fill)
	}
	return nil
}

// sortie moves planes of a combat line and notes their routes over guns, which fire when combat begins.
func (m *moves) sortie(ids []int, line int, to board.SpaceID, via []board.SpaceID) {
	for _, p := range m.parties(ids, func(u *position.Unit) *trail { return m.airTrail(u, to, via) }) {
		m.hintWay(line, via, p)
		m.hintGuns(line, p, to)
		if p.trail.guns > 0 {
			var routes []event.Route
			for _, id := range p.ids {
				routes = append(routes, event.Route{Unit: id, Over: slices.Clone(p.trail.over())})
			}
			m.Emit(event.Planned{Plan: event.Plan{Routes: routes}})
		}
		m.walk(p.ids, p.trail, line)
	}
}

// airTrail is a plane's way, of no steps where it stays.
func (m *moves) airTrail(u *position.Unit, to board.SpaceID, via []board.SpaceID) *trail {
	if u.At == to && len(via) == 0 {
		return &trail{}
	}
	t, _, _ := m.way(u.At, to, via, m.airway(u))
	return t
}

// fuel is a plane's movement left.
func (m *moves) fuel(u *position.Unit) int { return m.Movement(u) - u.Now.Used }

// airway is how a plane gets about: over everything but neutrals; the space in which it stands is free.
func (m *moves) airway(u *position.Unit) passage {
	active, safe := m.Advantages(u.Owner), m.IsSafeFromGuns(u.ID)
	return passage{
		budget:  m.fuel(u),
		cost:    func(from, to board.SpaceID) int { return m.Rules.StepCost(active, from, to) },
		step:    m.neighbours,
		through: func(board.SpaceID) bool { return true },
		guns: func(at board.SpaceID) bool {
			gunner, _ := phase.AntiaircraftGun(m.Turn, at)
			return gunner != board.Nobody && !safe
		},
		foes: func(at board.SpaceID) bool { return m.IsEnemyLand(at) || m.Board.Space(at).Sea && m.IsHostile(at) },
	}
}

// hintGuns tells when planes pass guns though another way within their range is free of them.
func (m *moves) hintGuns(line int, p party, to board.SpaceID) {
	if p.trail.guns == 0 {
		return
	}
	u := m.Pos.Unit(p.ids[0])
	way := m.airway(u)
	plain := way.cost
	way.cost = func(from, at board.SpaceID) int { // a gun weighs more than any detour
		n := plain(from, at)
		if at != to && way.guns(at) {
			n += way.budget
		}
		return n
	}
	t := m.trails(u.At, way)[to]
	if t == nil || t.guns > 0 {
		return
	}
	var guns []board.SpaceID
	for _, s := range p.trail.over() {
		if way.guns(s) {
			guns = append(guns, s)
		}
	}
	m.AddHint(line, order.GunsAvoidable, phase.WithUnit(u.Type), phase.WithSpace(to), phase.WithSpaces(guns), func(f *order.Fault) {
		for _, s := range t.over() {
			f.Suggest = append(f.Suggest, m.Board.Name(s))
		}
	})
}

// raid sends planes to bomb a complex. All lines on one territory are one raid (fine print 7).
func (m *moves) raid(o order.Bomb) {
	if !m.IsEnemyLand(o.Target) || !m.HasComplex(o.Target) {
		m.blame(o.Line, order.NoComplexThere, phase.WithSpace(o.Target))
	}
	ids := m.squadron(o.Line, o.Groups, func(u *position.Unit) *phase.Fault {
		if !m.raids(u) {
			return phase.NewFault(order.NotABomber)
		}
		return m.cannotFly(u, o.Target, o.Via)
	})
	for _, g := range o.Groups {
		for _, w := range g.Units {
			if w.Type != board.NoUnit && !w.Type.IsAir() {
				m.blame(o.Line, order.NotABomber, phase.WithUnit(w.Type))
			}
		}
	}
	if m.faulty[o.Line] {
		return
	}
	m.sortie(ids, o.Line, o.Target, o.Via)
	m.Mark(ids, position.Raided)
	m.Emit(event.Planned{Plan: event.Plan{Raids: []event.Raid{{Target: o.Target, Planes: ids}}}})
}

// needBombers notes the lines on a raid in which no bomber takes part, where fighters only escort (Europe, 3.16). A bomber that a
// faulty line names counts: that line has its own fault.
func (m *moves) needBombers() {
	if !m.Rules.Raid.Intercept {
		return
	}
	for _, o := range m.lines {
		b, ok := o.(order.Bomb)
		if ok && !m.bombersOver(b.Target) {
			m.blame(b.Line, order.NoBomber, phase.WithSpace(b.Target))
		}
	}
}

// bombersOver tells whether a bomber takes part in the raid on a territory, or a faulty line wants one to.
func (m *moves) bombersOver(target board.SpaceID) bool {
	for _, r := range m.Pos.Turn.Plan.Raids {
		if r.Target == target && slices.ContainsFunc(r.Planes, func(id int) bool { return m.Pos.Unit(id).Type == board.Bomber }) {
			return true
		}
	}
	return slices.ContainsFunc(m.lines, func(o order.Order) bool {
		b, ok := o.(order.Bomb)
		return ok && b.Target == target && m.faulty[b.Line] && slices.ContainsFunc(b.Groups, func(g order.Group) bool {
			return slices.ContainsFunc(g.Units, func(w order.Units) bool { return w.Type == board.Bomber || w.Type == board.NoUnit })
		})
	})
}

// raids tells whether a plane may take part in a raid: bombers, escorting fighters where the rules know them, and what
// advantages add (Dive-Bombers).
func (m *moves) raids(u *position.Unit) bool {
	return m.Rules.Raids(m.Advantages(u.Owner), u.Type)
}
