package dice

import (
	"errors"
	"fmt"
	"strconv"
)

// ErrLabelUsed says that a label was asked for twice in one epoch (TH-19).
var ErrLabelUsed = errors.New("label already used in this epoch")

// A Stream is the pbd1 source of one epoch: dice by seed and label (§4). Equal seeds give equal dice on every machine,
// in whatever order labels are asked for.
type Stream struct {
	seed Seed
	used map[Label]bool
}

// NewStream returns the source of the epoch whose roll key is seed.
func NewStream(seed Seed) *Stream {
	return &Stream{seed: seed, used: map[Label]bool{}}
}

// Roll returns the dice of a label. It refuses a label that it has served
// before, whatever the number of dice.
func (s *Stream) Roll(label Label, n, sides int) ([]int, error) {
	if err := label.Check(); err != nil {
		return nil, err
	}
	if err := checkDice(n, sides); err != nil {
		return nil, fmt.Errorf("label %q: %w", label, err)
	}
	if s.used[label] {
		return nil, fmt.Errorf("label %q: %w", label, ErrLabelUsed)
	}
	s.used[label] = true
	return faces(s.seed, label, n, sides), nil
}

// faces reads the blocks of a label byte by byte. Bytes at and above the
// greatest multiple of sides are skipped: with them the low faces would come
// up more often (§4).
func faces(seed Seed, label Label, n, sides int) []int {
	limit := 256 - 256%sides
	var out []int
	for k := 0; ; k++ {
		for _, b := range block(seed, label, k) {
			if int(b) >= limit {
				continue
			}
			if out = append(out, int(b)%sides+1); len(out) == n {
				return out
			}
		}
	}
}

// block returns HMAC(R_e, "pbd1 dice", label, k), counted from 0.
func block(seed Seed, label Label, k int) Hash {
	return keyed(seed[:], Text(textDice, label.String(), strconv.Itoa(k)))
}
