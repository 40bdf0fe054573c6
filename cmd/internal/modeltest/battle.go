package modeltest

import (
	"cmp"
	"math"
	"slices"
)

// fight is one battle as it goes on. Hit units stay in att and def until they are removed; marked ones are no targets.
type fight struct {
	g         *game
	at        string
	sea       bool
	landing   bool
	t         *tactics
	att, def  []*unit
	round     int
	marked    map[*unit]bool
	torpedo   map[*unit]bool // Kaiten
	foot      bool           // the land attack began with infantry only (Banzai)
	subs      int            // attacking submarines when it began (Wolf Packs)
	origins   []string
	attTank   bool // a tank attacked
	tankLost  bool
	soviet    bool           // a Soviet unit defended
	began     int            // defenders when it began
	listPower string         // the defender whose list holds, as the battle began
	taken     [2]map[int]int // by entry of the defenders' and the attackers' list: how many it has taken
	kept      map[*unit]bool // lost when no other can be
}

// The default orders of loss (rulings of Revised, section 4).
var (
	landAttack = []entry{{kind: "infantry"}, {kind: "artillery"}, {kind: "tank"}, {kind: "fighter"}, {kind: "bomber"}}
	landDefend = []entry{{kind: "infantry"}, {kind: "artillery"}, {kind: "tank"}, {kind: "bomber"}, {kind: "fighter"}}
	seaAttack  = []entry{{kind: "transport", cargo: "empty"}, {kind: "submarine"}, {kind: "destroyer"},
		{kind: "transport", cargo: "loaded"}, {kind: "fighter"}, {kind: "bomber"}, {kind: "aircraft carrier"},
		{kind: "battleship"}}
	seaDefend = []entry{{kind: "transport", cargo: "empty"}, {kind: "submarine"}, {kind: "transport", cargo: "loaded"},
		{kind: "destroyer"}, {kind: "fighter"}, {kind: "aircraft carrier"}, {kind: "battleship"}}
)

// rank is the list on file, and the default after it.
func rank(filed, by []entry) []entry {
	list := slices.Concat(filed, by)
	if !slices.ContainsFunc(filed, func(e entry) bool { return e.damage }) {
		list = append([]entry{{damage: true, kind: "battleship"}}, list...)
	}
	return list
}

// pick chooses a unit for one hit. A battleship that is not damaged is returned for its damage as well. An entry
// with a number takes so many and no more; taken is what they have taken, by entry.
func pick(units []*unit, list []entry, taken map[int]int, can func(*unit) bool, p *pos, own string) *unit {
	for at, e := range list {
		if e.n > 0 && taken[at] >= e.n {
			continue
		}
		var fit []*unit
		for _, u := range units {
			if !can(u) || u.kind != e.kind || e.power != "" && u.owner != e.power {
				continue
			}
			loaded := len(p.cargo(u)) > 0
			if e.cargo == "empty" && loaded || e.cargo == "loaded" && !loaded || e.damage && u.damaged {
				continue
			}
			fit = append(fit, u)
		}
		if len(fit) == 0 {
			continue
		}
		if e.n > 0 {
			taken[at]++
		}
		return slices.MinFunc(fit, func(a, b *unit) int {
			turn := func(u *unit) int {
				if u.owner == own {
					return -1
				}
				return p.w.seat(u.owner)
			}
			return cmp.Or(cmp.Compare(turn(a), turn(b)), cmp.Compare(weight(p, a), weight(p, b)),
				cmp.Compare(air(p, a), air(p, b)),
				cmp.Compare(turnOf(a), turnOf(b)), cmp.Compare(a.id, b.id))
		})
	}
	return nil
}

// turnOf is when the orders first named a unit; those that none named come last.
func turnOf(u *unit) int {
	if u.named == 0 {
		return math.MaxInt
	}
	return u.named
}

// weight puts emptier transports first.
func weight(p *pos, u *unit) int {
	if u.kind != "transport" {
		return 0
	}
	return len(p.cargo(u))
}

// air puts planes with the least movement left first.
func air(p *pos, u *unit) int {
	if !isPlane(u.kind) {
		return 0
	}
	return p.left(u)
}

// shot is a unit that fires, with what it hits at and the dice it rolls.
type shot struct {
	u     *unit
	value int
	dice  int
}

// roll rolls for the units of one side in one step and returns the hits of each: by column, then power, then type.
func (f *fight) roll(shots []shot) []*unit {
	slices.SortStableFunc(shots, func(a, b shot) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(f.g.w.seat(a.u.owner), f.g.w.seat(b.u.owner)),
			cmp.Compare(slices.Index(types, a.u.kind), slices.Index(types, b.u.kind)))
	})
	var hits []*unit
	for _, s := range shots {
		for range s.dice {
			if f.g.roll() <= s.value {
				hits = append(hits, s.u)
			}
		}
	}
	return hits
}

// list is the order of loss of a side, how many land units it keeps, and the power whose list it is.
func (f *fight) list(attackers bool) (list []entry, keep int, own string) {
	switch {
	case attackers && f.sea:
		return rank(f.t.losses, seaAttack), f.t.keep, f.g.power
	case attackers:
		return rank(f.t.losses, landAttack), f.t.keep, f.g.power
	}
	var filed []entry
	if s := f.g.standing[f.listPower]; s != nil {
		filed, keep = s.losses, s.keep
	}
	if f.sea {
		return rank(filed, seaDefend), keep, f.listPower
	}
	return rank(filed, landDefend), keep, f.listPower
}

// noteKept finds the land units of a side that its list would lose last.
func (f *fight) noteKept(side []*unit, attackers bool) {
	list, keep, own := f.list(attackers)
	taken, gone := map[int]int{}, map[*unit]bool{}
	var order []*unit
	soldier := func(u *unit) bool { return isSoldier(u.kind) && !gone[u] }
	for u := pick(side, list, taken, soldier, f.g.pos, own); u != nil; {
		gone[u] = true
		order = append(order, u)
		u = pick(side, list, taken, soldier, f.g.pos, own)
	}
	for _, u := range order[max(0, len(order)-keep):] {
		f.kept[u] = true
	}
}

// hit marks one unit of a side, if there is a legal target, and returns it.
func (f *fight) hit(side []*unit, attackers bool, can func(*unit) bool) *unit {
	list, _, own := f.list(attackers)
	taken := f.taken[0]
	if attackers {
		taken = f.taken[1]
	}
	legal := func(u *unit) bool { return !f.marked[u] && !u.submerged && can(u) }
	if attackers && !f.sea && len(f.t.losses) == 0 { // keep the last land unit before planes
		soldiers, planes := 0, 0
		for _, u := range side {
			if legal(u) && isSoldier(u.kind) {
				soldiers++
			} else if legal(u) {
				planes++
			}
		}
		if soldiers == 1 && planes > 0 {
			plain := legal
			legal = func(u *unit) bool { return plain(u) && isPlane(u.kind) }
		}
	}
	spare := func(u *unit) bool { return legal(u) && !f.kept[u] }
	u := pick(side, list, taken, spare, f.g.pos, own)
	if u == nil {
		u = pick(side, list, taken, legal, f.g.pos, own)
	}
	switch {
	case u == nil:
	case u.kind == "battleship" && !u.damaged:
		u.damaged = true
	default:
		f.marked[u] = true
	}
	return u
}

// leader is the defender whose list holds: the territory's controller, at sea the owner of the most valuable ships
//
func (f *fight) leader() string {
	if owner := f.g.owner[f.at]; !f.sea && owner != middleEast {
		return owner
	}
	value := map[string]int{}
	for _, u := range f.def {
		if isShip(u.kind) || !f.sea {
			value[u.owner] += f.g.w.units[u.kind].cost
		}
	}
	best := ""
	for _, q := range f.g.w.powers {
		if value[q] > 0 && (best == "" || value[q] > value[best]) {
			best = q
		}
	}
	return best
}

// clear takes marked units off the board.
func (f *fight) clear() {
	gone := func(u *unit) bool {
		if !f.marked[u] {
			return false
		}
		if u.kind == "tank" && slices.Contains(f.att, u) {
			f.tankLost = true
		}
		return true
	}
	for _, u := range slices.Concat(f.att, f.def) {
		if !f.marked[u] {
			continue
		}
		if u.kind == "aircraft carrier" && slices.Contains(f.def, u) {
			for _, c := range f.g.cargo(u) { // its fighters fight on, in the air
				c.aboard = 0
				f.g.homeless = append(f.g.homeless, c)
			}
		}
		f.g.remove(u)
	}
	f.att = slices.DeleteFunc(f.att, gone)
	f.def = slices.DeleteFunc(f.def, gone)
	f.marked = map[*unit]bool{}
}

// free lists the units of a side that still count: not marked, not submerged.
func (f *fight) free(side []*unit, ok func(*unit) bool) []*unit {
	var us []*unit
	for _, u := range side {
		if !f.marked[u] && !u.submerged && (ok == nil || ok(u)) {
			us = append(us, u)
		}
	}
	return us
}

func ships(u *unit) bool    { return isShip(u.kind) }
func everyone(u *unit) bool { return true }

// start notes how the battle began.
func (f *fight) start() {
	f.marked, f.torpedo = map[*unit]bool{}, map[*unit]bool{}
	f.foot = true
	for _, u := range f.att {
		u.fought = true
		if u.kind == "submarine" {
			f.subs++
		}
		if u.kind != "infantry" && !(f.landing && isPlane(u.kind)) {
			f.foot = false
		}
		f.attTank = f.attTank || u.kind == "tank"
	}
	inOrder := slices.SortedStableFunc(slices.Values(f.att), func(a, b *unit) int {
		return slices.Index(types, a.kind) - slices.Index(types, b.kind)
	})
	for _, u := range inOrder {
		if !isPlane(u.kind) && u.from != "" && u.from != f.at && !slices.Contains(f.origins, u.from) {
			f.origins = append(f.origins, u.from)
		}
	}
	f.began = len(f.def)
	f.listPower = f.leader()
	f.taken, f.kept = [2]map[int]int{{}, {}}, map[*unit]bool{}
	f.noteKept(f.att, true)
	f.noteKept(f.def, false)
	for _, u := range f.def {
		f.soviet = f.soviet || u.owner == "USSR"
	}
}

// attackValue is what an attacker hits at. support says that an artillery backs this infantry.
func (f *fight) attackValue(u *unit, support bool) int {
	g := f.g
	v := g.w.units[u.kind].attack
	switch u.kind {
	case "infantry":
		if support || f.footValue(u) == 2 {
			v = 2
		}
	case "submarine":
		if g.tech[u.owner]["super submarines"] {
			v = 3
		}
		if g.has[u.owner]["Wolf Packs"] && f.subs >= 3 {
			v++
		}
	}
	return v
}

// footValue is what an infantry attacks at by itself (Marines, Banzai).
func (f *fight) footValue(u *unit) int {
	g := f.g
	if g.has[u.owner]["Marines"] && u.landed && f.round == 1 || g.has[u.owner]["Banzai Attacks"] && f.foot {
		return 2
	}
	return 1
}

func (f *fight) defenceValue(u *unit) int {
	g := f.g
	v := g.w.units[u.kind].defence
	grey := g.w.places[f.at].home == "Germany" && g.owner[f.at] == "Germany"
	switch {
	case u.kind == "fighter" && g.tech[u.owner]["jet fighters"]:
		v = 5
	case u.kind == "infantry" && u.owner == "USSR" && g.winter,
		u.kind == "infantry" && g.has[u.owner]["Atlantic Wall"] && grey && f.landing && f.round == 1,
		u.kind == "infantry" && g.has[u.owner]["Dug-In Defenders"] && g.w.places[f.at].zone != "",
		u.kind == "artillery" && g.has[u.owner]["Fortress Europe"] && grey:
		v = 3
	}
	return v
}

// attackShots lists the attackers that fire in a step.
func (f *fight) attackShots(ok func(*unit) bool) []shot {
	var out []shot
	guns := 0
	for _, u := range f.att {
		if u.kind == "artillery" && !u.submerged {
			guns++
		}
	}
	for _, u := range f.att {
		if u.submerged || u.kamikaze || !ok(u) {
			continue
		}
		support := false
		if u.kind == "infantry" && guns > 0 && f.footValue(u) == 1 {
			support = true
			guns--
		}
		s := shot{u, f.attackValue(u, support), 1}
		if u.kind == "bomber" && f.g.tech[u.owner]["heavy bombers"] {
			s.dice = 2
		}
		if s.value > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (f *fight) defenceShots(ok func(*unit) bool) []shot {
	var out []shot
	for _, u := range f.def {
		if !u.submerged && ok(u) {
			out = append(out, shot{u, f.defenceValue(u), 1})
		}
	}
	return out
}

// bombard fires the ships of the landing zones (R-65 to R-67; Europe 3.2). It returns the hits.
func (f *fight) bombard(zones map[string]int) int {
	g := f.g
	soldiers := func(u *unit) bool { return isSoldier(u.kind) }
	if f.t.quiet || len(f.free(f.def, soldiers)) == 0 {
		return 0
	}
	var shots []shot
	for _, u := range g.units {
		if u.owner != g.power || zones[u.at] == 0 || g.fought[u.at] || u.submerged || u.fought {
			continue
		}
		if !g.bombards(u, f.at) {
			continue
		}
		switch {
		case u.kind == "battleship":
			shots = append(shots, shot{u, 4, 1})
		case u.kind == "destroyer" && (g.w.europe || g.tech[u.owner]["combined bombardment"]):
			shots = append(shots, shot{u, 3, 1})
		}
	}
	for _, s := range shots {
		s.u.fought = true
	}
	return len(f.roll(shots))
}

// bombards reports whether a ship fires at this territory: at the first landing that was ordered from its zone (D10).
func (p *pos) bombards(u *unit, target string) bool {
	for _, l := range p.plan.landings {
		if l.zone == u.at {
			return l.target == target
		}
	}
	return false
}
