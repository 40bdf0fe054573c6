package bot

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// The chances from which the bot attacks, and below which it breaks off a battle, in percent.
const (
	goodOdds    = 72
	capitalOdds = 60
	breakOff    = 25
)

// asset is something that can be sent to a target: a unit on foot or in the air, a ship, or a transport with its cargo.
type asset struct {
	units []position.Unit
	ship  position.Unit // transport that brings them
	zone  board.SpaceID // from which it lands them
}

// attack plans the battles of the combat moves, the most valuable targets first.
func (m *planner) attack() {
	type target struct {
		at    board.SpaceID
		value int
	}
	var targets []target
	for i := range m.b.Spaces {
		at := board.SpaceID(i)
		if m.enemyLand(at) || m.hostileZone(at) {
			targets = append(targets, target{at, m.targetValue(at)})
		}
	}
	slices.SortStableFunc(targets, func(a, c target) int { return cmp.Compare(c.value, a.value) })
	for _, t := range targets {
		m.planAttack(t.at)
	}
}

// targetValue is what a target is worth to the bot.
func (m *planner) targetValue(at board.SpaceID) int {
	s := m.b.Space(at)
	v := m.whim(3) + 3*s.Income
	for _, u := range m.foes(at) {
		v += m.set.Cost(u.Type) / 4
	}
	switch {
	case m.b.CapitalOf(at) != board.Nobody:
		v += 60
	case s.City != "" && m.set.Victory.Cities > 0:
		v += 20
	}
	return v
}

// planAttack plans an attack on one target if its chances are good.
func (m *planner) planAttack(at board.SpaceID) {
	foes := m.foes(at)
	assets := m.assets(at)
	if len(assets) == 0 {
		return
	}
	if len(foes) == 0 {
		if !m.sea(at) && slices.ContainsFunc(assets[0].units, func(u position.Unit) bool {
			return u.Type.IsFightingLand()
		}) {
			m.addAttack(at, assets[:1], Reason{Why: Claims, Space: at, From: board.NoSpace})
		}
		return
	}
	want := goodOdds
	if m.b.CapitalOf(at) != board.Nobody {
		want = capitalOdds
	}
	for n := m.fewestAssets(assets, foes); n <= len(assets); n = next(n, len(assets)) {
		if chance := m.chance(at, assets[:n], foes); chance >= want {
			m.addAttack(at, assets[:n], Reason{Why: Attacks, Space: at, From: board.NoSpace, Chance: chance})
			return
		}
	}
}

// next is how many assets are tried after n: some more, then all.
func next(n, all int) int {
	if n == all {
		return all + 1
	}
	return min(n+1+n/6, all)
}

// fewestAssets returns how many assets have about the strength of the defenders. If all of them have not even half of
// it, it returns more than there are.
func (m *planner) fewestAssets(assets []asset, foes []position.Unit) int {
	need, have := 0, 0
	for _, u := range foes {
		need += m.set.Chart[u.Type].Defence + 2
	}
	for i, a := range assets {
		for _, u := range a.units {
			have += m.set.Chart[u.Type].Attack + 2
		}
		if have >= need {
			return i + 1
		}
	}
	if 2*have < need {
		return len(assets) + 1
	}
	return len(assets)
}

// chance is the chance of an attack in percent.
func (m *planner) chance(at board.SpaceID, assets []asset, foes []position.Unit) int {
	x := battle.New(m.set, at, m.pos.Owner(at))
	for _, a := range assets {
		x.Landing = x.Landing || a.ship.ID != 0
		for _, u := range a.units {
			x.Attacker.Units = append(x.Attacker.Units,
				battle.Unit{ID: u.ID, Type: u.Type, Owner: u.Owner, Damaged: u.Damaged, FromSea: a.ship.ID != 0})
		}
	}
	x.Attacker.Armies = []battle.Army{{Power: m.who, Advantages: m.set.Active(m.pos, m.who)}}
	x.Defender.Armies = []battle.Army{{Power: foes[0].Owner, Advantages: m.set.Active(m.pos, foes[0].Owner)}}
	for _, u := range foes {
		x.Defender.Units = append(x.Defender.Units,
			battle.Unit{ID: u.ID, Type: u.Type, Owner: u.Owner, Damaged: u.Damaged})
		if !slices.ContainsFunc(x.Defender.Armies, func(a battle.Army) bool { return a.Power == u.Owner }) {
			ally := battle.Army{Power: u.Owner, Advantages: m.set.Active(m.pos, u.Owner)}
			x.Defender.Armies = append(x.Defender.Armies, ally)
		}
	}
	for u := range m.pos.In(at) {
		if u.Type == board.AAGun && u.Aboard == 0 && position.Enemy(m.b, u.Owner, m.who) {
			x.Gun = battle.Gun{Owner: u.Owner,
				Value: m.set.GunHits(m.set.Active(m.pos, u.Owner), m.b.Space(at).OriginalController, m.pos.Owner(at))}
		}
	}
	p, err := odds.Chance(x)
	if err != nil {
		return 0 // too large to compute: the bot does not attack blindly
	}
	return int(100 * p)
}

// assets lists what can reach a target, in the order in which it is sent: cheap land units first, planes last. A land
// unit is needed to capture land; without one there is nothing to send.
func (m *planner) assets(at board.SpaceID) []asset {
	if m.sea(at) {
		return append(m.fleet(at), m.planes(at)...)
	}
	land := append(m.walkers(at), m.landings(at)...)
	if len(land) == 0 {
		return nil
	}
	return append(land, m.planes(at)...)
}

func single(us []position.Unit) []asset {
	var list []asset
	for _, u := range us {
		list = append(list, asset{units: []position.Unit{u}})
	}
	return list
}

// walkers are the land units that reach a target on foot: infantry and artillery by turns, then tanks.
func (m *planner) walkers(at board.SpaceID) []asset {
	us := m.spare(m.own(func(u position.Unit) bool {
		return u.Type.IsFightingLand() && u.Aboard == 0 && m.reachesByLand(u, at)
	}))
	return single(us)
}

// reachesByLand reports whether a land unit reaches a target over land.
func (m *outlook) reachesByLand(u position.Unit, at board.SpaceID) bool {
	if m.b.Touch(u.At, at) && !m.b.Closed(u.At, at) && !m.sea(u.At) {
		return true
	}
	return u.Type == board.Tank && slices.ContainsFunc(m.b.Near(u.At), func(mid board.SpaceID) bool {
		return m.friendly(mid) && m.b.Touch(mid, at) && !m.b.Closed(mid, at) && !m.b.Closed(u.At, mid)
	})
}

// planes are those that reach a target and a place to land after it.
func (m *planner) planes(at board.SpaceID) []asset {
	home := far
	for i := range m.b.Spaces {
		if m.friendly(board.SpaceID(i)) {
			home = min(home, m.flyingDistance(at, board.SpaceID(i)))
		}
	}
	active := m.set.Active(m.pos, m.who)
	return single(m.own(func(u position.Unit) bool {
		return u.Type.IsAir() && m.flyingDistance(u.At, at)+home <= m.set.Range(active, u.Type)
	}))
}

// fleet are the warships that reach a hostile zone.
func (m *planner) fleet(at board.SpaceID) []asset {
	near := m.distances([]board.SpaceID{at}, func(a, c board.SpaceID) bool {
		return m.sea(c) && (a == at || !m.hostileZone(a))
	})
	return single(m.own(func(u position.Unit) bool {
		return u.Type.IsShip() && u.Type != board.Transport && u.Type != board.Carrier && near[u.At] >= 1 &&
			near[u.At] <= 2
	}))
}

// addAttack makes the lines of an attack.
func (m *planner) addAttack(at board.SpaceID, assets []asset, why Reason) {
	p := plan{phase: order.Combat, reason: why}
	var walkers []position.Unit
	way := board.NoSpace
	for _, a := range assets {
		for _, u := range a.units {
			m.busy[u.ID] = true
		}
		if a.ship.ID != 0 {
			m.busy[a.ship.ID] = true
			p.orders = append(p.orders, m.shipLine(a, at))
			continue
		}
		u := a.units[0]
		walkers = append(walkers, u)
		if (u.Type.IsFightingLand() || u.Type.IsShip()) && m.b.Touch(u.At, at) {
			way = u.At
		}
	}
	if len(walkers) > 0 {
		p.orders = append(p.orders, order.Move{At: m.nextLine(), Groups: groups(walkers), To: at})
	}
	landing := slices.ContainsFunc(assets, func(a asset) bool { return a.ship.ID != 0 })
	if why.Why == Attacks && way != board.NoSpace && !landing && !m.hostileZone(way) {
		p.battle = &order.Battle{At: m.nextLine(), Space: at}
		p.battle.Tactics = []order.Tactic{{At: m.nextLine(), Do: order.Retreat, To: way,
			Cond: order.Cond{When: order.OddsBelow, Percent: breakOff}}}
	}
	for _, a := range assets {
		p.reason.Units = merge(p.reason.Units, units(a.units))
	}
	m.plans = append(m.plans, p)
}

// groups puts units into the groups of a line, by where they start.
func groups(us []position.Unit) []order.Group {
	us = slices.Clone(us)
	slices.SortStableFunc(us, func(a, c position.Unit) int { return int(a.At) - int(c.At) })
	var gs []order.Group
	for len(us) > 0 {
		n := 1
		for n < len(us) && us[n].At == us[0].At {
			n++
		}
		gs = append(gs, order.Group{Units: units(us[:n]), From: us[0].At})
		us = us[n:]
	}
	return gs
}

// units counts units by type.
func units(us []position.Unit) []order.Units {
	var list []order.Units
	for _, u := range us {
		list = merge(list, []order.Units{{N: 1, Type: u.Type}})
	}
	return list
}

func merge(list, more []order.Units) []order.Units {
	for _, u := range more {
		if i := slices.IndexFunc(list, func(x order.Units) bool { return x.Type == u.Type }); i >= 0 {
			list[i].N += u.N
		} else {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, c order.Units) int { return int(a.Type) - int(c.Type) })
	return list
}
