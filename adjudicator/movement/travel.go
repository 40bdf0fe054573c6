package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// airTravel is how planes get about.
type airTravel struct{ *progress }

func (m *airTravel) fightersFirst(ids []int) {
	slices.SortStableFunc(ids, func(a, b int) int { return int(m.Pos.Unit(a).Type) - int(m.Pos.Unit(b).Type) })
}

// cannotFly says what hinders a plane on its way.
func (m *airTravel) cannotFly(u position.Unit, to board.SpaceID, via []board.SpaceID) *phase.Fault {
	_, why := m.travel(u).Find(u.At, to, via)
	return why
}

// route is a plane's way, of no steps where it stays.
func (m *airTravel) route(u position.Unit, to board.SpaceID, via []board.SpaceID) *route.Route {
	if u.At == to && len(via) == 0 {
		return &route.Route{}
	}
	t, _ := m.travel(u).Find(u.At, to, via)
	return t
}

// travel is how a plane gets about: over everything but neutrals; the space in which it stands is free.
func (m *airTravel) travel(u position.Unit) route.Travel {
	active, safe := m.Advantages(u.Owner), m.IsSafeFromGuns(u.ID)
	return route.Travel{
		Board:    m.Board,
		Movement: m.MovementLeft(u),
		Cost:     func(from, to board.SpaceID) int { return m.Rules.StepCost(active, from, to) },
		Guns: func(at board.SpaceID) bool {
			gunner, _ := phase.AntiaircraftGun(m.Turn, at)
			return gunner != board.Nobody && !safe
		},
		Foes: func(at board.SpaceID) bool { return m.IsEnemyLand(at) || m.Board.Space(at).Sea && m.IsHostile(at) },
	}
}

// hintGuns tells when planes pass guns though another way within their range is free of them.
func (m *airTravel) hintGuns(line int, p moveGroup, to board.SpaceID) {
	if p.route.Guns == 0 {
		return
	}
	u := m.Pos.Unit(p.ids[0])
	way := m.travel(u)
	plain := way.Cost
	way.Cost = func(from, at board.SpaceID) int { // a gun weighs more than any detour
		n := plain(from, at)
		if at != to && way.Guns(at) {
			n += way.Movement
		}
		return n
	}
	t := way.Routes(u.At)[to]
	if t == nil || t.Guns > 0 {
		return
	}
	var guns []board.SpaceID
	for _, s := range p.route.Over() {
		if way.Guns(s) {
			guns = append(guns, s)
		}
	}
	m.AddHint(line, order.GunsAvoidable, phase.WithUnit(u.Type), phase.WithSpace(to), phase.WithSpaces(guns),
		func(f *order.Fault) {
			for _, s := range t.Over() {
				f.Suggest = append(f.Suggest, m.Board.Name(s))
			}
		})
}

func (m *airTravel) reachesLand(routes []*route.Route) bool {
	for s, t := range routes {
		if t != nil && m.landable(board.SpaceID(s)) {
			return true
		}
	}
	return false
}

// mayFlyOn reports whether a plane that lands in a space may fly on from it (Mideast Oil).
func (m *airTravel) mayFlyOn(u position.Unit, from board.SpaceID) bool {
	return u.Type.IsAir() && m.Rules.FliesOn(m.Advantages(u.Owner), m.Board.Name(from))
}

// onward is a second flight: the normal range again.
func (m *airTravel) onward(u position.Unit) route.Travel {
	p := m.travel(u)
	p.Movement = m.Movement(u)
	return p
}

// landTravel is how land units get about.
type landTravel struct{ *progress }

// mayWalk reports whether a land unit moves by itself in this phase: guns only in noncombat, into allied land
// too, complexes only where an advantage gives them a range.
func (m *landTravel) mayWalk(u position.Unit) bool {
	if u.Type.IsFightingLand() {
		return true
	}
	return m.phase == order.Noncombat && m.Movement(u) > 0
}

// extra is the movement that an advantage gives a unit in noncombat though it moved or fought in combat.
func (m *landTravel) extra(u position.Unit) int {
	if m.phase != order.Noncombat || m.named[u.ID] != 0 || !u.Now.Did.Has(position.MovesAgain) {
		return 0
	}
	return m.Rules.MovesAgain(m.Advantages(u.Owner), u.Type)
}

// travels lists the ways in which a land unit may move: its own, then a railway (Trans-Siberian Railway).
func (m *landTravel) travels(u position.Unit) []route.Travel {
	p := route.Travel{
		Board:    m.Board,
		Movement: m.Movement(u),
		Step:     func(from, to board.SpaceID) *phase.Fault { return m.step(u, from, to) },
		MayPass:  func(at board.SpaceID) bool { return m.mayPass(u, at) },
		Foes:     m.IsEnemyLand,
	}
	if !m.canStillMove(u) && m.extra(u) > 0 {
		p.Movement = m.extra(u)
	}
	list := []route.Travel{p}
	rail := m.Rules.Railway(m.Advantages(u.Owner), u.Type)
	if rail.Range[u.Type] > p.Movement && rail.On(m.Board.Name(u.At)) {
		q := p
		q.Movement = rail.Range[u.Type]
		q.Step = func(from, to board.SpaceID) *phase.Fault {
			if !rail.On(m.Board.Name(to)) {
				return route.Barred(order.NoWay, from, to)
			}
			return p.Step(from, to)
		}
		list = append(list, q)
	}
	return list
}

// step tells what bars a step on land: the sea, in noncombat enemy land, and what an
// advantage forbids. A canal is no bar on land.
func (m *landTravel) step(u position.Unit, from, to board.SpaceID) *phase.Fault {
	switch {
	case m.Board.Space(to).Sea:
		return route.Barred(order.NoWay, from, to)
	case m.phase == order.Noncombat && m.IsEnemyLand(to):
		return route.Barred(order.HostileTarget, from, to)
	}
	if !m.Rules.MayEnter(m.Advantages(u.Owner), m.Pos, u, to) {
		code := order.NotControlled
		if m.HasComplex(to) {
			code = order.ComplexHere
		}
		return route.Barred(code, from, to)
	}
	return nil
}

// mayPass reports whether a land unit may go on from a territory: through friendly land, or, blitzing, through enemy
// land that is empty of units of any kind, guns and complexes included (R-16, R-21, T-24). What others blitz through in
// the same moves is no friendlier for that.
func (m *landTravel) mayPass(u position.Unit, at board.SpaceID) bool {
	if m.IsEnemyLand(at) || m.wasBlitzed(at) {
		return m.phase == order.Combat && m.mayBlitz(u) && !m.hasEnemies(at)
	}
	return !m.hasEnemies(at)
}

// mayBlitz reports whether a unit may blitz: tanks, and what advantages add (Motorized Infantry).
func (m *landTravel) mayBlitz(u position.Unit) bool {
	return m.Rules.Blitzes(m.Advantages(u.Owner), u.Type)
}

// hasEnemies reports whether a space holds any enemy unit.
func (m *landTravel) hasEnemies(at board.SpaceID) bool {
	return m.Pos.AnyIn(at, func(u position.Unit) bool { return m.IsEnemy(u.Owner) && !u.Submerged })
}

// seaTravel is how ships get about.
type seaTravel struct{ *progress }

// hasStopped reports whether a ship came among enemy ships in this phase and goes no farther.
func (m *seaTravel) hasStopped(u position.Unit) bool {
	return m.began[u.ID] != u.At && !m.mayPass(u, u.At)
}

// travel is how a ship gets about with what is left of its movement.
func (m *seaTravel) travel(u position.Unit) route.Travel {
	return route.Travel{
		Board:    m.Board,
		Movement: m.MovementLeft(u),
		Step:     func(from, to board.SpaceID) *phase.Fault { return m.step(u, from, to) },
		NoStop:   func(at board.SpaceID) bool { return m.phase == order.Noncombat && m.IsHostile(at) },
		MayPass:  func(at board.SpaceID) bool { return m.mayPass(u, at) },
		Foes:     m.IsHostile,
	}
}

// step tells what bars a step at sea: land, canals, in noncombat convoy centres in enemy hands and
// hostile zones, but for submarines that slip through.
func (m *seaTravel) step(u position.Unit, from, to board.SpaceID) *phase.Fault {
	if !m.Board.Space(to).Sea {
		return route.Barred(order.NoWay, from, to)
	}
	if banks := m.ClosedCanal(from, to); banks != nil {
		return phase.NewFault(order.CanalClosed, phase.WithSpace(from), phase.WithOther(to), phase.WithSpaces(banks))
	}
	if m.phase == order.Noncombat && (m.isEnemyConvoy(to) || !m.mayPass(u, to)) {
		return route.Barred(order.HostileTarget, from, to)
	}
	return nil
}

// mayPass reports whether a ship may go on from a zone that it entered: it stops at enemy ships; submarines slip past
// those without a destroyer, where the rules let them (R-45, R-47, R-49, T-16).
func (m *seaTravel) mayPass(u position.Unit, at board.SpaceID) bool {
	if !m.IsHostile(at) {
		return true
	}
	if u.Type != board.Submarine || !m.Rules.Subs.Slip {
		return false
	}
	return !m.Pos.AnyIn(at, func(e position.Unit) bool {
		return e.Type == board.Destroyer && m.IsEnemy(e.Owner)
	})
}

// isEnemyConvoy tells a convoy centre that the enemy controls.
func (m *seaTravel) isEnemyConvoy(at board.SpaceID) bool {
	return m.Rules.Ships.Convoys && m.Board.Space(at).IsConvoy() && m.Board.SideOf(m.Pos.Owner(at)) == m.Side.Other()
}

// captureConvoys takes the undefended convoy centres that a warship enters; transports take none.
func (m *seaTravel) captureConvoys(u position.Unit, t *route.Route) {
	if u.Type == board.Transport {
		return
	}
	for _, s := range t.Steps {
		if m.isEnemyConvoy(s) && !m.IsHostile(s) {
			phase.Capture(m.Turn, s, m.Power)
		}
	}
}
