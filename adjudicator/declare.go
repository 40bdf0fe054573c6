package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// unused lists the advantages of a power that are not used up, in force or not.
func (r *run) unused(p board.Power) []*rules.Advantage {
	return slices.DeleteFunc(r.set.Owned(r.pos, p), func(a *rules.Advantage) bool {
		return r.pos.Nation(p).HasUsed(a.Name)
	})
}

// useUp notes that a power has used an advantage, or has lost it, if it works once only.
func (r *run) useUp(p board.Power, a *rules.Advantage) {
	if a.Once {
		r.emit(event.AdvantageUsed{Power: p, Advantage: a.Name})
	}
}

// declarations lets what the power on turn declared take effect, each advantage at its own step of the turn: Russian Winter at
// its end (D25). Nothing is declared by itself.
func (r *run) declarations(step rules.Step) {
	for _, a := range r.unused(r.power) {
		if a.Declare.At == step && r.isDeclared(r.power, a) {
			r.declare(r.power, a)
		}
	}
}

func (r *run) isDeclared(p board.Power, a *rules.Advantage) bool {
	return slices.ContainsFunc(r.pos.Nation(p).Answers, func(o order.Order) bool {
		d, ok := o.(order.Declare)
		return ok && d.Advantage == a.Name
	})
}

// declare puts an advantage in force, or raises the units that it raises if their land is in friendly hands.
func (r *run) declare(p board.Power, a *rules.Advantage) {
	at := board.NoSpace
	if a.After.In != "" {
		at, _ = r.b.Find(a.After.In)
		if !r.b.Allied(r.pos.Owner[at], p) {
			return
		}
	}
	r.emit(event.Declared{Power: p, Advantage: a.Name, Space: at, Lasts: a.Declare.Lasts})
	if a.After.In != "" {
		units := r.newUnits(p, a.After.Raise.Units()...)
		r.emit(event.Raised{Power: p, Advantage: a.Name, Space: at, Units: units, ThisTurn: true})
	}
}

// forgetDeclarations drops what the power on turn declared: it holds for this turn only.
func (r *run) forgetDeclarations() {
	r.dropAnswers(r.power, func(o order.Order) bool { _, ok := o.(order.Declare); return ok })
}

// sitsOut tells whether an advantage in force keeps the power on turn out of combat.
func (r *run) sitsOut() bool { return r.set.SitsOut(r.advantages(r.power)) }

// sitOut is combat in a turn without it: its lines are faults.
func (r *run) sitOut(part order.PhaseOrders) {
	for _, o := range part.Orders {
		r.fault(o.LineNo(), SitsOut, powerIs(r.power))
	}
	for _, b := range r.pos.Turn.Sheet.Battles {
		r.fault(b.Line, SitsOut, powerIs(r.power))
	}
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
		for _, a := range r.unused(p) {
			if a.Garrison == "" {
				continue
			}
			if _, said := r.garrisoned(p); !said {
				if at, ok := r.b.Find(a.Garrison); ok && !r.hasComplex(at) {
					r.build(p, a, at)
				}
			}
			r.useUp(p, a)
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
func (r *run) build(p board.Power, a *rules.Advantage, at board.SpaceID) {
	units := r.newUnits(p, board.Complex)
	r.emit(event.Raised{Power: p, Advantage: a.Name, Space: at, Units: units, FromStart: true})
}

// garrison carries out a line that puts the complex; a later line moves it, as long as nothing has been played.
func (r *run) garrison(p board.Power, o order.Garrison) {
	for _, a := range r.unused(p) {
		if a.Garrison == "" || r.cannotGarrison(a, p, o.In) != "" {
			continue
		}
		if old, ok := r.garrisoned(p); ok {
			r.emit(event.ComplexWithdrawn{Space: old})
		}
		r.build(p, a, o.In)
	}
}

// cannotGarrison says why a complex cannot be put somewhere at the start; "" if it can.
func (r *run) cannotGarrison(a *rules.Advantage, p board.Power, at board.SpaceID) order.Code {
	old, said := r.garrisoned(p)
	switch {
	case r.pos.Round > 1:
		return GarrisonLate
	case !r.set.MayGarrison(r.pos, a, at):
		return GarrisonSite
	case r.hasComplex(at) && !(said && old == at):
		return ComplexHere
	}
	return ""
}
