package combat

import (
	"testing"

	"fieldpost/adjudicator/order"
)

// D8, JPN-3: a line sends as many submarines as it says, and all without a number; "no kaiten" sends none.
func TestKaitens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines []order.Tactic
		want  int
	}{
		{"no line", nil, 0},
		{"another line", []order.Tactic{{Do: order.Submerge, N: 2}}, 0},
		{"without a number", []order.Tactic{{Do: order.Kaiten}}, -1},
		{"two", []order.Tactic{{Do: order.Submerge}, {Do: order.Kaiten, N: 2}}, 2},
		{"none", []order.Tactic{{Do: order.Kaiten, Negative: true}}, 0},
	} {
		if got := kaitens(tt.lines); got != tt.want {
			t.Errorf("%s: %d submarines, want %d", tt.name, got, tt.want)
		}
	}
}
