package modeltest

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"fieldpost/adjudicator/board"
)

// number reads a setting of the environment.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestModelAndEngineAgree plays random turns with both and compares every position in which orders are judged or
// played. FIELDPOST_POSITIONS is how many, FIELDPOST_SEED the first seed, FIELDPOST_DIFFERENCES how many differences
// are shown (docs/CONTRIBUTING.md).
func TestModelAndEngineAgree(t *testing.T) {
	t.Parallel()
	n := number("FIELDPOST_POSITIONS", 2000) / 2 // of each game
	if testing.Short() {
		n = min(n, 100)
	}
	first := number("FIELDPOST_SEED", 1)
	keep := number("FIELDPOST_DIFFERENCES", 1)
	for _, name := range []string{"revised", "europe"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(name, board.Named(name))
			found, turns, compared := 0, 0, 0
			for seed := first; compared < n; seed++ {
				s := newMaker(w, uint64(seed)).playGame(2)
				compared += len(s.steps)
				turns += s.turns()
				if s.differ() == "" {
					continue
				}
				small := s.shrink()
				t.Errorf("%s, seed %d: %s\n%s", name, seed, small.differ(), small.text())
				if found++; found >= keep {
					return
				}
			}
			t.Logf("%d positions in %d turns", compared, turns)
		})
	}
}

// TestStory shows one seed at length: FIELDPOST_STORY=revised FIELDPOST_SEED=7.
func TestStory(t *testing.T) {
	name := os.Getenv("FIELDPOST_STORY")
	if name == "" {
		return
	}
	w := newWorld(name, board.Named(name))
	s := newMaker(w, uint64(number("FIELDPOST_SEED", 1))).playGame(2)
	fmt.Println(s.text(), s.differ())
}
