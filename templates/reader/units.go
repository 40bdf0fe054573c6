package reader

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// units tells where the reader's units stand, what is around them, and what new ones cost.
func (p *Page) units() []layout.Block {
	t := &layout.Table{Head: []string{p.Text("col-where"), p.Text("col-units")}, Align: "ll"}
	if p.Units == UnitsAndBorders {
		t.Head, t.Align = append(t.Head, p.Text("col-borders")), "lll"
	}
	for _, sp := range append(p.ByName(false), p.ByName(true)...) {
		var units, near []string
		for _, s := range StacksIn(p.Board, p.Reader.Pos, sp.ID) {
			if s.Power == p.Reader.Power && s.Type != board.Complex {
				units = append(units, p.Stack(s, s.Power))
			}
		}
		if len(units) == 0 {
			continue
		}
		if p.Units != UnitsAndBorders {
			t.Add(p.Space(sp.ID), strings.Join(units, ", "))
			continue
		}
		for _, n := range p.Board.Near(sp.ID) {
			if !p.Board.Closed(sp.ID, n) && !neutral(p.Board, n) {
				near = append(near, p.Space(n))
			}
		}
		t.Add(p.Space(sp.ID), strings.Join(units, ", "), strings.Join(near, ", "))
	}
	return []layout.Block{layout.Heading(p.Text("your-units")), t, layout.Small(p.Text("form-prices", "Prices", p.priceList()))}
}

func neutral(b *board.Board, at board.SpaceID) bool {
	return b.Space(at).OriginalController == board.Neutral
}

// priceList is what is for sale, with its price.
func (p *Page) priceList() string {
	var items []string
	for _, t := range board.UnitTypes() {
		if c := p.Reader.Rules.Cost(t); c > 0 {
			items = append(items, p.Text("form-price", "Unit", syntax.UnitName(p.Board, t, 1, p.Lang), "IPC", p.Count(c)))
		}
	}
	return strings.Join(items, ", ")
}

// StacksIn counts the units in a space: by owner in turn order, then by type; cargo with its ship.
func StacksIn(b *board.Board, p *position.Position, at board.SpaceID) []event.Stack {
	units := slices.DeleteFunc(slices.Collect(p.In(at)), func(u position.Unit) bool { return u.Aboard != 0 })
	if len(units) == 0 {
		return nil
	}
	turn := local.Owners(b)
	slices.SortStableFunc(units, func(x, y position.Unit) int {
		return cmp.Or(slices.Index(turn, x.Owner)-slices.Index(turn, y.Owner), int(x.Type)-int(y.Type))
	})
	var list []event.Stack
	for _, u := range units {
		list = local.AddStack(list, event.Stack{Power: u.Owner, Type: u.Type, N: 1, Damaged: u.Damaged,
			Submerged: u.Submerged, Aboard: cargo(p, u.ID)})
	}
	return list
}

func cargo(p *position.Position, ship int) []event.Stack {
	var list []event.Stack
	for _, id := range p.CargoOf(ship) {
		u := p.Unit(id)
		list = local.AddStack(list, event.Stack{Power: u.Owner, Type: u.Type, N: 1})
	}
	return list
}
