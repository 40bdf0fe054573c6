package odds_test

import (
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/odds"
)

// benches are the battles of docs/performance.md.
var benches = []struct{ name, att, def string }{
	{"typical land 10v10", "6 infantry, 1 artillery, 2 tank, 1 fighter", "7 infantry, 1 artillery, 1 tank, 1 fighter"},
	{"typical sea 10v10", "2 transport, 2 destroyer, 1 aircraft carrier, 1 battleship, 4 fighter", "3 transport, 2 destroyer, 1 aircraft carrier, 1 battleship, 3 fighter"},
	{"submarines 10v10", "4 submarine, 2 destroyer, 3 fighter, 1 battleship", "3 submarine, 2 transport, 2 destroyer, 1 aircraft carrier, 2 fighter"},
	{"large land 40v40", "20 infantry, 5 artillery, 10 tank, 4 fighter, 1 bomber", "28 infantry, 4 artillery, 6 tank, 2 fighter"},
	{"large sea 40v40", "10 transport, 8 destroyer, 4 aircraft carrier, 4 battleship, 14 fighter", "10 transport, 10 destroyer, 4 aircraft carrier, 4 battleship, 12 fighter"},
	{"worst case at sea 40v40", "12 submarine, 6 transport, 6 destroyer, 2 aircraft carrier, 4 battleship, 10 fighter", "12 submarine, 6 transport, 6 destroyer, 4 aircraft carrier, 2 battleship, 10 fighter"},
}

func BenchmarkCompute(b *testing.B) {
	for _, c := range benches {
		b.Run(c.name, func(b *testing.B) {
			battle := fight(b, c.att, c.def)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := odds.Compute(battle, odds.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSimulate2000 rolls 2,000 battles through the adjudicator's own combat: what the exact odds are compared
// with.
func BenchmarkSimulate2000(b *testing.B) {
	for _, c := range benches {
		b.Run(c.name, func(b *testing.B) {
			bt := fight(b, c.att, c.def)
			b.ReportAllocs()
			for b.Loop() {
				src := &seeded{state: 1}
				for range 2000 {
					if _, _, _, err := battle.Fight(bt, src); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// fixed gives written dice.
type fixed struct{ faces []int }

func (f *fixed) Roll(_ dice.Label, n, _ int) ([]int, error) {
	out := f.faces[:n]
	f.faces = f.faces[n:]
	return out, nil
}

// seeded is a plain generator (splitmix64), so that a test rolls the same dice every time.
type seeded struct{ state uint64 }

func (s *seeded) Roll(_ dice.Label, n, sides int) ([]int, error) {
	out := make([]int, n)
	for i := range out {
		s.state += 0x9e3779b97f4a7c15
		z := s.state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		out[i] = int((z^z>>31)>>33)%sides + 1
	}
	return out, nil
}
