package reader

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// standing says how a game stands.
type standing struct {
	*local.Localizer
	rules *rules.Set
}

// Powers returns the table of money, income, cities and technologies. Before, the position to compare with, may be nil.
func Powers(l *local.Localizer, set *rules.Set, before, now *position.Position) *layout.Table {
	return standing{l, set}.powers(before, now)
}

func (s standing) powers(before, now *position.Position) *layout.Table {
	t := &layout.Table{}
	column := func(align, title string) { t.Align, t.Head = t.Align+align, append(t.Head, title) }
	column("l", s.Text("col-power"))
	column("r", s.Text("col-money"))
	column("r", s.Text("col-production"))
	if HasCities(s.Board) {
		column("r", s.Text("col-cities"))
	}
	column("r", s.Text("col-count"))
	column("r", s.Text("col-value"))
	for _, seat := range s.Board.Seats {
		t.Rows = append(t.Rows, s.nation(before, now, seat.Power))
		if extra := s.possessions(now.Nation(seat.Power)); extra != "" {
			t.AddSpan(extra)
		}
	}
	for _, side := range []board.Side{board.Axis, board.Allies} {
		var powers []board.Power
		for _, seat := range s.Board.Seats {
			if seat.Side == side {
				powers = append(powers, seat.Power)
			}
		}
		if len(powers) > 1 {
			t.Rows = append(t.Rows, layout.Row{Cells: s.sum(before, now, s.Side(side), powers)})
		}
	}
	return t
}

// nation is the row of one power.
func (s standing) nation(before, now *position.Position, p board.Power) layout.Row {
	return layout.Row{Bold: p == now.Power(), Cells: s.sum(before, now, s.Power(p), []board.Power{p})}
}

// sum is what powers have together, under a name.
func (s standing) sum(before, now *position.Position, name string, powers []board.Power) (row []layout.Cell) {
	put := func(words string) { row = append(row, layout.Cell{Words: words}) }
	of := func(what func(*position.Position, board.Power) int) func(*position.Position) int {
		return func(x *position.Position) (n int) {
			for _, p := range powers {
				n += what(x, p)
			}
			return n
		}
	}
	money := of(func(x *position.Position, p board.Power) int { return x.Nation(p).Money() })
	income := of(func(x *position.Position, p board.Power) int { return x.Income(s.Board, p) })
	units := of(func(x *position.Position, p board.Power) int { n, _ := s.strength(x, p); return n })
	worth := of(func(x *position.Position, p board.Power) int { _, ipc := s.strength(x, p); return ipc })
	put(name)
	put(s.withChange(money(now), before, money))
	put(s.withChange(income(now), before, income))
	if HasCities(s.Board) {
		put(s.Count(of(s.cities)(now)))
	}
	put(s.Count(units(now)))
	put(s.withChange(worth(now), before, worth))
	return row
}

// HasCities reports whether a board has victory cities.
func HasCities(b *board.Board) bool {
	return slices.ContainsFunc(b.Spaces, func(sp board.Space) bool { return sp.City != "" })
}

// withChange is a number and by how much it changed: "24 (+3)".
func (s standing) withChange(now int, before *position.Position, was func(*position.Position) int) string {
	if before == nil || was(before) == now {
		return s.Count(now)
	}
	d := now - was(before)
	sign := "+"
	if d < 0 {
		sign, d = "−", -d
	}
	return s.Count(now) + " (" + sign + s.Count(d) + ")"
}

// possessions lists technologies and advantages of a power, "" without any.
func (s standing) possessions(n position.Nation) string {
	var items []string
	for _, t := range n.Techs() {
		items = append(items, s.Tech(t))
	}
	for _, a := range n.Advantages() {
		name := syntax.AdvantageName(a, s.Lang)
		if n.HasUsed(a) {
			name = s.Text("used-up", "Name", name)
		}
		items = append(items, name)
	}
	return strings.Join(items, ", ")
}

// strength counts a power's units without antiaircraft guns and industrial complexes, and what they cost.
func (s standing) strength(p *position.Position, power board.Power) (n, ipc int) {
	for u := range p.Units() {
		if u.Owner == power && !u.Type.IsBooty() {
			n++
			ipc += s.rules.Cost(u.Type)
		}
	}
	return n, ipc
}

func (s standing) cities(p *position.Position, power board.Power) int {
	n := 0
	for i := range s.Board.Spaces {
		if s.Board.Spaces[i].City != "" && p.Owner(board.SpaceID(i)) == power {
			n++
		}
	}
	return n
}
