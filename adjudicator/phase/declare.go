package phase

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// IsWaiting reports whether another power is asked before the turn can go on.
func (t *Turn) IsWaiting() bool { return len(t.Pos.Turn().Asked()) > 0 }

// DropAnswers takes answers of a power off file.
func (t *Turn) DropAnswers(who board.Power, which func(order.Order) bool) {
	n := t.Pos.Nation(who)
	if kept := slices.DeleteFunc(slices.Clone(n.Answers()), which); len(kept) < len(n.Answers()) {
		t.Emit(event.StandingFiled{Power: who, Standing: n.Standing(), Answers: kept})
	}
}

// Unused lists the advantages of a power that are not used up, in force or not.
func (t *Turn) Unused(p board.Power) []*rules.Advantage {
	return slices.DeleteFunc(t.Rules.Owned(t.Pos, p), func(a *rules.Advantage) bool {
		return t.Pos.Nation(p).HasUsed(a.Name)
	})
}

// UseUp notes that a power has used an advantage, or has lost it, if it works once only.
func (t *Turn) UseUp(p board.Power, a *rules.Advantage) {
	if a.Once {
		t.Emit(event.AdvantageUsed{Power: p, Advantage: a.Name})
	}
}

func (t *Turn) IsDeclared(p board.Power, a *rules.Advantage) bool {
	return slices.ContainsFunc(t.Pos.Nation(p).Answers(), func(o order.Order) bool {
		d, ok := o.(order.Declare)
		return ok && d.Advantage == a.Name
	})
}

// Declare puts an advantage in force, or raises the units that it raises if their land is in friendly hands.
func Declare(t *Turn, p board.Power, a *rules.Advantage) {
	at := board.NoSpace
	if a.After.In != "" {
		at, _ = t.Board.Find(a.After.In)
		if !t.Board.Allied(t.Pos.Owner(at), p) {
			return
		}
	}
	t.Emit(event.Declared{Power: p, Advantage: a.Name, Space: at, Lasts: a.Declare.Lasts})
	if a.After.In != "" {
		units := t.NewUnits(p, a.After.Raise.Units()...)
		t.Emit(event.Raised{Power: p, Advantage: a.Name, Space: at, Units: units, ThisTurn: true})
	}
}

// Ask puts a question.
func Ask(t *Turn, p board.Power, a *rules.Advantage) {
	t.Emit(event.Asked{Power: p, What: a.Question, Space: board.NoSpace})
}

// IsAsked reports whether a power is asked something.
func (t *Turn) IsAsked(p board.Power, what string) bool {
	is := func(q position.Question) bool { return q.Power == p && q.What == what }
	return slices.ContainsFunc(t.Pos.Turn().Asked(), is)
}
