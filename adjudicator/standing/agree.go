package standing

import (
	"reflect"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// checkContradictions refuses each line that does not agree with the first one of its kind, and reports whether there
// is any.
func checkContradictions(t *phase.Turn, who board.Power, answers []order.Order) bool {
	found := false
	firsts := map[string]order.Order{} // by subject
	for _, o := range answers {
		about := subject(t, who, o)
		first, ok := firsts[about]
		switch {
		case !ok:
			firsts[about] = o
			continue
		case agree(first, o):
			continue
		}
		found = true
		if from, other, apart := twoStarts(first, o); apart {
			t.AddFault(o.LineNo(), order.OneStart, phase.WithSpace(from), phase.WithOther(other))
		} else {
			t.AddFault(o.LineNo(), order.Contradicts, phase.WithNumbers(first.LineNo(), 0))
		}
	}
	return found
}

// subject is what an answer is about. While a power is asked whether its units rise, to declare that they do is an
// answer.
func subject(t *phase.Turn, who board.Power, o order.Order) string {
	if d, ok := o.(order.Declare); ok {
		for _, a := range t.Unused(who) {
			if a.Name == d.Advantage && t.IsAsked(who, a.Question) {
				return a.Question
			}
		}
	}
	return answerKind(o)
}

// agree reports whether two lines of one kind can stand in one answer: moves between the same spaces, else what says
// the same.
func agree(a, b order.Order) bool {
	if _, declared := a.(order.Declare); declared {
		a, b = b, a
	}
	if _, declared := b.(order.Declare); declared {
		if said, ok := a.(order.Resistance); ok {
			return !said.Asked
		}
	}
	x, ok := a.(order.Enigma)
	y, both := b.(order.Enigma)
	if !ok || !both || x.Move == nil || y.Move == nil {
		return reflect.DeepEqual(order.AnswerOnFile(a), order.AnswerOnFile(b))
	}
	_, _, apart := twoStarts(a, b)
	return x.Move.To == y.Move.To && !apart
}

// twoStarts reports whether two lines move units out of turn from different spaces, and from which.
func twoStarts(a, b order.Order) (from, other board.SpaceID, apart bool) {
	x, _ := a.(order.Enigma)
	y, _ := b.(order.Enigma)
	if x.Move == nil || y.Move == nil || len(x.Move.Groups) == 0 || len(y.Move.Groups) == 0 {
		return board.NoSpace, board.NoSpace, false
	}
	from, other = x.Move.Groups[0].From, y.Move.Groups[0].From
	return from, other, from != other
}
