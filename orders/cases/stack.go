package cases

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// stack is one entry of a unit list, as cases write it: "1 transport (aboard: 1 infantry, 1 UK tank)", "1 battleship
// damaged", "1 antiaircraft gun (of UK)".
type stack struct {
	power     board.Power
	typ       board.UnitType
	n         int
	submerged bool
	damaged   bool
	aboard    []stack
	laden     bool        // an aboard list was written
	from      board.Power // original owner of a gun, Nobody where none is written
}

// holding is all stacks of one power in a space.
type holding []stack

// contents reads "POWER UNITS; POWER UNITS".
func contents(b *board.Board, line int, text string) (holding, error) {
	var h holding
	parts, err := list(line, text, ";")
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		power, rest, err := leadingPower(b, line, part)
		if err != nil {
			return nil, err
		}
		stacks, err := stacks(b, line, power, rest)
		if err != nil {
			return nil, err
		}
		h = append(h, stacks...)
	}
	return h, nil
}

// leadingPower splits the power from the units after it; a power's name ends where a number begins.
func leadingPower(b *board.Board, line int, text string) (board.Power, string, error) {
	i := strings.IndexAny(text, "0123456789")
	if i < 0 {
		return "", "", malformed(line, "%q names no number of units", text)
	}
	p, err := syntax.FindUnitOwner(b, text[:i])
	if err != nil {
		return "", "", malformed(line, "%v", err)
	}
	return p, text[i:], nil
}

// stacks reads a list of units of one power; an entry may name another's ("1 UK tank" aboard).
func stacks(b *board.Board, line int, owner board.Power, text string) ([]stack, error) {
	var out []stack
	for _, item := range splitOutside(text) {
		s, err := oneStack(b, line, owner, strings.TrimSpace(item))
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// splitOutside splits at commas and "and" that stand outside parentheses.
func splitOutside(text string) []string {
	text = strings.ReplaceAll(text, " and ", ", ")
	var items []string
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			items, from = append(items, text[from:i]), i+1
		}
	}
	return append(items, text[from:])
}

func oneStack(b *board.Board, line int, owner board.Power, item string) (stack, error) {
	s := stack{power: owner}
	text := item
	if head, inside, ok := strings.Cut(item, "("); ok {
		inside, tail, closed := strings.Cut(inside, ")")
		cargo, found := strings.CutPrefix(strings.TrimSpace(inside), "aboard:")
		from, gun := strings.CutPrefix(strings.TrimSpace(inside), "of ")
		var err error
		switch {
		case closed && found:
			s.aboard, err = stacks(b, line, owner, cargo)
			s.laden = true
		case closed && gun:
			s.from, err = syntax.FindOwner(b, from)
		default:
			err = malformed(line, "%q: in parentheses stands (aboard: UNITS), after a gun (of POWER)", item)
		}
		if err != nil {
			return s, err
		}
		text = head + " " + tail
	}
	words := strings.Fields(text)
	for len(words) > 0 && (words[len(words)-1] == "submerged" || words[len(words)-1] == "damaged") {
		s.submerged = s.submerged || words[len(words)-1] == "submerged"
		s.damaged = s.damaged || words[len(words)-1] == "damaged"
		words = words[:len(words)-1]
	}
	if len(words) < 2 {
		return s, malformed(line, "%q is not NUMBER UNIT", item)
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || n > 999 {
		return s, malformed(line, "%q: %q is no number of units", item, words[0])
	}
	s.n = n
	return s.named(b, line, words[1:])
}

// named reads the unit's name, after another power's if there is one.
func (s stack) named(b *board.Board, line int, words []string) (stack, error) {
	for k := range min(len(words), 4) {
		if k > 0 {
			p, err := syntax.FindUnitOwner(b, strings.Join(words[:k], " "))
			if err != nil {
				continue
			}
			s.power = p
		}
		t, err := syntax.FindUnit(strings.Join(words[k:], " "))
		if err == nil {
			s.typ = t
			return s, s.sensible(line)
		}
	}
	_, err := syntax.FindUnit(strings.Join(words, " "))
	return s, malformed(line, "%v", err)
}

// sensible checks what is written next to a unit.
func (s stack) sensible(line int) error {
	switch {
	case s.submerged && s.typ != board.Submarine:
		return malformed(line, "only submarines can be submerged")
	case s.damaged && s.typ != board.Battleship:
		return malformed(line, "only battleships can be damaged")
	case s.from != board.Nobody && s.typ != board.AAGun:
		return malformed(line, "only antiaircraft guns are written with an original owner")
	case s.laden && s.typ != board.Transport && s.typ != board.Carrier && s.typ != board.Destroyer:
		return malformed(line, "nothing can be aboard a %s", s.typ)
	}
	return nil
}
