package bot

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// factories lists the complexes that may be used, those nearest to the enemy first, a threatened capital before all.
func (m *outlook) factories() []board.SpaceID {
	var ids []board.SpaceID
	for u := range m.pos.Units() {
		if u.Type == board.Complex && m.pos.Owner(u.At) == m.who && m.pos.Turn().StartOwner(u.At) == m.who &&
			m.pos.Turn().StartComplex(u.At) {
			ids = append(ids, u.At)
		}
	}
	slices.SortStableFunc(ids, func(a, c board.SpaceID) int { return cmp.Compare(m.urgency(a), m.urgency(c)) })
	return ids
}

func (m *outlook) urgency(at board.SpaceID) int {
	if m.b.CapitalOf(at) == m.who && m.friends(at) < m.garrison(at) {
		return -1
	}
	return m.front[at]
}

// placementLimit is how many units a complex places.
func (m *outlook) placementLimit(at board.SpaceID) int {
	if s := m.b.Space(at); !m.set.Factory.UnlimitedAtHome || s.OriginalController != m.who {
		return s.Income
	}
	return far
}

// placesLeft is how many more units the complexes place this turn, those that wait already counted.
func (m *outlook) placesLeft() int {
	n := 0
	for _, at := range m.factories() {
		n = min(far, n+m.placementLimit(at))
	}
	for _, waiting := range m.pos.Nation(m.who).Bought() {
		n -= waiting
	}
	return max(n, 0)
}

// buy spends the money: transports and a warship for a power that must cross the sea, then troops, dearer ones where
// there is more money than room.
func (m *planner) buy() {
	money := m.pos.Nation(m.who).Money()
	slots := min(m.placesLeft(), money/m.set.Cost(board.Infantry))
	coasts := slices.ContainsFunc(m.factories(), func(at board.SpaceID) bool { return m.harbour(at) != board.NoSpace })
	var list []order.Units
	take := func(t board.UnitType) {
		list = merge(list, []order.Units{{N: 1, Type: t}})
		money -= m.set.Cost(t)
		slots--
	}
	if m.overseas() && coasts && slots > 2 {
		if len(m.transports()) < 5 && money >= m.set.Cost(board.Transport)+2*m.set.Cost(board.Infantry) {
			take(board.Transport)
		}
		escort := []board.UnitType{board.Destroyer, board.Battleship, board.Submarine}[m.whim(3)]
		if money >= m.set.Cost(escort)+5*m.set.Cost(board.Infantry) {
			take(escort)
		}
	}
	for slots > 0 && money >= m.set.Cost(board.Infantry) {
		t := []board.UnitType{board.Infantry, board.Infantry, board.Artillery, board.Tank}[m.whim(4)]
		switch each := money / slots; {
		case each >= m.set.Cost(board.Fighter):
			t = board.Fighter
		case each >= m.set.Cost(board.Tank):
			t = board.Tank
		case m.set.Cost(t) > money || money-m.set.Cost(t) < (slots-1)*m.set.Cost(board.Infantry):
			t = board.Infantry
		}
		take(t)
	}
	list, money = m.upgrade(list, money)
	if len(list) > 0 {
		m.plans = append(m.plans, plan{phase: order.Buy,
			orders: []order.Order{order.BuyUnits{At: m.nextLine(), Units: list}},
			reason: Reason{Why: Buys, Space: board.NoSpace, From: board.NoSpace, Units: list,
				Paid: m.pos.Nation(m.who).Money() - money}})
	}
}

// upgrade spends what is left on dearer units in place of cheaper ones, as long as there is anything to better.
func (m *planner) upgrade(list []order.Units, money int) ([]order.Units, int) {
	ladder := []board.UnitType{board.Infantry, board.Artillery, board.Tank, board.Fighter, board.Bomber}
	for i := len(ladder) - 1; i > 0; {
		from := slices.IndexFunc(list, func(u order.Units) bool {
			at := slices.Index(ladder[:i], u.Type)
			return u.N > 0 && at >= 0 && m.set.Cost(ladder[i])-m.set.Cost(u.Type) <= money
		})
		if from < 0 {
			i--
			continue
		}
		money -= m.set.Cost(ladder[i]) - m.set.Cost(list[from].Type)
		list[from].N--
		list = merge(list, []order.Units{{N: 1, Type: ladder[i]}})
	}
	return slices.DeleteFunc(list, func(u order.Units) bool { return u.N == 0 }), money
}

// overseas reports whether the way to the enemy leads over the sea: on the land that can be reached from the capital on
// foot the enemy has few units left, or none at all.
func (m *outlook) overseas() bool {
	dry := m.distances([]board.SpaceID{m.b.SeatOf(m.who).Capital}, func(_, c board.SpaceID) bool { return !m.sea(c) })
	own, foes := 0, 0
	for u := range m.pos.Units() {
		switch {
		case !u.Type.IsFightingLand() || dry[u.At] == far:
		case m.b.Allied(u.Owner, m.who):
			own++
		default:
			foes++
		}
	}
	return own >= 3*foes
}

// harbour returns a zone next to a territory without enemies, or NoSpace.
func (m *outlook) harbour(at board.SpaceID) board.SpaceID {
	for _, z := range m.b.Near(at) {
		if m.sea(z) && !m.hostileZone(z) {
			return z
		}
	}
	return board.NoSpace
}

// place puts what waits to the complexes, in the order of their urgency.
func (m *planner) place() {
	waits := m.pos.Nation(m.who).Bought()
	for _, at := range m.factories() {
		room := m.placementLimit(at)
		var ashore, afloat []order.Units
		for t := board.Infantry; t < board.NumUnitTypes; t++ {
			n := min(waits[t], room)
			if n == 0 || t == board.Complex || t.IsShip() && m.harbour(at) == board.NoSpace {
				continue
			}
			waits[t] -= n
			room -= n
			if t.IsShip() {
				afloat = append(afloat, order.Units{N: n, Type: t})
			} else {
				ashore = append(ashore, order.Units{N: n, Type: t})
			}
		}
		m.placeUnits(ashore, at)
		m.placeUnits(afloat, m.harbour(at))
	}
}

func (m *planner) placeUnits(us []order.Units, in board.SpaceID) {
	if len(us) > 0 {
		m.plans = append(m.plans, plan{phase: order.Place,
			reason: Reason{Why: Places, Space: in, From: board.NoSpace, Units: us},
			orders: []order.Order{order.PlaceUnits{At: m.nextLine(), Units: us, In: in, From: board.NoSpace}}})
	}
}

// bonus spends the advance on infantry where own land units stand nearest to the enemy.
func (m *planner) bonus(f *order.File) {
	in := board.NoSpace
	for _, u := range m.own(func(u position.Unit) bool { return u.Type.IsFightingLand() && !m.sea(u.At) }) {
		if in == board.NoSpace || m.front[u.At] < m.front[in] {
			in = u.At
		}
	}
	n := m.pos.Nation(m.who).Money() / m.set.Cost(board.Infantry)
	o := order.BonusUnits{At: m.nextLine(), In: board.NoSpace, Nothing: true}
	if in != board.NoSpace && n > 0 {
		o = order.BonusUnits{At: o.At, Units: []order.Units{{N: n, Type: board.Infantry}}, In: in}
	}
	f.Sheet.Parts[order.Bonus] = order.PhaseOrders{Held: true, Orders: []order.Order{o}}
}
