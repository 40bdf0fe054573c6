package modeltest

import (
	"slices"
)

// fightSea fights a sea battle to its end.
func (g *game) fightSea(f *fight) {
	f.start()
	all := slices.Concat(f.att, f.def)
	for f.round = 1; ; f.round++ {
		if g.w.europe {
			f.europeRound()
		} else {
			f.revisedRound()
		}
		if len(f.free(f.att, nil)) == 0 || len(f.free(f.def, nil)) == 0 {
			break
		}
		if f.retreatAtSea() || f.stalemate() {
			break
		}
		if !g.w.europe {
			f.diveDefenders()
		}
		if len(f.free(f.def, nil)) == 0 {
			break
		}
	}
	if !g.w.europe { // repaired as soon as the battle ends
		for _, u := range all {
			u.damaged = false
		}
	}
}

// destroyerIn reports whether a side has an unsubmerged destroyer left on the battle board.
func destroyerIn(side []*unit) bool {
	return slices.ContainsFunc(side, func(u *unit) bool { return u.kind == "destroyer" })
}

// revisedRound is one cycle of R-77, to the attacker's diving in step 7.
func (f *fight) revisedRound() {
	sub := func(u *unit) bool { return u.kind == "submarine" }
	other := func(u *unit) bool { return u.kind != "submarine" }
	// step 2
	if f.round == 1 {
		f.kamikaze()
	}
	early := map[*unit]bool{} // losses of step 2 that leave at once
	for u := range f.marked {
		early[u] = true
	}
	attDD, defDD := destroyerIn(f.att), destroyerIn(f.def)
	if f.round == 1 {
		f.kaiten(early, attDD)
	}
	strike := func(shots []shot, side []*unit, attackers, delayed bool) {
		if len(f.free(side, ships)) == 0 {
			return
		}
		before := len(f.marked)
		for range f.roll(shots) {
			f.hit(side, attackers, ships)
		}
		if len(f.marked) > before && !delayed {
			for _, u := range side {
				if f.marked[u] {
					early[u] = true
				}
			}
		}
	}
	subsA, subsD := f.attackShots(sub), f.defenceShots(func(u *unit) bool { return sub(u) && !f.torpedo[u] })
	strike(subsA, f.def, false, defDD)
	strike(subsD, f.att, true, attDD)
	// step 3
	late := map[*unit]bool{}
	for u := range f.marked {
		if !early[u] {
			late[u] = true
		}
	}
	f.marked = early
	f.clear()
	f.marked = late
	// steps 4 to 6
	if len(f.free(f.def, nil)) > 0 {
		for range f.roll(f.attackShots(other)) {
			f.hit(f.def, false, everyone)
		}
	}
	if len(f.free(f.att, nil)) > 0 {
		for range f.roll(f.defenceShots(other)) {
			f.hit(f.att, true, everyone)
		}
	}
	f.clear()
	// step 7: the attacker's submarines
	if len(f.free(f.def, nil)) > 0 {
		f.diveAttackers()
	}
}

// kamikaze fires the planes that will not return: at ships only, and they leave with the losses of step 2 (JAP-2).
func (f *fight) kamikaze() {
	var shots []shot
	for _, u := range f.att {
		if !u.kamikaze {
			continue
		}
		s := shot{u, f.g.w.units[u.kind].attack, 1}
		if u.kind == "bomber" && f.g.tech[u.owner]["heavy bombers"] {
			s.dice = 2
		}
		shots = append(shots, s)
	}
	if len(shots) == 0 {
		return
	}
	for range f.roll(shots) {
		f.hit(f.def, false, ships)
	}
	for _, s := range shots {
		f.marked[s.u] = true
	}
}

// kaiten fires the submarines that Japan turned into torpedoes (JAP-3). What they hit leaves as what submarines hit
// does; they themselves are gone with the opening fire.
func (f *fight) kaiten(early map[*unit]bool, destroyer bool) {
	g := f.g
	n := g.torpedoes[f.at]
	near := slices.ContainsFunc(g.w.places[f.at].near, func(s string) bool {
		return !g.w.sea(s) && g.w.places[s].home == "Japan" && g.owner[s] == "Japan"
	})
	if !g.has["Japan"]["Kaiten Torpedoes"] || !near {
		return
	}
	var shots []shot
	for _, u := range f.def {
		if u.kind == "submarine" && u.owner == "Japan" && len(shots) < n && !u.submerged {
			value := 3
			if g.tech["Japan"]["super submarines"] {
				value = 4
			}
			shots = append(shots, shot{u, value, 1})
		}
	}
	for _, s := range shots {
		f.torpedo[s.u] = true
	}
	if len(f.free(f.att, ships)) > 0 { // where there are only planes it is lost for nothing
		for range f.roll(shots) {
			f.hit(f.att, true, ships)
		}
	}
	for _, u := range f.att {
		if f.marked[u] && !destroyer {
			early[u] = true
		}
	}
	for _, s := range shots {
		f.marked[s.u], early[s.u] = true, true
	}
}

// diveAttackers and diveDefenders are the submerging of step 7 (R-82, D15).
func (f *fight) diveAttackers() {
	if f.g.w.europe || destroyerIn(f.def) {
		return
	}
	dive := false
	switch f.t.submerge {
	case "always":
		dive = true
	case "after":
		dive = f.round >= f.t.subRound
	case "":
		alone := len(f.free(f.att, func(u *unit) bool { return u.kind != "submarine" })) == 0
		// what was ordered goes before the default
		dive = alone && !f.retreats() && len(f.free(f.def, func(u *unit) bool { return isPlane(u.kind) })) > 0
	}
	if dive {
		f.submerge(f.att)
	}
}

func (f *fight) submerge(side []*unit) {
	for _, u := range side {
		if u.kind == "submarine" && !f.marked[u] {
			u.submerged = true
		}
	}
}

func (f *fight) diveDefenders() {
	if destroyerIn(f.att) {
		return
	}
	for _, u := range f.def {
		t := f.g.standing[u.owner]
		if t == nil {
			t = &tactics{}
		}
		dive := false
		switch t.submerge {
		case "always":
			dive = true
		case "after":
			dive = f.round >= t.subRound
		case "":
			dive = len(f.free(f.def, func(v *unit) bool { return isShip(v.kind) && v.kind != "submarine" })) == 0
		}
		if dive && u.kind == "submarine" {
			u.submerged = true
		}
	}
}

// open reports whether the fleet may retreat to a zone.
func (f *fight) open(z string) bool {
	g := f.g
	return slices.Contains(f.origins, z) && !g.fought[z] && !g.hostile(z) && g.canalOpen(f.at, z, g.side())
}

// retreats reports whether an order to retreat at sea applies now. Transports do not count as left (fine print 11).
func (f *fight) retreats() bool {
	left := len(f.free(f.att, func(u *unit) bool { return u.kind != "transport" }))
	return f.t.retreat != "" && f.due(left) && f.open(f.t.retreat)
}

// retreatAtSea takes the fleet back and reports whether the attack is over. An attack that cannot hit
// anything retreats by itself where it can (D14).
func (f *fight) retreatAtSea() bool {
	g, t := f.g, f.t
	planes := f.free(f.att, func(u *unit) bool { return isPlane(u.kind) })
	fleet := f.free(f.att, ships)
	if t.withdraw > 0 && f.round >= t.withdraw && len(planes) > 0 && len(fleet) == 0 {
		f.leave(planes)
		f.att = nil
		return true
	}
	to := ""
	if f.retreats() {
		to = t.retreat
	}
	if to == "" && len(planes) == 0 && !slices.ContainsFunc(fleet,
		func(u *unit) bool { return u.kind != "transport" }) {
		zones := slices.DeleteFunc(slices.Clone(f.origins), func(z string) bool { return !f.open(z) })
		if len(zones) > 0 {
			to = zones[0] // of several the text names none: as the engine, the first in the order of types
		}
	}
	if to == "" {
		return false
	}
	for _, u := range fleet {
		u.at, u.retreated = to, true
		for _, c := range g.cargo(u) {
			c.at = to
		}
	}
	f.leave(planes)
	f.att = nil
	return true
}

// stalemate is R-101: no unit can hit another.
func (f *fight) stalemate() bool {
	can := func(side, other []*unit, attack bool) bool {
		for _, u := range f.free(side, nil) {
			if attack && f.attackValue(u, false) == 0 {
				continue
			}
			if len(f.free(other, f.canHit(u, side))) > 0 {
				return true
			}
		}
		return false
	}
	return !can(f.att, f.def, true) && !can(f.def, f.att, false)
}

// canHit reports what a unit may hit: submarines only ships, in Europe planes no submarines without a destroyer of
// their side.
func (f *fight) canHit(u *unit, side []*unit) func(*unit) bool {
	switch {
	case u.kind == "submarine":
		return ships
	case f.g.w.europe && isPlane(u.kind) && !destroyerIn(side):
		return func(v *unit) bool { return v.kind != "submarine" }
	}
	return everyone
}

// europeRound is one round of Europe's sea battle (2.3, 3.2, 3.4).
func (f *fight) europeRound() {
	g := f.g
	if f.stalemate() {
		return
	}
	if f.t.submerge == "always" && f.round == 1 {
		f.submerge(f.att)
	}
	first := !destroyerIn(f.def)
	sub := func(u *unit) bool { return u.kind == "submarine" }
	if first && len(f.free(f.def, ships)) > 0 {
		for range f.roll(f.attackShots(sub)) {
			f.hit(f.def, false, ships)
		}
		f.clear()
	}
	fire := func(shots []shot, side, targets []*unit, attackers bool) {
		shots = slices.DeleteFunc(shots, func(s shot) bool { return len(f.free(targets, f.canHit(s.u, side))) == 0 })
		f.share(f.roll(shots), side, targets, attackers)
	}
	others := func(u *unit) bool { return !first || u.kind != "submarine" }
	fire(f.attackShots(others), f.att, f.def, false)
	f.diveEurope()
	fire(f.defenceShots(everyone), f.def, f.att, true)
	f.clear()
	f.diveAtEnd()
	_ = g
}

// share gives hits that not all units can suffer to those that the order of loss names first, as far as every unit
// that is taken finds a hit of its own.
func (f *fight) share(hits, side, targets []*unit, attackers bool) {
	var taken []*unit
	suits := func(units []*unit) bool {
		used := make([]bool, len(hits))
		var seat func(i int) bool
		seat = func(i int) bool {
			if i == len(units) {
				return true
			}
			for k, by := range hits {
				if !used[k] && f.canHit(by, side)(units[i]) {
					used[k] = true
					if seat(i + 1) {
						return true
					}
					used[k] = false
				}
			}
			return false
		}
		return seat(0)
	}
	for range hits {
		if u := f.hit(targets, attackers, func(u *unit) bool {
			return suits(append(slices.Clone(taken),
				u))
		}); u != nil {
			taken = append(taken, u)
		}
	}
}

// diveEurope lets defending submarines dive when they would fire, unless they are hit.
func (f *fight) diveEurope() {
	// a ship that is hit no longer counts as present (the text is silent)
	onlySubs := !slices.ContainsFunc(f.free(f.def, nil),
		func(u *unit) bool { return isShip(u.kind) && u.kind != "submarine" })
	threatened := slices.ContainsFunc(f.free(f.att, nil), func(u *unit) bool {
		switch {
		case u.kind == "transport":
			return false
		case isPlane(u.kind):
			return destroyerIn(f.att)
		}
		return true
	})
	for _, u := range f.def {
		t := f.g.standing[u.owner]
		if t == nil {
			t = &tactics{}
		}
		if u.kind == "submarine" && !f.marked[u] && (t.submerge == "always" || t.submerge == "" && onlySubs &&
			threatened) {
			u.submerged = true
		}
	}
}

// diveAtEnd is `submerge after round N`.
func (f *fight) diveAtEnd() {
	if len(f.free(f.att, nil)) == 0 || len(f.free(f.def, nil)) == 0 {
		return // the battle is over
	}
	alone := len(f.free(f.att, func(u *unit) bool { return u.kind != "submarine" })) == 0
	planes := len(f.free(f.def, func(u *unit) bool { return isPlane(u.kind) })) > 0
	// D15 for the attacker, as in Revised: rulings 3.4 speak of the defender only
	if f.t.submerge == "after" && f.round >= f.t.subRound || f.t.submerge == "" && alone && planes && !f.retreats() {
		f.submerge(f.att)
	}
	for _, u := range f.def {
		if t := f.g.standing[u.owner]; t != nil && t.submerge == "after" && f.round >= t.subRound &&
			u.kind == "submarine" {
			u.submerged = true
		}
	}
}
