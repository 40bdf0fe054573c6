package modeltest

import (
	"slices"
)

// canAllLand reports whether every plane that attacks has a possible landing, all at once.
func canAllLand(p *pos) bool {
	room := map[int]int{}
	deckAt := map[int]string{}
	var flying []*unit
	for _, u := range p.units {
		if isPlane(u.kind) && u.owner == p.power && !u.kamikaze && (u.battle != "" || mayLaunch(p, u)) {
			flying = append(flying, u)
		}
	}
	for _, c := range p.units {
		if c.kind != "aircraft carrier" || !p.friend(c.owner) {
			continue
		}
		room[c.id] = 2
		for _, f := range p.cargo(c) {
			if !slices.Contains(flying, f) {
				room[c.id]--
			}
		}
		deckAt[c.id] = c.at
		if to := p.plan.pledges[c.id]; to != "" {
			deckAt[c.id] = to
		}
	}
	choices := map[*unit][]int{}
	var need []*unit
	for _, u := range flying {
		ways := p.flights(u, u.at, p.left(u))
		land := false
		for s := range ways {
			land = land || p.landable(s)
		}
		if land {
			continue
		}
		if u.kind == "bomber" {
			return false
		}
		need = append(need, u)
		for id, at := range deckAt {
			if _, ok := ways[at]; ok && room[id] > 0 {
				choices[u] = append(choices[u], id)
			}
		}
	}
	var seat func(i int) bool
	seat = func(i int) bool {
		if i == len(need) {
			return true
		}
		for _, id := range choices[need[i]] {
			if room[id] > 0 {
				room[id]--
				if seat(i + 1) {
					return true
				}
				room[id]++
			}
		}
		return false
	}
	return seat(0)
}

// mayLaunch reports whether an own fighter that no order names takes off: its carrier stays and fights where it is.
func mayLaunch(p *pos, u *unit) bool {
	ship := p.find(u.aboard)
	return u.kind == "fighter" && u.owner == p.power && ship != nil && ship.owner == p.power && !ship.moved &&
		p.hostile(ship.at)
}
