package modeltest

import (
	"cmp"
	"slices"
)

// rested lists the units of a kind that may still move in noncombat: they neither moved nor fought this turn (T20,
//
func (p *pos) rested(owner, kind, from string) []*unit {
	var us []*unit
	for _, u := range p.in(from) {
		if u.kind != kind || u.owner != owner || u.movedLate && !sailsOn(p, u) || u.loaded || u.unloaded ||
			u.submerged || u.retreated || u.home {
			continue
		}
		if u.aboard != 0 && kind != "fighter" || u.captured && p.w.europe {
			continue
		}
		if (u.moved || u.fought) && !u.again {
			continue
		}
		if owner == middleEast && (p.side() != "Allies" || u.lastMover == p.round || kind != "antiaircraft gun") {
			continue // 3.13: such a gun moves once a round
		}
		if owner != p.power && owner != middleEast {
			continue
		}
		us = append(us, u)
	}
	slices.SortStableFunc(us, func(a, b *unit) int { return deckRank(p, a) - deckRank(p, b) })
	return us
}

// returning lists the planes that have not come home from their attack.
func returning(p *pos, owner, kind, from string) []*unit {
	var us []*unit
	for _, u := range p.in(from) {
		if u.kind == kind && u.owner == owner && isAbroad(p, u) {
			us = append(us, u)
		}
	}
	// of equal planes the one with the least movement left goes first; beyond that the text is silent
	slices.SortStableFunc(us, func(a, b *unit) int { return cmp.Compare(p.left(a), p.left(b)) })
	return us
}

// isAbroad reports whether a plane still has to fly home.
func isAbroad(p *pos, u *unit) bool {
	return isPlane(u.kind) && u.owner == p.power && u.battle != "" && !u.home
}

// isCrowded is Europe 3.12: a territory holds only one gun.
func isCrowded(p *pos, land string, coming []*unit) bool {
	if !p.w.europe {
		return false
	}
	guns := 0
	here := slices.DeleteFunc(p.in(land), func(u *unit) bool { return slices.Contains(coming, u) })
	for _, u := range slices.Concat(here, coming) {
		if u.kind == "antiaircraft gun" {
			guns++
		}
	}
	return slices.ContainsFunc(coming, func(u *unit) bool { return u.kind == "antiaircraft gun" }) && guns > 1
}

// deckFor is a carrier with room in a zone, own first. A pledged one counts where it will be, but need
// not come where there is room without it.
func deckFor(p *pos, u *unit, zone string) *unit {
	rank := func(c *unit) int {
		switch {
		case c.at != zone:
			return 2
		case c.owner != u.owner:
			return 1
		}
		return 0
	}
	var best *unit
	for _, c := range p.units {
		if c.kind != "aircraft carrier" || !p.friend(c.owner) || len(p.cargo(c)) >= 2 {
			continue
		}
		if at := deckZone(p, c); at != zone {
			continue
		}
		if best == nil || rank(c) < rank(best) {
			best = c
		}
	}
	return best
}

// deckZone is where planes meet a carrier.
func deckZone(p *pos, c *unit) string {
	to := p.plan.pledges[c.id]
	if to != "" && !c.movedLate && !c.fought && p.seaWay(c, to, nil, false, nil) != nil && !landedOn(p, c) {
		return to
	}
	return c.at
}

// landedOn reports whether a fighter has landed on a carrier this turn.
func landedOn(p *pos, c *unit) bool {
	return slices.ContainsFunc(p.cargo(c), func(u *unit) bool { return u.home })
}

// fireOnTheWay rolls for the guns on a flight (R-1; Europe: only at planes that retreat, 3.6), and reports whether the
// plane gets through.
func (g *game) fireOnTheWay(u *unit, path []string) bool {
	if g.w.europe && !u.retreated || len(path) == 0 {
		return true
	}
	for _, s := range path[:len(path)-1] {
		if fires, value := g.gun(s); fires && !g.immune(u) && g.roll() <= value {
			g.remove(u)
			return false
		}
	}
	return true
}

// flyTo moves a plane to land or a carrier.
func (g *game) flyTo(u *unit, to string, path []string) {
	var c *unit
	if g.w.sea(to) {
		c = deckFor(g.pos, u, to)
	}
	if !g.fireOnTheWay(u, path) {
		return
	}
	u.used += g.flyCost(u, path)
	u.at, u.aboard, u.home, u.movedLate = to, 0, true, true
	if c != nil {
		u.aboard = c.id
		if c.at != to { // the pledge binds
			g.steer(c, to)
			if g.plan.met == nil {
				g.plan.met = map[string]bool{}
			}
			g.plan.met[to] = true
		}
	}
}

// comeAlong moves the other carriers that were pledged to a zone where planes waited for one (D22).
func (g *game) comeAlong() {
	for _, c := range g.units {
		if to := g.plan.pledges[c.id]; g.plan.met[to] && c.at != to && deckZone(g.pos, c) == to {
			g.steer(c, to)
		}
	}
}

func (g *game) steer(c *unit, to string) {
	c.used += len(g.seaWay(c, to, nil, false, nil))
	c.at, c.movedLate = to, true
	for _, f := range g.cargo(c) {
		f.at = to
	}
}

// canLand returns the way of a plane to a landing; ok is false if it may not land there.
func canLand(p *pos, u *unit, to string, via []string) (path []string, ok bool) {
	if p.w.places[to] == nil {
		return nil, false
	}
	if p.w.sea(to) {
		if u.kind != "fighter" || deckFor(p, u, to) == nil {
			return nil, false
		}
	} else if !p.landable(to) {
		return nil, false
	}
	if to == u.at && via == nil {
		return nil, true
	}
	if path = airWay(p, u, to, via); path == nil {
		return nil, false
	}
	return path, true
}

// noncombat makes the lines of the phase and returns the numbers of illegal ones.
func (g *game) noncombat(lines []line) map[int]bool {
	faults := map[int]bool{}
	carriers := func(l line) bool { return l.verb == "move" && l.units[0].kind == "aircraft carrier" }
	each := func(which func(l line) bool, do func(l line) bool) {
		for i, l := range lines {
			if which(l) && !do(l) {
				faults[i] = true
			}
		}
	}
	// fighters that fly take off before their carriers sail
	taken := map[int][]*unit{}
	for i, l := range lines {
		if l.verb == "move" && isPlane(l.units[0].kind) {
			for _, us := range takeUnits(g.pos, l.units, g.rested) {
				for _, u := range us {
					u.movedLate, u.aboard = true, 0
					taken[i] = append(taken[i], u)
				}
			}
			if taken[i] == nil {
				faults[i] = true
			}
		}
	}
	each(func(l line) bool { return l.verb == "land" }, g.landLine)
	each(carriers, g.lateLine) // planes without an order land on their carrier wherever it stands now
	g.landByDefault()
	each(func(l line) bool { return l.verb != "land" && !carriers(l) && !isPlane(l.units[0].kind) }, g.lateLine)
	for i, l := range lines {
		for _, u := range taken[i] {
			path, ok := canLand(g.pos, u, l.to, l.via)
			if !ok || len(path) == 0 {
				faults[i] = true
				break
			}
			g.flyTo(u, l.to, path)
		}
	}
	g.comeAlong()
	return faults
}

func (g *game) landLine(l line) bool {
	able := func(owner, kind, from string) []*unit {
		return slices.DeleteFunc(returning(g.pos, owner, kind, from), func(u *unit) bool {
			_, ok := canLand(g.pos, u, l.to, l.via)
			return !ok
		})
	}
	groups := takeUnits(g.pos, l.units, able)
	if groups == nil {
		return false
	}
	for _, us := range groups {
		for _, u := range us {
			path, ok := canLand(g.pos, u, l.to, l.via)
			if !ok {
				return false
			}
			g.flyTo(u, l.to, path)
		}
	}
	return true
}

// landByDefault is D17: where it came from, else the nearest land, else a carrier, else lost.
func (g *game) landByDefault() {
	var abroad []*unit
	for _, u := range g.units {
		if isAbroad(g.pos, u) {
			abroad = append(abroad, u)
		}
	}
	slices.SortStableFunc(abroad, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(g.w.places[a.at].rank, g.w.places[b.at].rank),
			cmp.Compare(slices.Index(types, a.kind), slices.Index(types, b.kind)))
	})
	for _, u := range abroad {
		g.landOne(u)
	}
}

func (g *game) landOne(u *unit) {
	if c := g.find(u.took); u.took != 0 && c != nil && len(g.cargo(c)) < 2 {
		if path, ok := canLand(g.pos, u, deckZone(g.pos, c), nil); ok {
			g.flyTo(u, deckZone(g.pos, c), path)
			return
		}
	} else if u.took == 0 {
		if path, ok := canLand(g.pos, u, u.start, nil); ok {
			g.flyTo(u, u.start, path)
			return
		}
	}
	ways := g.flights(u, u.at, g.left(u))
	if g.immune(u) { // a gun that never fires is no passage
		for n, x := range ways {
			x.guns = 0
			ways[n] = x
		}
	}
	best := ""
	for _, n := range g.w.names {
		x, ok := ways[n]
		if !ok || !g.landable(n) {
			continue
		}
		if best == "" {
			best = n
			continue
		}
		y := ways[best]
		if cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(x.guns, y.guns), cmp.Compare(ownAt(g.pos, best), ownAt(g.pos, n))) < 0 {
			best = n
		}
	}
	if best == "" && u.kind == "fighter" {
		for _, n := range g.w.names {
			x, ok := ways[n]
			if !ok || !g.w.sea(n) || deckFor(g.pos, u, n) == nil {
				continue
			}
			y := ways[best]
			if best == "" || cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(x.guns, y.guns),
				cmp.Compare(ownAt(g.pos, best), ownAt(g.pos, n))) < 0 {
				best = n
			}
		}
	}
	if best == "" {
		g.remove(u)
		return
	}
	g.flyTo(u, best, ways[best].path)
}

// ownAt counts the units of the power on turn in a space.
func ownAt(p *pos, at string) int {
	n := 0
	for _, u := range p.in(at) {
		if u.owner == p.power {
			n++
		}
	}
	return n
}

// lateLine makes one line that is no landing.
func (g *game) lateLine(l line) bool {
	switch l.verb {
	case "ship":
		return voyageLine(g.pos, l, false)
	case "load":
		return loadLine(g.pos, l, false)
	case "unload":
		return goAshore(g.pos, l)
	case "take over":
		return takeOver(g.pos, l, true)
	}
	if g.w.places[l.to] == nil {
		return false
	}
	groups := takeUnits(g.pos, l.units, g.rested)
	if groups == nil {
		return false
	}
	var all []*unit
	for _, us := range groups {
		all = append(all, us...)
	}
	for _, u := range all {
		switch {
		case u.kind == "industrial complex":
			if len(l.via) > 0 || !moveComplex(g.pos, u, l.to) {
				return false
			}
		case isShip(u.kind):
			if !g.w.sea(l.to) || u.kind == "aircraft carrier" && landedOn(g.pos, u) {
				return false
			}
			path := g.seaWay(u, l.to, l.via, false, nil)
			if path == nil {
				return false
			}
			sailTo(g.pos, u, path, false)
			for _, c := range g.cargo(u) {
				c.at = u.at
			}
		default:
			if g.w.sea(l.to) || g.landWay(u, l.to, l.via, false) == nil || isCrowded(g.pos, l.to, []*unit{u}) {
				return false
			}
			u.at, u.movedLate, u.again = l.to, true, false
			if u.owner == middleEast {
				u.lastMover = g.round
			}
		}
	}
	return true
}

// moveComplex is Mobile Industry.
func moveComplex(p *pos, u *unit, to string) bool {
	if !p.has[p.power]["Mobile Industry"] || u.owner != p.power || p.w.sea(to) || !p.w.touch(u.at, to) ||
		p.owner[to] != p.power || p.complexIn(to) != nil {
		return false
	}
	u.at, u.movedLate = to, true
	return true
}

// goAshore unloads cargo into friendly land.
func goAshore(p *pos, l line) bool {
	owner := l.shipOf
	if owner == "" {
		owner = p.power
	}
	var ship *unit
	for _, u := range p.in(l.ship) {
		if u.kind == l.shipKind && u.owner == owner {
			if ship != nil {
				return false
			}
			ship = u
		}
	}
	if ship == nil || ship.retreated || p.w.places[l.to] == nil || p.w.sea(l.to) || !p.w.touch(l.ship, l.to) ||
		!p.friend(p.owner[l.to]) || p.hostile(l.ship) || ship.moved && !ship.fought {
		return false
	}
	if ship.unloaded && ship.ashore != l.to {
		return false
	}
	groups := takeUnits(p, l.units, aboardHere(p, ship))
	if groups == nil {
		return false
	}
	for _, us := range groups {
		if isCrowded(p, l.to, us) {
			return false
		}
		for _, u := range us {
			u.aboard, u.at, u.unloaded, u.movedLate = 0, l.to, true, true
		}
	}
	ship.unloaded, ship.ashore = true, l.to
	if ship.owner == p.power {
		ship.movedLate = true
	}
	return true
}

// takeOver turns allied units into Soviet ones: Lend-Lease in red land that is Soviet, the Patriotic War in any land
// that was.
func takeOver(p *pos, l line, europe bool) bool {
	if p.power != "USSR" || p.w.europe != europe || p.w.sea(l.to) || p.w.places[l.to].home != "USSR" {
		return false
	}
	if !europe && (!p.has["USSR"]["Lend-Lease"] || p.owner[l.to] != "USSR") {
		return false
	}
	for _, c := range l.units {
		n := 0
		for _, u := range p.in(l.to) {
			if n < c.n && u.kind == c.kind && u.owner == c.whose && u.owner != "USSR" &&
				u.kind != "industrial complex" && p.friend(u.owner) {
				u.owner, u.movedLate = "USSR", europe
				if u.kind == "antiaircraft gun" {
					u.first = "USSR"
				}
				n++
			}
		}
		if n < c.n || n == 0 {
			return false
		}
	}
	return true
}

// endNoncombat is the end of the phase: what has no deck is lost, and in Revised submarines surface.
func (g *game) endNoncombat() {
	for _, u := range slices.Clone(g.units) {
		if isPlane(u.kind) && u.aboard == 0 && g.w.sea(u.at) {
			g.remove(u)
		}
	}
	if !g.w.europe {
		surfaceSubs(g.pos)
	}
	g.phase = "place"
	if !isAnythingPlaceable(g.pos) {
		g.endTurn()
	}
}

func surfaceSubs(p *pos) {
	for _, u := range p.units {
		u.submerged, u.damaged = false, false
	}
}
