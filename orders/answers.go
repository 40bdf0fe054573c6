package orders

import (
	"fieldpost/adjudicator/order"
)

// enigmaLine: enigma never | no | move UNITS from SPACE to SPACE.
func enigmaLine(s *scan) any {
	o := order.Enigma{At: s.at()}
	switch {
	case s.take("never"):
		o.Never = true
	case s.take("no"), s.take("nothing"):
	case s.take("move"):
		if m, ok := moveLine(s).(order.Move); ok {
			o.Move = &m
		}
	default:
		s.expected("move")
	}
	return o
}

func nonaggressionLine(s *scan) any {
	s.take("in")
	return order.Nonaggression{At: s.at(), Spaces: s.spaces()}
}

// resistanceLine: resistance when asked | at once.
func resistanceLine(s *scan) any {
	o := order.Resistance{At: s.at(), Asked: s.take("when asked")}
	if !o.Asked && !s.take("at once") {
		s.expected("when asked")
	}
	return o
}

func placeByDefaultLine(s *scan) any { return order.PlaceByDefault{At: s.at()} }

// shareLine: share POWER N, POWER N; and oil in the same way.
func shareLine(s *scan) any {
	var parts []order.Part
	for !s.failed() {
		p := order.Part{Power: s.power()}
		if n, ok := s.atNumber(); ok && n == 0 {
			s.i++
		} else {
			p.N = s.number()
		}
		for _, q := range parts {
			if !s.failed() && q.Power == p.Power {
				s.fail(ClauseTwice, string(p.Power))
			}
		}
		parts = append(parts, p)
		if !s.between() || !s.more() {
			break
		}
	}
	if s.verb == "oil" {
		return order.Oil{At: s.at(), Parts: parts}
	}
	return order.Share{At: s.at(), Parts: parts}
}

// chooseLine: choose ADVANTAGE, ADVANTAGE.
func chooseLine(s *scan) any {
	o := order.Choose{At: s.at()}
	for !s.failed() {
		o.Advantages = append(o.Advantages, s.lookup(s.lx.advantages, UnknownAdvantage, "advantage"))
		if !s.between() || !s.more() {
			break
		}
	}
	return o
}
