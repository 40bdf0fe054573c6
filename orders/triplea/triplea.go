// Package triplea reads the summary of a turn that TripleA writes and players paste: who bought, moved and placed what
// becomes order lines. Dice, casualties and sums are passed over: they are results, and no orders.
package triplea

import (
	"regexp"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/order"
)

// Turn is what a summary says of one power's turn.
type Turn struct {
	Power     board.Power
	Lines     []Line
	Spent     int // IPC on research
	Remaining int // IPC after the purchase, as the text says; -1 if it does not
}

// Line is a line of a summary, and the order that it became.
type Line struct {
	N     int // line of the text, from 1
	Text  string
	Phase order.Phase
	Order string // in English and canonical names; "" if it became none
	With  int    // the line into whose order this one went; 0: none
	Doubt Doubt  // why it became none
}

// Doubt is why a line became no order.
type Doubt string

// The doubts.
const (
	Undone      Doubt = "undone"       // it was taken back
	WhichTech   Doubt = "which-tech"   // dice of research, and the text does not say for what
	UnknownUnit Doubt = "unknown-unit" // a unit or space that the map does not have
	ByTheDice   Doubt = "by-the-dice"  // it followed a battle, whose dice are not ours
)

var (
	heading = regexp.MustCompile(`^(Research Technology|Purchase Units|Combat Move|Combat|Non Combat Move|Place Units|` +
		`Turn Complete) - (\w+)$`)
	bought  = regexp.MustCompile(`^(\w+) buy (.+?)(?:; Remaining resources: (\d+) PUs)?;?\s*$`)
	spent   = regexp.MustCompile(`^(\w+) spends? (\d+) on tech rolls`)
	moved   = regexp.MustCompile(`^(.+) moved from (.+) to (.+)$`)
	placed  = regexp.MustCompile(`^(.+) placed in (.+)$`)
	undone  = regexp.MustCompile(`^\w+ undo move (\d+)\.?$`)
	raid    = regexp.MustCompile(`^Strategic bombing raid in (.+)$`)
	retreat = regexp.MustCompile(`^(.+) retreated to (.+)$`)
	stack   = regexp.MustCompile(`^(\d+) (\w+)$`)
)

// phases are those of the headings. In the section of a battle nothing is ordered.
var phases = map[string]order.Phase{"Research Technology": order.Research, "Purchase Units": order.Buy,
	"Combat Move": order.Combat, "Combat": order.NoPhase, "Non Combat Move": order.Noncombat, "Place Units": order.Place,
	"Turn Complete": order.NoPhase}

// Is reports whether a text is a summary of TripleA: it has a heading of one of its phases.
func Is(text string) bool {
	for line := range strings.Lines(text) {
		if heading.MatchString(clean(line)) {
			return true
		}
	}
	return false
}

// clean is a line without its indent, and without the marks of a quote or of a list.
func clean(line string) string { return strings.TrimLeft(strings.TrimSpace(line), "> \t*•") }

// Stand is how many units of a type a power has in a space when the text begins.
type Stand func(p board.Power, at board.SpaceID, t board.UnitType) int

// Read reads the turns of a summary, in its order.
func Read(b *board.Board, text string, stand Stand) ([]Turn, error) {
	words, err := exchange.NewWords(b)
	if err != nil {
		return nil, err
	}
	r := &reader{b: b, words: words, stand: stand, raids: map[board.SpaceID]bool{}}
	for line := range strings.Lines(text) { // raids are told after the moves that lead to them
		if m := raid.FindStringSubmatch(clean(line)); m != nil {
			if id, ok := r.space(m[1]); ok {
				r.raids[id] = true
			}
		}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		r.line(n, clean(line))
	}
	r.endPhase()
	return r.turns, nil
}

// reader reads one text.
type reader struct {
	b     *board.Board
	words exchange.Words
	stand Stand
	raids map[board.SpaceID]bool // where there was one
	turns []Turn
	phase order.Phase
	moves []move // of the phase, in the order of the text
}

// move is a line of units that moved.
type move struct {
	line     int // index in the turn's lines
	from, to board.SpaceID
	via      []board.SpaceID // where it was between, of a way that the text tells in parts
	units    []group
	gone     bool // taken back
}

type group struct {
	n int
	t board.UnitType
}

func (r *reader) turn() *Turn { return &r.turns[len(r.turns)-1] }

// note adds a line to the turn and returns its index.
func (r *reader) note(n int, text, orderLine string, doubt Doubt) int {
	t := r.turn()
	t.Lines = append(t.Lines, Line{N: n, Text: text, Phase: r.phase, Order: orderLine, Doubt: doubt})
	return len(t.Lines) - 1
}

func (r *reader) line(n int, text string) {
	if m := heading.FindStringSubmatch(text); m != nil {
		r.endPhase()
		p := r.words.Power(m[2])
		if p == board.Nobody {
			return
		}
		if len(r.turns) == 0 || r.turn().Power != p {
			r.turns = append(r.turns, Turn{Power: p, Spent: 0, Remaining: -1})
		}
		r.phase = phases[m[1]]
		return
	}
	if len(r.turns) == 0 {
		return
	}
	switch r.phase {
	case order.Research:
		if m := spent.FindStringSubmatch(text); m != nil {
			if ipc, err := strconv.Atoi(m[2]); err == nil {
				r.turn().Spent += ipc
			}
			r.note(n, text, "", WhichTech)
		}
	case order.Buy:
		r.buy(n, text)
	case order.Combat, order.Noncombat:
		r.move(n, text)
	case order.Place:
		if m := placed.FindStringSubmatch(text); m != nil {
			at, ok := r.space(m[2])
			units, known := r.units(m[1])
			if !ok || !known {
				r.note(n, text, "", UnknownUnit)
				return
			}
			r.note(n, text, "place "+listed(units)+" in "+r.b.Name(at), "")
		}
	default:
		if retreat.MatchString(text) {
			r.note(n, text, "", ByTheDice)
		}
	}
}

func (r *reader) buy(n int, text string) {
	m := bought.FindStringSubmatch(text)
	if m == nil {
		return
	}
	if left, err := strconv.Atoi(m[3]); err == nil {
		r.turn().Remaining = left
	}
	units, ok := r.units(m[2])
	switch {
	case m[2] == "nothing":
		r.note(n, text, "buy nothing", "")
	case !ok:
		r.note(n, text, "", UnknownUnit)
	default:
		r.note(n, text, "buy "+listed(units), "")
	}
}

func (r *reader) move(n int, text string) {
	if m := undone.FindStringSubmatch(text); m != nil {
		k, err := strconv.Atoi(m[1])
		for i := range r.moves {
			if r.moves[i].gone {
				continue
			}
			if k--; k == 0 && err == nil {
				r.moves[i].gone = true
				r.turn().Lines[r.moves[i].line].Doubt = Undone
				return
			}
		}
		return
	}
	m := moved.FindStringSubmatch(text)
	if m == nil {
		return
	}
	from, ok := r.space(m[2])
	to, there := r.space(m[3])
	units, known := r.units(m[1])
	if !ok || !there || !known {
		r.note(n, text, "", UnknownUnit)
		return
	}
	r.moves = append(r.moves, move{line: r.note(n, text, "", ""), from: from, to: to, units: units})
}

// space is the space of a name, behind which a sentence may end.
func (r *reader) space(name string) (board.SpaceID, bool) {
	id, ok := r.words.Space(name)
	if !ok {
		id, ok = r.words.Space(strings.TrimSuffix(name, "."))
	}
	return id, ok
}

// units reads a list of units: 3 infantry, 1 armour and 2 fighters.
func (r *reader) units(text string) ([]group, bool) {
	var list []group
	for part := range strings.SplitSeq(strings.ReplaceAll(text, " and ", ", "), ", ") {
		m := stack.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, false
		}
		n, err := strconv.Atoi(m[1])
		t, ok := r.words.Unit(m[2])
		if err != nil || !ok || n == 0 || n > 999 {
			return nil, false
		}
		list = append(list, group{n, t})
	}
	return list, len(list) > 0
}

// listed writes units as orders have them.
func listed(units []group) string {
	var parts []string
	for _, g := range units {
		name := g.t.String()
		if g.n != 1 {
			name = g.t.Plural()
		}
		parts = append(parts, strconv.Itoa(g.n)+" "+name)
	}
	return strings.Join(parts, ", ")
}

// pick are the units for which a test holds.
func pick(units []group, is func(board.UnitType) bool) (list []group) {
	for _, g := range units {
		if is(g.t) {
			list = append(list, g)
		}
	}
	return list
}
