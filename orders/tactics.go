package orders

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

func battleLine(s *scan) any {
	b := order.Battle{At: s.at()}
	s.take("in")
	b.Space = s.space()
	return battleHead{b}
}

// defendLine: defend everywhere, or defend SPACE.
func defendLine(s *scan) any {
	h := order.Standing{At: s.at(), Scope: order.DefendEverywhere, Space: board.NoSpace}
	if !s.take("everywhere") {
		h.Scope, h.Space = order.DefendSpace, s.space()
	}
	return standingHead{h}
}

// verbs are the tactics by keyword.
var verbs = map[string]order.Verb{"losses": order.Losses, "their losses": order.TheirLosses, "retreat": order.Retreat,
	"withdraw aircraft": order.WithdrawAircraft, "submerge": order.Submerge, "call off": order.CallOff,
	"no bombardment": order.NoBombardment, "pause": order.Pause, "flee": order.Flee, "intercept": order.Intercept,
	"kaiten": order.Kaiten, "object": order.Object}

func newTactic(s *scan) order.Tactic {
	return order.Tactic{At: s.at(), Do: verbs[s.verb], To: board.NoSpace}
}

// tacticLine reads the tactics that have nothing but a condition.
func tacticLine(s *scan) any {
	t := newTactic(s)
	if t.Do != order.NoBombardment && t.Do != order.Object {
		readCondition(s, &t)
	}
	return t
}

// lossesLine: losses LIST, or one of the named lists.
func lossesLine(s *scan) any {
	t := newTactic(s)
	for word, m := range map[string]order.Mode{"cheapest": order.Cheapest, "save land": order.SaveLand, "save aircraft": order.SaveAircraft} {
		if s.take(word) {
			t.Mode = m
			return t
		}
	}
	for !s.failed() {
		l := oneLoss(s)
		if !s.failed() && slices.Contains(t.Losses, l) {
			s.fail(LossTwice, "")
			s.fault.Unit = l.Type
		}
		t.Losses = append(t.Losses, l)
		if !s.between() || !s.more() {
			break
		}
	}
	return t
}

// loss: [POWER] UNIT, [POWER] empty or loaded transport, [POWER] damage.
func oneLoss(s *scan) order.Loss {
	p, n := s.powerAt(s.rest())
	s.i += n
	l := order.Loss{Power: p}
	if s.take("damage") {
		l.Type, l.Damage = board.Battleship, true
		return l
	}
	if s.take("empty") {
		l.Cargo = order.Empty
	} else if s.take("loaded") {
		l.Cargo = order.Loaded
	}
	t, _, n := s.unitAt(s.rest())
	if n == 0 {
		s.noUnit()
		return l
	}
	s.i += n
	if l.Type = t; l.Cargo != order.AnyCargo && t != board.Transport {
		s.fail(UnknownUnit, written(s.ts[s.i-n:s.i]), board.Transport.String())
	}
	return l
}

// retreatLine: retreat to SPACE [condition].
func retreatLine(s *scan) any {
	t := newTactic(s)
	s.need("to")
	t.To = s.space()
	readCondition(s, &t)
	return t
}

// submergeLine: submerge [N submarines] [condition | always | never].
func submergeLine(s *scan) any {
	t := newTactic(s)
	t.N = submarines(s)
	readCondition(s, &t)
	return t
}

// subs reads how many submarines, 0 for all of them.
func submarines(s *scan) int {
	if !s.atUnits() {
		return 0
	}
	u := s.oneUnits(true)
	if !s.failed() && u.Type != board.Submarine && u.Type != board.NoUnit {
		s.fail(UnknownUnit, written(s.ts[s.i-1:s.i]), board.Submarine.String())
	}
	return max(0, u.N)
}

func kaitenLine(s *scan) any {
	t := newTactic(s)
	s.take("with")
	t.N = submarines(s)
	return t
}

// interceptLine: intercept with UNITS.
func interceptLine(s *scan) any {
	t := newTactic(s)
	s.need("with")
	t.Units = s.units(false)
	for _, u := range t.Units {
		if !s.failed() && u.Type != board.Fighter && u.Type != board.NoUnit {
			s.fail(UnknownUnit, u.Type.String(), board.Fighter.String())
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
func fleeLine(s *scan) any {
	t := newTactic(s)
	s.need("to")
	t.Spaces = s.spaces()
	return t
}

// condition reads the condition at the end of a tactic line; there may be none.
func readCondition(s *scan, t *order.Tactic) {
	c := &t.Cond
	s.comma()
	switch {
	case s.take("after round"):
		c.When, c.N = order.AfterRound, s.number()
	case afterRounds(s, &c.N):
		c.When = order.AfterRound
	case s.take("if fewer than"):
		c.When, c.N = order.FewerThan, s.number()
		skipWord(s, "units", "einheiten", "enheder")
		s.take("left")
	case s.take("if odds below"):
		c.When, c.Percent = order.OddsBelow, percent(s)
	case s.take("if alone"):
		c.When = order.IfAlone
	case s.take("if no destroyer"):
		c.When = order.IfNoDestroyer
	case t.Do == order.Submerge && s.take("always"):
		c.When = order.AlwaysSubmerge
	case t.Do == order.Submerge && s.take("never"):
		t.Negative = true
	}
	if s.more() && c.When != order.Always {
		s.comma()
		if w := s.peek(); w == "after round" || strings.HasPrefix(w, "if") {
			s.fail(ClauseTwice, "condition")
		}
	}
}

// afterRounds reads "after 2 rounds", "nach 2 Runden".
func afterRounds(s *scan, n *int) bool {
	mark := s.i
	if s.take("after", "to") {
		if k, ok := s.atNumber(); ok && k > 0 {
			*n = s.number()
			if s.take("round") {
				return true
			}
		}
	}
	s.back(mark)
	return false
}

// skip passes over one of these words, which add nothing.
func skipWord(s *scan, words ...string) {
	if s.more() && slices.Contains(words, s.rest()[0].key) {
		s.i++
	}
}

// percent reads "40%", "40", "12.5 %" or "12,5%".
func percent(s *scan) float64 {
	if !s.more() {
		s.fail(MissingWord, "number")
		return 0
	}
	key := s.rest()[0].key
	s.i++
	if r := s.rest(); len(r) > 1 && r[0].comma() && isDigit(r[1].key[0]) {
		key += "." + r[1].key
		s.i += 2
	}
	skipWord(s, "%", "percent", "prozent", "procent")
	p, err := strconv.ParseFloat(strings.TrimSuffix(key, "%"), 64)
	if err != nil || !(p > 0 && p <= 100) || len(key) > 8 {
		s.fail(BadNumber, key)
		return 0
	}
	return p
}
