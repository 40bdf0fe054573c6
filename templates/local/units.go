package local

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/orders/syntax"
)

// glue is a blank at which no line ends.
const glue = "\u00a0"

// Units returns a number of units: "3 infantry". No line ends behind the number.
func (l *Localizer) Units(t board.UnitType, n int) string {
	return l.unitsOf(t, n, board.Nobody)
}

// unitsOf returns a number of units of a power: "3 British infantry".
func (l *Localizer) unitsOf(t board.UnitType, n int, p board.Power) string {
	return l.Count(n) + glue + syntax.UnitsOf(l.Board, t, n, p, syntax.Accusative, l.Lang)
}

// Stacks lists units of one owner or several; those of other owners than p are named with their owner.
func (l *Localizer) Stacks(list []event.Stack, p board.Power) string {
	var items []string
	for _, st := range list {
		items = append(items, l.Stack(st, p))
	}
	return l.List(items)
}

// Stack returns equal units, with the adjective of their owner unless it is p.
func (l *Localizer) Stack(st event.Stack, p board.Power) string {
	owner := board.Nobody
	if st.Power != p && p != board.Nobody {
		owner = st.Power
	}
	text := l.unitsOf(st.Type, st.N, owner)
	if st.Damaged {
		text = l.Text("units-damaged", "Units", text)
	}
	if st.Submerged {
		text = l.Text("units-submerged", "Units", text)
	}
	if len(st.Aboard) > 0 {
		text = l.Text("units-aboard", "Units", text, "Cargo", l.Stacks(st.Aboard, p))
	}
	return text
}

// ByOwner lists units by owner: "Germany: 3 infantry, 1 tank".
func (l *Localizer) ByOwner(list []event.Stack) string {
	var items []string
	for _, p := range Owners(l.Board) {
		own := slices.DeleteFunc(slices.Clone(list), func(st event.Stack) bool { return st.Power != p })
		if len(own) > 0 {
			items = append(items, l.Text("forces-of", "Power", l.Power(p), "Units", l.Stacks(own, p)))
		}
	}
	if len(items) == 0 {
		return l.Text("nothing")
	}
	return strings.Join(items, "; ")
}

// Owners lists those who can own units: the seats in turn order, then the others.
func Owners(b *board.Board) []board.Power {
	return append(b.Powers(), board.MiddleEast, board.Neutral)
}

// AddStack adds a stack to an equal one of a list, or appends it.
func AddStack(list []event.Stack, st event.Stack) []event.Stack {
	for i := range list {
		o := &list[i]
		if o.Power == st.Power && o.Type == st.Type && o.Damaged == st.Damaged && o.Submerged == st.Submerged &&
			slices.EqualFunc(o.Aboard, st.Aboard, sameStack) {
			o.N += st.N
			return list
		}
	}
	return append(list, st)
}

func sameStack(a, b event.Stack) bool {
	return a.Power == b.Power && a.Type == b.Type && a.N == b.N && len(a.Aboard)+len(b.Aboard) == 0
}
