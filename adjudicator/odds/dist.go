package odds

import (
	"encoding/binary"
	"slices"

	"fieldpost/adjudicator/battle"
)

// group is the dice of a volley whose hits can go to the same targets. Planes that a gun aims at by name are a group if
// they are alike: which of them is hit makes no difference.
type group struct {
	aim    battle.Aim
	named  []int    // the planes aimed at by name, one die each; nil otherwise
	sure   int      // hits of low luck
	dice   [7]int16 // number of dice by the number they hit at or below
	better [7]int16 // heavy bombers of which the better die counts
	throws int      // dice of each of those

	chance []float64 // of k hits
	orMore []float64 // of k hits or more
}

// volley is dice whose hits are dealt out together. Planes aimed at by name are volleys of their own, one after the
// other.
type volley struct {
	groups []group
	aims   [maxGroups]battle.Aim
	then   *volley // rolled in the same step, or nil
}

// maxGroups is how many sets of targets the units of a step can aim at (battle.Shooters): everything, ships, and
// everything but submarines.
const maxGroups = 3

// sumGroups sums columns up by targets, and appends the groups. Alike is the kind of each enemy unit: equal numbers are
// equal units.
func sumGroups(gs []group, columns []battle.Column, alike []int) []group {
	for _, c := range columns {
		for i, s := range c.Shooters {
			var g *group
			gs, g = groupOf(gs, s, alike)
			switch {
			case c.Pool && i == 0:
				g.sure += c.Sure
				g.dice[c.Value]++
			case c.Pool:
			case c.Best && s.Dice > 1:
				g.better[s.Value]++
				g.throws = s.Dice
			default:
				g.dice[s.Value] += int16(s.Dice)
			}
		}
	}
	return gs
}

// groupOf finds a shooter's group, or adds it.
func groupOf(gs []group, s battle.Shooter, alike []int) ([]group, *group) {
	for i := range gs {
		g := &gs[i]
		if g.aim == s.Aim && (g.named == nil) == (s.At < 0) && (s.At < 0 || alike[g.named[0]] == alike[s.At]) {
			if s.At >= 0 {
				g.named = append(g.named, s.At)
			}
			return gs, g
		}
	}
	g := group{aim: s.Aim}
	if s.At >= 0 {
		g.named = []int{s.At}
	}
	gs = append(gs, g)
	return gs, &gs[len(gs)-1]
}

// volleys makes volleys of groups, with their distributions.
func volleys(gs []group) *volley {
	var first *volley
	for i := len(gs) - 1; i >= 0; i-- {
		if gs[i].named == nil && first != nil && first.groups[0].named == nil && len(first.groups) < maxGroups {
			first.groups = append(first.groups, gs[i])
		} else {
			first = &volley{groups: slices.Clone(gs[i : i+1]), then: first}
		}
	}
	for v := first; v != nil; v = v.then {
		for i := range v.groups {
			v.aims[i] = v.groups[i].aim
			v.groups[i].distribute()
		}
	}
	return first
}

// key is equal for groups that roll the same.
func key(k []byte, gs []group) []byte {
	number := func(n int) { k = binary.AppendUvarint(k, uint64(n)) }
	for i := range gs {
		g := &gs[i]
		number(int(g.aim))
		number(len(g.named))
		if g.named != nil {
			number(g.named[0])
		}
		number(g.sure)
		number(g.throws)
		for value := range g.dice {
			number(int(g.dice[value]))
			number(int(g.better[value]))
		}
	}
	return k
}

// distribute works out the chance of each number of hits by convolution, always in the same order: the lowest numbers
// first.
func (g *group) distribute() {
	n := g.sure + 1
	for value := range g.dice {
		n += int(g.dice[value] + g.better[value])
	}
	room := make([]float64, 2*n)
	room[g.sure] = 1
	d := room[g.sure : g.sure+1 : n]
	for value := 1; value <= 6; value++ {
		hit, miss := float64(value)/6, float64(6-value)/6
		for range g.dice[value] {
			d = addDie(d, hit, miss)
		}
		allMiss := 1.0
		for range g.throws {
			allMiss = float64(allMiss * miss)
		}
		for range g.better[value] {
			d = addDie(d, 1-allMiss, allMiss)
		}
	}
	g.chance, g.orMore = room[:g.sure+len(d):n], room[n:n+g.sure+len(d)]
	sum := 0.0
	for k := len(g.chance) - 1; k >= 0; k-- {
		sum += g.chance[k]
		g.orMore[k] = sum
	}
}

// addDie adds one die to a distribution.
func addDie(d []float64, hit, miss float64) []float64 {
	d = append(d, 0)
	for k := len(d) - 1; k > 0; k-- {
		d[k] = float64(d[k]*miss) + float64(d[k-1]*hit)
	}
	d[0] = float64(d[0] * miss)
	return d
}

// hits appends k hits of a group.
func (g *group) hits(hs []battle.Hit, k int) []battle.Hit {
	if g.named == nil {
		return append(hs, battle.Hit{Aim: g.aim, N: k, At: -1})
	}
	for _, at := range g.named[:k] {
		hs = append(hs, battle.Hit{Aim: g.aim, N: 1, At: at})
	}
	return hs
}
