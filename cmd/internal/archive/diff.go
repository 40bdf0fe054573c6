package archive

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/orders/syntax"
)

// Change is one thing that is not the same in two positions.
type Change struct {
	Where  string `json:"where"` // a space or a power
	What   string `json:"what"`  // "owner", "units", "ipc", "technologies", "used", "bought"
	Before string `json:"before"`
	After  string `json:"after"`
}

// String returns the change as a line of text.
func (c Change) String() string {
	return fmt.Sprintf("%s, %s: %s → %s", c.Where, c.What, c.Before, c.After)
}

// Diff lists what differs between two positions of a game: powers in turn order, then spaces as the board numbers them.
func Diff(b *board.Board, before, after *position.Position) []Change {
	out := []Change{}
	add := func(where, what, x, y string) {
		if x != y {
			out = append(out, Change{where, what, orNone(x), orNone(y)})
		}
	}
	for _, p := range b.Powers() {
		x, y := before.Nation(p), after.Nation(p)
		add(string(p), "ipc", fmt.Sprint(x.Money()), fmt.Sprint(y.Money()))
		add(string(p), "technologies", techs(x), techs(y))
		add(string(p), "used", strings.Join(x.Used(), ", "), strings.Join(y.Used(), ", "))
		add(string(p), "bought", bought(x), bought(y))
	}
	for i := range b.Spaces {
		s := &b.Spaces[i]
		add(s.Name, "owner", string(before.Owner(s.ID)), string(after.Owner(s.ID)))
		add(s.Name, "units", units(b, before, s.ID), units(b, after, s.ID))
	}
	return out
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func techs(n position.Nation) string {
	var names []string
	for _, t := range n.Techs() {
		names = append(names, syntax.TechName(t, syntax.English))
	}
	return strings.Join(names, ", ")
}

func bought(n position.Nation) string {
	var parts []string
	for t, c := range n.Bought() {
		if c > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c, syntax.UnitName(nil, board.UnitType(t), c, syntax.English)))
		}
	}
	return strings.Join(parts, ", ")
}

// units lists the units in a space: by power in turn order, then type.
func units(b *board.Board, p *position.Position, at board.SpaceID) string {
	type kind struct {
		power     board.Power
		unit      board.UnitType
		condition string
	}
	count := map[kind]int{}
	var kinds []kind
	for u := range p.In(at) {
		k := kind{u.Owner, u.Type, condition(u)}
		if count[k]++; count[k] == 1 {
			kinds = append(kinds, k)
		}
	}
	slices.SortFunc(kinds, func(x, y kind) int {
		if d := b.Index(x.power) - b.Index(y.power); d != 0 {
			return d
		}
		if d := int(x.unit) - int(y.unit); d != 0 {
			return d
		}
		return strings.Compare(x.condition, y.condition)
	})
	var parts []string
	for _, k := range kinds {
		parts = append(parts, fmt.Sprintf("%s %d %s%s", k.power, count[k],
			syntax.UnitName(nil, k.unit, count[k], syntax.English), k.condition))
	}
	return strings.Join(parts, ", ")
}

func condition(u position.Unit) string {
	switch {
	case u.Damaged:
		return " (damaged)"
	case u.Submerged:
		return " (submerged)"
	case u.Aboard != 0:
		return " (aboard)"
	}
	return ""
}
