package correct

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// editText writes an edit as a line of a history: roles and tokens, no language.
//
//	add ukraine-s-s-r GER infantry 2        owner ukraine-s-s-r GER        money GER 12
//	remove sz5 GER submarine 1              tech GER 3    no-tech GER 3    phase 3 GER combat
func editText(b *board.Board, e order.Edit) string {
	role := "-"
	if s := b.SeatOf(e.Power); s != nil {
		role = s.Role
	} else if e.Power != board.Nobody {
		role = dice.SpaceToken(string(e.Power))
	}
	words := []string{string(e.Do)}
	switch e.Do {
	case order.EditAdd, order.EditRemove:
		words = append(words, dice.SpaceToken(b.Name(e.Space)), role,
			dice.SpaceToken(e.Type.String()), strconv.Itoa(e.N))
	case order.EditOwner:
		words = append(words, dice.SpaceToken(b.Name(e.Space)), role)
	case order.EditPhase:
		words = append(words, strconv.Itoa(e.N), role, e.Phase.String())
	default:
		words = append(words, role, strconv.Itoa(e.N))
	}
	return strings.Join(words, " ")
}

// EditLines writes edits as the lines of a history.
func EditLines(b *board.Board, edits []order.Edit) []string {
	out := make([]string, len(edits))
	for i, e := range edits {
		out[i] = editText(b, e)
	}
	return out
}

// ParseEdits reads the lines that [EditLines] writes, nothing else. The edits bear the numbers of their lines.
func ParseEdits(b *board.Board, lines []string) ([]order.Edit, error) {
	edits := make([]order.Edit, len(lines))
	for i, l := range lines {
		e, err := parseEdit(b, l)
		if err != nil {
			return nil, fmt.Errorf("edit %q: %w", l, err)
		}
		if again := editText(b, e); again != l {
			return nil, fmt.Errorf("edit %q is not written in its canonical form, %q", l, again)
		}
		e.Line = i + 1
		edits[i] = e
	}
	return edits, nil
}

func parseEdit(b *board.Board, line string) (order.Edit, error) {
	r := &reader{b: b, words: strings.Split(line, " ")}
	e := order.Edit{Do: order.EditVerb(r.next()), Space: board.NoSpace}
	switch e.Do {
	case order.EditAdd, order.EditRemove:
		e.Space, e.Power, e.Type, e.N = r.space(), r.seat(), r.unit(), r.number()
	case order.EditOwner:
		e.Space, e.Power = r.space(), r.power()
	case order.EditMoney:
		e.Power, e.N = r.seat(), r.number()
	case order.EditTech, order.EditNoTech:
		if e.Power, e.N = r.seat(), r.number(); e.N < 1 || e.N >= len(rules.TechNames) {
			r.check(fmt.Errorf("there is no technology %d", e.N))
		}
	case order.EditPhase:
		e.N, e.Power = r.number(), r.seat()
		r.check(e.Phase.UnmarshalText([]byte(r.next())))
	default:
		r.check(fmt.Errorf("%q is no verb", e.Do))
	}
	if len(r.words) > 0 {
		r.check(fmt.Errorf("%q is too much", r.words[0]))
	}
	return e, r.err
}

// reader reads a line word by word; its first error stays.
type reader struct {
	b     *board.Board
	words []string
	err   error
}

func (r *reader) check(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) next() string {
	if len(r.words) == 0 {
		r.check(fmt.Errorf("the line is too short"))
		return ""
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

func (r *reader) number() int {
	n, err := dice.ParseNumber(r.next())
	r.check(err)
	return n
}

func (r *reader) space() board.SpaceID {
	w := r.next()
	i := slices.IndexFunc(r.b.Spaces, func(s board.Space) bool { return dice.SpaceToken(s.Name) == w })
	if i < 0 {
		r.check(fmt.Errorf("%q is no space", w))
		return board.NoSpace
	}
	return board.SpaceID(i)
}

func (r *reader) unit() board.UnitType {
	w := r.next()
	for _, t := range board.UnitTypes() {
		if dice.SpaceToken(t.String()) == w {
			return t
		}
	}
	r.check(fmt.Errorf("%q is no unit", w))
	return board.NoUnit
}

// seat reads a power that has a seat.
func (r *reader) seat() board.Power {
	w := r.next()
	p := r.b.PowerOf(w)
	if p == board.Nobody {
		r.check(fmt.Errorf("%q is no role", w))
	}
	return p
}

// power reads who may hold a space.
func (r *reader) power() board.Power {
	w := r.next()
	if p := r.b.PowerOf(w); p != board.Nobody {
		return p
	}
	for _, p := range []board.Power{board.Neutral, board.MiddleEast} {
		if dice.SpaceToken(string(p)) == w {
			return p
		}
	}
	r.check(fmt.Errorf("%q is no power", w))
	return board.Nobody
}
