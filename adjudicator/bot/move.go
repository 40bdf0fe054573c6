package bot

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// moveHome lands the planes that fought where most friends stand; the others stay.
func (m *planner) moveHome() {
	active := m.set.Active(m.pos, m.who)
	for _, u := range m.own(func(u position.Unit) bool {
		return u.Type.IsAir() && u.Now.Did.Any(position.MovedInCombat|position.Fought) &&
			!u.Now.Did.Has(position.Arrived)
	}) {
		to, most := board.NoSpace, -1
		for i := range m.b.Spaces {
			at := board.SpaceID(i)
			left := m.set.Range(active, u.Type) - u.Now.Used
			if m.flyingDistance(u.At, at) > left || !m.friendly(at) || m.pos.Turn().HasCaptured(at) {
				continue
			}
			if n := m.friends(at); n > most {
				to, most = at, n
			}
		}
		m.busy[u.ID] = true
		if to != board.NoSpace && to != u.At {
			m.plans = append(m.plans, plan{phase: order.Noncombat,
				reason: Reason{Why: Lands, From: u.At, Space: to, Units: units([]position.Unit{u})},
				orders: []order.Order{order.Land{At: m.nextLine(), Groups: groups([]position.Unit{u}), To: to,
					Onward: board.NoSpace}}})
		}
	}
}

// friends counts what defends a friendly territory.
func (m *outlook) friends(at board.SpaceID) int {
	n := 0
	for u := range m.pos.In(at) {
		if u.Type.IsFightingLand() && m.b.Allied(u.Owner, m.who) {
			n++
		}
	}
	return n
}

// moveForward moves land units that have not moved one space nearer to the enemy, and planes that lag behind.
func (m *planner) moveForward() {
	idle := m.spare(m.own(func(u position.Unit) bool {
		return u.Type.IsFightingLand() && u.Aboard == 0 && m.idle(u) && !m.sea(u.At)
	}))
	by := map[[2]board.SpaceID][]position.Unit{}
	var ways [][2]board.SpaceID
	for _, u := range idle {
		to := m.nearerToEnemy(u)
		if to == u.At {
			continue
		}
		m.busy[u.ID] = true
		k := [2]board.SpaceID{u.At, to}
		if by[k] == nil {
			ways = append(ways, k)
		}
		by[k] = append(by[k], u)
	}
	for _, k := range ways {
		m.plans = append(m.plans, plan{phase: order.Noncombat,
			reason: Reason{Why: Advances, From: k[0], Space: k[1], Units: units(by[k])},
			orders: []order.Order{order.Move{At: m.nextLine(), Groups: groups(by[k]), To: k[1]}}})
	}
}

// nearerToEnemy returns the friendly territory next to a unit, for tanks within two steps, that is nearest to the
// enemy; at the front a unit stays.
func (m *outlook) nearerToEnemy(u position.Unit) board.SpaceID {
	best := u.At
	steps := 1
	if u.Type == board.Tank {
		steps = 2
	}
	reach := m.distances([]board.SpaceID{u.At}, func(_, c board.SpaceID) bool { return m.friendly(c) })
	for i, d := range reach {
		at := board.SpaceID(i)
		if d > 0 && d <= steps && m.front[at] < m.front[best] {
			best = at
		}
	}
	return best
}
