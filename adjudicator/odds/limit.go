package odds

import (
	"fmt"

	"fieldpost/adjudicator/battle"
)

// Limits of a battle whose odds are computed. They count what comes in and what is done with it, never time, so that
// every machine computes and refuses the same battles. The pieces of a box come nowhere near them.
const (
	MaxUnits = 200        // on a side; ships that bombard are counted by themselves
	MaxSteps = 30_000_000 // of the search: up to a few tenths of a second
)

// maxCells bounds the pairs of states within one round, which are held in memory together. It counts as MaxSteps.
const maxCells = 500_000

// Measure is what a limit counts.
type Measure string

// The measures.
const (
	Units Measure = "units"
	Steps Measure = "steps"
)

// LimitError reports a battle that is too large for its odds to be computed.
type LimitError struct {
	What Measure
	Have int // 0 if they were not counted to the end
	Most int
}

func (e *LimitError) Error() string {
	if e.What == Units {
		return fmt.Sprintf("the battle is too large for its odds to be computed: %d units on a side, at most %d",
			e.Have, e.Most)
	}
	return fmt.Sprintf("the battle is too large for its odds to be computed: more than %d steps", e.Most)
}

// checkUnits returns a *LimitError if a side has more than MaxUnits.
func checkUnits(b battle.Battle) error {
	if n := max(len(b.Attacker.Units), len(b.Defender.Units), len(b.Ships)); n > MaxUnits {
		return &LimitError{What: Units, Have: n, Most: MaxUnits}
	}
	return nil
}

// step counts steps of the search, and reports whether it may go on.
func (w *walk) step(n int) bool {
	w.out.Steps += n
	return w.out.Steps <= w.most
}
