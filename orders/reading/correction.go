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
	not   int           // what was wrong: "2 tanks, not 3"; 0 if it is not said
	whole bool          // they take the place of all entries, else of those of their types
	phase order.Phase   // of the orders that are meant, if it is said
}

// corrections reads a sentence that takes something back. It names no places: those stay.
func (r *clause) corrections() []candidate {
	if fixes := r.notThat(); len(fixes) > 0 {
		return fixes
	}
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

// notThat reads "2 tanks, not 3": the number of one entry, and the wrong one that stands in an order before it.
func (r *clause) notThat() []candidate {
	c, fix := r.newCandidate(), correction{}
	denied := false
	for _, it := range r.s.items {
		denied = denied || it.To == it.From+1 && r.s.atoms[it.From].Is("turning", "denies")
		switch {
		case it.Kind == phrase.Named, it.Kind == phrase.Hop:
			return nil
		case it.Kind == phrase.Group && fix.units == nil && !denied:
			fix.units = it.Units
		case it.Kind == phrase.Number && denied:
			fix.not = it.N
		case it.Kind == phrase.Group && denied && len(it.Units) == 1 && len(fix.units) == 1 &&
			slices.Equal(it.Units[0].Types, fix.units[0].Types):
			fix.not = it.Units[0].N
		case it.Kind == phrase.Group:
			return nil
		}
		c.takes(it)
	}
	if !r.st.orders() || len(fix.units) != 1 || fix.units[0].N < 1 || fix.not < 1 || fix.units[0].N == fix.not {
		return nil
	}
	c.guesses, c.fix = []Guess{r.guess(0, len(r.s.atoms), WhyOrder, "")}, &fix
	return []candidate{c}
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
		if f.not > 0 && !f.wrong(p.order) {
			continue
		}
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

// wrong reports whether an order has the wrong number that was named.
func (f *correction) wrong(o order.Order) bool {
	var us []order.Units
	switch o := o.(type) {
	case order.BuyUnits:
		us = o.Units
	case order.PlaceUnits:
		us = o.Units
	case order.Move:
		if len(o.Groups) == 1 {
			us = o.Groups[0].Units
		}
	case order.ShipUnits:
		if len(o.Groups) == 1 {
			us = o.Groups[0].Units
		}
	}
	return slices.ContainsFunc(us, func(u order.Units) bool { return u.N == f.not && u.Type == meantBy(f.units[0], us) })
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
