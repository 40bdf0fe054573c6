package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// Before round 1 of some games each side has an advance to spend on units where own units stand. The first power's
// side spends first; the other side agrees how to share, then spends. What is kept is money.

// What is asked before round 1.
const (
	AskBonus = "bonus"
	AskShare = "share"
)

// InPregame reports whether a game has not begun its first turn.
func InPregame(pos *position.Position) bool { return pos.Power() == board.Nobody && !pos.Over() }

// Pregame takes what a power sends before round 1. Only who is asked for its bonus spends it, and its mail is the
// whole bonus. The first turn may begin when no power is asked any more.
func Pregame(s phase.State, who board.Power, f order.File) (phase.Result, error) {
	t := phase.Begin(s)
	refuseTurnOrders(t, who, f.Sheet)
	checkShares(t, f.Answers)
	grantShares(t) // before the bonus: the last to agree may send it with the same mail
	if part := f.Sheet.Parts[order.Bonus]; part.Held && !t.IsAsked(who, AskBonus) {
		t.AddFault(part.FirstLine(), order.BonusNotAsked, phase.WithPower(who))
	} else if part.Held {
		t.Power = who
		spendBonus(t, part)
		t.Power = board.Nobody
		settleQuestion(t, who, AskBonus)
	}
	grantShares(t) // the first side's bonus makes the other side's shares count
	return t.Result()
}

// refuseTurnOrders notes lines of phases that wait until round 1.
func refuseTurnOrders(t *phase.Turn, who board.Power, s order.Sheet) {
	first := phase.NewFault(order.AnotherAsked, phase.WithPower(t.Pos.Turn().Asked()[0].Power))
	if i := slices.IndexFunc(t.Pos.Turn().Asked(), func(q position.Question) bool { return q.Power == who }); i >= 0 {
		first = phase.NewFault(order.YouAreAsked, phase.WithWord(t.Pos.Turn().Asked()[i].What))
	}
	for ph, part := range s.Parts {
		if !part.Held || order.Phase(ph) == order.Bonus {
			continue
		}
		for _, o := range part.Orders {
			t.AddFault(o.LineNo(), first.Code, first.Fill)
		}
		if len(part.Orders) == 0 {
			t.AddFault(part.Line, first.Code, first.Fill)
		}
	}
}

// settleQuestion strikes a question off and, when the first side has spent, asks the other.
func settleQuestion(t *phase.Turn, who board.Power, what string) {
	t.Emit(event.Answered{Power: who, What: what})
	if first := t.Board.Seats[0]; who == first.Power && !t.IsWaiting() {
		for _, s := range t.Board.Seats {
			if s.Side != first.Side {
				t.Emit(event.Asked{Power: s.Power, What: AskShare, Space: board.NoSpace})
			}
		}
	}
}

// DefaultAnswer is what a power answers before round 1 that keeps silent: its side's advance in equal shares, the
// first powers one more where it does not divide; of its own share it spends nothing.
func DefaultAnswer(s phase.State, who board.Power) order.File {
	t := phase.View(s)
	var f order.File
	if t.IsAsked(who, AskBonus) {
		f.Sheet.Parts[order.Bonus] = order.PhaseOrders{Held: true, Line: 1,
			Orders: []order.Order{order.BonusUnits{At: order.At{Line: 1}, In: board.NoSpace, Nothing: true}}}
	}
	if t.IsAsked(who, AskShare) {
		f.Answers = []order.Order{EqualShare(t.Rules)}
	}
	return f
}
