package order

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

var (
	infantry = Loss{Type: board.Infantry, Power: "Germany"}
	tank     = Loss{Type: board.Tank, Power: "Germany"}
	fighter  = Loss{Type: board.Fighter, Power: "Germany"}
	loaded   = Loss{Type: board.Transport, Power: "Germany", Cargo: Loaded}
	empty    = Loss{Type: board.Transport, Power: "Germany", Cargo: Empty}
)

// TestQueue: entries take what they count, in their order; what none names follows, and what is kept comes last.
func TestQueue(t *testing.T) {
	t.Parallel()
	units := []Loss{infantry, infantry, infantry, tank, fighter, loaded, empty}
	one := Loss{N: 1, Type: board.Infantry}
	for _, tt := range []struct {
		name string
		line Tactic
		want []int
	}{
		{"nothing", Tactic{}, []int{0, 1, 2, 3, 4, 5, 6}},
		{"a type", Tactic{Losses: []Loss{{Type: board.Tank}}}, []int{3, 0, 1, 2, 4, 5, 6}},
		{"some, then the rest", Tactic{Losses: []Loss{one, {Type: board.Tank}, {Type: board.Infantry}}},
			[]int{0, 3, 1, 2, 4, 5, 6}},
		{"more than there are", Tactic{Losses: []Loss{{N: 9, Type: board.Infantry}, {Type: board.Fighter}}},
			[]int{0, 1, 2, 4, 3, 5, 6}},
		{"an empty transport", Tactic{Losses: []Loss{{Type: board.Transport, Cargo: Empty}}},
			[]int{6, 0, 1, 2, 3, 4, 5}},
		{"of another power", Tactic{Losses: []Loss{{Type: board.Tank, Power: "UK"}}}, []int{0, 1, 2, 3, 4, 5, 6}},
		{"a land unit kept", Tactic{Losses: []Loss{{Type: board.Infantry}, {Type: board.Tank}},
			Keep: []Kept{{N: 1, Kind: LandUnits}}}, []int{0, 1, 2, 4, 5, 6, 3}},
		{"the last of a type kept", Tactic{Losses: []Loss{{Type: board.Infantry}},
			Keep: []Kept{{N: 2, Type: board.Infantry}, {N: 1, Kind: AirUnits}}}, []int{0, 3, 5, 6, 1, 2, 4}},
	} {
		got := tt.line.Queue([]int{0, 1, 2, 3, 4, 5, 6}, func(id int) Loss { return units[id] })
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestWithoutFallen: counts go down with losses, entries that have taken all they count disappear, others stay.
func TestWithoutFallen(t *testing.T) {
	t.Parallel()
	line := Tactic{Do: Losses, Losses: []Loss{{N: 2, Type: board.Infantry}, {Type: board.Tank}, {Type: board.Infantry}}}
	theirs := Tactic{Do: TheirLosses, Losses: []Loss{{N: 1, Type: board.Tank}}}
	retreat := Tactic{Do: Retreat, To: 3}
	lines := []Tactic{line, theirs, retreat}
	got := WithoutFallen(lines, []Loss{infantry, fighter, tank}, []Loss{infantry})
	want := []Loss{{N: 1, Type: board.Infantry}, {Type: board.Tank}, {Type: board.Infantry}}
	if len(got) != 3 || !slices.Equal(got[0].Losses, want) || !slices.Equal(got[1].Losses, theirs.Losses) {
		t.Errorf("after one infantry: %+v", got)
	}
	got = WithoutFallen(lines, []Loss{infantry, infantry, infantry}, []Loss{tank})
	if len(got) != 2 || !slices.Equal(got[0].Losses, want[1:]) || got[1].Do != Retreat {
		t.Errorf("after three infantry: %+v", got)
	}
	if line.Losses[0].N != 2 || len(line.Losses) != 3 {
		t.Errorf("the line itself was changed: %+v", line)
	}
	kept := []Tactic{{Do: Losses, Losses: []Loss{{N: 1, Type: board.Tank}}, Keep: []Kept{{N: 1, Kind: LandUnits}}}}
	if got := WithoutFallen(kept, []Loss{tank}, nil); len(got) != 1 || len(got[0].Losses) != 0 || len(got[0].Keep) != 1 {
		t.Errorf("a list that keeps something: %+v", got)
	}
}
