// Package standing keeps what powers have on file in addition to the orders of a turn: standing orders, answers,
// declarations and the complexes that some begin with. It says what speaks against them.
package standing

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// File keeps what a mail says of standing orders and answers: sections, each in place of the earlier one of its
// heading, and answers, each in place of the earlier one of its kind.
func File(t *phase.Turn, who board.Power, f order.File) {
	n := t.Pos.Nation(who)
	if !n.HasTurn() {
		return
	}
	standing := n.Standing()
	if f.Clear != 0 {
		standing = nil
		t.DropAnswers(who, func(o order.Order) bool { _, stands := o.(order.Garrison); return !stands })
	}
	for _, s := range f.Standing {
		kept := standing[:0:0]
		for _, old := range standing {
			if old.Scope != s.Scope || old.Space != s.Space {
				kept = append(kept, old)
			}
		}
		if len(s.Tactics) > 0 { // a heading with nothing below takes its section off file
			kept = append(kept, s.OnFile())
		}
		standing = kept
	}
	if f.Clear != 0 || len(f.Standing) > 0 {
		t.Emit(event.StandingFiled{Power: who, Standing: standing, Answers: n.Answers()})
	}
	for _, a := range combat.Unite(f.Answers) {
		if g, ok := a.(order.Garrison); ok {
			fileGarrison(t, who, g)
		}
		kept := n.Answers()[:0:0]
		for _, old := range n.Answers() {
			if answerKind(old) != answerKind(a) {
				kept = append(kept, old)
			}
		}
		t.Emit(event.StandingFiled{Power: who, Standing: n.Standing(), Answers: append(kept, order.AnswerOnFile(a))})
	}
}

// answerKind tells which answers replace each other: those of a kind, declarations of the same advantage.
func answerKind(o order.Order) string {
	switch o := o.(type) {
	case order.Enigma:
		return "enigma"
	case order.Nonaggression:
		return "nonaggression"
	case order.Resistance:
		return "resistance"
	case order.PlaceByDefault:
		return "place by default"
	case order.Share:
		return "share"
	case order.Oil:
		return "oil"
	case order.Choose:
		return "choose"
	case order.Garrison:
		return "garrison"
	case order.Declare:
		return "declare " + o.Advantage
	}
	return ""
}

// OnFile is what a power will have on file once it has sent a file: its standing sections and answers.
func OnFile(set *rules.Set, pos *position.Position, who board.Power, f order.File) ([]order.Standing, []order.Order) {
	t := phase.Begin(phase.State{Rules: set, Position: pos})
	File(t, who, f)
	if n := t.Pos.Nation(who); n.HasTurn() {
		return n.Standing(), n.Answers()
	}
	return nil, nil
}

// DeclareAt lets what the power on turn declared take effect, each advantage at its own step of the turn: Russian
// Winter at its end (D25). Nothing is declared by itself.
func DeclareAt(t *phase.Turn, step rules.Step) {
	for _, a := range t.Unused(t.Power) {
		if a.Declare.At == step && t.IsDeclared(t.Power, a) {
			phase.Declare(t, t.Power, a)
		}
	}
}

// ForgetDeclarations drops what the power on turn declared: it holds for this turn only.
func ForgetDeclarations(t *phase.Turn) {
	t.DropAnswers(t.Power, func(o order.Order) bool { _, ok := o.(order.Declare); return ok })
}
