package syntax

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// UnitAt finds a unit's name at the start of words.
func (s *Scan) UnitAt(ts []Token) (t board.UnitType, plural bool, n int) {
	m, n := s.Lexicon.Units.At(ts)
	if n == 0 {
		return board.NoUnit, false, 0
	}
	return s.Lexicon.unit(m.ID), m.plural, n
}

// PowerAt finds a power before a unit: who can own units on this board.
func (s *Scan) PowerAt(ts []Token) (board.Power, int) {
	m, n := s.Lexicon.Powers.At(ts)
	if n == 0 || !ownsUnits(s.Index.b, board.Power(m.ID)) {
		return board.Nobody, 0
	}
	return board.Power(m.ID), n
}

// AtUnits reports whether a list of units can begin here: a number, "all", a unit, or a power's unit.
func (s *Scan) AtUnits() bool {
	ts := s.Rest()
	if len(ts) == 0 {
		return false
	}
	number, _ := split(ts[0])
	if _, ok := s.numberAt(number); ok || s.Peek() == "all" {
		return true
	}
	if len(ts) > 1 && slices.Contains(ones, ts[0].Key) {
		ts = ts[1:]
	}
	if _, n := s.PowerAt(ts); n > 0 {
		ts = ts[n:]
	}
	_, _, n := s.UnitAt(ts)
	return n > 0
}

// split takes "3inf" and "3x" apart into a number and the rest; rest is empty if there is nothing to take apart, or
// only the x.
func split(t Token) (number, rest Token) {
	n := 0
	for n < len(t.Key) && IsDigit(t.Key[n]) {
		n++
	}
	if n == 0 || n == len(t.Key) || t.Key[n] == '.' || t.Key[n] == '%' {
		return t, Token{}
	}
	number = Token{text: t.Key[:n], Key: t.Key[:n], end: t.end}
	if t.Key[n:] == "x" {
		return number, Token{}
	}
	return number, Token{text: t.Key[n:], Key: t.Key[n:], end: t.end}
}

// Units reads UNITS: "3 infantry, 1 tank and 1 fighter", "2 UK infantry", "all". With bare plurals, "submarines" is
// all of them.
func (s *Scan) Units(barePlurals bool) []order.Units {
	list := []order.Units{s.OneUnits(barePlurals)}
	for !s.Failed() {
		mark := s.Pos
		_, number := s.AtNumber() // a comma may be missing: "3 tanks 2 infantry"
		if !s.Between() && !number || !s.AtUnits() {
			s.Back(mark)
			break
		}
		list = append(list, s.OneUnits(barePlurals))
	}
	return list
}

// OneUnits reads one entry of UNITS.
func (s *Scan) OneUnits(barePlurals bool) order.Units {
	var u order.Units
	if !s.More() || s.Rest()[0].Comma() {
		s.Fail(MissingWord, "units")
		return u
	}
	s.splitNext()
	numbered := true
	if n, ok := s.AtNumber(); ok {
		u.N = s.Number()
		if n < 1 || s.Failed() {
			return u
		}
		s.times()
	} else if s.one() {
		u.N = 1
	} else if s.Take("all") {
		u.N = order.All
	} else {
		numbered = false
	}
	return s.unitName(u, numbered, barePlurals)
}

// splitNext takes the word at hand apart. The line's words are shared, so they are copied before they are changed,
// once.
func (s *Scan) splitNext() {
	number, rest := split(s.Tokens[s.Pos])
	if number.Key == s.Tokens[s.Pos].Key {
		return
	}
	parts := []Token{number, rest}
	if rest.Key == "" {
		parts = parts[:1]
	}
	if !s.own {
		s.Tokens, s.own = append(make([]Token, 0, len(s.Tokens)+4), s.Tokens...), true
	}
	s.Tokens = slices.Replace(s.Tokens, s.Pos, s.Pos+1, parts...)
}

// ones are the words for one before a unit.
var ones = []string{"a", "an", "one", "ein", "eine", "einen", "einer", "einem", "en", "et"}

// one reads "a" before a unit.
func (s *Scan) one() bool {
	ts := s.Rest()
	if len(ts) < 2 || !slices.Contains(ones, ts[0].Key) {
		return false
	}
	_, n := s.PowerAt(ts[1:])
	if _, _, k := s.UnitAt(ts[1+n:]); k == 0 {
		return false
	}
	s.Pos++
	return true
}

// times reads the x of "3 x infantry".
func (s *Scan) times() {
	if s.More() && s.Rest()[0].Key == "x" {
		s.Pos++
	}
}

// unitName reads the rest of an entry: a power, and a unit whose form must fit the number.
func (s *Scan) unitName(u order.Units, numbered, barePlurals bool) order.Units {
	if p, n := s.PowerAt(s.Rest()); n > 0 {
		u.Power = p
		s.Pos += n
	}
	t, plural, n := s.UnitAt(s.Rest())
	if n == 0 {
		if u.N == order.All && s.nameless() {
			return u
		}
		s.NoUnit()
		return u
	}
	word := s.Rest()[:n]
	s.Pos += n
	u.Type = t
	switch {
	case numbered:
	case !plural:
		u.N = 1
	case barePlurals:
		u.N = order.All
	default:
		s.Fail(NoNumber, Written(word))
		s.Fault.Unit = t
	}
	return u
}

// nameless reports whether a bare "all" ends here.
func (s *Scan) nameless() bool {
	return !s.More() || s.Rest()[0].Comma() || slices.Contains(stops, s.Peek())
}

// NoUnit reports a word where a unit should stand.
func (s *Scan) NoUnit() {
	if s.Failed() {
		return
	}
	if s.nameless() {
		s.Fail(MissingWord, "units")
		return
	}
	ph := s.Phrase()
	sugg := s.suggest(s.Lexicon.Units, "unit", Compact(ph))
	if len(sugg) == 0 && len(ph) > 1 {
		if one := s.suggest(s.Lexicon.Units, "unit", ph[0].Key); len(one) > 0 {
			ph, sugg = ph[:1], one
		}
	}
	s.Fail(UnknownUnit, Written(ph), sugg...)
}

// UnitsIn reads UNITS in SPACE.
func (s *Scan) UnitsIn() ([]order.Units, board.SpaceID) {
	u := s.Units(false)
	s.Comma()
	s.Need("in")
	return u, s.Space()
}
