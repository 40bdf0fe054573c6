package dice

import (
	"fmt"
	"slices"
)

// A Source rolls dice. Roll returns n results from 1 to sides for a label, in the order of the units that roll; n is
// from 1 to [MaxDice], sides from 2 to [MaxSides]. After an error the results of the whole resolution are invalid.
type Source interface {
	Roll(label Label, n, sides int) ([]int, error)
}

// A Recorder passes rolls on to a source and keeps them for the record.
type Recorder struct {
	source Source
	rolls  []Roll
}

// NewRecorder returns a recorder around a source.
func NewRecorder(source Source) *Recorder { return &Recorder{source: source} }

// Roll asks the source, and keeps what it gave.
func (r *Recorder) Roll(label Label, n, sides int) ([]int, error) {
	faces, err := r.source.Roll(label, n, sides)
	if err != nil {
		return nil, err
	}
	r.rolls = append(r.rolls, Roll{Label: label, Sides: sides, Dice: slices.Clone(faces)})
	return faces, nil
}

// Rolls returns what has been rolled so far, in order.
func (r *Recorder) Rolls() []Roll { return slices.Clone(r.rolls) }

// A Script is the source of conformance cases: it returns given dice in order, whatever the label.
type Script struct {
	dice []int
	next int
}

// NewScript returns a source of the given dice.
func NewScript(dice ...int) *Script { return &Script{dice: slices.Clone(dice)} }

// A ScriptEnd says that a script had fewer dice than were rolled.
type ScriptEnd struct {
	Label Label // of the roll that could not be served
	Want  int   // dice it asked for
	Used  int   // dice rolled before it
	Left  int   // dice that were left
}

func (e *ScriptEnd) Error() string {
	return fmt.Sprintf("dice: %q needs %d, but after %d rolled only %d are left; write more under dice",
		e.Label, e.Want, e.Used, e.Left)
}

// Roll returns the next n dice. If fewer are left it returns a [*ScriptEnd] and uses none of them.
func (s *Script) Roll(label Label, n, sides int) ([]int, error) {
	if err := label.Check(); err != nil {
		return nil, err
	}
	if err := checkDice(n, sides); err != nil {
		return nil, fmt.Errorf("label %q: %w", label, err)
	}
	if n > s.Left() {
		return nil, &ScriptEnd{Label: label, Want: n, Used: s.next, Left: s.Left()}
	}
	out := slices.Clone(s.dice[s.next : s.next+n])
	for i, d := range out {
		if d < 1 || d > sides {
			return nil, fmt.Errorf("dice: the script's die %d is %d, and %q rolls dice of %d sides",
				s.next+i+1, d, label, sides)
		}
	}
	s.next += n
	return out, nil
}

// Used returns how many dice have been rolled.
func (s *Script) Used() int { return s.next }

// Left returns how many dice have not been rolled.
func (s *Script) Left() int { return len(s.dice) - s.next }
