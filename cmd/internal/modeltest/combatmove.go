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
	named    []string // spaces in the order in which lines first name them
	order    []string // battle order
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
	c.rockets, c.named, c.order, c.blitz = slices.Clone(pl.rockets), slices.Clone(pl.named), slices.Clone(pl.order), slices.Clone(pl.blitz)
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

func (p *pos) name(space string) {
	if !slices.Contains(p.plan.named, space) {
		p.plan.named = append(p.plan.named, space)
	}
}

// ready lists the units of a kind that an order may still take from a space in the combat moves.
func (p *pos) ready(owner, kind, from string) []*unit {
	var us []*unit
	for _, u := range p.in(from) {
		if u.kind != kind || u.owner != owner || u.moved && !p.sailsOn(u) || u.loaded || u.unloaded || u.submerged || u.fought {
			continue
		}
		if ship := p.find(u.aboard); ship != nil && (kind != "fighter" || ship.moved) {
			continue
		}
		us = append(us, u)
	}
	slices.SortStableFunc(us, func(a, b *unit) int { return p.deckRank(a) - p.deckRank(b) })
	return us
}

// sailsOn reports whether a transport that a line has moved may be moved on by another. It comes after those that stood
// in the zone before.
func (p *pos) sailsOn(u *unit) bool {
	return u.kind == "transport" && !u.unloaded && u.used > 0 && u.used < p.movement(u) && !p.hostile(u.at)
}

// deckRank puts fighters on own carriers before those on allies', and ships that stood in a zone before those that came.
func (p *pos) deckRank(u *unit) int {
	if s := p.find(u.aboard); s != nil && s.owner != u.owner || u.kind == "transport" && u.used > 0 {
		return 1
	}
	return 0
}

// take picks the units of a list; nil if there are too few.
func (p *pos) take(units []count, ready func(owner, kind, from string) []*unit) [][]*unit {
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
func (p *pos) combatLine(l line) bool {
	switch l.verb {
	case "rocket":
		return p.aimRocket(l)
	case "pledge":
		return true // judged when all moves are known
	case "ship":
		return p.voyage(l, true)
	case "load":
		return p.load(l, true)
	case "unload":
		return p.assault(l)
	}
	groups := p.take(l.units, p.ready)
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
				path = p.raidWay(u, l)
			case isPlane(u.kind):
				path = p.attackWay(u, l.to, l.via)
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
		p.combatStep(l, s.u, s.path)
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
		p.addRaid(l.to, flown)
	}
	return true
}

func (p *pos) addRaid(target string, flown [2]route) {
	i := slices.IndexFunc(p.plan.raids, func(r raid) bool { return r.target == target })
	if i < 0 {
		p.plan.raids = append(p.plan.raids, raid{target: target})
		i = len(p.plan.raids) - 1
	}
	p.plan.raids[i].planes = append(p.plan.raids[i].planes, append(flown[0].planes, flown[1].planes...)...)
}

// combatStep moves one unit along its way.
func (p *pos) combatStep(l line, u *unit, path []string) {
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
		p.enterConvoys(u, path)
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

// enterConvoys takes unguarded convoy centers that a warship sails into or through (Europe 3.10), and remembers guarded ones.
func (p *pos) enterConvoys(u *unit, path []string) {
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
func (p *pos) attackWay(u *unit, to string, via []string) []string {
	if p.leaves(u, to) {
		return p.airWay(u, to, via)
	}
	if p.w.sea(to) && !p.hostile(to) || !p.w.sea(to) && !p.enemy(p.startOwner[to]) {
		return nil
	}
	return p.airWay(u, to, via)
}

// leaves reports whether a plane that began its turn beside enemy ships flies to a friendly space. It finishes its flight
// in the landing step, with what range it has left.
func (p *pos) leaves(u *unit, to string) bool {
	if !p.w.sea(u.at) || !p.hostile(u.at) {
		return false
	}
	return p.w.sea(to) && !p.hostile(to) || !p.w.sea(to) && p.friend(p.owner[to])
}

func (p *pos) airWay(u *unit, to string, via []string) []string {
	if via != nil {
		path := append(slices.Clone(via), to)
		if c := p.flyCost(u, path); c < 0 || c > p.left(u) {
			return nil
		}
		return path
	}
	return p.flights(u, u.at, p.left(u))[to].path
}

func (p *pos) raidWay(u *unit, l line) []string {
	if p.w.sea(l.to) || !p.enemy(p.startOwner[l.to]) || p.complexIn(l.to) == nil {
		return nil
	}
	if u.kind != "bomber" && !(u.kind == "fighter" && (p.w.europe || p.has[u.owner]["Dive-Bombers"])) {
		return nil
	}
	return p.airWay(u, l.to, l.via)
}

// aimRocket is R-102.
func (p *pos) aimRocket(l line) bool {
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

// fits reports whether a ship can carry units (R-54; Europe: two of infantry, artillery, gun, or one tank alone).
func (p *pos) fits(ship *unit, cargo []*unit) bool {
	if ship.kind == "destroyer" {
		return p.has[ship.owner]["Tokyo Express"] && len(cargo) <= 1 && (len(cargo) == 0 || cargo[0].kind == "infantry")
	}
	if ship.kind != "transport" || len(cargo) > 2 {
		return false
	}
	heavy, tanks := 0, 0
	for _, u := range cargo {
		if u.kind == "industrial complex" {
			return false
		}
		if u.kind != "infantry" {
			heavy++
		}
		if u.kind == "tank" {
			tanks++
		}
	}
	if p.w.europe {
		return tanks == 0 || len(cargo) == 1
	}
	return heavy <= 1
}

// theShip finds the one ship that a line names.
func (p *pos) theShip(l line) *unit {
	owner := l.shipOf
	if owner == "" {
		owner = p.power
	}
	var found *unit
	for _, u := range p.in(l.ship) {
		if u.kind == l.shipKind && u.owner == owner && !u.moved && !u.movedLate && !u.unloaded && !u.retreated {
			if found != nil {
				return nil // the generator names only ships that stand alone
			}
			found = u
		}
	}
	return found
}

// board puts the cargo of a line aboard a ship that sails along zones; nil if it may not.
func (p *pos) embark(l line, ship *unit, zones []string, ready func(owner, kind, from string) []*unit, combat bool) []*unit {
	groups := p.take(l.units, ready)
	if groups == nil {
		return nil
	}
	var cargo []*unit
	for _, g := range groups {
		for _, u := range g {
			if !isLandUnit(u.kind) || combat && u.kind == "antiaircraft gun" || u.aboard != 0 {
				return nil
			}
			if !slices.ContainsFunc(zones, func(z string) bool { return p.w.touch(u.at, z) && !p.hostile(z) }) {
				return nil
			}
			cargo = append(cargo, u)
		}
	}
	if !p.fits(ship, append(p.cargo(ship), cargo...)) {
		return nil
	}
	return cargo
}

// follows reports whether a ship that sails along zones passes those named, in their order, and ends at the last.
func follows(zones, via []string) bool {
	i := 0
	for _, z := range zones {
		if i < len(via) && z == via[i] {
			i++
		}
	}
	return i == len(via) && zones[len(zones)-1] == via[len(via)-1]
}

// wayWithCargo finds the way on which a ship can load what a line names: the shortest legal one that passes the zones named.
// Loading places are found by the adjudicator.
func (p *pos) wayWithCargo(l line, ship *unit, via []string, combat bool) (path []string, cargo []*unit, ok bool) {
	ready := p.ready
	if !combat {
		ready = p.rested
	}
	paths := [][]string{{}}
	for _, end := range p.w.names {
		if end == via[len(via)-1] {
			paths = append(paths, p.w.paths(ship.at, end, p.movement(ship)-ship.used, func(_, s string) bool { return p.w.sea(s) })...)
		}
	}
	var good [][]string
	for _, path := range paths {
		zones := append([]string{ship.at}, path...)
		if follows(zones, via) && p.seaLegal(ship, path, combat, nil) && p.embark(l, ship, zones, ready, combat) != nil {
			good = append(good, path)
		}
	}
	if len(good) == 0 {
		return nil, nil, false
	}
	path = p.best(good)
	return path, p.embark(l, ship, append([]string{ship.at}, path...), ready, combat), true
}

// voyage loads, sails and lands in one line.
func (p *pos) voyage(l line, combat bool) bool {
	ship := p.theShip(l)
	if ship == nil || ship.owner != p.power || len(l.via) == 0 || p.w.places[l.to] == nil || p.w.sea(l.to) {
		return false
	}
	end := l.via[len(l.via)-1]
	if !p.w.touch(end, l.to) || !combat && (ship.fought || ship.moved) {
		return false
	}
	if combat && !p.enemy(p.startOwner[l.to]) || !combat && (!p.friend(p.owner[l.to]) || p.hostile(end)) {
		return false
	}
	path, cargo, ok := p.wayWithCargo(l, ship, l.via, combat)
	if !ok || !combat && p.crowded(l.to, cargo) {
		return false
	}
	for _, u := range cargo {
		p.counter++
		u.named = p.counter
		u.loaded, u.aboard, u.at = true, ship.id, end
	}
	for _, c := range p.cargo(ship) {
		c.at = end
	}
	p.sail(ship, path, combat)
	ship.unloaded, ship.ashore = true, l.to
	if combat {
		for _, u := range cargo {
			u.moved = true
		}
		p.plan.landings = append(p.plan.landings, landing{ship, end, l.to, cargo})
		return true
	}
	for _, u := range cargo {
		u.aboard, u.at, u.unloaded, u.movedLate = 0, l.to, true, true
	}
	return true
}

func (p *pos) sail(ship *unit, path []string, combat bool) {
	ship.moved, ship.movedLate = combat, !combat
	p.counter++
	ship.named = p.counter
	if len(path) > 0 {
		ship.from = ship.at
		if len(path) > 1 {
			ship.from = path[len(path)-2]
		}
		ship.used += len(path)
		ship.at = path[len(path)-1]
	}
}

// load takes units aboard, and may sail on.
func (p *pos) load(l line, combat bool) bool {
	ship := p.theShip(l)
	if ship == nil || !combat && (ship.moved || ship.fought) {
		return false
	}
	via := []string{ship.at}
	if l.sail != "" {
		if ship.owner != p.power {
			return false
		}
		via = []string{l.sail}
	}
	path, cargo, ok := p.wayWithCargo(l, ship, via, combat)
	if !ok || l.sail == "" && len(path) > 0 { // without `sail` it loads where it lies
		return false
	}
	for _, u := range cargo {
		p.counter++
		u.named = p.counter
		u.loaded, u.aboard, u.at = true, ship.id, ship.at
		u.movedLate = !combat
	}
	p.sail(ship, path, combat)
	for _, c := range p.cargo(ship) {
		c.at = ship.at
	}
	return true
}

// aboardHere lists the cargo of one ship that a line can land.
func (p *pos) aboardHere(ship *unit) func(owner, kind, from string) []*unit {
	return func(owner, kind, _ string) []*unit {
		var us []*unit
		for _, u := range p.cargo(ship) {
			if u.owner == owner && u.kind == kind && !u.moved && !(u.loaded && ship.owner != p.power) {
				us = append(us, u)
			}
		}
		return us
	}
}

// assault lands cargo that is aboard in an enemy territory.
func (p *pos) assault(l line) bool {
	owner := l.shipOf
	if owner == "" {
		owner = p.power
	}
	var ship *unit
	for _, u := range p.in(l.ship) {
		if u.kind == l.shipKind && u.owner == owner && (u.ashore == "" || u.ashore == l.to) {
			if ship != nil {
				return false
			}
			ship = u
		}
	}
	if ship == nil || p.w.places[l.to] == nil || !p.w.touch(l.ship, l.to) || p.w.sea(l.to) || !p.enemy(p.startOwner[l.to]) {
		return false
	}
	groups := p.take(l.units, p.aboardHere(ship))
	if groups == nil {
		return false
	}
	var cargo []*unit
	for _, g := range groups {
		cargo = append(cargo, g...)
	}
	for _, u := range cargo {
		if u.kind == "antiaircraft gun" {
			return false
		}
		p.counter++
		u.named = p.counter
		u.moved = true
	}
	ship.unloaded, ship.ashore = true, l.to
	if ship.owner == p.power {
		ship.moved = true
	}
	p.plan.landings = append(p.plan.landings, landing{ship, l.ship, l.to, cargo})
	return true
}

// pledge promises carriers, when all moves are known.
func (p *pos) pledge(l line) bool {
	from := l.units[0].from
	attacked := map[string]bool{}
	for _, u := range p.units {
		if u.owner == p.power && u.moved && !u.raiding && p.w.sea(u.at) && p.hostile(u.at) && (isPlane(u.kind) || isShip(u.kind)) {
			attacked[u.at] = true
		}
		if u.owner == p.power && isShip(u.kind) && p.hostile(u.at) {
			attacked[u.at] = true
		}
	}
	for _, u := range p.in(from) {
		if u.kind != "aircraft carrier" || u.owner != p.power || u.moved || p.hostile(u.at) || p.plan.pledges[u.id] != "" {
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

// combatMoves makes all lines and returns the numbers of those that are illegal; -1 stands for lines that cannot stand
// together.
func (p *pos) combatMoves(lines []line) map[int]bool {
	faults := map[int]bool{}
	// moves are simultaneous: a fighter takes off before its carrier sails, whichever line comes first
	for _, planes := range []bool{true, false} {
		for i, l := range lines {
			if p.flies(l) != planes {
				continue
			}
			p.counter = 100 * i
			if !p.combatLine(l) {
				faults[i] = true
			}
		}
	}
	p.nameAll(lines)
	for i, l := range lines {
		if l.verb == "pledge" && !p.pledge(l) {
			faults[i] = true
		}
	}
	if !p.canAllLand() || !p.raidsHaveBombers() || !p.landingsCanHappen() {
		faults[-1] = true
	}
	return faults
}

// flies reports whether a line moves planes.
func (p *pos) flies(l line) bool {
	return l.verb == "bomb" || l.verb == "move" && isPlane(l.units[0].kind)
}

// nameAll notes the spaces of battles in the order in which the lines first name them as such; a raid is no battle.
func (p *pos) nameAll(lines []line) {
	for _, l := range lines {
		switch {
		case l.verb == "load" && l.sail != "":
			p.name(l.sail)
		case l.verb == "move", l.verb == "ship", l.verb == "unload":
			p.name(l.to)
		}
	}
}

// raidsHaveBombers is Europe 3.16.
func (p *pos) raidsHaveBombers() bool {
	for _, r := range p.plan.raids {
		if p.w.europe && !slices.ContainsFunc(r.planes, func(u *unit) bool { return u.kind == "bomber" }) {
			return false
		}
	}
	return true
}

// landingsCanHappen is the end of R-61: an ally's ship lands nobody from a zone that stays hostile.
func (p *pos) landingsCanHappen() bool {
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

// canAllLand reports whether every plane that attacks has a possible landing, all at once.
func (p *pos) canAllLand() bool {
	room := map[int]int{}
	deckAt := map[int]string{}
	var flying []*unit
	for _, u := range p.units {
		if isPlane(u.kind) && u.owner == p.power && !u.kamikaze && (u.battle != "" || p.launches(u)) {
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

// launches reports whether an own fighter that no order names takes off: its carrier stays and fights where it is.
func (p *pos) launches(u *unit) bool {
	ship := p.find(u.aboard)
	return u.kind == "fighter" && u.owner == p.power && ship != nil && ship.owner == p.power && !ship.moved && p.hostile(ship.at)
}
