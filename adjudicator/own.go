package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// A line's own fault is one that it has whatever the other lines say. A line may also have a fault that only follows
// from another, refused one: that took its units, or failed to bring them, to open its way, to buy what it places.

// Limits: how many refused lines are judged by themselves, and how many orders for that. Who has more has sent
// something else than orders.
const (
	mostAlone       = 40
	mostAloneOrders = 4000
)

// refusedLines are the lines with refusing faults, each once, in order.
func refusedLines(faults []order.Fault) []int {
	var lines []int
	for _, f := range faults {
		if f.Severity != order.Unwise && f.Line > 0 {
			lines = append(lines, f.Line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// ownFaults puts the own fault of each refused line that is wanted in the place of one that follows from another
// line, or adds it.
func ownFaults(faults []order.Fault, lines []int, f order.File, wanted func(line int) bool,
	judge func(order.File) []order.Fault) []order.Fault {
	out, at := slices.Clone(faults), ordersByLine(f.Sheet)
	judged := 0
	for n, line := range lines {
		o := at[line]
		if o == nil || !wanted(line) {
			continue
		}
		if judged++; judged > mostAlone || judged*len(at) > mostAloneOrders {
			break
		}
		others := slices.Delete(slices.Clone(lines), n, n+1)
		i := slices.IndexFunc(out, func(x order.Fault) bool { return x.Line == line && x.Severity != order.Unwise })
		for _, own := range judge(withoutLines(f, others)) {
			switch {
			case own.Line != line || own.Severity == order.Unwise || mayFollow(own, o, at, others):
			case i < 0:
				out = append(out, own)
			case out[i].Code != own.Code:
				out[i] = own
			}
		}
	}
	slices.SortStableFunc(out, func(a, b order.Fault) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

// mayFollow reports whether a line's fault may follow from what other lines fail to do: they name a space of it, or
// buy what it places.
func mayFollow(f order.Fault, o order.Order, at map[int]order.Order, others []int) bool {
	if AlwaysOwn(f.Code) {
		return false
	}
	spaces := spacesOf(o)
	return slices.ContainsFunc(others, func(n int) bool {
		other := at[n]
		if _, buys := other.(order.BuyUnits); buys || other == nil {
			return f.Code == order.NotBought
		}
		return slices.ContainsFunc(reachedBy(other), func(id board.SpaceID) bool { return slices.Contains(spaces, id) })
	})
}

// reachedBy lists the spaces of an order in which it could change something for other lines: where its units or ships
// come, not where units only leave.
func reachedBy(o order.Order) []board.SpaceID {
	switch o := o.(type) {
	case order.Move:
		return []board.SpaceID{o.To}
	case order.Land:
		return []board.SpaceID{o.To}
	case order.Bomb:
		return []board.SpaceID{o.Target}
	case order.PlaceUnits:
		return []board.SpaceID{o.In}
	}
	return spacesOf(o)
}

// AlwaysOwn reports whether no other line could mend a fault of this code.
func AlwaysOwn(code order.Code) bool { return slices.Contains(alwaysOwn, code) }

// alwaysOwn are faults that no other line can mend.
var alwaysOwn = []order.Code{
	order.NoSuchPhase, order.PhaseOver, order.CapitalIsLost, order.TechKnown, order.NoDice, order.NotForSale,
	order.NotPlaceable, order.PoorLand, order.NotHeldSince, order.OneComplex, order.FightersLand,
	order.NoAdvantage, order.NotRedLand, order.NotHomeLand, order.NotConvertible, order.NoTakeOver, order.NotYours,
	order.CannotMoveThere, order.BombersAshore, order.NoncombatOnly, order.ComplexStays, order.SameSpace,
	order.NotAdjacent, order.NeutralLand, order.TooFar, order.NoWay, order.CanalClosed, order.NotABomber,
	order.NoComplexThere, order.NoRockets, order.NoTechnology, order.NoKamikaze, order.NoFlightOn,
	order.NotCargo, order.NoCoast, order.Inland, order.NoCallingOff,
}

// ordersByLine are the orders of a sheet by their lines, the first of each.
func ordersByLine(s order.Sheet) map[int]order.Order {
	at := map[int]order.Order{}
	for _, part := range s.Parts {
		for _, o := range part.Orders {
			if at[o.LineNo()] == nil {
				at[o.LineNo()] = o
			}
		}
	}
	return at
}

// withoutLines is a file without the orders on some lines, which are sorted.
func withoutLines(f order.File, lines []int) order.File {
	for ph := range f.Sheet.Parts {
		part := &f.Sheet.Parts[ph]
		part.Orders = slices.DeleteFunc(slices.Clone(part.Orders), func(o order.Order) bool {
			_, found := slices.BinarySearch(lines, o.LineNo())
			return found
		})
	}
	return f
}
