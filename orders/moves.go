package orders

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// movement reads the parts that movement lines share: groups of units, and clauses between and after them.
type movement struct {
	groups []order.Group
	to     board.SpaceID
	via    []board.SpaceID
}

// route reads groups and clauses in any order. `to` and the clauses of extra stand once each; `in` may say `to` where
// aliasIn.
func readRoute(s *syntax.Scan, extra map[string]func(), need ...string) movement {
	m := movement{to: board.NoSpace}
	read := map[string]func(){
		"to":  func() { m.to = s.Space() },
		"via": func() { m.via = s.Spaces() },
	}
	for word, f := range extra {
		read[word] = f
	}
	readGroups(s, &m.groups, need, read)
	return m
}

// mixed reads groups and clauses as they come. A group must stand first.
func readGroups(s *syntax.Scan, groups *[]order.Group, need []string, read map[string]func()) {
	more := func() bool {
		mark := s.Pos
		s.Between()
		if s.AtUnits() {
			*groups = append(*groups, readGroup(s))
			return !s.Failed()
		}
		s.Back(mark)
		return false
	}
	if !more() {
		if !s.Failed() {
			s.Fail(syntax.MissingWord, "units")
		}
		return
	}
	for more() {
	}
	read["from"] = func() { startAll(s, *groups) }
	seen := s.AnyClauses(wrap(read, func() {
		for more() {
		}
	}))
	needStarts(s, *groups)
	s.Lacking(need, seen)
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
func moveLine(s *syntax.Scan) any {
	o := order.Move{At: s.At()}
	m := readRoute(s, map[string]func(){"kamikaze": func() { o.Kamikaze = true }}, "to")
	o.Groups, o.To, o.Via = m.groups, m.to, m.via
	return o
}

// shipLine: ship UNITS from SPACE … to SPACE [via SEAS] [by SHIPS [in SEA]].
func shipLine(s *syntax.Scan) any {
	o := order.ShipUnits{At: s.At()}
	m := readRoute(s, map[string]func(){"by": func() { o.By = shipSpec(s, true) }}, "to")
	o.Groups, o.To, o.Via = m.groups, s.Kind(m.to, false), allSea(s, m.via)
	return o
}

// seas checks that a ship's way is all sea.
func allSea(s *syntax.Scan, ids []board.SpaceID) []board.SpaceID {
	for _, id := range ids {
		s.Kind(id, true)
	}
	return ids
}

// loadLine: load UNITS from SPACE … onto SHIPS [in SEA] [via SEAS] [and sail to SEA].
func loadLine(s *syntax.Scan) any {
	o := order.Load{At: s.At(), Sail: board.NoSpace}
	read := map[string]func(){
		"onto": func() { o.Onto = shipSpec(s, true) },
		"via":  func() { o.Via = allSea(s, s.Spaces()) },
	}
	readGroups(s, &o.Groups, []string{"onto"}, read)
	if andThen(s, "sail") {
		s.Need("to")
		o.Sail = s.Sea()
		if s.Take("via") {
			if len(o.Via) > 0 {
				s.Fail(syntax.ClauseTwice, "via")
			}
			o.Via = allSea(s, s.Spaces())
		}
	}
	return o
}

// andThen reads "and WORD".
func andThen(s *syntax.Scan, word string) bool {
	mark := s.Pos
	s.Between()
	if s.Take(word) {
		return true
	}
	s.Back(mark)
	return false
}

// unloadLine: unload UNITS from SEA to SPACE [by SHIPS [in SEA]].
func unloadLine(s *syntax.Scan) any {
	o := order.Unload{At: s.At(), Units: s.Units(false), From: board.NoSpace, To: board.NoSpace}
	s.Clauses([]string{"from", "to"}, map[string]func(){
		"from": func() { o.From = s.Sea() },
		"to":   func() { o.To = s.Land() },
		"by":   func() { o.By = shipSpec(s, true) },
	})
	return o
}

// bombLine: bomb SPACE with UNITS from SPACE, UNITS from SPACE [via SPACES].
func bombLine(s *syntax.Scan) any {
	o := order.Bomb{At: s.At(), Target: s.Land()}
	more := func() {
		for !s.Failed() {
			o.Groups = append(o.Groups, readGroup(s))
			mark := s.Pos
			if !s.Between() || !s.AtUnits() {
				s.Back(mark)
				return
			}
		}
	}
	from := order.Group{From: board.NoSpace}
	s.Clauses([]string{"with"}, map[string]func(){
		"with": more,
		"from": func() { from.From = s.Space() },
		"via":  func() { o.Via = s.Spaces() },
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
func rocketLine(s *syntax.Scan) any {
	o := order.Rocket{At: s.At(), Target: s.Land()}
	s.Need("from")
	o.From = s.Land()
	return o
}

// bombardLine: bombard SPACE with SHIPS [in SEA].
func bombardLine(s *syntax.Scan) any {
	o := order.Bombard{At: s.At(), Target: s.Land(), In: board.NoSpace}
	s.Clauses([]string{"with"}, map[string]func(){
		"with": func() { o.Ships = s.Units(false) },
		"in":   func() { o.In = s.Sea() },
	})
	return o
}

// attackLine: attack submarines in SEA, a line of combat; or attack SPACE, a standing section. What people write too,
// attack SPACE with UNITS from SPACE, is a move.
func attackLine(s *syntax.Scan) any {
	if t, _, n := s.UnitAt(s.Rest()); n > 0 && t == board.Submarine {
		s.Pos += n
		s.Need("in")
		return order.AttackSubs{At: s.At(), In: s.Sea()}
	}
	h := order.Standing{At: s.At(), Scope: order.AttackSpace}
	h.Space = s.Space()
	if !s.Take("with") {
		return standingHead{h}
	}
	o := order.Move{At: s.At(), To: h.Space}
	s.Keyword = "move"
	readGroups(s, &o.Groups, nil, map[string]func(){"via": func() { o.Via = s.Spaces() }})
	return o
}

// pledgeLine: pledge [1] carrier from SEA to SEA.
func pledgeLine(s *syntax.Scan) any {
	o := order.Pledge{At: s.At(), Carrier: s.OneUnits(false), From: board.NoSpace, To: board.NoSpace}
	if !s.Failed() && o.Carrier.Type != board.Carrier {
		s.Fail(syntax.UnknownUnit, syntax.Written(s.Tokens[s.Pos-1:s.Pos]), board.Carrier.String())
	}
	s.Clauses([]string{"from", "to"}, map[string]func(){
		"from": func() { o.From = s.Sea() },
		"to":   func() { o.To = s.Sea() },
	})
	return o
}

func battleOrderLine(s *syntax.Scan) any { return order.BattleOrder{At: s.At(), Spaces: s.Spaces()} }

// landLine: land UNITS from SPACE in SPACE [via SPACES] [on SHIPS] [and on to SPACE [via SPACES]].
func landLine(s *syntax.Scan) any {
	o := order.Land{At: s.At(), To: board.NoSpace, Onward: board.NoSpace}
	goal := func() {
		if o.To != board.NoSpace {
			s.Fail(syntax.ClauseTwice, "in")
			return
		}
		o.To = s.Space()
	}
	deck := func() {
		if !s.AtUnits() { // "on Malta", "auf Borneo", "på Borneo"
			goal()
			return
		}
		if o.On != nil {
			s.Fail(syntax.ClauseTwice, "on")
		}
		o.On = shipSpec(s, false)
	}
	readGroups(s, &o.Groups, nil, map[string]func(){
		"in": goal, "to": goal,
		"via": func() { o.Via = s.Spaces() },
		"on":  deck, "onto": deck,
	})
	if o.To == board.NoSpace {
		s.Expected("in")
	}
	if s.Comma(); s.Take("onward") {
		s.Take("to", "in", "onto")
		o.Onward = s.Space()
		if s.Take("via") {
			o.OnwardVia = s.Spaces()
		}
	}
	return o
}

// group reads units and where they start: "2 infantry from A". The start may also stand behind other clauses.
func readGroup(s *syntax.Scan) order.Group {
	g := order.Group{From: board.NoSpace, Units: s.Units(false)}
	mark := s.Pos
	s.Comma()
	switch {
	case s.Take("from"):
		g.From = s.Space()
	case s.Peek() == "" && s.Pos == mark && s.More() && len(s.Index.Find(syntax.Compact(s.Phrase()))) == 1:
		g.From = s.Space() // "3 infantry Archangel to West Russia"
	default:
		s.Back(mark)
	}
	return g
}

// started checks that every group has its start.
func needStarts(s *syntax.Scan, gs []order.Group) {
	for _, g := range gs {
		if g.From == board.NoSpace {
			s.Expected("from")
		}
	}
}

// startAll gives the groups that have no start yet the one that follows.
func startAll(s *syntax.Scan, gs []order.Group) {
	from := s.Space()
	open := false
	for i := range gs {
		if gs[i].From == board.NoSpace {
			gs[i].From, open = from, true
		}
	}
	if !open {
		s.Fail(syntax.ClauseTwice, "from")
	}
}

// shipSpec reads "1 transport in SZ14": the ships that an order uses. With place, a sea zone may follow.
func shipSpec(s *syntax.Scan, place bool) *order.Ship {
	u := s.OneUnits(false)
	if s.Failed() {
		return nil
	}
	if u.Type == board.NoUnit || !u.Type.IsShip() {
		s.Fail(syntax.UnknownUnit, syntax.Written(s.Tokens[s.Pos-1:s.Pos]), "transport")
		return nil
	}
	ship := &order.Ship{N: u.N, Type: u.Type, Power: u.Power, In: board.NoSpace}
	if place && s.Take("in") {
		ship.In = s.Sea()
	}
	return ship
}
