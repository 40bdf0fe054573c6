package reading

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/phrase"
)

// correction is what a sentence changes in the order before it: "no wait, make that 6 inf and 1 tank". It is always asked
// about.
type correction struct {
	units []phrase.Unit // as they should be
	n     int           // without units: the number of the one entry that there is
	whole bool          // they take the place of all entries, else of those of their types
	phase order.Phase   // of the orders that are meant, if it is said
}

// corrections reads a sentence that takes something back. It names no places: those stay.
func (r *clause) corrections() []candidate {
	if phrase.Asks(r.s.atoms) || !r.st.orders() || !slices.ContainsFunc(r.s.atoms, func(a *phrase.Atom) bool { return a.Is("turning", "corrects") }) {
		return nil
	}
	var fix correction
	c := r.newCandidate()
	for _, it := range r.s.items {
		switch {
		case it.Kind == phrase.Named, it.Kind == phrase.Hop:
			return nil
		case it.Kind == phrase.Group:
			fix.units, fix.n = it.Units, 0
		case it.Kind == phrase.Number && fix.units == nil:
			fix.n = it.N
		case it.Kind == phrase.Key && it.ID == "phase buy":
			fix.phase = order.Buy
		case it.Kind == phrase.Key && it.ID == "phase place":
			fix.phase = order.Place
		}
		c.takes(it)
	}
	if fix.units == nil && fix.n == 0 {
		return nil
	}
	c.guesses = []Guess{r.guess(0, len(r.s.atoms), WhyOrder, "")}
	var out []candidate
	for _, whole := range []bool{false, true} {
		d, f := c, fix
		f.whole = whole
		d.used, d.fix = slices.Clone(c.used), &f
		out = append(out, d)
	}
	if fix.units == nil {
		out = out[:1]
	}
	return out
}

// orders reports whether anything was ordered so far.
func (st *state) orders() bool {
	for x := st; x.said != nil; x = x.before {
		if len(x.cand.pieces) > 0 {
			return true
		}
	}
	return false
}

// apply corrects the last order that is meant, and reports whether there is one.
func (f *correction) apply(pieces []piece) bool {
	for i, p := range slices.Backward(pieces) {
		ok := true
		switch o := p.order.(type) {
		case order.BuyUnits:
			if ok = f.phase == order.NoPhase || f.phase == order.Buy; ok {
				o.Units, ok = f.corrected(o.Units)
				pieces[i].order = o
			}
		case order.PlaceUnits:
			if ok = f.phase == order.NoPhase || f.phase == order.Place; ok {
				o.Units, ok = f.corrected(o.Units)
				pieces[i].order = o
			}
		case order.Move:
			o.Groups, ok = f.groups(o.Groups)
			pieces[i].order = o
		case order.ShipUnits:
			o.Groups, ok = f.groups(o.Groups)
			pieces[i].order = o
		default:
			continue
		}
		return ok
	}
	return false
}

// groups corrects an order of one start.
func (f *correction) groups(gs []order.Group) ([]order.Group, bool) {
	if len(gs) != 1 || f.phase != order.NoPhase {
		return gs, false
	}
	us, ok := f.corrected(gs[0].Units)
	return []order.Group{{Units: us, From: gs[0].From}}, ok
}

// corrected is a list of units as it should be.
func (f *correction) corrected(us []order.Units) ([]order.Units, bool) {
	if f.units == nil {
		if len(us) != 1 {
			return us, false
		}
		one := us[0]
		one.N = f.n
		return []order.Units{one}, true
	}
	out := slices.Clone(us)
	if f.whole {
		out = nil
	}
	for _, u := range f.units {
		t := meantBy(u, us)
		if t == board.NoUnit {
			return us, false
		}
		n := max(u.N, 1)
		if at := slices.IndexFunc(out, func(x order.Units) bool { return x.Type == t }); at >= 0 {
			out[at].N = n
		} else {
			out = append(out, order.Units{N: n, Type: t})
		}
	}
	return out, true
}

// meantBy is the type that a word means: one of those that it corrects, else its first meaning.
func meantBy(u phrase.Unit, us []order.Units) board.UnitType {
	for _, x := range us {
		if slices.Contains(u.Types, x.Type) {
			return x.Type
		}
	}
	if len(u.Types) == 0 || u.Class {
		return board.NoUnit
	}
	return u.Types[0]
}
