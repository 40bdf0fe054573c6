package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// judgeAnswers looks for declarations and answers that cannot stand. Instructions to an advantage that their power does not
// have do no harm; what would be used at once needs it.
func (r *run) judgeAnswers(who board.Power, answers []order.Order) {
	if r.pos.Nation(who) == nil {
		return
	}
	r.judgeChoices(who, answers)
	if r.contradictions(who, answers) || r.inPrelude() {
		return
	}
	for _, o := range answers {
		switch o := o.(type) {
		case order.Declare:
			r.judgeDeclaration(who, o)
		case order.Garrison:
			r.judgeGarrison(who, o)
		case order.Nonaggression:
			r.judgePreference(who, o)
		}
	}
	r.judgeStep(who, steps(answers))
}

func (r *run) judgeDeclaration(who board.Power, o order.Declare) {
	owned := r.set.Owned(r.pos, who)
	i := slices.IndexFunc(owned, func(a *rules.Advantage) bool { return a.Name == o.Advantage })
	switch {
	case i < 0:
		word := o.Advantage
		if !r.set.HasAdvantages() {
			word = ""
		}
		r.fault(o.Line, NoAdvantage, powerIs(who), wordIs(word))
	case owned[i].Declare.At == 0:
		r.fault(o.Line, NotDeclarable, wordIs(o.Advantage))
	case r.pos.Nation(who).HasUsed(o.Advantage):
		r.fault(o.Line, AdvantageUsed, powerIs(who), wordIs(o.Advantage))
	case !r.asked(who, owned[i].Question) && !r.set.MayDeclare(r.pos, owned[i]):
		r.fault(o.Line, NotDeclaredNow, wordIs(o.Advantage))
	}
}

// judgeLastPhase refuses what is declared in the last phase of a turn that has none: the power on turn does not hold its capital,
// nor takes it with this file if all goes well.
func (r *run) judgeLastPhase(who board.Power, answers []order.Order) {
	for _, o := range answers {
		d, ok := o.(order.Declare)
		if !ok || r.pos.HoldsCapital(r.b, who) {
			continue
		}
		for _, a := range r.set.Owned(r.pos, who) {
			if a.Name == d.Advantage && a.Declare.At == rules.AtEnd {
				r.fault(d.Line, NeedsCapital, powerIs(who), wordIs(d.Advantage))
			}
		}
	}
}

func (r *run) judgeGarrison(who board.Power, o order.Garrison) {
	for _, a := range r.set.Owned(r.pos, who) {
		if a.Garrison == "" {
			continue
		}
		code := r.cannotGarrison(a, who, o.In)
		if r.pos.Nation(who).HasUsed(a.Name) {
			code = GarrisonLate
		}
		if code != "" {
			r.fault(o.Line, code, powerIs(who), spaceIs(o.In))
		}
		return
	}
	garrison := r.set.AdvantageWith(func(a *rules.Advantage) bool { return a.Garrison != "" })
	r.fault(o.Line, NoAdvantage, powerIs(who), wordIs(garrison.Name))
}

// judgeStep judges the lines of a move out of turn, which together are one move: when it is asked for, by all its rules;
// when it is filed before, the advantage must be there. If the move cannot be made, the fault lies on the first line that
// cannot stand with those above it.
func (r *run) judgeStep(who board.Power, lines []order.Enigma) {
	if len(lines) == 0 {
		return
	}
	for _, a := range r.set.Owned(r.pos, who) {
		switch {
		case !a.Sidestep:
			continue
		case r.pos.Nation(who).HasUsed(a.Name):
			r.fault(lines[0].Line, AdvantageUsed, powerIs(who), wordIs(a.Name))
		case !r.asked(who, a.Question) || r.cannotStep(who, a, *oneStep(lines).Move) == nil:
		default:
			for i, l := range lines {
				if why := r.cannotStep(who, a, *oneStep(lines[:i+1]).Move); why != nil {
					r.fault(l.Line, why.code, why.fill)
					return
				}
			}
		}
		return
	}
	step := r.set.AdvantageWith(func(a *rules.Advantage) bool { return a.Sidestep })
	r.fault(lines[0].Line, NoAdvantage, powerIs(who), wordIs(step.Name))
}

// judgePreference judges the answer to the question where units are to rise: one of the attacked territories.
func (r *run) judgePreference(who board.Power, o order.Nonaggression) {
	for _, a := range r.unused(who) {
		if a.Reinforce.N == 0 || !r.asked(who, a.Question) {
			continue
		}
		sites := r.sites(a)
		for _, s := range o.Spaces {
			for _, site := range sites {
				if s == site {
					return
				}
			}
		}
		r.fault(o.Line, NotAttacked, spaceIs(o.Spaces[0]), spacesAre(sites))
	}
}
