package orders

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

func battleLine(s *syntax.Scan) any {
	b := order.Battle{At: s.At()}
	s.Take("in", "onto")
	b.Space = s.Space()
	return battleHead{b}
}

// defendLine: defend everywhere, or defend SPACE.
func defendLine(s *syntax.Scan) any {
	h := order.Standing{At: s.At(), Scope: order.DefendEverywhere, Space: board.NoSpace}
	if !s.Take("everywhere") {
		h.Scope, h.Space = order.DefendSpace, s.Space()
	}
	return standingHead{h}
}

// verbs are the tactics by keyword.
var verbs = map[string]order.Verb{"losses": order.Losses, "their losses": order.TheirLosses, "retreat": order.Retreat,
	"withdraw aircraft": order.WithdrawAircraft, "submerge": order.Submerge, "call off": order.CallOff,
	"no bombardment": order.NoBombardment, "pause": order.Pause, "flee": order.Flee, "intercept": order.Intercept,
	"kaiten": order.Kaiten, "object": order.Object}

func newTactic(s *syntax.Scan) order.Tactic {
	return order.Tactic{At: s.At(), Do: verbs[s.Keyword], To: board.NoSpace}
}

// tacticLine reads the tactics that have nothing but a condition.
func tacticLine(s *syntax.Scan) any {
	t := newTactic(s)
	if t.Do != order.NoBombardment && t.Do != order.Object {
		readCondition(s, &t)
	}
	return t
}

// lossesLine: losses LIST [, keep N UNIT …], or one of the named lists.
func lossesLine(s *syntax.Scan) any {
	t := newTactic(s)
	for word, m := range map[string]order.Mode{"cheapest": order.Cheapest, "save land": order.SaveLand,
		"save aircraft": order.SaveAircraft} {
		if s.Take(word) {
			t.Mode = m
			if !s.Between() || !s.More() {
				return t
			}
		}
	}
	for !s.Failed() {
		switch {
		case s.Take("keep"):
			t.Keep = append(t.Keep, oneKept(s))
		case t.Mode != order.NoMode || len(t.Keep) > 0:
			s.Fail(syntax.KeepNotLast, "")
		default:
			l := oneLoss(s)
			if !s.Failed() && namedBefore(t.Losses, l) {
				s.Fail(syntax.LossTwice, "")
				s.Fault.Unit = l.Type
			}
			t.Losses = append(t.Losses, l)
		}
		if !s.Between() || !s.More() {
			break
		}
	}
	return t
}

// namedBefore reports whether a list names all the units of an entry already.
func namedBefore(list []order.Loss, l order.Loss) bool {
	l.N = 0
	return slices.Contains(list, l)
}

// oneKept: [N] UNIT, [N] land units or aircraft.
func oneKept(s *syntax.Scan) order.Kept {
	k := order.Kept{N: 1}
	start := s.Pos
	if _, ok := s.AtNumber(); ok {
		k.N = s.Number()
	}
	switch {
	case s.Take("land", "land units"):
		k.Kind = order.LandUnits
	case s.Take("aircraft"):
		k.Kind = order.AirUnits
	default:
		s.Pos = start
		u := s.OneUnits(false)
		if k.N, k.Type = u.N, u.Type; !s.Failed() && (u.N == order.All || u.Power != board.Nobody) {
			s.Fail(syntax.KeepNumber, syntax.Written(s.Tokens[start:s.Pos]))
		}
	}
	return k
}

// oneLoss: [N] [POWER] UNIT, [N] [POWER] empty or loaded transport, [POWER] damage.
func oneLoss(s *syntax.Scan) order.Loss {
	var l order.Loss
	if n, ok := s.AtNumber(); ok {
		if l.N = s.Number(); n < 1 || s.Failed() {
			return l
		}
	}
	p, n := s.PowerAt(s.Rest())
	s.Pos += n
	l.Power = p
	if l.N == 0 && s.Take("damage") {
		l.Type, l.Damage = board.Battleship, true
		return l
	}
	if s.Take("empty") {
		l.Cargo = order.Empty
	} else if s.Take("loaded") {
		l.Cargo = order.Loaded
	}
	t, _, n := s.UnitAt(s.Rest())
	if n == 0 {
		s.NoUnit()
		return l
	}
	s.Pos += n
	if l.Type = t; l.Cargo != order.AnyCargo && t != board.Transport {
		s.Fail(syntax.UnknownUnit, syntax.Written(s.Tokens[s.Pos-n:s.Pos]), board.Transport.String())
	}
	return l
}

// retreatLine: retreat to SPACE [condition].
func retreatLine(s *syntax.Scan) any {
	t := newTactic(s)
	s.Need("to")
	t.To = s.Space()
	readCondition(s, &t)
	return t
}

// submergeLine: submerge [N submarines] [condition | always | never].
func submergeLine(s *syntax.Scan) any {
	t := newTactic(s)
	t.N = submarines(s)
	readCondition(s, &t)
	return t
}

// subs reads how many submarines, 0 for all of them.
func submarines(s *syntax.Scan) int {
	if !s.AtUnits() {
		return 0
	}
	u := s.OneUnits(true)
	if !s.Failed() && u.Type != board.Submarine && u.Type != board.NoUnit {
		s.Fail(syntax.UnknownUnit, syntax.Written(s.Tokens[s.Pos-1:s.Pos]), board.Submarine.String())
	}
	return max(0, u.N)
}

func kaitenLine(s *syntax.Scan) any {
	t := newTactic(s)
	s.Take("with")
	t.N = submarines(s)
	return t
}

// interceptLine: intercept with UNITS.
func interceptLine(s *syntax.Scan) any {
	t := newTactic(s)
	s.Need("with")
	t.Units = s.Units(false)
	for _, u := range t.Units {
		if !s.Failed() && u.Type != board.Fighter && u.Type != board.NoUnit {
			s.Fail(syntax.UnknownUnit, u.Type.String(), board.Fighter.String())
		}
		if u.N == order.All {
			t.N = 0
			return t
		}
		t.N += u.N
	}
	return t
}

// fleeLine: flee to SPACE, SPACE …
func fleeLine(s *syntax.Scan) any {
	t := newTactic(s)
	s.Need("to")
	t.Spaces = s.SpacesAfter("to")
	return t
}

// condition reads the condition at the end of a tactic line; there may be none.
func readCondition(s *syntax.Scan, t *order.Tactic) {
	c := &t.Cond
	s.Comma()
	switch {
	case s.Take("after round"):
		c.When, c.N = order.AfterRound, s.Number()
	case afterRounds(s, &c.N):
		c.When = order.AfterRound
	case s.Take("if fewer than"):
		c.When, c.N = order.FewerThan, s.Number()
		skipWord(s, "units", "einheiten", "enheder")
		s.Take("left")
	case s.Take("if odds below"):
		c.When, c.Percent = order.OddsBelow, percent(s)
	case s.Take("if alone"):
		c.When = order.IfAlone
	case s.Take("if no destroyer"):
		c.When = order.IfNoDestroyer
	case t.Do == order.Submerge && s.Take("always"):
		c.When = order.AlwaysSubmerge
	case t.Do == order.Submerge && s.Take("never"):
		t.Negative = true
	}
	if s.More() && c.When != order.Always {
		s.Comma()
		if w := s.Peek(); w == "after round" || strings.HasPrefix(w, "if") {
			s.Fail(syntax.ClauseTwice, "condition")
		}
	}
}

// afterRounds reads "after 2 rounds", "nach 2 Runden".
func afterRounds(s *syntax.Scan, n *int) bool {
	mark := s.Pos
	if s.Take("after", "to") {
		if k, ok := s.AtNumber(); ok && k > 0 {
			*n = s.Number()
			if s.Take("round") {
				return true
			}
		}
	}
	s.Back(mark)
	return false
}

// skip passes over one of these words, which add nothing.
func skipWord(s *syntax.Scan, words ...string) {
	if s.More() && slices.Contains(words, s.Rest()[0].Key) {
		s.Pos++
	}
}

// percent reads "40%", "40", "12.5 %" or "12,5%".
func percent(s *syntax.Scan) float64 {
	if !s.More() {
		s.Fail(syntax.MissingWord, "number")
		return 0
	}
	key := s.Rest()[0].Key
	s.Pos++
	if r := s.Rest(); len(r) > 1 && r[0].Comma() && syntax.IsDigit(r[1].Key[0]) {
		key += "." + r[1].Key
		s.Pos += 2
	}
	skipWord(s, "%", "percent", "prozent", "procent")
	p, err := strconv.ParseFloat(strings.TrimSuffix(key, "%"), 64)
	if err != nil || !(p > 0 && p <= 100) || len(key) > 8 {
		s.Fail(syntax.BadNumber, key)
		return 0
	}
	return p
}
