package modeltest

import (
	"cmp"
	"slices"
)

// way is a path with what chooses between equals (orders.md, fine print 1).
type way struct {
	path    []string // spaces entered
	cost    int
	guns    int // enemy guns passed
	enemies int // enemy spaces entered
}

func (w *world) compareWays(a, b way) int {
	byName := func(x, y string) int { return cmp.Compare(w.places[x].rank, w.places[y].rank) }
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.guns, b.guns), cmp.Compare(a.enemies, b.enemies),
		slices.CompareFunc(a.path, b.path, byName))
}

// paths lists all ways of up to n steps from a to b for which step allows each.
func (w *world) paths(a, b string, n int, step func(from, to string) bool) [][]string {
	var out [][]string
	var walk func(at string, path []string)
	walk = func(at string, path []string) {
		if len(path) > 0 && at == b {
			out = append(out, slices.Clone(path))
		}
		if len(path) == n {
			return
		}
		for _, next := range w.places[at].near {
			if step(at, next) {
				walk(next, append(path, next))
			}
		}
	}
	walk(a, nil)
	return out
}

// best picks the way that the adjudicator takes if none is named; nil if there is none.
func (p *pos) best(paths [][]string) []string {
	var ways []way
	for _, path := range paths {
		x := way{path: path, cost: len(path)}
		for _, s := range path {
			if p.enemySpace(s) {
				x.enemies++
			}
		}
		ways = append(ways, x)
	}
	if len(ways) == 0 {
		return nil
	}
	return slices.MinFunc(ways, p.w.compareWays).path
}

// enemySpace is land that the enemy controls, or a zone with its ships.
func (p *pos) enemySpace(s string) bool {
	if p.w.sea(s) {
		return p.hostile(s)
	}
	return p.enemy(p.owner[s])
}

// emptyOfEnemies reports whether no enemy unit of any kind is in a territory; a gun or a complex counts.
func (p *pos) emptyOfEnemies(land string) bool {
	for _, u := range p.in(land) {
		if p.enemy(u.owner) {
			return false
		}
	}
	return true
}

// landWay returns the way that a land unit takes to a territory, along via if given; nil if it may not.
func (p *pos) landWay(u *unit, to string, via []string, combat bool) []string {
	n := p.movement(u)
	if u.again {
		n = 1
	}
	rail := false
	if p.has[u.owner]["Trans-Siberian Railway"] && u.kind != "tank" && n == 1 {
		n, rail = 2, true
	}
	if u.kind == "antiaircraft gun" && combat || u.kind == "industrial complex" {
		return nil
	}
	owner := p.owner
	if combat {
		owner = p.startOwner // moves are simultaneous: what another unit blitzes is still the enemy's
	}
	blitzer := u.kind == "tank" || u.kind == "infantry" && p.has[u.owner]["Motorized Infantry"]
	legal := func(path []string) bool {
		if len(path) > n || path[len(path)-1] != to {
			return false
		}
		if rail && len(path) == 2 && !(slices.Contains(railway, u.at) && slices.Contains(railway, path[0]) &&
			slices.Contains(railway, to)) {
			return false
		}
		blitzed := false
		for i, s := range path {
			prev := u.at
			if i > 0 {
				prev = path[i-1]
			}
			if p.w.sea(s) || !p.w.touch(prev, s) {
				return false
			}
			if i == len(path)-1 {
				continue
			}
			switch {
			case p.friend(owner[s]):
			case combat && blitzer && p.emptyOfEnemies(s):
				blitzed = true
			default:
				return false
			}
		}
		if combat {
			return p.enemy(owner[to]) || blitzed // R-20; the second space of a blitz may be friendly
		}
		return p.friend(owner[to])
	}
	if via != nil {
		path := append(slices.Clone(via), to)
		if !legal(path) {
			return nil
		}
		return path
	}
	if to == u.at {
		return nil // back to where it came from only by a way that is named
	}
	all := p.w.paths(u.at, to, n, func(_, s string) bool { return !p.w.sea(s) })
	return p.best(slices.DeleteFunc(all, func(path []string) bool { return !legal(path) }))
}

// seaLegal reports whether a ship may sail a path. cleared are hostile zones whose battle is taken as won (a pledge).
func (p *pos) seaLegal(u *unit, path []string, combat bool, cleared map[string]bool) bool {
	if len(path) > p.movement(u)-u.used {
		return false
	}
	prev := u.at
	for i, s := range path {
		if !p.w.sea(s) || !p.w.touch(prev, s) || !p.canalOpen(prev, s, p.side()) {
			return false
		}
		last := i == len(path)-1
		hostile := p.hostile(s) && !cleared[s]
		if p.w.europe && !combat && p.w.places[s].home != "" && p.enemy(p.owner[s]) && !cleared[s] {
			return false // 3.10: an enemy's convoy center is not entered
		}
		if hostile {
			slips := u.kind == "submarine" && !p.w.europe && !p.destroyerAgainst(s) // Europe 3.5
			if !last && !slips || last && !combat {
				return false
			}
		}
		prev = s
	}
	return true
}

// seaWay is landWay for ships.
func (p *pos) seaWay(u *unit, to string, via []string, combat bool, cleared map[string]bool) []string {
	if via != nil {
		path := append(slices.Clone(via), to)
		if !p.seaLegal(u, path, combat, cleared) {
			return nil
		}
		return path
	}
	all := p.w.paths(u.at, to, p.movement(u)-u.used, func(_, s string) bool { return p.w.sea(s) })
	return p.best(slices.DeleteFunc(all, func(path []string) bool { return !p.seaLegal(u, path, combat, cleared) }))
}

// airCost is what a plane pays for entering a space (R-27; Island Bases: the island is part of its zone, R-143).
func (p *pos) airCost(u *unit, from, to string) int {
	if p.has[u.owner]["Island Bases"] && (p.w.places[to].zone == from || p.w.places[from].zone == to) {
		return 0
	}
	return 1
}

// flights returns the best way of a plane to every space within a range. The start itself is reached at no cost.
func (p *pos) flights(u *unit, from string, r int) map[string]way {
	guns, enemies := map[string]bool{}, map[string]bool{}
	for _, v := range p.units {
		if !p.enemy(v.owner) {
			continue
		}
		if isShip(v.kind) && !v.submerged {
			enemies[v.at] = true
		}
		if v.kind == "antiaircraft gun" && v.aboard == 0 && p.enemy(p.owner[v.at]) {
			guns[v.at] = true
		}
	}
	done := map[string]way{from: {}}
	edge := []string{from}
	for len(edge) > 0 {
		var next []string
		for _, s := range edge {
			x := done[s]
			passed := x.guns
			if guns[s] && s != from {
				passed++
			}
			for _, n := range p.w.places[s].near {
				y := way{cost: x.cost + p.airCost(u, s, n), guns: passed, enemies: x.enemies}
				if y.cost > r {
					continue
				}
				if pl := p.w.places[n]; pl.sea && enemies[n] || !pl.sea && p.enemy(p.owner[n]) {
					y.enemies++
				}
				old, seen := done[n]
				if seen && cmp.Or(cmp.Compare(old.cost, y.cost), cmp.Compare(old.guns, y.guns),
					cmp.Compare(old.enemies, y.enemies)) < 0 {
					continue
				}
				y.path = append(slices.Clone(x.path), n)
				if !seen || p.w.compareWays(y, old) < 0 {
					done[n] = y
					if !slices.Contains(next, n) {
						next = append(next, n)
					}
				}
			}
		}
		edge = next
	}
	return done
}

// flyCost returns what a way along named spaces costs; -1 if it is none.
func (p *pos) flyCost(u *unit, path []string) int {
	prev, cost := u.at, 0
	for _, s := range path {
		if !p.w.touch(prev, s) {
			return -1
		}
		cost += p.airCost(u, prev, s)
		prev = s
	}
	return cost
}

// left is how far a plane can still fly.
func (p *pos) left(u *unit) int { return p.movement(u) - u.used }

// landable reports whether planes may land in a territory: friendly when the turn began and now, and not captured
// this turn.
func (p *pos) landable(land string) bool {
	return !p.w.sea(land) && p.friend(p.startOwner[land]) && p.friend(p.owner[land]) && !p.taken[land]
}
