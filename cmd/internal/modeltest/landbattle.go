package modeltest

import (
	"slices"
)

// fightLand fights a land battle to its end.
func (g *game) fightLand(f *fight, zones map[string]int) {
	f.start()
	f.round = 1
	bombarded := 0
	if g.w.europe {
		bombarded = f.bombard(zones)
		for range bombarded {
			f.hit(f.def, false, func(u *unit) bool { return isSoldier(u.kind) })
		}
	}
	f.fireAntiaircraft()
	if !g.w.europe {
		for range f.bombard(zones) {
			f.hit(f.def, false, func(u *unit) bool { return isSoldier(u.kind) })
		}
		f.clear() // they do not fire back
	}
	for len(f.att) > 0 && len(f.def) > 0 {
		if len(f.free(f.def, nil)) > 0 {
			for range f.roll(f.attackShots(everyone)) {
				f.hit(f.def, false, everyone)
			}
		}
		if len(f.free(f.att, nil)) > 0 {
			for range f.roll(f.defenceShots(everyone)) {
				f.hit(f.att, true, everyone)
			}
		}
		f.clear()
		if len(f.att) == 0 || len(f.def) == 0 {
			break
		}
		if f.breakOff() {
			break
		}
		f.round++
	}
	f.afterLand()
}

// fireAntiaircraft is the gun of the territory, once a battle.
func (f *fight) fireAntiaircraft() {
	g := f.g
	var planes []*unit
	for _, u := range f.att {
		if isPlane(u.kind) {
			planes = append(planes, u)
		}
	}
	slices.SortStableFunc(planes, func(a, b *unit) int { return a.named - b.named })
	if g.w.europe {
		g.antiaircraftEurope(f.at, planes, f.t.losses, f.taken[1])
	} else {
		g.antiaircraftOn(f.at, planes)
	}
	f.att = slices.DeleteFunc(f.att, func(u *unit) bool { return g.find(u.id) == nil })
}

// breakOff is step 7 on land: planes that leave, or a retreat. It reports whether the attack is over.
func (f *fight) breakOff() bool {
	g, t := f.g, f.t
	soldiers := f.free(f.att, func(u *unit) bool { return isSoldier(u.kind) })
	planes := f.free(f.att, func(u *unit) bool { return isPlane(u.kind) })
	if t.withdraw > 0 && f.round >= t.withdraw && len(planes) > 0 && (f.landing || len(soldiers) == 0) {
		f.leave(planes)
		f.att = soldiers
		return len(soldiers) == 0
	}
	if f.landing || t.retreat == "" || !f.due(len(f.att)) || !g.friend(g.owner[t.retreat]) {
		return false
	}
	for _, u := range soldiers {
		u.at, u.retreated = t.retreat, true
	}
	f.leave(planes)
	f.att = nil
	return true
}

// leave breaks off planes: Europe's gun fires at them once more (3.6).
func (f *fight) leave(planes []*unit) {
	for _, u := range planes {
		u.retreated = true
	}
	if f.g.w.europe && !f.sea {
		f.g.antiaircraftEurope(f.at, planes, f.t.losses, f.taken[1])
	}
}

func (f *fight) due(left int) bool {
	if f.t.fewer > 0 {
		return left < f.t.fewer
	}
	return f.round >= f.t.after
}

// afterLand applies advantages when a battle on land has ended.
func (f *fight) afterLand() {
	g := f.g
	if f.began > 0 && len(f.def) == 0 && f.round == 1 && g.has[g.power]["Panzerblitz"] {
		for _, u := range f.att {
			if u.kind == "tank" {
				u.again = true
			}
		}
	}
	red := g.w.places[f.at].home == "USSR" && g.owner[f.at] == "USSR"
	if g.has["USSR"]["Salvage"] && red && f.attTank && f.tankLost && f.soviet && len(f.def) > 0 && g.enemy("USSR") {
		g.add("tank", "USSR", f.at)
	}
}
