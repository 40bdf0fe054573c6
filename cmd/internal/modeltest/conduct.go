package modeltest

import (
	"slices"
)

// outOfDice stops a position for which too few dice were given.
type outOfDice struct{}

// game is a position that is played with given dice and the lists on file.
type game struct {
	*pos
	dice     []int
	used     int
	sections map[string]*tactics // of the power on turn, by space
	file
}

// file is what the players have on file: standing orders and answers.
type file struct {
	standing  map[string]*tactics // "defend everywhere", by power
	intercept map[string]int      // fighters that rise against raids, by territory, as their controller ordered
	torpedoes map[string]int      // Japanese submarines that become Kaiten, by zone
	treaty    []string            // where the Soviets want the infantry of the Nonaggression Treaty most
}

func (g *game) roll() int {
	if g.used >= len(g.dice) {
		panic(outOfDice{})
	}
	g.used++
	return g.dice[g.used-1]
}

func (g *game) tactics(space string) *tactics {
	if t := g.sections[space]; t != nil {
		return t
	}
	return &tactics{}
}

// capture gives a territory to the power that took it, or to the ally that it is freed for (R-113 to;
// Europe: "Middle East retaken returns").
func (p *pos) capture(land, by string) {
	w := p.w
	old := p.owner[land]
	home := w.places[land].home
	to := by
	switch {
	case home == middleEast && w.side[by] == "Allies":
		to = middleEast
	case home != by && w.side[home] == w.side[by] && w.side[home] != "" &&
		(p.holdsCapital(home) || w.capital[home] == land):
		to = home
	}
	p.owner[land] = to
	p.taken[land] = true
	for _, u := range p.in(land) {
		switch {
		case u.kind == "industrial complex":
			u.owner, u.captured = to, true
		case u.kind == "antiaircraft gun" && u.aboard == 0 && w.side[u.owner] != w.side[by]:
			u.captured = true
			if w.side[u.first] == w.side[by] {
				u.owner = u.first
			} else {
				u.owner = to
			}
		}
	}
	for _, q := range w.powers {
		if w.capital[q] != land {
			continue
		}
		if old == q && w.side[q] != w.side[by] {
			p.ipc[by] += p.ipc[q]
			p.ipc[q] = 0
		}
		if to == q && old != q { // what allies held in trust returns
			for _, n := range w.names {
				if w.places[n].home == q && w.side[p.owner[n]] == w.side[q] && p.owner[n] != q {
					p.owner[n] = q
					if ic := p.complexIn(n); ic != nil {
						ic.owner = q
					}
				}
			}
		}
	}
	if land == "Western Europe" && w.side[to] == "Allies" {
		p.resist()
	}
}

// resist raises the French Resistance, once, as soon as Western Europe is the Allies' (UK-5, R-140).
func (p *pos) resist() {
	if p.has["UK"]["French Resistance"] && !p.spent["UK"]["French Resistance"] {
		p.spent["UK"]["French Resistance"] = true
		for range 3 {
			p.add("infantry", "UK", "Western Europe").moved = true
		}
	}
}

// conduct fights everything that the combat moves began.
func (g *game) conduct() {
	g.keepTreaty()
	for _, r := range g.plan.rockets {
		g.pay(r.target, min(g.roll(), g.w.places[r.target].income))
	}
	for _, r := range g.plan.routes {
		g.overfly(r.planes, r.over)
	}
	for _, r := range g.plan.raids {
		if g.w.europe {
			g.raidEurope(r)
		} else {
			g.raid(r)
		}
	}
	for _, s := range g.queue() {
		if g.w.sea(s) {
			g.seaBattle(s)
		} else {
			g.landBattle(s)
		}
	}
	g.refuge()
	g.phase = "noncombat"
}

// keepTreaty is the Nonaggression Treaty: four Soviet infantry, the first time that Japan attacks a red territory,
// unless the Soviets attacked first.
func (g *game) keepTreaty() {
	on := func(victim string) bool { // raids and rockets are no attacks here
		for _, s := range g.queue() {
			if g.owner[s] == victim && !g.w.sea(s) || slices.ContainsFunc(g.in(s),
				func(u *unit) bool { return u.owner == victim && u.aboard == 0 }) {
				return true
			}
		}
		return slices.ContainsFunc(g.plan.blitz, func(s string) bool { return g.startOwner[s] == victim })
	}
	switch g.power {
	case "USSR":
		g.broken = g.broken || !g.attacked && on("Japan")
	case "Japan":
		var red []string
		for _, s := range g.queue() {
			if g.w.places[s].home == "USSR" && g.owner[s] == "USSR" {
				red = append(red, s)
			}
		}
		if g.has["USSR"]["Nonaggression Treaty"] && !g.spent["USSR"]["Nonaggression Treaty"] && !g.broken &&
			len(red) > 0 {
			g.spent["USSR"]["Nonaggression Treaty"] = true
			for _, s := range g.treaty {
				if slices.Contains(red, s) {
					for range 4 {
						g.add("infantry", "USSR", s)
					}
					break
				}
			}
		}
		g.attacked = g.attacked || on("USSR")
	}
}

// overfly lets guns fire at a group of planes on its way, space by space.
func (g *game) overfly(planes []*unit, over []string) {
	for _, s := range over {
		_, value := g.gun(s)
		for _, u := range planes {
			if g.find(u.id) == nil || g.immune(u) {
				continue
			}
			if g.roll() <= value {
				g.remove(u)
			}
		}
	}
}

// pay takes damage from the cash of the power that holds a complex (R-105, T36).
func (g *game) pay(target string, damage int) {
	q := g.owner[target]
	g.ipc[q] -= min(damage, g.ipc[q])
}

// raid is R-104: all guns first, then the damage of each plane, capped for each by the territory's income.
func (g *game) raid(r raid) {
	g.antiaircraftOn(r.target, r.planes)
	for _, u := range r.planes {
		if g.find(u.id) == nil {
			continue
		}
		u.fought = true
		damage := g.roll()
		switch {
		case u.kind == "fighter":
			damage = (damage + 1) / 2
		case g.tech[u.owner]["heavy bombers"]:
			damage += g.roll()
		}
		g.pay(r.target, min(damage, g.w.places[r.target].income))
	}
}

// antiaircraftOn lets the gun of a territory fire at planes one by one.
func (g *game) antiaircraftOn(at string, planes []*unit) {
	fires, value := g.gun(at)
	if !fires {
		return
	}
	for _, u := range planes {
		if g.find(u.id) != nil && !g.immune(u) && g.roll() <= value {
			g.remove(u)
		}
	}
}

// raidEurope is rulings 2.2: guns, interceptors, escorts, bombs.
func (g *game) raidEurope(r raid) {
	var planes []*unit
	for _, u := range r.planes {
		if g.find(u.id) != nil {
			planes = append(planes, u)
			u.fought = true
		}
	}
	losses := g.tactics(r.target).losses
	planes = g.antiaircraftEurope(r.target, planes, losses, map[int]int{})
	rising := g.interceptors(r.target)
	if len(planes) > 0 && len(rising) > 0 {
		var hit, down []*unit // both sides' losses still fire
		downed := map[int]int{}
		for range rising {
			if g.roll() <= 2 {
				left := func(u *unit) bool { return !slices.Contains(hit, u) }
				if u := pick(planes, rank(losses, landAttack), downed, left, g.pos, g.power); u != nil {
					hit = append(hit, u)
				}
			}
		}
		for _, u := range planes {
			if u.kind == "fighter" && g.roll() <= 1 && len(down) < len(rising) {
				down = append(down, rising[len(down)])
			}
		}
		for _, u := range slices.Concat(hit, down) {
			g.remove(u)
		}
	}
	for _, u := range planes {
		if u.kind == "bomber" && g.find(u.id) != nil {
			g.pay(r.target, g.roll())
		}
	}
}

// interceptors are the fighters that the controller of a territory sends up, its own.
func (g *game) interceptors(at string) []*unit {
	var us []*unit
	for _, u := range g.in(at) {
		if u.kind == "fighter" && u.owner == g.owner[at] && len(us) < g.intercept[at] {
			us = append(us, u)
		}
	}
	return us
}

// antiaircraftEurope rolls a die for each plane; the owner chooses what is lost (3.3), by a list of which entries may
// have taken some before. It returns those that are left.
func (g *game) antiaircraftEurope(at string, planes []*unit, losses []entry, taken map[int]int) []*unit {
	fires, value := g.gun(at)
	if !fires {
		return planes
	}
	hits := 0
	for range planes {
		if g.roll() <= value {
			hits++
		}
	}
	for range hits {
		u := pick(planes, rank(losses, landAttack), taken, everyone, g.pos, g.power)
		if u == nil {
			break
		}
		planes = slices.DeleteFunc(slices.Clone(planes), func(v *unit) bool { return v == u })
		g.remove(u)
	}
	return planes
}

// queue is the order of battles (orders.md, fine print 6).
func (g *game) queue() []string {
	fights := map[string]bool{}
	for _, u := range g.units {
		if u.owner != g.power {
			continue
		}
		switch {
		case isShip(u.kind) && !u.submerged && g.hostile(u.at):
			fights[u.at] = true
		case u.battle != "" && !u.raiding && g.enemySpace(u.battle):
			fights[u.battle] = true
		case isSoldier(u.kind) && u.aboard == 0 && u.moved && !g.w.sea(u.at) && g.enemy(g.owner[u.at]):
			fights[u.at] = true
		}
	}
	for _, l := range g.plan.landings {
		fights[l.target] = true
		if g.hostile(l.zone) && l.ship.owner == g.power {
			fights[l.zone] = true
		}
	}
	var list []string
	add := func(s string) {
		if !fights[s] || slices.Contains(list, s) {
			return
		}
		for _, l := range g.plan.landings {
			if l.target == s && fights[l.zone] && !slices.Contains(list, l.zone) {
				list = append(list, l.zone)
			}
		}
		list = append(list, s)
	}
	for _, s := range g.plan.order {
		add(s)
	}
	for _, s := range g.plan.named {
		add(s)
	}
	for _, s := range g.w.names {
		add(s)
	}
	return list
}

// landBattle fights for a territory, or takes an undefended one.
func (g *game) landBattle(at string) {
	t := g.tactics(at)
	f := &fight{g: g, at: at, t: t}
	zones := map[string]int{}
	var ashore []*unit
	if !t.callOff {
		for _, l := range g.plan.landings {
			if l.target != at || g.find(l.ship.id) == nil || g.hostile(l.zone) || l.ship.retreated {
				continue
			}
			for _, u := range l.cargo {
				if g.find(u.id) != nil && u.aboard == l.ship.id {
					u.aboard, u.at, u.landed, u.unloaded = 0, at, true, true
					u.from = ""
					ashore = append(ashore, u)
					zones[l.zone]++
				}
			}
			if l.ship.owner == g.power {
				l.ship.fought = true
			}
		}
	}
	for _, u := range g.units {
		if u.owner != g.power || u.at != at || u.raiding || u.aboard != 0 {
			continue
		}
		if u.battle == at || isSoldier(u.kind) && (u.moved || u.landed) {
			f.att = append(f.att, u)
		}
	}
	for _, u := range g.units {
		if g.enemy(u.owner) && u.at == at && u.aboard == 0 && u.kind != "antiaircraft gun" &&
			u.kind != "industrial complex" {
			f.def = append(f.def, u)
		}
	}
	if len(f.att) == 0 {
		return
	}
	f.landing = len(ashore) > 0
	g.fightLand(f, zones)
	if g.enemy(g.owner[at]) && slices.ContainsFunc(f.att,
		func(u *unit) bool { return isSoldier(u.kind) && u.at == at }) && len(f.def) == 0 {
		g.capture(at, g.power)
	}
}

// seaBattle clears a zone, if it is still hostile and own units are there.
func (g *game) seaBattle(at string) {
	f := &fight{g: g, at: at, sea: true, t: g.tactics(at)}
	for _, u := range g.units {
		if u.at != at {
			continue
		}
		switch {
		case u.owner == g.power && isShip(u.kind) && !u.submerged:
			f.att = append(f.att, u)
		case u.owner == g.power && isPlane(u.kind) && (u.battle == at || mayLaunch(g.pos, u)):
			if u.aboard != 0 {
				u.took, u.aboard, u.battle = u.aboard, 0, at
			}
			f.att = append(f.att, u)
		case g.enemy(u.owner) && isShip(u.kind) && !u.submerged, g.enemy(u.owner) && u.kind == "fighter" &&
			u.aboard != 0:
			f.def = append(f.def, u)
		}
	}
	if len(f.att) == 0 || !g.hostile(at) {
		return
	}
	g.fought[at] = true
	g.fightSea(f)
	if !g.w.europe || g.hostile(at) || g.w.places[at].home == "" || !g.enemy(g.owner[at]) {
		return
	}
	// a guarded center is taken by a warship that sailed in this turn and survived, not submerged (3.10)
	if slices.ContainsFunc(f.att, func(u *unit) bool {
		return isShip(u.kind) && u.kind != "transport" && u.moved && !u.submerged && u.at == at
	}) {
		g.capture(at, g.power)
	}
}

// refuge finds decks and land for defending fighters whose carrier was sunk (R-39, D18; Europe 3.17).
func (g *game) refuge() {
	for _, u := range g.homeless {
		if g.find(u.id) == nil {
			continue
		}
		side := g.w.side[u.owner]
		deck := func(at string) *unit {
			var best *unit
			for _, c := range g.in(at) {
				if c.kind == "aircraft carrier" && g.w.side[c.owner] == side && len(g.cargo(c)) < 2 {
					if best == nil || best.owner != u.owner && c.owner == u.owner {
						best = c
					}
				}
			}
			return best
		}
		land := func(own bool) string {
			for _, n := range g.w.places[u.at].near {
				free := !g.w.sea(n) && g.w.side[g.owner[n]] == side && !g.taken[n] && (g.owner[n] == u.owner) == own
				if free && (!g.w.europe || g.w.places[n].zone == u.at) {
					return n
				}
			}
			return ""
		}
		c := deck(u.at)
		if c == nil && !g.w.europe {
			for _, n := range g.w.places[u.at].near {
				if c == nil && g.w.sea(n) {
					c = deck(n)
				}
			}
		}
		to := ""
		if c == nil {
			if to = land(true); to == "" {
				to = land(false)
			}
		}
		switch {
		case c != nil:
			u.aboard, u.at = c.id, c.at
		case to != "":
			u.aboard, u.at = 0, to
		default:
			g.remove(u)
		}
	}
	g.homeless = nil
}
