// Package exchange carries positions between this program and TripleA, on files that its user has: it writes a position
// into a copy of the XML of a map, and reads positions from such files. It knows nothing of TripleA but the schema of
// these files and the names in names.txt.
package exchange

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

//go:embed names.txt
var namesText string

// money is the resource that is IPC.
const money = "PUs"

// names translates the names of a map, both ways.
type names struct {
	b      *board.Board
	spaces map[string]board.SpaceID
	theirs []string // by space
	powers []powerName
	types  map[string]board.UnitType
	pieces [board.NumUnitTypes]string // the names of unit types
	tech   [rules.NumTechs + 1]string // by number
	steps  []stepName
}

type powerName struct {
	name, step string
	power      board.Power
}

type stepName struct {
	name  string
	phase order.Phase
}

// newNames reads the table for the board of Revised.
func newNames(b *board.Board) (*names, error) {
	n := &names{b: b, spaces: map[string]board.SpaceID{}, theirs: make([]string, len(b.Spaces)),
		types: map[string]board.UnitType{}}
	for i := range b.Spaces {
		s := &b.Spaces[i]
		n.theirs[i] = s.Name
		if s.Sea {
			n.theirs[i] = strings.TrimPrefix(s.Name, "SZ") + " Sea Zone"
		}
	}
	for line := range strings.Lines(namesText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := n.line(line); err != nil {
			return nil, fmt.Errorf("names.txt: %q: %w", line, err)
		}
	}
	for i, name := range n.theirs {
		n.spaces[name] = board.SpaceID(i)
	}
	return n, nil
}

func (n *names) line(line string) error {
	kind, rest, _ := strings.Cut(line, " ")
	theirs, ours, _ := strings.Cut(rest, " = ")
	switch kind {
	case "space":
		id, ok := n.b.Find(ours)
		if !ok {
			return fmt.Errorf("the board has no %s", ours)
		}
		n.theirs[id] = theirs
	case "power":
		name, step, _ := strings.Cut(theirs, ", ")
		if n.b.SeatOf(board.Power(ours)) == nil {
			return fmt.Errorf("the board has no %s", ours)
		}
		n.powers = append(n.powers, powerName{name, step, board.Power(ours)})
	case "unit":
		t, ok := board.ParseUnit(ours)
		if !ok {
			return fmt.Errorf("there is no unit %s", ours)
		}
		n.types[theirs], n.pieces[t] = t, theirs
	case "tech":
		i := slices.Index(rules.TechNames[:], ours)
		if i < 1 {
			return fmt.Errorf("there is no technology %s", ours)
		}
		n.tech[i] = theirs
	case "step":
		var ph order.Phase
		if err := ph.UnmarshalText([]byte(ours)); err != nil {
			return err
		}
		n.steps = append(n.steps, stepName{theirs, ph})
	default:
		return fmt.Errorf("%s is no kind of name", kind)
	}
	return nil
}

// power is the power of a name, Nobody for an unknown one.
func (n *names) power(name string) board.Power {
	for _, p := range n.powers {
		if p.name == name {
			return p.power
		}
	}
	return board.Nobody
}

// player is the name of a power, and the first part of its steps.
func (n *names) player(p board.Power) powerName {
	i := slices.IndexFunc(n.powers, func(x powerName) bool { return x.power == p })
	if i < 0 {
		return powerName{}
	}
	return n.powers[i]
}

// step is the name of the step at which a phase begins; battles is that of combat after the moves.
func (n *names) step(p board.Power, ph order.Phase, battles bool) string {
	suffix := ""
	for _, s := range n.steps {
		if s.phase == ph && (suffix == "" || battles && s.name == battleStep) {
			suffix = s.name
		}
	}
	return n.player(p).step + suffix
}

// battleStep is the step of combat in which the battles are fought.
const battleStep = "Battle"

// phase is the power and the phase of a step, NoPhase for steps that are none, as those of the bid.
func (n *names) phase(step string) (_ board.Power, _ order.Phase, battles bool) {
	for _, p := range n.powers {
		for _, s := range n.steps {
			if step == p.step+s.name {
				return p.power, s.phase, s.name == battleStep
			}
		}
	}
	return board.Nobody, order.NoPhase, false
}

// Words are the names of TripleA's map, for texts that its users paste.
type Words struct{ n *names }

// NewWords are those of a board that TripleA has.
func NewWords(b *board.Board) (Words, error) {
	n, err := newNames(b)
	return Words{n}, err
}

// Space is the space of a name.
func (w Words) Space(name string) (board.SpaceID, bool) {
	id, ok := w.n.spaces[name]
	if !ok { // a text may have gone through hands that spell as the box does
		return w.n.b.Find(name)
	}
	return id, true
}

// Power is the power of a player's name, Nobody for an unknown one.
func (w Words) Power(name string) board.Power { return w.n.power(name) }

// Unit is the type of a name, one or several of them.
func (w Words) Unit(name string) (board.UnitType, bool) {
	for _, end := range []string{"", "s", "es"} {
		if t, ok := w.n.types[strings.TrimSuffix(name, end)]; ok && strings.HasSuffix(name, end) {
			return t, true
		}
	}
	t, ok := w.n.types[strings.TrimSuffix(name, "ies")+"y"]
	return t, ok && strings.HasSuffix(name, "ies")
}
