package modeltest

import (
	"slices"
)

// cargoFits reports whether a ship can carry units (R-54; Europe: two of infantry, artillery, gun, or one tank alone).
func cargoFits(p *pos, ship *unit, cargo []*unit) bool {
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
func theShip(p *pos, l line) *unit {
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
func embarkOn(p *pos, l line, ship *unit, zones []string, ready func(owner, kind, from string) []*unit,
	combat bool) []*unit {
	groups := takeUnits(p, l.units, ready)
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
	if !cargoFits(p, ship, append(p.cargo(ship), cargo...)) {
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

// wayWithCargo finds the way on which a ship can load what a line names: the shortest legal one that passes the zones
// named. Loading places are found by the adjudicator.
func wayWithCargo(p *pos, l line, ship *unit, via []string, combat bool) (path []string, cargo []*unit, ok bool) {
	ready := p.ready
	if !combat {
		ready = p.rested
	}
	paths := [][]string{{}}
	for _, end := range p.w.names {
		if end == via[len(via)-1] {
			paths = append(paths, p.w.paths(ship.at, end, p.movement(ship)-ship.used,
				func(_, s string) bool { return p.w.sea(s) })...)
		}
	}
	var good [][]string
	for _, path := range paths {
		zones := append([]string{ship.at}, path...)
		if follows(zones, via) && p.seaLegal(ship, path, combat, nil) &&
			embarkOn(p, l, ship, zones, ready, combat) != nil {
			good = append(good, path)
		}
	}
	if len(good) == 0 {
		return nil, nil, false
	}
	path = p.best(good)
	return path, embarkOn(p, l, ship, append([]string{ship.at}, path...), ready, combat), true
}

// voyageLine loads, sails and lands in one line.
func voyageLine(p *pos, l line, combat bool) bool {
	ship := theShip(p, l)
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
	path, cargo, ok := wayWithCargo(p, l, ship, l.via, combat)
	if !ok || !combat && isCrowded(p, l.to, cargo) {
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
	sailTo(p, ship, path, combat)
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

func sailTo(p *pos, ship *unit, path []string, combat bool) {
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

// loadLine takes units aboard, and may sail on.
func loadLine(p *pos, l line, combat bool) bool {
	ship := theShip(p, l)
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
	path, cargo, ok := wayWithCargo(p, l, ship, via, combat)
	if !ok || l.sail == "" && len(path) > 0 { // without `sail` it loads where it lies
		return false
	}
	for _, u := range cargo {
		p.counter++
		u.named = p.counter
		u.loaded, u.aboard, u.at = true, ship.id, ship.at
		u.movedLate = !combat
	}
	sailTo(p, ship, path, combat)
	for _, c := range p.cargo(ship) {
		c.at = ship.at
	}
	return true
}

// aboardHere lists the cargo of one ship that a line can land.
func aboardHere(p *pos, ship *unit) func(owner, kind, from string) []*unit {
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

// assaultLine lands cargo that is aboard in an enemy territory.
func assaultLine(p *pos, l line) bool {
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
	if ship == nil || p.w.places[l.to] == nil || !p.w.touch(l.ship, l.to) || p.w.sea(l.to) ||
		!p.enemy(p.startOwner[l.to]) {
		return false
	}
	groups := takeUnits(p, l.units, aboardHere(p, ship))
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
