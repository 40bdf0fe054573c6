package orders

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// unitAt finds a unit's name at the start of words.
func (s *scan) unitAt(ts []token) (t board.UnitType, plural bool, n int) {
	m, n := s.lx.units.at(ts)
	if n == 0 {
		return board.NoUnit, false, 0
	}
	return s.lx.unit(m.id), m.plural, n
}

// powerAt finds a power before a unit: who can own units on this board.
func (s *scan) powerAt(ts []token) (board.Power, int) {
	m, n := s.lx.powers.at(ts)
	if n == 0 || !ownsUnits(s.x.b, board.Power(m.id)) {
		return board.Nobody, 0
	}
	return board.Power(m.id), n
}

// atUnits tells whether a list of units can begin here: a number, "all", a unit, or a power's unit.
func (s *scan) atUnits() bool {
	ts := s.rest()
	if len(ts) == 0 {
		return false
	}
	number, _ := split(ts[0])
	if _, ok := s.numberAt(number); ok || s.peek() == "all" {
		return true
	}
	if len(ts) > 1 && slices.Contains(ones, ts[0].key) {
		ts = ts[1:]
	}
	if _, n := s.powerAt(ts); n > 0 {
		ts = ts[n:]
	}
	_, _, n := s.unitAt(ts)
	return n > 0
}

// split takes "3inf" and "3x" apart into a number and the rest; rest is empty if there is nothing to take apart, or only the x.
func split(t token) (number, rest token) {
	n := 0
	for n < len(t.key) && isDigit(t.key[n]) {
		n++
	}
	if n == 0 || n == len(t.key) || t.key[n] == '.' || t.key[n] == '%' {
		return t, token{}
	}
	number = token{text: t.key[:n], key: t.key[:n], end: t.end}
	if t.key[n:] == "x" {
		return number, token{}
	}
	return number, token{text: t.key[n:], key: t.key[n:], end: t.end}
}

// units reads UNITS: "3 infantry, 1 tank and 1 fighter", "2 UK infantry", "all". With bare plurals, "submarines" is all of them.
func (s *scan) units(barePlurals bool) []order.Units {
	list := []order.Units{s.oneUnits(barePlurals)}
	for !s.failed() {
		mark := s.i
		_, number := s.atNumber() // a comma may be missing: "3 tanks 2 infantry"
		if !s.between() && !number || !s.atUnits() {
			s.back(mark)
			break
		}
		list = append(list, s.oneUnits(barePlurals))
	}
	return list
}

func (s *scan) oneUnits(barePlurals bool) order.Units {
	var u order.Units
	if !s.more() || s.rest()[0].comma() {
		s.fail(MissingWord, "units")
		return u
	}
	s.splitNext()
	numbered := true
	if n, ok := s.atNumber(); ok {
		u.N = s.number()
		if n < 1 || s.failed() {
			return u
		}
		s.times()
	} else if s.one() {
		u.N = 1
	} else if s.take("all") {
		u.N = order.All
	} else {
		numbered = false
	}
	return s.unitName(u, numbered, barePlurals)
}

// splitNext takes the word at hand apart. The line's words are shared, so they are copied before they are changed, once.
func (s *scan) splitNext() {
	number, rest := split(s.ts[s.i])
	if number.key == s.ts[s.i].key {
		return
	}
	parts := []token{number, rest}
	if rest.key == "" {
		parts = parts[:1]
	}
	if !s.own {
		s.ts, s.own = append(make([]token, 0, len(s.ts)+4), s.ts...), true
	}
	s.ts = slices.Replace(s.ts, s.i, s.i+1, parts...)
}

// ones are the words for one before a unit.
var ones = []string{"a", "an", "one", "ein", "eine", "einen", "einer", "einem", "en", "et"}

// one reads "a" before a unit.
func (s *scan) one() bool {
	ts := s.rest()
	if len(ts) < 2 || !slices.Contains(ones, ts[0].key) {
		return false
	}
	_, n := s.powerAt(ts[1:])
	if _, _, k := s.unitAt(ts[1+n:]); k == 0 {
		return false
	}
	s.i++
	return true
}

// times reads the x of "3 x infantry".
func (s *scan) times() {
	if s.more() && s.rest()[0].key == "x" {
		s.i++
	}
}

// unitName reads the rest of an entry: a power, and a unit whose form must fit the number.
func (s *scan) unitName(u order.Units, numbered, barePlurals bool) order.Units {
	if p, n := s.powerAt(s.rest()); n > 0 {
		u.Power = p
		s.i += n
	}
	t, plural, n := s.unitAt(s.rest())
	if n == 0 {
		if u.N == order.All && s.nameless() {
			return u
		}
		s.noUnit()
		return u
	}
	word := s.rest()[:n]
	s.i += n
	u.Type = t
	switch {
	case numbered:
	case !plural:
		u.N = 1
	case barePlurals:
		u.N = order.All
	default:
		s.fail(NoNumber, written(word))
		s.fault.Unit = t
	}
	return u
}

// nameless tells whether a bare "all" ends here.
func (s *scan) nameless() bool {
	return !s.more() || s.rest()[0].comma() || slices.Contains(stops, s.peek())
}

// noUnit reports a word where a unit should stand.
func (s *scan) noUnit() {
	if s.failed() {
		return
	}
	if s.nameless() {
		s.fail(MissingWord, "units")
		return
	}
	ph := s.phrase()
	sugg := s.suggest(s.lx.units, "unit", compact(ph))
	if len(sugg) == 0 && len(ph) > 1 {
		if one := s.suggest(s.lx.units, "unit", ph[0].key); len(one) > 0 {
			ph, sugg = ph[:1], one
		}
	}
	s.fail(UnknownUnit, written(ph), sugg...)
}

// unitsIn reads UNITS in SPACE.
func (s *scan) unitsIn() ([]order.Units, board.SpaceID) {
	u := s.units(false)
	s.comma()
	s.need("in")
	return u, s.space()
}
