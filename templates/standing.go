package templates

import (
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
)

func (s *speaker) tech(n int) string { return orders.TechName(n, s.lang) }

func (s *speaker) advantage(e event.Event) string { return orders.AdvantageName(e.Advantage, s.lang) }

// nations is the table of money, income, cities and technologies. Before may be nil.
func (s *speaker) nations(before, now *position.Position) *table {
	t := &table{}
	column := func(align, title string) { t.align, t.head = t.align+align, append(t.head, title) }
	column("l", s.say("col-power"))
	column("r", s.say("col-money"))
	column("r", s.say("col-production"))
	if s.hasCities() {
		column("r", s.say("col-cities"))
	}
	column("r", s.say("col-count"))
	column("r", s.say("col-value"))
	for _, seat := range s.b.Seats {
		t.rows = append(t.rows, s.nation(before, now, seat.Power))
		if extra := s.owns(now.Nation(seat.Power)); extra != "" {
			t.note(extra)
		}
	}
	return t
}

// nation is the row of one power.
func (s *speaker) nation(before, now *position.Position, p board.Power) row {
	r := row{bold: p == now.Power}
	put := func(words string) { r.cells = append(r.cells, cell{words: words}) }
	put(s.power(p))
	put(s.moved(now.Nation(p).Money, before, func(x *position.Position) int { return x.Nation(p).Money }))
	put(s.moved(now.Income(s.b, p), before, func(x *position.Position) int { return x.Income(s.b, p) }))
	if s.hasCities() {
		put(s.count(s.cities(now, p)))
	}
	units, value := s.strength(now, p)
	put(s.count(units))
	put(s.moved(value, before, func(x *position.Position) int { _, v := s.strength(x, p); return v }))
	return r
}

// hasCities tells boards with victory cities.
func (s *speaker) hasCities() bool {
	return slices.ContainsFunc(s.b.Spaces, func(sp board.Space) bool { return sp.City != "" })
}

// moved is a number and by how much it changed: "24 (+3)".
func (s *speaker) moved(now int, before *position.Position, was func(*position.Position) int) string {
	if before == nil || was(before) == now {
		return s.count(now)
	}
	d := now - was(before)
	sign := "+"
	if d < 0 {
		sign, d = "−", -d
	}
	return s.count(now) + " (" + sign + s.count(d) + ")"
}

// owns lists technologies and advantages of a power, "" without any.
func (s *speaker) owns(n *position.Nation) string {
	var items []string
	for _, t := range n.Techs {
		items = append(items, s.tech(t))
	}
	for _, a := range n.Advantages {
		name := orders.AdvantageName(a, s.lang)
		if n.HasUsed(a) {
			name = s.say("used-up", "Name", name)
		}
		items = append(items, name)
	}
	return strings.Join(items, ", ")
}

// strength counts a power's units without guns and complexes, and what they cost.
func (s *speaker) strength(p *position.Position, power board.Power) (n, ipc int) {
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power && !u.Type.IsBooty() {
			n++
			ipc += s.rules.Cost(u.Type)
		}
	}
	return n, ipc
}

func (s *speaker) cities(p *position.Position, power board.Power) int {
	n := 0
	for i := range s.b.Spaces {
		if s.b.Spaces[i].City != "" && p.Owner[i] == power {
			n++
		}
	}
	return n
}

// places is the position: a table of the land of each controller, then one of the sea zones that are not empty.
func (s *speaker) places(p *position.Position) []block {
	var bs []block
	for _, owner := range owners(s.b) {
		t := &table{head: []string{s.say("col-space"), s.say("col-ipc"), s.say("col-here")}, align: "lrl"}
		for _, sp := range s.byName(false) {
			if p.Owner[sp.ID] == owner && (len(p.In(sp.ID)) > 0 || sp.Income > 0) {
				t.add(s.landmark(sp), s.count(sp.Income), s.standing(p, sp.ID, owner))
			}
		}
		if len(t.rows) > 0 {
			bs = append(bs, subhead{s.power(owner)}, t)
		}
	}
	t := &table{head: []string{s.say("col-zone"), s.say("col-here")}, align: "ll"}
	for _, sp := range s.byName(true) {
		if len(p.In(sp.ID)) > 0 || sp.IsConvoy() {
			t.add(s.space(sp.ID), s.standing(p, sp.ID, board.Nobody))
		}
	}
	if len(t.rows) > 0 {
		bs = append(bs, subhead{s.say("at-sea")}, t)
	}
	return bs
}

// byName lists the land, or the sea zones, by the names that the reader sees; numbered zones by their numbers.
func (s *speaker) byName(sea bool) []board.Space {
	list := slices.DeleteFunc(slices.Clone(s.b.Spaces), func(sp board.Space) bool { return sp.Sea != sea })
	abc := collate.New(language.MustParse(string(s.lang)), collate.Numeric)
	slices.SortStableFunc(list, func(a, b board.Space) int { return abc.CompareString(s.space(a.ID), s.space(b.ID)) })
	return list
}

// landmark is a territory with its marks: a star for a victory city, the capital named.
func (s *speaker) landmark(sp board.Space) string {
	name := s.space(sp.ID)
	switch {
	case s.b.CapitalOf(sp.ID) != board.Nobody:
		return name + "\u00a0★"
	case sp.City != "":
		return name + "\u00a0☆"
	}
	return name
}

// standing lists what stands in a space, owners other than its controller named.
func (s *speaker) standing(p *position.Position, at board.SpaceID, owner board.Power) string {
	list := here(s.b, p, at)
	if len(list) == 0 {
		return "–"
	}
	if owner != board.Nobody && !slices.ContainsFunc(list, func(st event.Stack) bool { return st.Power != owner }) {
		return s.compact(list, owner)
	}
	return s.sides(list)
}

// compact lists units without a last "and", as tables do.
func (s *speaker) compact(list []event.Stack, p board.Power) string {
	items := make([]string, len(list))
	for i, st := range list {
		items[i] = s.stack(st, p)
	}
	return strings.Join(items, ", ")
}

// here counts what stands in a space: by owner in turn order, then by type; cargo with its ship.
func here(b *board.Board, p *position.Position, at board.SpaceID) []event.Stack {
	var list []event.Stack
	for _, owner := range owners(b) {
		for _, t := range board.UnitTypes() {
			for _, u := range p.In(at) {
				if u.Owner == owner && u.Type == t && u.Aboard == 0 {
					list = pile(list, event.Stack{Power: owner, Type: t, N: 1, Damaged: u.Damaged, Submerged: u.Submerged, Aboard: cargo(p, u.ID)})
				}
			}
		}
	}
	return list
}

func cargo(p *position.Position, ship int) []event.Stack {
	var list []event.Stack
	for _, id := range p.CargoOf(ship) {
		u := p.Unit(id)
		list = pile(list, event.Stack{Power: u.Owner, Type: u.Type, N: 1})
	}
	return list
}

// pile adds a stack to an equal one.
func pile(list []event.Stack, st event.Stack) []event.Stack {
	for i := range list {
		o := &list[i]
		if o.Power == st.Power && o.Type == st.Type && o.Damaged == st.Damaged && o.Submerged == st.Submerged && slices.EqualFunc(o.Aboard, st.Aboard, sameStack) {
			o.N += st.N
			return list
		}
	}
	return append(list, st)
}

func sameStack(a, b event.Stack) bool {
	return a.Power == b.Power && a.Type == b.Type && a.N == b.N && len(a.Aboard)+len(b.Aboard) == 0
}

// changes lists the spaces whose controller changed between two positions.
func (s *speaker) changes(before, now *position.Position) []string {
	var items []string
	for i := range s.b.Spaces {
		if was, is := before.Owner[i], now.Owner[i]; was != is {
			items = append(items, s.sentence("changed-hands", "Space", s.space(board.SpaceID(i)), "Was", s.power(was), "Is", s.power(is)))
		}
	}
	for _, seat := range s.b.Seats {
		for _, t := range now.Nation(seat.Power).Techs {
			if !before.Nation(seat.Power).HasTech(t) {
				items = append(items, s.does("changed-tech", seat.Power, "Tech", s.tech(t)))
			}
		}
	}
	return items
}
