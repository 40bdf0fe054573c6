package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// declarations lets what the power on turn declared take effect, each advantage at its own step of the turn: Russian Winter at
// its end (D25). Nothing is declared by itself.
func (r *run) declarations(step rules.Step) {
	for _, a := range r.Unused(r.Power) {
		if a.Declare.At == step && r.IsDeclared(r.Power, a) {
			phase.Declare(r.Turn, r.Power, a)
		}
	}
}

// forgetDeclarations drops what the power on turn declared: it holds for this turn only.
func (r *run) forgetDeclarations() {
	r.DropAnswers(r.Power, func(o order.Order) bool { _, ok := o.(order.Declare); return ok })
}

// sitsOut tells whether an advantage in force keeps the power on turn out of combat.
func (r *run) sitsOut() bool { return r.Rules.SitsOut(r.Advantages(r.Power)) }

// sitOut is combat in a turn without it: its lines are faults.
func (r *run) sitOut(part order.PhaseOrders) {
	for _, o := range part.Orders {
		r.AddFault(o.LineNo(), order.SitsOut, phase.WithPower(r.Power))
	}
	for _, b := range r.Pos.Turn.Sheet.Battles {
		r.AddFault(b.Line, order.SitsOut, phase.WithPower(r.Power))
	}
}

// found gives those who begin with one more complex theirs, with the first file played: where they put it before, or in its
// default place (fine print 15).
func (r *run) found() {
	if r.Pos.Round > 1 {
		return
	}
	for _, p := range r.Board.Powers() {
		for _, a := range r.Unused(p) {
			if a.Garrison == "" {
				continue
			}
			if _, said := r.garrisoned(p); !said {
				if at, ok := r.Board.Find(a.Garrison); ok && !r.HasComplex(at) {
					r.build(p, a, at)
				}
			}
			r.UseUp(p, a)
		}
	}
}

// garrisoned is where a power's filed line put its complex.
func (r *run) garrisoned(p board.Power) (board.SpaceID, bool) {
	for _, o := range r.Pos.Nation(p).Answers {
		if g, ok := o.(order.Garrison); ok {
			return g.In, true
		}
	}
	return board.NoSpace, false
}

// build puts a complex that is there from the start.
func (r *run) build(p board.Power, a *rules.Advantage, at board.SpaceID) {
	units := r.NewUnits(p, board.Complex)
	r.Emit(event.Raised{Power: p, Advantage: a.Name, Space: at, Units: units, FromStart: true})
}

// garrison carries out a line that puts the complex; a later line moves it, as long as nothing has been played.
func (r *run) garrison(p board.Power, o order.Garrison) {
	for _, a := range r.Unused(p) {
		if a.Garrison == "" || r.cannotGarrison(a, p, o.In) != "" {
			continue
		}
		if old, ok := r.garrisoned(p); ok {
			r.Emit(event.ComplexWithdrawn{Space: old})
		}
		r.build(p, a, o.In)
	}
}

// cannotGarrison says why a complex cannot be put somewhere at the start; "" if it can.
func (r *run) cannotGarrison(a *rules.Advantage, p board.Power, at board.SpaceID) order.Code {
	old, said := r.garrisoned(p)
	switch {
	case r.Pos.Round > 1:
		return order.GarrisonLate
	case !r.Rules.MayGarrison(r.Pos, a, at):
		return order.GarrisonSite
	case r.HasComplex(at) && !(said && old == at):
		return order.ComplexHere
	}
	return ""
}
