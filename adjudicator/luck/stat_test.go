package luck

import (
	"math"
	"testing"
)

// The counts are those of docs/dice.md, where the protocol's own stream was tried; the limit of 5 % is that of every
// table.
func TestChiSquare(t *testing.T) {
	t.Parallel()
	fair := chiSquare([6]int{100194, 100242, 99857, 100282, 99624, 99801})
	if math.Abs(fair.Statistic-3.77) > 0.005 || fair.P < 0.5 || fair.P > 0.65 || !fair.Enough {
		t.Errorf("%+v", fair)
	}
	limit := chiSquare([6]int{50, 50, 50, 50, 50, 50 + 26})
	if limit.P > 0.12 || limit.P < 0.05 {
		t.Errorf("%+v", limit)
	}
	if loaded := chiSquare([6]int{10, 10, 10, 10, 10, 50}); loaded.P > 1e-6 {
		t.Errorf("%+v", loaded)
	}
	if none := chiSquare([6]int{}); none.P != 1 || none.Enough {
		t.Errorf("%+v", none)
	}
}

func TestRuns(t *testing.T) {
	t.Parallel()
	var streaks, turns []int
	for i := range 40 {
		streaks = append(streaks, 1+i/20*5) // twenty low, then twenty high
		turns = append(turns, 1+i%2*5)
	}
	if r := runs(streaks); r.Statistic > -5 || r.P > 1e-6 {
		t.Errorf("streaks: %+v", r)
	}
	if r := runs(turns); r.Statistic < 5 || r.P > 1e-6 {
		t.Errorf("turns: %+v", r)
	}
	if r := runs([]int{1, 2, 3}); r.P != 1 || r.Enough {
		t.Errorf("all low: %+v", r)
	}
	// Wald and Wolfowitz: 5 low, 5 high, 6 runs is just the mean.
	if r := runs([]int{1, 6, 6, 1, 1, 6, 6, 6, 1, 1}); r.P < 0.5 || r.Enough {
		t.Errorf("mean: %+v", r)
	}
}
