package game

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

// Whatever one to five persons sit on the seats of both games, after an exchange each has a seat on the other side,
// alone or shared, and no power of a side with persons is without one.
func TestReseatEveryDistribution(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		b := board.Named(name)
		powers := b.Powers()
		ways := 1
		for range powers {
			ways *= 5
		}
		for way := range ways {
			now := map[board.Power]string{}
			for i, n := 0, way; i < len(powers); i, n = i+1, n/5 {
				now[powers[i]] = fmt.Sprint("person", n%5)
			}
			next, shared := Reseat(b, now)
			for _, side := range []board.Side{board.Axis, board.Allies} {
				had := personsOn(b, now, side)
				has := personsOn(b, next, side.Other())
				for _, x := range shared {
					if b.SideOf(x.Power) == side.Other() && !slices.Contains(has, x.Person) {
						has = append(has, x.Person)
					}
				}
				if !reflect.DeepEqual(slices.Sorted(slices.Values(had)), slices.Sorted(slices.Values(has))) {
					t.Fatalf("%s, %v: of %s %v the other side seats %v, %v", name, now, side, had, next, shared)
				}
			}
			if len(next) != len(powers) || slices.Contains(slices.Collect(maps.Values(next)), "") {
				t.Fatalf("%s, %v: %v", name, now, next)
			}
		}
	}
}

func personsOn(b *board.Board, seats map[board.Power]string, side board.Side) []string {
	var out []string
	for _, p := range powersOf(b, side) {
		if who := seats[p]; !slices.Contains(out, who) {
			out = append(out, who)
		}
	}
	return out
}

func TestReseat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, rules string
		now, want   map[board.Power]string
		shared      []Shared
	}{
		{"five persons", "revised",
			map[board.Power]string{"USSR": "a", "Germany": "b", "UK": "c", "Japan": "d", "USA": "e"},
			map[board.Power]string{"USSR": "b", "Germany": "a", "UK": "d", "Japan": "c", "USA": "b"}, []Shared{{"e", "Germany"}}},
		{"one against three", "europe",
			map[board.Power]string{"Germany": "a", "USSR": "b", "UK": "c", "USA": "d"},
			map[board.Power]string{"Germany": "b", "USSR": "a", "UK": "a", "USA": "a"}, []Shared{{"c", "Germany"}, {"d", "Germany"}}},
		{"a bot beside a person", "revised",
			map[board.Power]string{"USSR": "a", "Germany": "b", "UK": "a", "Japan": "", "USA": "a"},
			map[board.Power]string{"USSR": "b", "Germany": "a", "UK": "", "Japan": "a", "USA": "b"}, nil},
		{"a bot gives way", "europe",
			map[board.Power]string{"Germany": "a", "USSR": "b", "UK": "", "USA": "b"},
			map[board.Power]string{"Germany": "b", "USSR": "a", "UK": "a", "USA": "a"}, nil},
		{"nobody on a side", "europe",
			map[board.Power]string{"Germany": "a"},
			map[board.Power]string{"Germany": "", "USSR": "a", "UK": "a", "USA": "a"}, nil},
	} {
		next, shared := Reseat(board.Named(c.rules), c.now)
		if !maps.Equal(next, c.want) || !slices.Equal(shared, c.shared) {
			t.Errorf("%s: %v %v, want %v %v", c.name, next, shared, c.want, c.shared)
		}
	}
}
