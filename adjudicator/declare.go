package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules/trait"
)

// unused lists the advantages of a power that are not used up, in force or not.
func (r *run) unused(p board.Power) []trait.Trait {
	return slices.DeleteFunc(r.set.Owned(r.pos, p), func(t trait.Trait) bool { return r.pos.Nation(p).HasUsed(t.Name()) })
}

// useUp notes that a power used an advantage for good.
func (r *run) useUp(p board.Power, t trait.Trait) {
	r.emit(event.AdvantageUsed{Power: p, Advantage: t.Name()})
}

// declarations lets what the power on turn declared take effect, each advantage at its own step of the turn: Russian Winter at
// its end (D25). Nothing is declared by itself.
func (r *run) declarations(step trait.Step) {
	for _, t := range r.unused(r.power) {
		if d, ok := t.(trait.Declarer); ok && d.DeclaredAt() == step && r.isDeclared(r.power, t) {
			r.declare(r.power, t)
		}
	}
}

func (r *run) isDeclared(p board.Power, t trait.Trait) bool {
	return slices.ContainsFunc(r.pos.Nation(p).Answers, func(o order.Order) bool {
		d, ok := o.(order.Declare)
		return ok && d.Advantage == t.Name()
	})
}

// declare puts an advantage in force, or raises the units that it raises if their land is in friendly hands.
func (r *run) declare(p board.Power, t trait.Trait) {
	at := board.NoSpace
	rally, rallies := t.(trait.Rallier)
	if rallies {
		_, where := rally.Rallies()
		at, _ = r.b.Find(where)
		if !r.b.Allied(r.pos.Owner[at], p) {
			return
		}
	}
	_, lasts := t.(trait.Declared)
	r.emit(event.Declared{Power: p, Advantage: t.Name(), Space: at, Lasts: lasts})
	if rallies {
		units, _ := rally.Rallies()
		r.emit(event.Raised{Power: p, Advantage: t.Name(), Space: at, Units: r.newUnits(p, units...), ThisTurn: true})
	}
}

// forgetDeclarations drops what the power on turn declared: it holds for this turn only.
func (r *run) forgetDeclarations() {
	r.dropAnswers(r.power, func(o order.Order) bool { _, ok := o.(order.Declare); return ok })
}

// sitsOut tells whether an advantage in force keeps the power on turn out of combat.
func (r *run) sitsOut() bool {
	return slices.ContainsFunc(r.traits(r.power), func(t trait.Trait) bool {
		s, ok := t.(trait.Sitter)
		return ok && s.SitsOut()
	})
}

// sitOut is combat in a turn without it: its lines are faults.
func (r *run) sitOut(part order.PhaseOrders) {
	for _, o := range part.Orders {
		r.fault(o.LineNo(), SitsOut, powerIs(r.power))
	}
	for _, b := range r.pos.Turn.Sheet.Battles {
		r.fault(b.Line, SitsOut, powerIs(r.power))
	}
}

// lenders lists the powers whose units another one orders in its combat.
func lenders(active func(board.Power) []trait.Trait, b *board.Board, to board.Power) []board.Power {
	var ps []board.Power
	for _, p := range b.Powers() {
		for _, t := range active(p) {
			if l, ok := t.(trait.Lender); ok && l.LendsTo() == to {
				ps = append(ps, p)
			}
		}
	}
	return ps
}

// lent tells whether units of that owner fight for the power on turn this turn though they are an ally's.
func (r *run) lent(owner board.Power) bool { return slices.Contains(r.lenders, owner) }

// found gives those who begin with one more complex theirs, with the first file played: where they put it before, or in its
// default place (fine print 15).
func (r *run) found() {
	if r.pos.Round > 1 {
		return
	}
	for _, p := range r.b.Powers() {
		for _, t := range r.unused(p) {
			f, ok := t.(trait.Founder)
			if !ok {
				continue
			}
			if _, said := r.garrisoned(p); !said {
				if at, ok := r.b.Find(f.DefaultSite()); ok && !r.hasComplex(at) {
					r.build(p, t, at)
				}
			}
			r.useUp(p, t)
		}
	}
}

// garrisoned is where a power's filed line put its complex.
func (r *run) garrisoned(p board.Power) (board.SpaceID, bool) {
	for _, o := range r.pos.Nation(p).Answers {
		if g, ok := o.(order.Garrison); ok {
			return g.In, true
		}
	}
	return board.NoSpace, false
}

// build puts a complex that is there from the start.
func (r *run) build(p board.Power, t trait.Trait, at board.SpaceID) {
	r.emit(event.Raised{Power: p, Advantage: t.Name(), Space: at, Units: r.newUnits(p, board.Complex), FromStart: true})
}

// garrison carries out a line that puts the complex; a later line moves it, as long as nothing has been played.
func (r *run) garrison(p board.Power, o order.Garrison) {
	for _, t := range r.unused(p) {
		f, ok := t.(trait.Founder)
		if !ok || r.cannotGarrison(f, p, o.In) != "" {
			continue
		}
		if old, ok := r.garrisoned(p); ok {
			r.emit(event.ComplexWithdrawn{Space: old})
		}
		r.build(p, t, o.In)
	}
}

// cannotGarrison says why a complex cannot be put somewhere at the start; "" if it can.
func (r *run) cannotGarrison(f trait.Founder, p board.Power, at board.SpaceID) order.Code {
	old, said := r.garrisoned(p)
	switch {
	case r.pos.Round > 1:
		return GarrisonLate
	case !f.Site(r.b.Space(at)) || r.pos.Owner[at] != p:
		return GarrisonSite
	case r.hasComplex(at) && !(said && old == at):
		return ComplexHere
	}
	return ""
}
