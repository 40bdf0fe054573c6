package modeltest

import (
	"maps"
	"slices"
)

// plan is what the combat moves fix for the conduct of combat.
type plan struct {
	rockets  []rocket
	routes   []route
	raids    []raid
	landings []landing
	pledges  map[int]string
	met      map[string]bool // zones to which a pledged carrier has sailed for a plane
	named    []string        // spaces in the order in which lines first name them
	order    []string        // battle order
	entered  map[string]bool
	blitz    []string
}

type rocket struct{ from, target string }

// route is a group of planes of one line and the guns on its way.
type route struct {
	planes []*unit
	over   []string
}

type raid struct {
	target string
	planes []*unit
}

type landing struct {
	ship         *unit
	zone, target string
	cargo        []*unit
}

func (pl plan) clone(move func([]*unit) []*unit) plan {
	c := pl
	c.rockets, c.named, c.order, c.blitz = slices.Clone(pl.rockets), slices.Clone(pl.named), slices.Clone(pl.order),
		slices.Clone(pl.blitz)
	c.pledges, c.entered = maps.Clone(pl.pledges), maps.Clone(pl.entered)
	c.routes, c.raids, c.landings = nil, nil, nil
	for _, r := range pl.routes {
		c.routes = append(c.routes, route{move(r.planes), r.over})
	}
	for _, r := range pl.raids {
		c.raids = append(c.raids, raid{r.target, move(r.planes)})
	}
	for _, l := range pl.landings {
		if ship := move([]*unit{l.ship}); ship != nil {
			c.landings = append(c.landings, landing{ship[0], l.zone, l.target, move(l.cargo)})
		}
	}
	return c
}

func markNamed(p *pos, space string) {
	if !slices.Contains(p.plan.named, space) {
		p.plan.named = append(p.plan.named, space)
	}
}

// ready lists the units of a kind that an order may still take from a space in the combat moves.
func (p *pos) ready(owner, kind, from string) []*unit {
	var us []*unit
	for _, u := range p.in(from) {
		if u.kind != kind || u.owner != owner || u.moved && !sailsOn(p, u) || u.loaded || u.unloaded || u.submerged ||
			u.fought {
			continue
		}
		if ship := p.find(u.aboard); ship != nil && (kind != "fighter" || ship.moved) {
			continue
		}
		us = append(us, u)
	}
	slices.SortStableFunc(us, func(a, b *unit) int { return deckRank(p, a) - deckRank(p, b) })
	return us
}

// sailsOn reports whether a ship that a line has moved may be moved on by another: a transport, and a destroyer that
// carries as one (R-55, Tokyo Express). It comes after those that stood in the zone before.
func sailsOn(p *pos, u *unit) bool {
	return carriesLandUnits(p, u) && !u.unloaded && u.used > 0 && u.used < p.movement(u) && !p.hostile(u.at)
}

// carriesLandUnits reports whether a ship takes land units aboard.
func carriesLandUnits(p *pos, u *unit) bool {
	return u.kind == "transport" || u.kind == "destroyer" && p.has[u.owner]["Tokyo Express"]
}

// deckRank puts fighters on own carriers before those on allies', and ships that stood in a zone before those that
// came.
func deckRank(p *pos, u *unit) int {
	if s := p.find(u.aboard); s != nil && s.owner != u.owner || carriesLandUnits(p, u) && u.used > 0 {
		return 1
	}
	return 0
}

// takeUnits picks the units of a list; nil if there are too few.
func takeUnits(p *pos, units []count, ready func(owner, kind, from string) []*unit) [][]*unit {
	var groups [][]*unit
	seen := map[*unit]bool{}
	for _, c := range units {
		owner := c.whose
		if owner == "" {
			owner = p.power
		}
		var us []*unit
		for _, u := range ready(owner, c.kind, c.from) {
			if !seen[u] && len(us) < c.n {
				us = append(us, u)
				seen[u] = true
			}
		}
		if c.n < 1 || len(us) < c.n {
			return nil
		}
		groups = append(groups, us)
	}
	return groups
}

// combatLine makes one line of the combat moves and reports whether it is legal. An illegal one changes nothing.
func combatLine(p *pos, l line) bool {
	switch l.verb {
	case "rocket":
		return aimRocket(p, l)
	case "pledge":
		return true // judged when all moves are known
	case "ship":
		return voyageLine(p, l, true)
	case "load":
		return loadLine(p, l, true)
	case "unload":
		return assaultLine(p, l)
	}
	groups := takeUnits(p, l.units, p.ready)
	if groups == nil || p.w.places[l.to] == nil {
		return false
	}
	type step struct {
		u    *unit
		path []string
	}
	var steps []step
	for _, g := range groups {
		for _, u := range g {
			var path []string
			switch {
			case l.kamikaze && (!p.has[u.owner]["Kamikaze"] || !p.w.sea(l.to) || !isPlane(u.kind)):
			case l.verb == "bomb":
				path = raidWay(p, u, l)
			case isPlane(u.kind):
				path = attackWay(p, u, l.to, l.via)
			case isShip(u.kind):
				if p.w.sea(l.to) {
					path = p.seaWay(u, l.to, l.via, true, nil)
				}
			default:
				if !p.w.sea(l.to) {
					path = p.landWay(u, l.to, l.via, true)
				}
			}
			if path == nil {
				return false
			}
			steps = append(steps, step{u, path})
		}
	}
	var flown [2]route // fighters, then bombers
	for _, s := range steps {
		if isPlane(s.u.kind) && leavesSafely(p, s.u, l.to) {
			departTo(p, s.u, l.to, s.path)
			continue
		}
		combatStep(p, l, s.u, s.path)
		if !isPlane(s.u.kind) {
			continue
		}
		i := 0
		if s.u.kind == "bomber" {
			i = 1
		}
		flown[i].planes = append(flown[i].planes, s.u)
		flown[i].over = nil
		for _, over := range s.path[:len(s.path)-1] {
			if fires, _ := p.gun(over); fires {
				flown[i].over = append(flown[i].over, over)
			}
		}
	}
	for _, r := range flown {
		if len(r.over) > 0 {
			p.plan.routes = append(p.plan.routes, r)
		}
	}
	if l.verb == "bomb" {
		addRaid(p, l.to, flown)
	}
	return true
}

func addRaid(p *pos, target string, flown [2]route) {
	i := slices.IndexFunc(p.plan.raids, func(r raid) bool { return r.target == target })
	if i < 0 {
		p.plan.raids = append(p.plan.raids, raid{target: target})
		i = len(p.plan.raids) - 1
	}
	p.plan.raids[i].planes = append(p.plan.raids[i].planes, append(flown[0].planes, flown[1].planes...)...)
}

// combatStep moves one unit along its way.
func combatStep(p *pos, l line, u *unit, path []string) {
	p.counter++
	u.named = p.counter
	u.moved = true
	u.from = u.at
	if len(path) > 1 {
		u.from = path[len(path)-2]
	}
	switch {
	case isPlane(u.kind):
		if u.aboard != 0 {
			u.took, u.aboard = u.aboard, 0
		}
		u.used = p.flyCost(u, path)
		u.battle, u.kamikaze, u.raiding = l.to, l.kamikaze, l.verb == "bomb"
	case isShip(u.kind):
		u.used = len(path)
		enterConvoys(p, u, path)
		for _, c := range p.cargo(u) {
			c.at = l.to
		}
	default:
		u.used = len(path)
		for _, s := range path[:len(path)-1] {
			if p.enemy(p.owner[s]) { // a blitz takes it at once
				p.capture(s, p.power)
				p.plan.blitz = append(p.plan.blitz, s)
			}
		}
	}
	u.at = l.to
}

// enterConvoys takes unguarded convoy centers that a warship sails into or through (Europe 3.10), and remembers
// guarded ones.
func enterConvoys(p *pos, u *unit, path []string) {
	if !p.w.europe || u.kind == "transport" {
		return
	}
	for _, s := range path {
		if p.w.places[s].home == "" || !p.enemy(p.owner[s]) {
			continue
		}
		if !p.hostile(s) {
			p.capture(s, p.power)
		}
	}
}

// attackWay is the way of a plane to a space that it attacks.
func attackWay(p *pos, u *unit, to string, via []string) []string {
	if leavesSafely(p, u, to) {
		return airWay(p, u, to, via)
	}
	if p.w.sea(to) && !p.hostile(to) || !p.w.sea(to) && !p.enemy(p.startOwner[to]) {
		return nil
	}
	return airWay(p, u, to, via)
}

// leavesSafely reports whether a plane that began its turn next to enemy ships flies to a friendly place. It
// ends its turn there, so there must be land or a deck.
func leavesSafely(p *pos, u *unit, to string) bool {
	if !p.w.sea(u.at) || !p.hostile(u.at) || u.kind != "fighter" {
		return false
	}
	return p.landable(to) || p.w.sea(to) && !p.hostile(to) && deckFor(p, u, to) != nil
}

// departTo moves such a plane there.
func departTo(p *pos, u *unit, to string, path []string) {
	c := deckFor(p, u, to)
	p.counter++
	u.named, u.moved, u.home, u.used, u.at, u.aboard = p.counter, true, true, p.flyCost(u, path), to, 0
	if p.w.sea(to) {
		u.aboard = c.id
	}
}

func airWay(p *pos, u *unit, to string, via []string) []string {
	if via != nil {
		path := append(slices.Clone(via), to)
		if c := p.flyCost(u, path); c < 0 || c > p.left(u) {
			return nil
		}
		return path
	}
	return p.flights(u, u.at, p.left(u))[to].path
}

func raidWay(p *pos, u *unit, l line) []string {
	if p.w.sea(l.to) || !p.enemy(p.startOwner[l.to]) || p.complexIn(l.to) == nil {
		return nil
	}
	if u.kind != "bomber" && !(u.kind == "fighter" && (p.w.europe || p.has[u.owner]["Dive-Bombers"])) {
		return nil
	}
	return airWay(p, u, l.to, l.via)
}

// aimRocket is R-102.
func aimRocket(p *pos, l line) bool {
	from := l.units[0].from
	if !p.tech[p.power]["rockets"] || !p.enemy(p.startOwner[l.to]) || p.complexIn(l.to) == nil {
		return false
	}
	for _, r := range p.plan.rockets {
		if r.from == from || r.target == l.to {
			return false
		}
	}
	guns := p.ready(p.power, "antiaircraft gun", from)
	if len(guns) == 0 || p.w.sea(from) {
		return false
	}
	if p.w.paths(from, l.to, 3, func(_, _ string) bool { return true }) == nil {
		return false
	}
	guns[0].fought = true
	p.plan.rockets = append(p.plan.rockets, rocket{from, l.to})
	return true
}

// pledgeLine promises carriers, when all moves are known.
func pledgeLine(p *pos, l line) bool {
	from := l.units[0].from
	attacked := map[string]bool{}
	for _, u := range p.units {
		if u.owner == p.power && u.moved && !u.raiding && p.w.sea(u.at) && p.hostile(u.at) &&
			(isPlane(u.kind) || isShip(u.kind)) {
			attacked[u.at] = true
		}
		if u.owner == p.power && isShip(u.kind) && p.hostile(u.at) {
			attacked[u.at] = true
		}
	}
	for _, u := range p.in(from) {
		if u.kind != "aircraft carrier" || u.owner != p.power || u.moved || p.hostile(u.at) ||
			p.plan.pledges[u.id] != "" {
			continue
		}
		if p.w.sea(l.to) && p.seaWay(u, l.to, nil, false, attacked) != nil {
			if p.plan.pledges == nil {
				p.plan.pledges = map[int]string{}
			}
			p.plan.pledges[u.id] = l.to
			return true
		}
	}
	return false
}

// combatMoves makes all lines and returns the numbers of those that are illegal; -1 means lines that are impossible
// together.
func combatMoves(p *pos, lines []line) map[int]bool {
	faults := map[int]bool{}
	// moves are simultaneous: a fighter takes off before its carrier sails, whichever line comes first
	for _, planes := range []bool{true, false} {
		for i, l := range lines {
			if isFlight(p, l) != planes {
				continue
			}
			p.counter = 100 * i
			if !combatLine(p, l) {
				faults[i] = true
			}
		}
	}
	nameAll(p, lines)
	for i, l := range lines {
		if l.verb == "pledge" && !pledgeLine(p, l) {
			faults[i] = true
		}
	}
	if !canAllLand(p) || !raidsHaveBombers(p) || !landingsCanHappen(p) {
		faults[-1] = true
	}
	return faults
}

// isFlight reports whether a line moves planes.
func isFlight(p *pos, l line) bool {
	return l.verb == "bomb" || l.verb == "move" && isPlane(l.units[0].kind)
}

// nameAll notes the spaces of battles in the order in which the lines first name them as such; a raid is no battle.
func nameAll(p *pos, lines []line) {
	for _, l := range lines {
		switch {
		case l.verb == "load" && l.sail != "":
			markNamed(p, l.sail)
		case l.verb == "move", l.verb == "ship", l.verb == "unload":
			markNamed(p, l.to)
		}
	}
}

// raidsHaveBombers is Europe 3.16.
func raidsHaveBombers(p *pos) bool {
	for _, r := range p.plan.raids {
		if p.w.europe && !slices.ContainsFunc(r.planes, func(u *unit) bool { return u.kind == "bomber" }) {
			return false
		}
	}
	return true
}

// landingsCanHappen is the end of R-61: an ally's ship lands no unit from a zone that stays hostile.
func landingsCanHappen(p *pos) bool {
	for _, l := range p.plan.landings {
		if l.ship.owner == p.power || !p.hostile(l.zone) {
			continue
		}
		if !slices.ContainsFunc(p.in(l.zone), func(u *unit) bool {
			return u.owner == p.power && (isShip(u.kind) || isPlane(u.kind) && u.battle == l.zone)
		}) {
			return false
		}
	}
	return true
}
