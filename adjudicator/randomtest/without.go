package randomtest

import (
	"slices"

	"fieldpost/adjudicator/order"
)

// Without is a file without the lines that its faults refuse.
func Without(f order.File, faults []order.Fault) order.File {
	bad := func(line int) bool {
		return slices.ContainsFunc(faults, func(x order.Fault) bool {
			return x.Line == line && x.Severity != order.Unwise
		})
	}
	for ph := range f.Sheet.Parts {
		part := &f.Sheet.Parts[ph]
		part.Orders = slices.DeleteFunc(slices.Clone(part.Orders), func(o order.Order) bool { return bad(o.LineNo()) })
	}
	var battles []order.Battle
	for _, b := range f.Sheet.Battles {
		b.Tactics = slices.DeleteFunc(slices.Clone(b.Tactics), func(t order.Tactic) bool { return bad(t.Line) })
		if !bad(b.Line) {
			battles = append(battles, b)
		}
	}
	f.Sheet.Battles = battles
	f.Answers = slices.DeleteFunc(slices.Clone(f.Answers), func(o order.Order) bool { return bad(o.LineNo()) })
	return f
}
