package templates

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
)

func (s *speaker) tech(n int) string { return orders.TechName(n, s.lang) }

func (s *speaker) advantage(e event.Reported) string {
	return orders.AdvantageName(e.Advantage, s.lang)
}

func (s *speaker) advantages(names []string) []string {
	var out []string
	for _, a := range names {
		out = append(out, orders.AdvantageName(a, s.lang))
	}
	return out
}

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
