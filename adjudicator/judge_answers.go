package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// judgeAnswers looks for declarations and answers that cannot stand. Instructions to an advantage that their power does not
// have do no harm; what would be used at once needs it.
func (r *run) judgeAnswers(who board.Power, answers []order.Order) {
	if r.Pos.Nation(who) == nil {
		return
	}
	r.judgeChoices(who, answers)
	if r.contradictions(who, answers) || economy.InPregame(r.Pos) {
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
	r.judgeStep(who, combat.Sidesteps(answers))
}

func (r *run) judgeDeclaration(who board.Power, o order.Declare) {
	owned := r.Rules.Owned(r.Pos, who)
	i := slices.IndexFunc(owned, func(a *rules.Advantage) bool { return a.Name == o.Advantage })
	switch {
	case i < 0:
		word := o.Advantage
		if !r.Rules.HasAdvantages() {
			word = ""
		}
		r.AddFault(o.Line, order.NoAdvantage, phase.WithPower(who), phase.WithWord(word))
	case owned[i].Declare.At == 0:
		r.AddFault(o.Line, order.NotDeclarable, phase.WithWord(o.Advantage))
	case r.Pos.Nation(who).HasUsed(o.Advantage):
		r.AddFault(o.Line, order.AdvantageUsed, phase.WithPower(who), phase.WithWord(o.Advantage))
	case !r.IsAsked(who, owned[i].Question) && !r.Rules.MayDeclare(r.Pos, owned[i]):
		r.AddFault(o.Line, order.NotDeclaredNow, phase.WithWord(o.Advantage))
	}
}

// judgeLastPhase refuses what is declared in the last phase of a turn that has none: the power on turn does not hold its capital,
// nor takes it with this file if all goes well.
func (r *run) judgeLastPhase(who board.Power, answers []order.Order) {
	for _, o := range answers {
		d, ok := o.(order.Declare)
		if !ok || r.Pos.HoldsCapital(r.Board, who) {
			continue
		}
		for _, a := range r.Rules.Owned(r.Pos, who) {
			if a.Name == d.Advantage && a.Declare.At == rules.AtEnd {
				r.AddFault(d.Line, order.NeedsCapital, phase.WithPower(who), phase.WithWord(d.Advantage))
			}
		}
	}
}

func (r *run) judgeGarrison(who board.Power, o order.Garrison) {
	for _, a := range r.Rules.Owned(r.Pos, who) {
		if a.Garrison == "" {
			continue
		}
		code := r.cannotGarrison(a, who, o.In)
		if r.Pos.Nation(who).HasUsed(a.Name) {
			code = order.GarrisonLate
		}
		if code != "" {
			r.AddFault(o.Line, code, phase.WithPower(who), phase.WithSpace(o.In))
		}
		return
	}
	garrison := r.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Garrison != "" })
	r.AddFault(o.Line, order.NoAdvantage, phase.WithPower(who), phase.WithWord(garrison.Name))
}

// judgeStep judges the lines of a move out of turn, which together are one move: when it is asked for, by all its rules;
// when it is filed before, the advantage must be there. If the move cannot be made, the fault lies on the first line that
// cannot stand with those above it.
func (r *run) judgeStep(who board.Power, lines []order.Enigma) {
	if len(lines) == 0 {
		return
	}
	for _, a := range r.Rules.Owned(r.Pos, who) {
		switch {
		case !a.Sidestep:
			continue
		case r.Pos.Nation(who).HasUsed(a.Name):
			r.AddFault(lines[0].Line, order.AdvantageUsed, phase.WithPower(who), phase.WithWord(a.Name))
		case !r.IsAsked(who, a.Question) || combat.CannotSidestep(r.Turn, who, a, *combat.OneSidestep(lines).Move) == nil:
		default:
			for i, l := range lines {
				if why := combat.CannotSidestep(r.Turn, who, a, *combat.OneSidestep(lines[:i+1]).Move); why != nil {
					r.AddFault(l.Line, why.Code, why.Fill)
					return
				}
			}
		}
		return
	}
	step := r.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Sidestep })
	r.AddFault(lines[0].Line, order.NoAdvantage, phase.WithPower(who), phase.WithWord(step.Name))
}

// judgePreference judges the answer to the question where units are to rise: one of the attacked territories.
func (r *run) judgePreference(who board.Power, o order.Nonaggression) {
	for _, a := range r.Unused(who) {
		if a.Reinforce.N == 0 || !r.IsAsked(who, a.Question) {
			continue
		}
		sites := combat.Sites(r.Turn, a)
		for _, s := range o.Spaces {
			for _, site := range sites {
				if s == site {
					return
				}
			}
		}
		r.AddFault(o.Line, order.NotAttacked, phase.WithSpace(o.Spaces[0]), phase.WithSpaces(sites))
	}
}
