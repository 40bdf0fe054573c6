package bot

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// voyage is where a transport can fetch cargo and take it: within two steps, through zones without enemies.
type voyage struct {
	ship position.Unit
	load board.SpaceID // zone where it loads
	land board.SpaceID // zone where it lands
}

// voyages lists the ways of a transport, by the zone where it loads and the one where it lands.
func (m *planner) voyages(ship position.Unit) []voyage {
	calm := func(_, c board.SpaceID) bool { return m.sea(c) && !m.hostileZone(c) }
	if m.hostileZone(ship.At) {
		return nil
	}
	out := m.distances([]board.SpaceID{ship.At}, calm)
	var list []voyage
	for i, d := range out {
		if d > 2 {
			continue
		}
		on := m.distances([]board.SpaceID{board.SpaceID(i)}, calm)
		for j, e := range on {
			if d+e <= 2 {
				list = append(list, voyage{ship, board.SpaceID(i), board.SpaceID(j)})
			}
		}
	}
	return list
}

// landings are transports with cargo that reach a target from the sea; no unit is counted twice.
func (m *planner) landings(at board.SpaceID) []asset {
	taken := map[int]bool{}
	var list []asset
	for _, ship := range m.transports() {
		if len(m.pos.CargoOf(ship.ID)) > 0 {
			continue
		}
		for _, v := range m.voyages(ship) {
			if !m.b.Touch(v.land, at) {
				continue
			}
			if cargo := m.cargo(v.load, at, taken); len(cargo) > 0 {
				for _, u := range cargo {
					taken[u.ID] = true
				}
				list = append(list, asset{units: cargo, ship: ship, zone: v.land})
				break
			}
		}
	}
	return list
}

func (m *outlook) transports() []position.Unit {
	return m.own(func(u position.Unit) bool {
		return u.Type == board.Transport &&
			!u.Now.Did.Any(position.MovedInCombat|position.Fought|position.UnloadedThisTurn)
	})
}

// cargo picks units that wait together next to a zone: the heaviest pair that a transport holds, else one unit. Units
// in the destination, and units already taken, are left out.
func (m *outlook) cargo(zone, but board.SpaceID, taken map[int]bool) []position.Unit {
	us := m.spare(m.own(func(u position.Unit) bool {
		return u.Type.IsFightingLand() && u.Aboard == 0 && u.At != but && m.b.Touch(u.At, zone) && !taken[u.ID] &&
			m.idle(u)
	}))
	slices.Reverse(us)
	for i, u := range us {
		for _, w := range us[i+1:] {
			if w.At == u.At && m.set.Landing.Fits([]board.UnitType{u.Type, w.Type}) {
				return []position.Unit{u, w}
			}
		}
	}
	return us[:min(1, len(us))]
}

// idle reports whether a land unit has neither moved nor fought this turn.
func (m *outlook) idle(u position.Unit) bool {
	return !u.Now.Did.Any(position.MovedInCombat | position.MovedInNoncombat | position.Fought)
}

// shipLine returns the line that ships an asset.
func (m *planner) shipLine(a asset, to board.SpaceID) order.Order {
	return order.ShipUnits{At: m.nextLine(), Groups: groups(a.units), To: to, Via: []board.SpaceID{a.zone},
		By: &order.Ship{N: 1, Type: board.Transport, In: a.ship.At}}
}

// shipForward ships troops to friendly land nearer to the enemy, and moves empty transports to where troops wait.
func (m *planner) shipForward() {
	for _, ship := range m.transports() {
		if len(m.pos.CargoOf(ship.ID)) > 0 {
			m.unload(ship)
			continue
		}
		if !m.carryForward(ship) {
			m.sailEmpty(ship)
		}
	}
}

// unload puts ashore what is still aboard.
func (m *planner) unload(ship position.Unit) {
	m.busy[ship.ID] = true
	best := board.NoSpace
	for _, at := range m.b.Near(ship.At) {
		if m.friendly(at) && (best == board.NoSpace || m.front[at] < m.front[best]) {
			best = at
		}
	}
	if best != board.NoSpace {
		m.plans = append(m.plans, plan{phase: order.Noncombat, reason: Reason{Why: Ships, From: ship.At, Space: best},
			orders: []order.Order{order.Unload{At: m.nextLine(), Units: []order.Units{{N: order.All}}, From: ship.At,
				To: best}}})
	}
}

// carryForward ships cargo to the friendly land within reach that lies nearest to the enemy, if that is nearer than
// where it is.
func (m *planner) carryForward(ship position.Unit) bool {
	var best asset
	to, gain := board.NoSpace, 2
	for _, v := range m.voyages(ship) {
		for _, at := range m.b.Near(v.land) {
			if !m.friendly(at) || m.pos.Turn().HasCaptured(at) {
				continue
			}
			cargo := m.cargo(v.load, at, m.busy)
			if len(cargo) == 0 {
				continue
			}
			if g := m.front[cargo[0].At] - m.front[at]; g > gain {
				best, to, gain = asset{units: cargo, ship: ship, zone: v.land}, at, g
			}
		}
	}
	if to == board.NoSpace {
		return false
	}
	for _, u := range best.units {
		m.busy[u.ID] = true
	}
	m.busy[ship.ID] = true
	m.plans = append(m.plans, plan{phase: order.Noncombat, orders: []order.Order{m.shipLine(best, to)},
		reason: Reason{Why: Ships, From: best.units[0].At, Space: to, Units: units(best.units)}})
	return true
}

// sailEmpty sails an empty transport towards own land far from the enemy, where troops come from.
func (m *planner) sailEmpty(ship position.Unit) {
	m.busy[ship.ID] = true
	waits := func(zone board.SpaceID) int {
		n := 0
		for _, at := range m.b.Near(zone) {
			if !m.sea(at) && m.front[at] > 2 {
				n += len(m.own(func(u position.Unit) bool { return u.At == at && u.Type.IsFightingLand() }))
				if m.b.CapitalOf(at) == m.who {
					n++
				}
			}
		}
		return n
	}
	best, most := ship.At, waits(ship.At)
	for _, v := range m.voyages(ship) {
		if v.load == ship.At {
			if n := waits(v.land); n > most {
				best, most = v.land, n
			}
		}
	}
	if best != ship.At {
		m.plans = append(m.plans, plan{phase: order.Noncombat,
			reason: Reason{Why: Sails, From: ship.At, Space: best, Units: units([]position.Unit{ship})},
			orders: []order.Order{order.Move{At: m.nextLine(), Groups: groups([]position.Unit{ship}), To: best}}})
	}
}
