package modeltest

import (
	"maps"
	"slices"
)

// research rolls for a technology. Europe has none.
func (g *game) research(l line) bool {
	n := l.units[0].n
	if g.w.europe || !g.holdsCapital(g.power) || g.tech[g.power][l.tech] || n < 1 || 5*n > g.ipc[g.power] {
		return false
	}
	g.ipc[g.power] -= 5 * n
	for range n {
		if g.roll() == 1+slices.Index(techs, l.tech) {
			g.tech[g.power][l.tech] = true
		}
	}
	return true
}

// isUsable reports whether a complex builds this turn: the power's since the turn began, and there since then (R-125,
// R-147), or moved there by Mobile Industry.
func isUsable(p *pos, land string) bool {
	ic := p.complexIn(land)
	return ic != nil && !ic.captured && !ic.fresh && (p.startIC[land] || ic.movedLate) &&
		p.startOwner[land] == p.power &&
		p.owner[land] == p.power
}

// complexCapacity is how many units a complex may build; without limit in Europe's original ones.
func complexCapacity(p *pos, land string) int {
	if p.w.europe && p.w.places[land].home == p.power {
		return 1000
	}
	return p.w.places[land].income
}

// mayHoldComplex reports whether a new industrial complex may be placed in a territory.
func mayHoldComplex(p *pos, land string) bool {
	return !p.w.europe && !p.w.sea(land) && p.startOwner[land] == p.power && p.owner[land] == p.power &&
		p.w.places[land].income >= 1 && p.complexIn(land) == nil
}

// buyUnits takes units into the mobilization zone, as far as money and room go.
func buyUnits(p *pos, lines []line) bool {
	if len(lines) == 0 {
		return true
	}
	if !p.holdsCapital(p.power) {
		return false
	}
	cost, n, complexes := 0, 0, 0
	for t, k := range p.bought[p.power] {
		if t != "industrial complex" {
			n += k
		}
	}
	for _, l := range lines {
		for _, c := range l.units {
			price := p.w.units[c.kind].cost
			if price == 0 || c.n < 1 {
				return false
			}
			cost += price * c.n
			p.bought[p.power][c.kind] += c.n
			if c.kind == "industrial complex" {
				complexes += c.n
			} else {
				n += c.n
			}
		}
	}
	room, sites := 0, 0
	for _, land := range p.w.names {
		if isUsable(p, land) {
			room += complexCapacity(p, land)
		}
		if mayHoldComplex(p, land) {
			sites++
		}
	}
	p.ipc[p.power] -= cost
	return p.ipc[p.power] >= 0 && n <= room && complexes <= sites
}

// placing is one unit that a line puts somewhere.
type placing struct {
	kind, at string
}

// areSeatable reports whether all these units can come from usable complexes within their limits: land units and
// bombers in the territory, ships in the zones next to it, fighters with a new carrier too. Canadian
// ships go to Davis Strait.
func areSeatable(p *pos, units []placing) bool {
	room := map[string]int{}
	for _, land := range p.w.names {
		if isUsable(p, land) {
			room[land] = complexCapacity(p, land)
		}
	}
	var seat func(i int) bool
	seat = func(i int) bool {
		if i == len(units) {
			return true
		}
		u := units[i]
		for _, land := range slices.Sorted(maps.Keys(room)) {
			if room[land] < 1 || !p.w.sea(u.at) && land != u.at || p.w.sea(u.at) && !p.w.touch(land, u.at) {
				continue
			}
			room[land]--
			if seat(i + 1) {
				return true
			}
			room[land]++
		}
		return false
	}
	return seat(0)
}

// place mobilizes by lines and returns those that are illegal. The free Chinese infantry is that of the first line with
// which all lines can stand.
func (g *game) place(lines []line) map[int]bool {
	var free []int
	for i, l := range lines {
		if l.units[0].kind == "infantry" && freeChinese(g.pos, l.to) {
			free = append(free, i)
		}
	}
	for _, i := range free {
		if try := (&game{pos: g.clone()}); len(try.placeWith(lines, i)) == 0 {
			return g.placeWith(lines, i)
		}
	}
	if len(free) > 0 {
		return g.placeWith(lines, free[0])
	}
	return g.placeWith(lines, -1)
}

// placeWith mobilizes, one infantry of a line being the free one.
func (g *game) placeWith(lines []line, free int) map[int]bool {
	faults := map[int]bool{}
	var done []placing
	decks := map[string]int{}
	for _, l := range lines { // a carrier may be placed by a later line than its fighters
		for _, c := range l.units {
			if c.kind == "aircraft carrier" {
				decks[l.to] += 2 * c.n
			}
		}
	}
	for i, l := range lines {
		if i == free {
			g.recruited = true
			g.add("infantry", g.power, l.to).fresh = true
			l.units = slices.Clone(l.units)
			if l.units[0].n--; l.units[0].n == 0 {
				continue
			}
		}
		if !g.placeLine(l, &done, decks) {
			faults[i] = true
		}
	}
	return faults
}

func (g *game) placeLine(l line, done *[]placing, decks map[string]int) bool {
	if g.w.places[l.to] == nil || !g.holdsCapital(g.power) {
		return false
	}
	for _, c := range l.units {
		if c.n < 1 || g.bought[g.power][c.kind] < c.n {
			return false
		}
		sea := g.w.sea(l.to)
		switch {
		case c.kind == "industrial complex":
			if c.n > 1 || !mayHoldComplex(g.pos, l.to) {
				return false
			}
		case isShip(c.kind) != sea && !(c.kind == "fighter" && sea && !g.w.europe):
			return false
		case c.kind == "fighter" && sea:
			if decks[l.to] < c.n {
				return false
			}
			decks[l.to] -= c.n
		case c.kind == "antiaircraft gun" && isCrowded(g.pos, l.to, make1(c)):
			return false
		}
		if c.kind != "industrial complex" {
			more := slices.Clone(*done)
			for range c.n {
				more = append(more, placing{c.kind, l.to})
			}
			if !areSeatable(g.pos, more) {
				return false
			}
			*done = more
		}
		g.bought[g.power][c.kind] -= c.n
		for range c.n {
			u := g.add(c.kind, g.power, l.to)
			u.fresh = true
		}
	}
	return true
}

func make1(c count) []*unit {
	var us []*unit
	for range c.n {
		us = append(us, &unit{kind: c.kind})
	}
	return us
}

func freeChinese(p *pos, land string) bool {
	return p.has[p.power]["Chinese Divisions"] && !p.recruited && slices.Contains(chinese, land) &&
		p.owner[land] == p.power && p.holdsCapital(p.power)
}

// isAnythingPlaceable reports whether something in the mobilization zone, or the free Chinese infantry, can be placed.
func isAnythingPlaceable(p *pos) bool {
	if !p.holdsCapital(p.power) {
		return false
	}
	for _, land := range chinese {
		if freeChinese(p, land) {
			return true
		}
	}
	for t, n := range p.bought[p.power] {
		if n > 0 && placeableSomewhere(p, t) {
			return true
		}
	}
	return false
}

// placeableSomewhere reports whether a unit of a kind could be placed at all.
func placeableSomewhere(p *pos, kind string) bool {
	for _, land := range p.w.names {
		switch {
		case kind == "industrial complex":
			if mayHoldComplex(p, land) {
				return true
			}
		case !isUsable(p, land) || complexCapacity(p, land) < 1:
		case kind == "antiaircraft gun" && p.w.europe && slices.ContainsFunc(p.in(land), func(u *unit) bool {
			return u.kind == kind && !u.fresh // a second new gun could have been placed in place of the first
		}):
		case !isShip(kind), slices.ContainsFunc(p.w.places[land].near, p.w.sea):
			return true
		}
	}
	return false
}

// endPlace settles what was not placed: refunded if it fits nowhere, else it waits.
func (g *game) endPlace() {
	for _, f := range g.units { // new fighters are on the new carriers
		if f.fresh && f.kind == "fighter" && g.w.sea(f.at) {
			for _, c := range g.units {
				if c.fresh && c.kind == "aircraft carrier" && c.at == f.at && f.aboard == 0 && len(g.cargo(c)) < 2 {
					f.aboard = c.id
				}
			}
		}
	}
	g.endTurn()
}

// endTurn is everything from the end of placing to the next power's turn.
func (g *game) endTurn() {
	if g.holdsCapital(g.power) {
		for t, n := range g.bought[g.power] {
			if n > 0 && !placeableSomewhere(g.pos, t) {
				g.ipc[g.power] += n * g.w.units[t].cost
				g.bought[g.power][t] = 0
			}
		}
		g.collect()
	}
	if g.w.europe {
		surfaceSubs(g.pos)
	}
	for {
		checkVictory(g.pos)
		if g.winner != "" {
			g.power, g.phase = "", ""
			return
		}
		i := g.w.seat(g.power) + 1
		if i == len(g.w.powers) {
			i = 0
			g.round++
		}
		g.power = g.w.powers[i]
		g.beginTurn()
		g.phase = firstPhase(g.pos)
		if mayDecide(g.pos, g.power) {
			return
		}
		if g.w.europe {
			surfaceSubs(g.pos)
		}
	}
}

func firstPhase(p *pos) string {
	switch {
	case !p.holdsCapital(p.power):
		return "combat"
	case p.w.europe:
		return "buy"
	}
	return "research"
}

// collect is phase 7 (R-131; Europe's sequence 7 with the Middle East payment, 3.7).
func (g *game) collect() {
	n := g.income(g.power)
	if g.has["Germany"]["U-Boat Interdiction"] && (g.power == "UK" || g.power == "USA") {
		for _, u := range g.units {
			if u.owner == "Germany" && u.kind == "submarine" {
				n--
			}
		}
	}
	g.ipc[g.power] += max(n, 0)
	if g.w.europe && g.power == "Germany" {
		track := 0
		for _, s := range g.w.names {
			if g.w.places[s].home == middleEast && g.owner[s] == "Germany" {
				track += g.w.places[s].income
			}
		}
		for track > 0 { // from the richest first
			rich := ""
			for _, q := range g.w.powers[1:] {
				if g.ipc[q] > 0 && (rich == "" || g.ipc[q] > g.ipc[rich]) {
					rich = q
				}
			}
			if rich == "" {
				break
			}
			pay := min(track, g.ipc[rich])
			g.ipc[rich] -= pay
			g.ipc["Germany"] += pay
			track -= pay
		}
	}
}

// mayDecide is R-133 and Europe 3.11.
func mayDecide(p *pos, power string) bool {
	if p.holdsCapital(power) {
		return true
	}
	for _, u := range p.units {
		switch {
		case u.owner == power && u.kind != "industrial complex":
			return true
		case u.owner == power && p.has[power]["Mobile Industry"] && canMoveComplex(p, u):
			return true
		case p.w.europe && p.w.side[power] == "Allies" && u.kind == "antiaircraft gun" && u.owner == middleEast &&
			u.lastMover != p.round:
			return true
		case p.w.europe && power == "USSR" && u.owner != "USSR" && p.w.side[u.owner] == "Allies" &&
			u.owner != middleEast &&
			!p.w.sea(u.at) && p.w.places[u.at].home == "USSR" && u.kind != "industrial complex":
			return true
		}
	}
	return false
}

func canMoveComplex(p *pos, u *unit) bool {
	return slices.ContainsFunc(p.w.places[u.at].near, func(n string) bool {
		return !p.w.sea(n) && p.owner[n] == u.owner && p.complexIn(n) == nil
	})
}

// checkVictory counts the cities after the last power's turn, or asks for the capitals (Europe 2.4, 3.9).
func checkVictory(p *pos) {
	if p.w.europe {
		checkCapitals(p)
		return
	}
	if p.power != p.w.powers[len(p.w.powers)-1] {
		return
	}
	count := map[string]int{}
	for _, n := range p.w.names {
		if p.w.places[n].city {
			count[p.w.side[p.owner[n]]]++
		}
	}
	for _, s := range []string{"Axis", "Allies"} {
		if count[s] >= 8 {
			p.winner = s
		}
	}
}

// checkCapitals is the end of a turn in Europe: a capital that this power has held since before the turn began wins.
func checkCapitals(p *pos) {
	held := func(land string) bool { return p.startOwner[land] == p.power && p.owner[land] == p.power }
	if p.power == "Germany" {
		for _, q := range p.w.powers[1:] {
			if held(p.w.capital[q]) && p.holdsCapital("Germany") {
				p.winner = "Axis"
			}
		}
		return
	}
	if !held(p.w.capital["Germany"]) {
		return
	}
	for _, q := range p.w.powers[1:] {
		if p.w.side[p.owner[p.w.capital[q]]] != "Allies" {
			return
		}
	}
	p.winner = "Allies"
}
