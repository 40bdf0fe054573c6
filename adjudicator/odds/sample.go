package odds

import (
	"fmt"
	"math"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/dice"
)

// Up to so many units a side a battle is always told exactly; on land, where states are few, more.
const (
	exactAtSea  = 40
	exactOnLand = 120
)

// tooLarge tells the battles that are sampled. None of them could be fought with the pieces of the box.
func tooLarge(b battle.Battle) bool {
	units := max(len(b.Attacker.Units), len(b.Defender.Units))
	return units > exactOnLand || b.Sea && units > exactAtSea
}

// sample rolls battles instead: for information only, and with the error it may have. It rolls the same dice every time.
func sample(b battle.Battle, opt Options) (Result, error) {
	n := opt.Samples
	if n <= 0 {
		n = 4000
	}
	var r Result
	att, def := tally{b: &b, index: map[string]int{}}, tally{b: &b, index: map[string]int{}}
	one, src := 1/float64(n), &splitMix{}
	for range n {
		end, out, _, err := battle.Fight(b, src)
		if err != nil {
			return Result{}, err
		}
		switch out.Result {
		case battle.AttackerWins:
			r.Attacker += one
			if !b.Sea && landLeft(end.Attacker.Units) {
				r.Takes += one
			}
		case battle.DefenderWins:
			r.Defender += one
		default:
			r.Draw += one
		}
		r.Rounds += float64(one * float64(end.Round-b.Round))
		att.count(append(end.Attacker.Units, out.Withdrawn...), one)
		def.count(end.Defender.Units, one)
	}
	r.Error = math.Sqrt(math.Log(2/1e-4) / float64(2*n)) // Hoeffding's bound
	r.Attackers, r.Defenders = att.side(b.Attacker.Units), def.side(b.Defender.Units)
	return r, nil
}

// count adds one battle's survivors.
func (t *tally) count(us []battle.Unit, chance float64) {
	key := fmt.Sprint(battle.Stacks(us))
	i, ok := t.index[key]
	if !ok {
		i = t.add(key, us)
	}
	t.found[i].Chance += chance
}

// splitMix is Steele's generator: dice good enough for a sample, and never used where they decide anything.
type splitMix struct{ state uint64 }

// Roll rolls dice, whatever the label.
func (s *splitMix) Roll(_ dice.Label, n, sides int) ([]int, error) {
	faces := make([]int, n)
	for i := range faces {
		s.state += 0x9e3779b97f4a7c15
		z := s.state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		faces[i] = int((z^z>>31)>>33)%sides + 1
	}
	return faces, nil
}
