package bot

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
)

// checked are the reasons of a file as it is filed: what was planned and left out is not told, and numbers are those of
// the position.
func (m *planner) checked(f order.File, reasons []Reason) []Reason {
	if len(f.Answers) > 0 || m.pos.Power() != m.who || len(m.pos.Turn().Asked()) > 0 {
		return reasons
	}
	var out []Reason
	if m.pos.Phase() <= order.Buy {
		out = append(out, m.saves(f)...)
	}
	if f.Sheet.Parts[order.Combat].Held {
		out = append(out, m.keeps(f)...)
	}
	led := forecast.Of(m.set, m.pos, m.who, f)
	for _, r := range reasons {
		if r.Why == Attacks {
			i := slices.IndexFunc(led.Battles, func(p forecast.Prospect) bool {
				return p.Battle.Space == r.Space
			})
			if i < 0 {
				continue
			}
			r.Chance = int(math.Round(100 * led.Battles[i].Chance()))
		}
		out = append(out, r)
	}
	return out
}

// saves gives the reason for the money that a purchase leaves, if it would buy something.
func (m *outlook) saves(f order.File) []Reason {
	left, bought := m.pos.Nation(m.who).Money(), 0
	for _, o := range f.Sheet.Parts[order.Buy].Orders {
		if b, ok := o.(order.BuyUnits); ok {
			for _, u := range b.Units {
				left -= u.N * m.set.Cost(u.Type)
				bought += u.N
			}
		}
	}
	r := Reason{Why: Saves, Space: board.NoSpace, From: board.NoSpace, Paid: left}
	switch {
	case left <= 0:
		return nil
	case left < m.set.Cost(board.Infantry):
	case len(m.factories()) == 0:
		r.Word = NoComplex
	case bought >= m.placesLeft():
		r.Word = NoRoom
	}
	return []Reason{r}
}

// keeps gives the reason for the land units that stay in the capital after the moves of a file.
func (m *outlook) keeps(f order.File) []Reason {
	home := m.b.SeatOf(m.who).Capital
	if !m.friendly(home) {
		return nil
	}
	stay := m.friends(home)
	for _, o := range slices.Concat(f.Sheet.Parts[order.Combat].Orders, f.Sheet.Parts[order.Noncombat].Orders) {
		for _, u := range leaving(o, home) {
			if u.Type.IsFightingLand() {
				stay -= u.N
			}
		}
	}
	if stay < 2 {
		return nil
	}
	return []Reason{{Why: Keeps, Space: home, From: board.NoSpace, N: stay}}
}

// leaving are the units that an order takes out of a territory.
func leaving(o order.Order, home board.SpaceID) []order.Units {
	var groups []order.Group
	switch o := o.(type) {
	case order.Move:
		groups = o.Groups
	case order.ShipUnits:
		groups = o.Groups
	}
	var out []order.Units
	for _, g := range groups {
		if g.From == home {
			out = append(out, g.Units...)
		}
	}
	return out
}
