package reader

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// example offers something that the seat could order in a phase. All examples can be taken together.
func (f *formWriter) example(ph order.Phase) {
	var o order.Order
	switch ph {
	case order.Research:
		if f.money() < economy.DiePrice {
			return
		}
		o = order.ResearchTech{Tech: rules.Rockets, Dice: 1}
	case order.Buy:
		if len(f.affordable()) == 0 {
			return
		}
		o = order.BuyUnits{Units: f.affordable()}
	case order.Combat:
		o = f.move(func(to board.SpaceID) bool {
			return position.Enemy(f.Board, f.Reader.Power, f.Reader.Pos.Owner(to))
		})
	case order.Noncombat:
		o = f.move(func(to board.SpaceID) bool {
			return f.Reader.Pos.FriendlyLand(f.Board, to, f.Board.SideOf(f.Reader.Power))
		})
	case order.Place:
		if len(f.toPlace()) == 0 {
			return
		}
		o = f.place()
	default:
		return
	}
	if o == nil {
		f.blank(ph)
		return
	}
	var s order.Sheet
	s.Parts[ph].Held, s.Parts[ph].Orders = true, []order.Order{o}
	f.offer(OrderLines(orders.FormatSheet(s, f.Lang, f.Board))...)
}

// blank offers a line of a phase without its spaces.
func (f *formWriter) blank(ph order.Phase) {
	infantry := f.typed(board.Infantry, 1)
	if ph == order.Place {
		f.offer(f.word("place") + " " + infantry + " " + f.word("in") + " " + placeholder)
		return
	}
	f.offer(f.word(ph.String()), "  "+f.word("move")+" "+infantry+" "+f.word("from")+" "+placeholder+" "+
		f.word("to")+" "+placeholder)
}

// affordable is infantry and a tank, as far as the money reaches after a die of research; nil if it does not.
func (f *formWriter) affordable() []order.Units {
	infantry, tank := f.rules.Cost(board.Infantry), f.rules.Cost(board.Tank)
	left := f.money()
	if slices.Contains(f.rules.Phases, order.Research) {
		left -= economy.DiePrice
	}
	if left >= 3*infantry+tank {
		return []order.Units{{N: 3, Type: board.Infantry}, {N: 1, Type: board.Tank}}
	}
	if left < infantry {
		return nil
	}
	return []order.Units{{N: left / infantry, Type: board.Infantry}}
}

// move takes the stack with most infantry, by land, to a neighbour of a kind; nil if there is none. The units of an
// example before it are left alone.
func (f *formWriter) move(goal func(board.SpaceID) bool) order.Order {
	var best []order.Units
	var from, to board.SpaceID
	for i := range f.Board.Spaces {
		at := board.SpaceID(i)
		units := f.landUnits(at)
		if len(units) == 0 || slices.Contains(f.moved, at) || best != nil && units[0].N <= best[0].N {
			continue
		}
		for _, n := range f.Board.Near(at) {
			if !f.Board.Space(n).Sea && !f.Board.Closed(at, n) && goal(n) {
				best, from, to = units, at, n
				break
			}
		}
	}
	if best == nil {
		return nil
	}
	f.moved = append(f.moved, from)
	return order.Move{Groups: []order.Group{{Units: best, From: from}}, To: to}
}

// landUnits are the seat's units that march from a territory.
func (f *formWriter) landUnits(at board.SpaceID) (list []order.Units) {
	if f.Board.Space(at).Sea {
		return nil
	}
	for _, t := range []board.UnitType{board.Infantry, board.Artillery, board.Tank} {
		n := 0
		for u := range f.Reader.Pos.In(at) {
			if u.Owner == f.Reader.Power && u.Type == t {
				n++
			}
		}
		if n > 0 {
			list = append(list, order.Units{N: n, Type: t})
		}
	}
	return list
}

// toPlace is what was bought, else what the example buys.
func (f *formWriter) toPlace() (units []order.Units) {
	for t, n := range f.Reader.Pos.Nation(f.Reader.Power).Bought() {
		if n > 0 {
			units = append(units, order.Units{N: n, Type: board.UnitType(t)})
		}
	}
	if len(units) == 0 {
		return f.affordable()
	}
	return units
}

// place puts what is to be placed where the seat has its best complex; nil without one.
func (f *formWriter) place() order.Order {
	best := board.NoSpace
	for i := range f.Board.Spaces {
		at := board.SpaceID(i)
		if f.Reader.Pos.Owner(at) == f.Reader.Power &&
			f.Reader.Pos.AnyIn(at, func(u position.Unit) bool { return u.Type == board.Complex }) &&
			(best == board.NoSpace || f.Board.Space(at).Income > f.Board.Space(best).Income) {
			best = at
		}
	}
	if best == board.NoSpace {
		return nil
	}
	return order.PlaceUnits{Units: f.toPlace(), In: best, From: board.NoSpace}
}
