package standing

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// Check looks for declarations and answers that cannot stand. Instructions to an advantage that their power does not
// have do no harm; what would be used at once needs it.
func Check(t *phase.Turn, who board.Power, answers []order.Order) {
	if !t.Pos.Nation(who).HasTurn() {
		return
	}
	if checkContradictions(t, who, answers) || economy.InPregame(t.Pos) {
		return
	}
	for _, o := range answers {
		switch o := o.(type) {
		case order.Declare:
			checkDeclaration(t, who, o)
		case order.Garrison:
			checkGarrison(t, who, o)
		case order.Nonaggression:
			checkPreference(t, who, o)
		}
	}
	checkSidestep(t, who, combat.Sidesteps(answers))
}

func checkDeclaration(t *phase.Turn, who board.Power, o order.Declare) {
	owned := t.Rules.Owned(t.Pos, who)
	i := slices.IndexFunc(owned, func(a *rules.Advantage) bool { return a.Name == o.Advantage })
	switch {
	case i < 0:
		word := o.Advantage
		if !t.Rules.HasAdvantages() {
			word = ""
		}
		t.AddFault(o.Line, order.NoAdvantage, phase.WithPower(who), phase.WithWord(word))
	case owned[i].Declare.At == 0:
		t.AddFault(o.Line, order.NotDeclarable, phase.WithWord(o.Advantage))
	case t.Pos.Nation(who).HasUsed(o.Advantage):
		t.AddFault(o.Line, order.AdvantageUsed, phase.WithPower(who), phase.WithWord(o.Advantage))
	case !t.IsAsked(who, owned[i].Question) && !t.Rules.MayDeclare(t.Pos, owned[i]):
		t.AddFault(o.Line, order.NotDeclaredNow, phase.WithWord(o.Advantage))
	}
}

// CheckLastPhase refuses what is declared in the last phase of a turn that has none: the power on turn does not hold
// its capital, nor takes it with this file if all goes well.
func CheckLastPhase(t *phase.Turn, who board.Power, answers []order.Order) {
	for _, o := range answers {
		d, ok := o.(order.Declare)
		if !ok || t.Pos.HoldsCapital(t.Board, who) {
			continue
		}
		for _, a := range t.Rules.Owned(t.Pos, who) {
			if a.Name == d.Advantage && a.Declare.At == rules.AtEnd {
				t.AddFault(d.Line, order.NeedsCapital, phase.WithPower(who), phase.WithWord(d.Advantage))
			}
		}
	}
}

func checkGarrison(t *phase.Turn, who board.Power, o order.Garrison) {
	for _, a := range t.Rules.Owned(t.Pos, who) {
		if a.Garrison == "" {
			continue
		}
		code := cannotGarrison(t, a, who, o.In)
		if t.Pos.Nation(who).HasUsed(a.Name) {
			code = order.GarrisonLate
		}
		if code != "" {
			t.AddFault(o.Line, code, phase.WithPower(who), phase.WithSpace(o.In))
		}
		return
	}
	garrison := t.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Garrison != "" })
	t.AddFault(o.Line, order.NoAdvantage, phase.WithPower(who), phase.WithWord(garrison.Name))
}

// checkSidestep judges the lines of a move out of turn, which together are one move: when it is asked for, by
// all its rules; when it is filed before, the advantage must be there. If the move cannot be made, the fault lies on
// the first line that cannot stand with those above it.
func checkSidestep(t *phase.Turn, who board.Power, lines []order.Enigma) {
	if len(lines) == 0 {
		return
	}
	for _, a := range t.Rules.Owned(t.Pos, who) {
		switch {
		case !a.Sidestep:
			continue
		case t.Pos.Nation(who).HasUsed(a.Name):
			t.AddFault(lines[0].Line, order.AdvantageUsed, phase.WithPower(who), phase.WithWord(a.Name))
		case !t.IsAsked(who, a.Question) || combat.CannotSidestep(t, who, a, *combat.OneSidestep(lines).Move) == nil:
		default:
			for i, l := range lines {
				if why := combat.CannotSidestep(t, who, a, *combat.OneSidestep(lines[:i+1]).Move); why != nil {
					t.AddFault(l.Line, why.Code, why.Fill)
					return
				}
			}
		}
		return
	}
	step := t.Rules.AdvantageWith(func(a *rules.Advantage) bool { return a.Sidestep })
	t.AddFault(lines[0].Line, order.NoAdvantage, phase.WithPower(who), phase.WithWord(step.Name))
}

// checkPreference judges the answer to the question where units are to rise: one of the attacked territories.
func checkPreference(t *phase.Turn, who board.Power, o order.Nonaggression) {
	for _, a := range t.Unused(who) {
		if a.Reinforce.N == 0 || !t.IsAsked(who, a.Question) {
			continue
		}
		sites := combat.Sites(t, a)
		for _, s := range o.Spaces {
			for _, site := range sites {
				if s == site {
					return
				}
			}
		}
		t.AddFault(o.Line, order.NotAttacked, phase.WithSpace(o.Spaces[0]), phase.WithSpaces(sites))
	}
}
