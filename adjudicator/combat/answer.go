package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// Unite is answers with the lines of a move out of turn made one, at the place of the first.
func Unite(answers []order.Order) []order.Order {
	lines := Sidesteps(answers)
	if len(lines) < 2 {
		return answers
	}
	isStep := func(o order.Order) bool { e, ok := o.(order.Enigma); return ok && e.Move != nil }
	first := slices.IndexFunc(answers, isStep)
	rest := slices.DeleteFunc(slices.Clone(answers), isStep)
	return slices.Insert(rest, first, order.Order(OneSidestep(lines)))
}

// Sidesteps are the lines that move units out of turn.
func Sidesteps(answers []order.Order) []order.Enigma {
	var lines []order.Enigma
	for _, o := range answers {
		if e, ok := o.(order.Enigma); ok && e.Move != nil {
			lines = append(lines, e)
		}
	}
	return lines
}

// OneSidestep is the move that lines are together.
func OneSidestep(lines []order.Enigma) order.Enigma {
	e, m := lines[0], *lines[0].Move
	m.Groups = slices.Clone(m.Groups)
	for _, l := range lines[1:] {
		for _, g := range l.Move.Groups {
			i := slices.IndexFunc(m.Groups, func(x order.Group) bool { return x.From == g.From })
			if i < 0 {
				m.Groups = append(m.Groups, g)
				continue
			}
			m.Groups[i].Units = append(slices.Clone(m.Groups[i].Units), g.Units...)
		}
	}
	e.Move = &m
	return e
}

// Answer carries out what lines answer to a power's open questions. It reports whether they answer one.
func Answer(s phase.State, who board.Power, answers []order.Order) (r phase.Result, some bool, err error) {
	t := phase.Begin(s)
	for _, a := range t.Unused(who) {
		if !t.IsAsked(who, a.Question) {
			continue
		}
		for _, o := range Unite(answers) {
			if carryOut(t, who, a, o) {
				settleQuestion(t, who, a.Question)
				some = true
				break
			}
		}
	}
	r, err = t.Result()
	return r, some, err
}

// carryOut carries out one line as the answer to an advantage's question, and reports whether it is one.
func carryOut(t *phase.Turn, who board.Power, a *rules.Advantage, o order.Order) bool {
	switch o := o.(type) {
	case order.Nonaggression:
		if a.Reinforce.N == 0 {
			return false
		}
		in, ok := preferredSite(t, who, Sites(t, a))
		if ok {
			reinforce(t, who, a, in)
		}
		return ok
	case order.Enigma:
		if a.Sidestep {
			makeSidestep(t, who, a, o)
		}
		return a.Sidestep
	case order.Declare:
		if a.Name != o.Advantage {
			return false
		}
		phase.Declare(t, who, a)
		return true
	case order.Resistance:
		if a.After.In == "" {
			return false
		}
		if !o.Asked {
			phase.Declare(t, who, a)
		}
		return true
	}
	return false
}
