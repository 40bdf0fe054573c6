package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules/trait"
)

// judgeAnswers looks for declarations and answers that cannot stand. Instructions to an advantage that their power does not
// have do no harm; what would be used at once needs it.
func (r *run) judgeAnswers(who board.Power, answers []order.Order) {
	if r.pos.Nation(who) == nil {
		return
	}
	r.judgeChoices(who, answers)
	if r.inPrelude() {
		return
	}
	for _, o := range answers {
		switch o := o.(type) {
		case order.Declare:
			r.judgeDeclaration(who, o)
		case order.Garrison:
			r.judgeGarrison(who, o)
		case order.Enigma:
			if o.Move != nil {
				r.judgeStep(who, o)
			}
		case order.Nonaggression:
			r.judgePreference(who, o)
		}
	}
}

func (r *run) judgeDeclaration(who board.Power, o order.Declare) {
	var t trait.Trait
	for _, x := range r.set.Owned(r.pos, who) {
		if x.Name() == o.Advantage {
			t = x
		}
	}
	d, declarable := t.(trait.Declarer)
	switch {
	case t == nil:
		r.fault(o.Line, NoAdvantage, powerIs(who), wordIs(o.Advantage))
	case !declarable:
		r.fault(o.Line, NotDeclarable, wordIs(o.Advantage))
	case r.pos.Nation(who).HasUsed(o.Advantage):
		r.fault(o.Line, AdvantageUsed, powerIs(who), wordIs(o.Advantage))
	case !d.MayDeclare(r.pos):
		r.fault(o.Line, NotDeclaredNow, wordIs(o.Advantage))
	}
}

func (r *run) judgeGarrison(who board.Power, o order.Garrison) {
	for _, t := range r.set.Owned(r.pos, who) {
		f, ok := t.(trait.Founder)
		if !ok {
			continue
		}
		code := r.cannotGarrison(f, who, o.In)
		if r.pos.Nation(who).HasUsed(t.Name()) {
			code = GarrisonLate
		}
		if code != "" {
			r.fault(o.Line, code, powerIs(who), spaceIs(o.In))
		}
		return
	}
	r.fault(o.Line, NoAdvantage, powerIs(who), wordIs("garrison"))
}

// judgeStep judges a move out of turn: when it is asked for, by all its rules; when it is filed before, the advantage must be
// there.
func (r *run) judgeStep(who board.Power, o order.Enigma) {
	for _, t := range r.set.Owned(r.pos, who) {
		h, ok := t.(trait.Sidestepper)
		switch {
		case !ok:
			continue
		case r.pos.Nation(who).HasUsed(t.Name()):
			r.fault(o.Line, AdvantageUsed, powerIs(who), wordIs(t.Name()))
		case r.asked(who, h.Question()):
			if why := r.cannotStep(who, h, *o.Move); why != nil {
				r.fault(o.Line, why.code, why.fill)
			}
		}
		return
	}
	r.fault(o.Line, NoAdvantage, powerIs(who), wordIs("enigma"))
}

// judgePreference judges the answer to the question where units are to rise: one of the attacked territories.
func (r *run) judgePreference(who board.Power, o order.Nonaggression) {
	for _, t := range r.unused(who) {
		h, ok := t.(trait.Reinforcer)
		if !ok || !r.asked(who, h.Question()) {
			continue
		}
		sites := r.sites(h)
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
