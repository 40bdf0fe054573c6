// Package edit changes a position by hand, as a referee does who puts a mistake right: so many units more or fewer, another owner, other
// money. An edit is a value with one canonical line of text, so that a history can keep it and anybody can carry it out again;
// what would leave a position that the rules know no word for is refused.
package edit

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

// Verb is what an edit does.
type Verb string

// The verbs. Each comment names the fields of an [Edit] that it uses.
const (
	Add    Verb = "add"     // N units of Type, of Power, in Space
	Remove Verb = "remove"  // likewise
	Owner  Verb = "owner"   // Space is Power's from now on
	Money  Verb = "money"   // Power has N IPC
	Tech   Verb = "tech"    // Power has technology N
	NoTech Verb = "no-tech" // Power has it no more
	Phase  Verb = "phase"   // Power is on turn in round N, at the beginning of Phase
)

// Edit is one change.
type Edit struct {
	order.At // the line that says it, for faults
	Do       Verb
	Power    board.Power
	Space    board.SpaceID // NoSpace where unused
	Type     board.UnitType
	N        int
	Phase    order.Phase
}

// Text writes an edit as a line of a history: roles and tokens, no language.
//
//	add ukraine-s-s-r GER infantry 2        owner ukraine-s-s-r GER        money GER 12
//	remove sz5 GER submarine 1              tech GER 3    no-tech GER 3    phase 3 GER combat
func (e Edit) Text(b *board.Board) string {
	role := "-"
	if s := b.SeatOf(e.Power); s != nil {
		role = s.Role
	} else if e.Power != board.Nobody {
		role = dice.SpaceToken(string(e.Power))
	}
	words := []string{string(e.Do)}
	switch e.Do {
	case Add, Remove:
		words = append(words, dice.SpaceToken(b.Name(e.Space)), role, dice.SpaceToken(e.Type.String()), strconv.Itoa(e.N))
	case Owner:
		words = append(words, dice.SpaceToken(b.Name(e.Space)), role)
	case Phase:
		words = append(words, strconv.Itoa(e.N), role, e.Phase.String())
	default:
		words = append(words, role, strconv.Itoa(e.N))
	}
	return strings.Join(words, " ")
}

// Lines writes edits as the lines of a history.
func Lines(b *board.Board, edits []Edit) []string {
	out := make([]string, len(edits))
	for i, e := range edits {
		out[i] = e.Text(b)
	}
	return out
}

// Parse reads the lines that [Lines] writes, nothing else. The edits bear the numbers of their lines.
func Parse(b *board.Board, lines []string) ([]Edit, error) {
	edits := make([]Edit, len(lines))
	for i, l := range lines {
		e, err := parse(b, l)
		if err != nil {
			return nil, fmt.Errorf("edit %q: %w", l, err)
		}
		if again := e.Text(b); again != l {
			return nil, fmt.Errorf("edit %q is not written in its canonical form, %q", l, again)
		}
		e.Line = i + 1
		edits[i] = e
	}
	return edits, nil
}

func parse(b *board.Board, line string) (Edit, error) {
	r := &reader{b: b, words: strings.Split(line, " ")}
	e := Edit{Do: Verb(r.next()), Space: board.NoSpace}
	switch e.Do {
	case Add, Remove:
		e.Space, e.Power, e.Type, e.N = r.space(), r.seat(), r.unit(), r.number()
	case Owner:
		e.Space, e.Power = r.space(), r.power()
	case Money:
		e.Power, e.N = r.seat(), r.number()
	case Tech, NoTech:
		if e.Power, e.N = r.seat(), r.number(); e.N < 1 || e.N >= len(rules.TechNames) {
			r.check(fmt.Errorf("there is no technology %d", e.N))
		}
	case Phase:
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
