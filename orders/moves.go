package orders

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// movement reads the parts that movement lines share: groups of units, and clauses between and after them.
type movement struct {
	groups []order.Group
	to     board.SpaceID
	via    []board.SpaceID
}

// route reads groups and clauses in any order. `to` and the clauses of extra stand once each; `in` may say `to` where aliasIn.
func readRoute(s *scan, extra map[string]func(), need ...string) movement {
	m := movement{to: board.NoSpace}
	read := map[string]func(){
		"to":  func() { m.to = s.space() },
		"via": func() { m.via = s.spaces() },
	}
	for word, f := range extra {
		read[word] = f
	}
	readGroups(s, &m.groups, need, read)
	return m
}

// mixed reads groups and clauses as they come. A group must stand first.
func readGroups(s *scan, groups *[]order.Group, need []string, read map[string]func()) {
	more := func() bool {
		mark := s.i
		s.between()
		if s.atUnits() {
			*groups = append(*groups, readGroup(s))
			return !s.failed()
		}
		s.back(mark)
		return false
	}
	if !more() {
		if !s.failed() {
			s.fail(MissingWord, "units")
		}
		return
	}
	for more() {
	}
	read["from"] = func() { startAll(s, *groups) }
	seen := s.anyClauses(wrap(read, func() {
		for more() {
		}
	}))
	needStarts(s, *groups)
	s.lacking(need, seen)
}

// wrap lets after follow each clause.
func wrap(read map[string]func(), after func()) map[string]func() {
	w := map[string]func(){}
	for word, f := range read {
		w[word] = func() { f(); after() }
	}
	return w
}

// moveLine: move UNITS from SPACE [, UNITS from SPACE …] [via SPACES] to SPACE [kamikaze].
func moveLine(s *scan) any {
	o := order.Move{At: s.at()}
	m := readRoute(s, map[string]func(){"kamikaze": func() { o.Kamikaze = true }}, "to")
	o.Groups, o.To, o.Via = m.groups, m.to, m.via
	return o
}

// shipLine: ship UNITS from SPACE … to SPACE [via SEAS] [by SHIPS [in SEA]].
func shipLine(s *scan) any {
	o := order.ShipUnits{At: s.at()}
	m := readRoute(s, map[string]func(){"by": func() { o.By = shipSpec(s, true) }}, "to")
	o.Groups, o.To, o.Via = m.groups, s.kind(m.to, false), allSea(s, m.via)
	return o
}

// seas checks that a ship's way is all sea.
func allSea(s *scan, ids []board.SpaceID) []board.SpaceID {
	for _, id := range ids {
		s.kind(id, true)
	}
	return ids
}

// loadLine: load UNITS from SPACE … onto SHIPS [in SEA] [via SEAS] [and sail to SEA].
func loadLine(s *scan) any {
	o := order.Load{At: s.at(), Sail: board.NoSpace}
	read := map[string]func(){
		"onto": func() { o.Onto = shipSpec(s, true) },
		"via":  func() { o.Via = allSea(s, s.spaces()) },
	}
	readGroups(s, &o.Groups, []string{"onto"}, read)
	if andThen(s, "sail") {
		s.need("to")
		o.Sail = s.sea()
		if s.take("via") {
			if len(o.Via) > 0 {
				s.fail(ClauseTwice, "via")
			}
			o.Via = allSea(s, s.spaces())
		}
	}
	return o
}

// andThen reads "and WORD".
func andThen(s *scan, word string) bool {
	mark := s.i
	s.between()
	if s.take(word) {
		return true
	}
	s.back(mark)
	return false
}

// unloadLine: unload UNITS from SEA to SPACE [by SHIPS [in SEA]].
func unloadLine(s *scan) any {
	o := order.Unload{At: s.at(), Units: s.units(false), From: board.NoSpace, To: board.NoSpace}
	s.clauses([]string{"from", "to"}, map[string]func(){
		"from": func() { o.From = s.sea() },
		"to":   func() { o.To = s.land() },
		"by":   func() { o.By = shipSpec(s, true) },
	})
	return o
}

// bombLine: bomb SPACE with UNITS from SPACE, UNITS from SPACE [via SPACES].
func bombLine(s *scan) any {
	o := order.Bomb{At: s.at(), Target: s.land()}
	more := func() {
		for !s.failed() {
			o.Groups = append(o.Groups, readGroup(s))
			mark := s.i
			if !s.between() || !s.atUnits() {
				s.back(mark)
				return
			}
		}
	}
	from := order.Group{From: board.NoSpace}
	s.clauses([]string{"with"}, map[string]func(){
		"with": more,
		"from": func() { from.From = s.space() },
		"via":  func() { o.Via = s.spaces() },
	})
	for i := range o.Groups {
		if o.Groups[i].From == board.NoSpace {
			o.Groups[i].From = from.From
		}
	}
	needStarts(s, o.Groups)
	return o
}

// rocketLine: rocket SPACE from SPACE.
func rocketLine(s *scan) any {
	o := order.Rocket{At: s.at(), Target: s.land()}
	s.need("from")
	o.From = s.land()
	return o
}

// bombardLine: bombard SPACE with SHIPS [in SEA].
func bombardLine(s *scan) any {
	o := order.Bombard{At: s.at(), Target: s.land(), In: board.NoSpace}
	s.clauses([]string{"with"}, map[string]func(){
		"with": func() { o.Ships = s.units(false) },
		"in":   func() { o.In = s.sea() },
	})
	return o
}

// attackLine: attack submarines in SEA, a line of combat; or attack SPACE, a standing section. What people write too, attack
// SPACE with UNITS from SPACE, is a move.
func attackLine(s *scan) any {
	if t, _, n := s.unitAt(s.rest()); n > 0 && t == board.Submarine {
		s.i += n
		s.need("in")
		return order.AttackSubs{At: s.at(), In: s.sea()}
	}
	h := order.Standing{At: s.at(), Scope: order.AttackSpace}
	h.Space = s.space()
	if !s.take("with") {
		return standingHead{h}
	}
	o := order.Move{At: s.at(), To: h.Space}
	s.verb = "move"
	readGroups(s, &o.Groups, nil, map[string]func(){"via": func() { o.Via = s.spaces() }})
	return o
}

// pledgeLine: pledge [1] carrier from SEA to SEA.
func pledgeLine(s *scan) any {
	o := order.Pledge{At: s.at(), Carrier: s.oneUnits(false), From: board.NoSpace, To: board.NoSpace}
	if !s.failed() && o.Carrier.Type != board.Carrier {
		s.fail(UnknownUnit, written(s.ts[s.i-1:s.i]), board.Carrier.String())
	}
	s.clauses([]string{"from", "to"}, map[string]func(){
		"from": func() { o.From = s.sea() },
		"to":   func() { o.To = s.sea() },
	})
	return o
}

func battleOrderLine(s *scan) any { return order.BattleOrder{At: s.at(), Spaces: s.spaces()} }

// landLine: land UNITS from SPACE in SPACE [via SPACES] [on SHIPS] [and on to SPACE [via SPACES]].
func landLine(s *scan) any {
	o := order.Land{At: s.at(), To: board.NoSpace, Onward: board.NoSpace}
	goal := func() {
		if o.To != board.NoSpace {
			s.fail(ClauseTwice, "in")
			return
		}
		o.To = s.space()
	}
	readGroups(s, &o.Groups, nil, map[string]func(){
		"in": goal, "to": goal,
		"via": func() { o.Via = s.spaces() },
		"on":  func() { o.On = shipSpec(s, false) },
	})
	if o.To == board.NoSpace {
		s.expected("in")
	}
	if s.comma(); s.take("onward") {
		o.Onward = s.space()
		if s.take("via") {
			o.OnwardVia = s.spaces()
		}
	}
	return o
}

// group reads units and where they start: "2 infantry from A". The start may also stand behind other clauses.
func readGroup(s *scan) order.Group {
	g := order.Group{From: board.NoSpace, Units: s.units(false)}
	mark := s.i
	s.comma()
	switch {
	case s.take("from"):
		g.From = s.space()
	case s.peek() == "" && s.i == mark && s.more() && len(s.x.find(compact(s.phrase()))) == 1:
		g.From = s.space() // "3 infantry Archangel to West Russia"
	default:
		s.back(mark)
	}
	return g
}

// started checks that every group has its start.
func needStarts(s *scan, gs []order.Group) {
	for _, g := range gs {
		if g.From == board.NoSpace {
			s.expected("from")
		}
	}
}

// startAll gives the groups that have no start yet the one that follows.
func startAll(s *scan, gs []order.Group) {
	from := s.space()
	open := false
	for i := range gs {
		if gs[i].From == board.NoSpace {
			gs[i].From, open = from, true
		}
	}
	if !open {
		s.fail(ClauseTwice, "from")
	}
}

// shipSpec reads "1 transport in SZ14": the ships that an order uses. With place, a sea zone may follow.
func shipSpec(s *scan, place bool) *order.Ship {
	u := s.oneUnits(false)
	if s.failed() {
		return nil
	}
	if u.Type == board.NoUnit || !u.Type.IsShip() {
		s.fail(UnknownUnit, written(s.ts[s.i-1:s.i]), "transport")
		return nil
	}
	ship := &order.Ship{N: u.N, Type: u.Type, Power: u.Power, In: board.NoSpace}
	if place && s.take("in") {
		ship.In = s.sea()
	}
	return ship
}
