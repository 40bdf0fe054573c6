package orders

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/order"
)

// Merge puts the faults of the text and those of its judge together, by line, one refusing fault a line. What only
// follows from a line that was not understood is left out: places of what a faulty line should have bought, battles and
// later moves of what it should have moved.
func (f *File) Merge(text, judged []order.Fault) []order.Fault {
	out := slices.Clone(text)
	for _, j := range judged {
		if f.follows(j) || slices.ContainsFunc(text,
			func(t order.Fault) bool { return t.Line == j.Line && j.Line != 0 }) {
			continue
		}
		out = append(out, j)
	}
	slices.SortStableFunc(out, func(a, b order.Fault) int { return a.Line - b.Line })
	return out
}

// dependent are faults of moves that another move, if it was understood, would mend.
var dependent = []order.Code{"no-landing-place", "no-landing-there", "landing-first", "no-bombarder",
	"no-cargo-aboard", "no-carrier-there",
	"no-deck", "zone-hostile", "no-transport", "nobody-fights", "enemy-on-way"}

// unbought are faults of places that another purchase or place, if it was understood, would mend.
var unbought = []order.Code{order.NotBought, order.NoNewCarrier, order.NoNewDeck}

// follows reports whether a fault of the judge may only follow from lines that were not understood.
func (f *File) follows(j order.Fault) bool {
	if len(f.spoiled) == 0 || j.Line == 0 || adjudicator.AlwaysOwn(j.Code) {
		return false
	}
	spoiled := func(ph order.Phase) bool {
		return slices.Contains(f.spoiled, ph) || slices.Contains(f.spoiled, order.NoPhase)
	}
	for ph, part := range f.Sheet.Parts {
		at := part.Line == j.Line || slices.ContainsFunc(part.Orders,
			func(o order.Order) bool { return o.LineNo() == j.Line })
		if !at {
			continue
		}
		switch order.Phase(ph) {
		case order.Combat:
			return spoiled(order.Combat) && slices.Contains(dependent, j.Code)
		case order.Noncombat:
			return spoiled(order.Combat) || spoiled(order.Noncombat) && slices.Contains(dependent, j.Code)
		case order.Place:
			return spoiled(order.Noncombat) ||
				(spoiled(order.Buy) || spoiled(order.Place)) && slices.Contains(unbought, j.Code)
		}
		return false
	}
	return spoiled(order.Combat) // a line of a battle section, or a standing one
}
