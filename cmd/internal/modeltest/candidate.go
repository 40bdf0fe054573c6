package modeltest

import (
	"maps"
	"slices"
)

// spot picks a unit of the power on turn that is not aboard a ship.
func (m *maker) spot(p *pos, ok func(*unit) bool) *unit {
	var us []*unit
	for _, u := range p.units {
		if u.owner == p.power && ok(u) {
			us = append(us, u)
		}
	}
	if len(us) == 0 {
		return nil
	}
	return oneOf(m, us)
}

func (m *maker) walk(from string, steps int) []string {
	var path []string
	for range steps {
		near := m.w.places[from].near
		if len(near) == 0 {
			break
		}
		from = oneOf(m, near)
		path = append(path, from)
	}
	return path
}

// seaWalk walks over zones.
func (m *maker) seaWalk(from string, steps int) []string {
	var path []string
	for range steps {
		var near []string
		for _, n := range m.w.places[from].near {
			if m.w.sea(n) {
				near = append(near, n)
			}
		}
		if len(near) == 0 {
			break
		}
		from = oneOf(m, near)
		path = append(path, from)
	}
	return path
}

// combatCandidate makes lines that might be legal together with those before.
func (m *maker) combatCandidate(p *pos) []line {
	u := m.spot(p, func(u *unit) bool {
		return !u.moved && (u.aboard == 0 || u.kind == "fighter") && u.kind != "industrial complex"
	})
	if m.chance(15) { // cargo
		if c := m.spot(p, func(u *unit) bool { return u.aboard != 0 && u.kind != "fighter" && !u.loaded }); c != nil {
			return m.unloading(p, c)
		}
	}
	if u == nil {
		return nil
	}
	group := []count{{n: m.number(p, u), kind: u.kind, from: u.at}}
	switch {
	case u.kind == "antiaircraft gun":
		if p.tech[p.power]["rockets"] && m.chance(70) {
			return []line{{verb: "rocket", to: m.target(p, u, 4, true), units: group}}
		}
		return []line{{verb: "move", units: []count{{n: 1, kind: u.kind, from: u.at}},
			to: oneOf(m, m.w.places[u.at].near)}}
	case isPlane(u.kind):
		return m.flight(p, u, group)
	case isShip(u.kind):
		return m.sailing(p, u, group)
	}
	if m.chance(30) {
		if l := m.shipping(p, u); l != nil {
			return l
		}
	}
	path := m.walk(u.at, 1+m.IntN(2))
	if len(path) == 0 {
		return nil
	}
	l := line{verb: "move", units: group, to: path[len(path)-1]}
	if len(path) == 2 && m.chance(40) {
		l.via = path[:1]
	}
	if m.w.sea(l.to) {
		return nil // an order to sea is another verb
	}
	return []line{l}
}

// number is how many units of a kind a line takes: some or all that are there.
func (m *maker) number(p *pos, u *unit) int {
	n := 0
	for _, v := range p.in(u.at) {
		if v.kind == u.kind && v.owner == u.owner && !v.moved && (v.aboard == 0 || v.kind == "fighter") {
			n++
		}
	}
	return 1 + m.IntN(max(n, 1))
}

// target picks a space near a unit that might be attacked.
func (m *maker) target(p *pos, u *unit, steps int, complexes bool) string {
	var list []string
	for n := range p.flights(&unit{kind: "bomber"}, u.at, steps) {
		if n == u.at || !p.enemySpace(n) || complexes && p.complexIn(n) == nil {
			continue
		}
		list = append(list, n)
	}
	if len(list) == 0 || m.chance(8) {
		path := m.walk(u.at, 3)
		if len(path) == 0 {
			return u.at
		}
		return path[len(path)-1]
	}
	slices.Sort(list)
	return oneOf(m, list)
}

func (m *maker) flight(p *pos, u *unit, group []count) []line {
	r := p.movement(u)
	if m.chance(30) {
		if to := m.target(p, u, r, true); !m.w.sea(to) && p.complexIn(to) != nil {
			lines := []line{{verb: "bomb", to: to, units: group}}
			if m.chance(40) { // an escort, or more bombers
				if v := m.spot(p, func(v *unit) bool {
					return isPlane(v.kind) && !v.moved &&
						v.kind != u.kind
				}); v != nil {
					lines = append(lines, line{verb: "bomb", to: to,
						units: []count{{n: m.number(p, v), kind: v.kind, from: v.at}}})
				}
			}
			return lines
		}
	}
	to := m.target(p, u, min(r, 2+m.IntN(4)), false)
	if to == u.at {
		return nil
	}
	if !p.enemySpace(to) {
		group[0].n = 1 // one at a time leaves embattled ships: whether a second finds a deck is left open
	}
	l := line{verb: "move", units: group, to: to}
	if path := m.walk(u.at, 1+m.IntN(2)); m.chance(15) && m.w.touch(path[len(path)-1], to) {
		l.via = path
	}
	if m.w.sea(to) && (p.has[p.power]["Kamikaze"] && m.chance(40) || m.chance(1)) {
		l.kamikaze = true
	}
	lines := []line{l}
	if m.w.sea(to) && u.kind == "fighter" && m.chance(40) {
		if c := m.spot(p, func(u *unit) bool {
			return u.kind == "aircraft carrier" && !u.moved && p.plan.pledges[u.id] == "" && len(p.cargo(u)) < 2
		}); c != nil {
			lines = append(lines, line{verb: "pledge", units: []count{{n: 1, kind: c.kind, from: c.at}}, to: to})
		}
	}
	return lines
}

func (m *maker) sailing(p *pos, u *unit, group []count) []line {
	path := m.seaWalk(u.at, 1+m.IntN(3))
	if len(path) == 0 || path[len(path)-1] == u.at {
		return nil
	}
	if u.kind == "aircraft carrier" && slices.ContainsFunc(p.in(path[len(path)-1]),
		func(c *unit) bool { return c.kind == u.kind && p.friend(c.owner) }) {
		return nil // which of two decks a fighter takes is left open
	}
	l := line{verb: "move", units: group, to: path[len(path)-1]}
	if len(path) > 1 && m.chance(60) || m.w.europe {
		l.via = path[:len(path)-1]
	}
	return []line{l}
}

// lone reports whether exactly one ship of its kind and power is in a zone.
func lone(p *pos, ship *unit) bool {
	n := 0
	for _, u := range p.in(ship.at) {
		if u.kind == ship.kind && u.owner == ship.owner {
			n++
		}
	}
	return n == 1
}

// shipping makes a `ship` or `load` line for a unit on land.
func (m *maker) shipping(p *pos, u *unit) []line {
	var ships []*unit
	for _, s := range p.units {
		if !carriesLandUnits(p, s) || !lone(p, s) ||
			s.moved || s.unloaded || s.movedLate || s.fought {
			continue
		}
		near := m.w.touch(u.at, s.at)
		for _, z := range m.w.places[s.at].near {
			near = near || m.w.sea(z) && m.w.touch(u.at, z)
		}
		if near && (s.owner == p.power || p.friend(s.owner) && m.chance(15)) {
			ships = append(ships, s)
		}
	}
	if len(ships) == 0 {
		return nil
	}
	s := oneOf(m, ships)
	units := []count{{n: 1, kind: u.kind, from: u.at}}
	for _, v := range p.units {
		if v.owner == p.power && v.aboard == 0 && isLandUnit(v.kind) && v.kind != u.kind && !v.moved && !v.loaded &&
			m.chance(50) &&
			v.kind != "industrial complex" && (v.at == u.at || m.w.touch(v.at, s.at)) {
			units = append(units, count{n: 1, kind: v.kind, from: v.at})
			break
		}
	}
	if len(units) == 1 && m.chance(50) {
		units[0].n = 1 + m.IntN(2)
	}
	l := line{verb: "ship", units: units, ship: s.at, shipKind: s.kind}
	if s.owner != p.power {
		l.shipOf = s.owner
	}
	path := m.seaWalk(s.at, m.IntN(3))
	end := s.at
	if len(path) > 0 {
		end = path[len(path)-1]
	}
	if m.chance(15) || l.shipOf != "" {
		l.verb = "load"
		if end != s.at && l.shipOf == "" {
			l.sail = end
		}
		return []line{l}
	}
	var lands []string
	for _, n := range m.w.places[end].near {
		if !m.w.sea(n) && m.open(n) {
			lands = append(lands, n)
		}
	}
	if len(lands) == 0 {
		return nil
	}
	l.to = oneOf(m, lands)
	if l.via = path; len(path) == 0 {
		l.via = []string{s.at}
	}
	return []line{l}
}

func (m *maker) unloading(p *pos, c *unit) []line {
	s := p.find(c.aboard)
	var lands []string
	for _, n := range m.w.places[s.at].near {
		if !m.w.sea(n) && m.open(n) {
			lands = append(lands, n)
		}
	}
	if len(lands) == 0 || !lone(p, s) {
		return nil
	}
	l := line{verb: "unload", units: []count{{n: 1, kind: c.kind, from: s.at}}, to: oneOf(m, lands), ship: s.at,
		shipKind: s.kind}
	if s.owner != p.power {
		l.shipOf = s.owner
	}
	return []line{l}
}

// sections makes battle sections for the battles that the moves cause.
func (m *maker) sections(p *pos) map[string]*tactics {
	out := map[string]*tactics{}
	for _, s := range (&game{pos: p}).queue() {
		t := &tactics{}
		sea := m.w.sea(s)
		subs := slices.ContainsFunc(p.in(s), func(u *unit) bool { return u.kind == "submarine" && u.owner == p.power })
		if m.chance(60) {
			t.losses = m.losses()
			if !sea && m.chance(30) {
				t.keep = 1 + m.IntN(2)
			}
		}
		if subs && (m.w.europe || m.chance(50)) {
			t.submerge = oneOf(m, []string{"never", "always", "after"})
			t.subRound = 1 + m.IntN(2)
		}
		if from := m.wayBack(p, s); from != "" && m.chance(40) {
			t.retreat, t.after = from, 1+m.IntN(3)
			if m.chance(30) {
				t.fewer = 1 + m.IntN(4)
			}
		}
		if !sea {
			landing := slices.ContainsFunc(p.plan.landings, func(l landing) bool { return l.target == s })
			planes := slices.ContainsFunc(p.units, func(u *unit) bool { return u.battle == s && !u.raiding })
			if landing && planes && m.chance(50) {
				t.withdraw = 1 + m.IntN(2)
			}
			t.quiet = landing && m.chance(10)
		}
		if len(t.lines()) > 0 {
			out[s] = t
		}
	}
	return out
}

// wayBack picks a space from which an attacker came to a battle and to which it may retreat.
func (m *maker) wayBack(p *pos, s string) string {
	if slices.ContainsFunc(p.plan.landings, func(l landing) bool { return l.target == s }) {
		return ""
	}
	set := map[string]bool{}
	for _, u := range p.in(s) {
		ok := u.owner == p.power && u.moved && u.from != "" && !isPlane(u.kind) && u.aboard == 0
		if !ok || u.from == s {
			continue
		}
		if m.w.sea(s) && !p.hostile(u.from) || !m.w.sea(s) && p.friend(p.owner[u.from]) {
			set[u.from] = true
		}
	}
	list := slices.Sorted(maps.Keys(set))
	if len(list) == 0 {
		return ""
	}
	return oneOf(m, list)
}

// landings makes a line for each group of planes that must fly home, most of the time.
func (m *maker) landings(g *game) []line {
	var lines []line
	tried := g.clone()
	try := &game{pos: tried, dice: slices.Repeat([]int{6}, 500)}
	for _, u := range tried.units {
		if !isAbroad(try.pos, u) || try.find(u.id) == nil || !m.chance(75) {
			continue
		}
		var spots []string
		for n := range try.flights(u, u.at, try.left(u)) {
			if _, ok := canLand(try.pos, u, n, nil); ok {
				spots = append(spots, n)
			}
		}
		if len(spots) == 0 {
			continue
		}
		slices.Sort(spots)
		l := line{verb: "land", units: []count{{n: 1, kind: u.kind, from: u.at}}, to: oneOf(m, spots)}
		if try.landLine(l) {
			lines = append(lines, l)
		}
	}
	return lines
}

// lateCandidate makes a line of the noncombat phase.
func (m *maker) lateCandidate(p *pos) []line {
	if m.chance(15) {
		if c := m.spot(p, func(u *unit) bool { return u.aboard != 0 && u.kind != "fighter" && !u.loaded }); c != nil {
			return m.unloading(p, c)
		}
	}
	if m.w.europe && m.chance(8) {
		for _, u := range p.units {
			if u.owner == middleEast && m.chance(50) {
				l := line{verb: "move", units: []count{{n: 1, kind: u.kind, whose: middleEast, from: u.at}},
					to: oneOf(m, m.w.places[u.at].near)}
				if !m.w.sea(l.to) {
					return []line{l}
				}
			}
		}
	}
	u := m.spot(p, func(u *unit) bool {
		return !u.movedLate && (u.aboard == 0 || u.kind == "fighter") &&
			(u.kind != "industrial complex" || p.has[p.power]["Mobile Industry"])
	})
	if u == nil {
		return nil
	}
	ship := p.find(u.aboard)
	if u.home || u.captured && !m.w.europe || ship != nil && (ship.moved || ship.fought || ship.movedLate) ||
		isAbroad(p, u) {
		return nil // what the text leaves open
	}
	n := 0
	for _, v := range p.rested(u.owner, u.kind, u.at) {
		if v.again == u.again {
			n++
		}
	}
	group := []count{{n: 1 + m.IntN(max(n, 1)), kind: u.kind, from: u.at}}
	switch {
	case isShip(u.kind):
		if u.kind == "transport" && !lone(p, u) && len(p.cargo(u)) > 0 {
			return nil
		}
		return m.sailing(p, u, group)
	case isPlane(u.kind):
		var spots []string
		for n := range p.flights(u, u.at, p.movement(u)+m.IntN(2)) {
			spots = append(spots, n)
		}
		slices.Sort(spots)
		to := oneOf(m, spots)
		if to == u.at {
			return nil
		}
		group[0].n = 1
		return []line{{verb: "move", units: group, to: to}}
	}
	if u.kind != "industrial complex" && m.chance(25) {
		if l := m.shipping(p, u); l != nil {
			return l
		}
	}
	path := m.walk(u.at, 1+m.IntN(2))
	if len(path) == 0 || m.w.sea(path[len(path)-1]) || path[len(path)-1] == u.at {
		return nil
	}
	l := line{verb: "move", units: group, to: path[len(path)-1]}
	if len(path) == 2 && m.chance(30) {
		l.via = path[:1]
	}
	return []line{l}
}

// purchase makes buy lines.
func (m *maker) purchase(p *pos) []line {
	var lines []line
	money := p.ipc[p.power]
	for range 1 + m.IntN(3) {
		kind := oneOf(m, types)
		price := m.w.units[kind].cost
		if price == 0 || kind == "industrial complex" && m.chance(70) {
			continue
		}
		n := 1 + m.IntN(max(1, min(3, money/price)))
		money -= n * price
		lines = append(lines, line{verb: "buy", units: []count{{n: n, kind: kind}}})
	}
	return lines
}

// placeCandidate makes a place line.
func (m *maker) placeCandidate(p *pos) []line {
	var kinds []string
	for _, t := range types {
		if p.bought[p.power][t] > 0 {
			kinds = append(kinds, t)
		}
	}
	if p.has[p.power]["Chinese Divisions"] && m.chance(50) {
		return []line{{verb: "place", units: []count{{n: 1, kind: "infantry"}}, to: oneOf(m, chinese)}}
	}
	var lands []string
	for _, n := range m.w.names {
		if isUsable(p, n) {
			lands = append(lands, n)
		}
	}
	if m.chance(10) || len(lands) == 0 {
		for _, n := range m.w.names {
			if p.owner[n] == p.power && !m.w.sea(n) {
				lands = append(lands, n)
			}
		}
	}
	if len(lands) == 0 {
		return nil
	}
	if len(kinds) == 0 {
		return nil
	}
	kind := oneOf(m, kinds)
	at := oneOf(m, lands)
	if kind == "industrial complex" {
		var sites []string
		for _, n := range m.w.names {
			if mayHoldComplex(p, n) {
				sites = append(sites, n)
			}
		}
		if len(sites) > 0 && !m.chance(10) {
			at = oneOf(m, sites)
		}
	}
	if isShip(kind) || kind == "fighter" && m.chance(30) {
		if zones := slices.DeleteFunc(slices.Clone(m.w.places[at].near),
			func(s string) bool { return !m.w.sea(s) }); len(zones) > 0 {
			at = oneOf(m, zones)
		}
	}
	return []line{{verb: "place", units: []count{{n: 1 + m.IntN(p.bought[p.power][kind]), kind: kind}}, to: at}}
}
