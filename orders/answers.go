package orders

import (
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// enigmaLine: enigma never | no | move UNITS from SPACE to SPACE.
func enigmaLine(s *syntax.Scan) any {
	o := order.Enigma{At: s.At()}
	switch {
	case s.Take("never"):
		o.Never = true
	case s.Take("no"), s.Take("nothing"):
	case s.Take("move"):
		if m, ok := moveLine(s).(order.Move); ok {
			o.Move = &m
		}
	default:
		s.Expected("move")
	}
	return o
}

func nonaggressionLine(s *syntax.Scan) any {
	s.Take("in", "onto")
	return order.Nonaggression{At: s.At(), Spaces: s.SpacesAfter("in")}
}

// resistanceLine: resistance when asked | at once.
func resistanceLine(s *syntax.Scan) any {
	o := order.Resistance{At: s.At(), Asked: s.Take("when asked")}
	if !o.Asked && !s.Take("at once") {
		s.Expected("when asked")
	}
	return o
}

func placeByDefaultLine(s *syntax.Scan) any { return order.PlaceByDefault{At: s.At()} }

// shareLine: share POWER N, POWER N; and oil in the same way.
func shareLine(s *syntax.Scan) any {
	var parts []order.Part
	for !s.Failed() {
		p := order.Part{Power: s.Power()}
		if n, ok := s.AtNumber(); ok && n == 0 {
			s.Pos++
		} else {
			p.N = s.Number()
		}
		for _, q := range parts {
			if !s.Failed() && q.Power == p.Power {
				s.Fail(syntax.ClauseTwice, string(p.Power))
			}
		}
		parts = append(parts, p)
		if !s.Between() || !s.More() {
			break
		}
	}
	if s.Keyword == "oil" {
		return order.Oil{At: s.At(), Parts: parts}
	}
	return order.Share{At: s.At(), Parts: parts}
}

// chooseLine: choose ADVANTAGE, ADVANTAGE.
func chooseLine(s *syntax.Scan) any {
	o := order.Choose{At: s.At()}
	for !s.Failed() {
		o.Advantages = append(o.Advantages, s.Lookup(s.Lexicon.Advantages, syntax.UnknownAdvantage, "advantage"))
		if !s.Between() || !s.More() {
			break
		}
	}
	return o
}
