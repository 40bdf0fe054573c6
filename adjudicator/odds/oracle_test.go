package odds_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// every is a source of dice that goes through every sequence, one after the other: after each use, next sets the
// sequence that follows, as a counter with six digits.
type every struct {
	faces []int
	used  int
}

func (e *every) Roll(_ dice.Label, n, sides int) ([]int, error) {
	if sides != 6 {
		return nil, fmt.Errorf("a die of %d sides", sides)
	}
	for e.used+n > len(e.faces) {
		e.faces = append(e.faces, 1)
	}
	out := e.faces[e.used : e.used+n]
	e.used += n
	return out, nil
}

func (e *every) next() bool {
	e.faces, e.used = e.faces[:e.used], 0
	for i := len(e.faces) - 1; i >= 0; i-- {
		if e.faces[i] < 6 {
			e.faces[i]++
			return true
		}
		e.faces = e.faces[:i]
	}
	return false
}

// oracle computes the chances of a battle by fighting it with package battle through every sequence of dice, in
// rational numbers. The battle is stopped by a pause after every round, so that a state is worked out once.
type oracle struct {
	last  int // round after which all rounds are alike
	known map[string]*truth
}

// truth is what comes of a battle.
type truth struct {
	attacker, defender, draw, takes, rounds *big.Rat
	ends                                    map[string]*big.Rat // by who is left of a side
}

func newTruth() *truth {
	return &truth{new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat), map[string]*big.Rat{}}
}

func (t *truth) numbers() []*big.Rat {
	return []*big.Rat{t.attacker, t.defender, t.draw, t.takes, t.rounds}
}

// add adds another truth that comes with some chance.
func (t *truth) add(o *truth, p *big.Rat) {
	for i, from := range o.numbers() {
		to := t.numbers()[i]
		to.Add(to, new(big.Rat).Mul(from, p))
	}
	for key, q := range o.ends {
		if t.ends[key] == nil {
			t.ends[key] = new(big.Rat)
		}
		t.ends[key].Add(t.ends[key], new(big.Rat).Mul(q, p))
	}
}

// enumerate returns the exact result of a battle.
func enumerate(t testing.TB, b battle.Battle) *truth {
	t.Helper()
	o := oracle{last: 1, known: map[string]*truth{}}
	for _, s := range []battle.Side{b.Attacker, b.Defender} {
		for _, a := range s.Armies {
			for _, line := range a.Tactics {
				if line.Cond.When == order.AfterRound {
					o.last = max(o.last, line.Cond.N)
				}
			}
		}
	}
	b.Attacker.Armies = slices.Clone(b.Attacker.Armies)
	b.Attacker.Armies[0].Tactics = append(slices.Clone(b.Attacker.Armies[0].Tactics), order.Tactic{Do: order.Pause})
	return o.tell(t, b, nil)
}

// tell returns the exact result of a battle that planes have left before.
func (o *oracle) tell(t testing.TB, b battle.Battle, gone []battle.Unit) *truth {
	key := fmt.Sprint(b.Round, names(b.Attacker.Units), names(b.Defender.Units), names(gone))
	if known, ok := o.known[key]; ok {
		return known
	}
	// Sequences with the same outcome are counted before chances are made of them.
	type outcome struct {
		key    string
		dice   int
		rounds int
	}
	counts, ends, order := map[outcome]int64{}, map[string]ending{}, []outcome(nil)
	src := &every{}
	for more := true; more; more = src.next() {
		end, out, _, err := battle.Fight(b, src)
		if err != nil {
			t.Fatal(err)
		}
		oc := outcome{string(out.Result) + names(end.Attacker.Units) + "/" + names(end.Defender.Units) + "/" + names(out.Withdrawn), src.used, end.Round - b.Round}
		if counts[oc]++; counts[oc] == 1 {
			order = append(order, oc)
			ends[oc.key] = ending{end, out.Result, append(slices.Clone(gone), out.Withdrawn...)}
		}
	}
	sum, back := newTruth(), new(big.Rat)
	for _, oc := range order {
		p := new(big.Rat).SetFrac(big.NewInt(counts[oc]), new(big.Int).Exp(big.NewInt(6), big.NewInt(int64(oc.dice)), nil))
		sum.rounds.Add(sum.rounds, new(big.Rat).Mul(p, big.NewRat(int64(oc.rounds), 1)))
		e := ends[oc.key]
		e.battle.Round = min(e.battle.Round, o.last)
		switch {
		case !e.battle.Paused:
			sum.add(e.truth(), p)
		case e.battle.Round == b.Round && names(e.battle.Attacker.Units) == names(b.Attacker.Units) && names(e.battle.Defender.Units) == names(b.Defender.Units):
			back.Add(back, p)
		default:
			sum.add(o.tell(t, e.battle, e.gone), p)
		}
	}
	// A round that changes nothing comes back here.
	all := newTruth()
	all.add(sum, new(big.Rat).Inv(new(big.Rat).Sub(big.NewRat(1, 1), back)))
	o.known[key] = all
	return all
}

// ending is a battle after a round, and the planes that have left it.
type ending struct {
	battle battle.Battle
	result battle.Result
	gone   []battle.Unit
}

// truth is the result of a battle that is over.
func (e ending) truth() *truth {
	t, one := newTruth(), big.NewRat(1, 1)
	switch e.result {
	case battle.AttackerWins:
		t.attacker.Set(one)
		if !e.battle.Sea && slices.ContainsFunc(e.battle.Attacker.Units, func(u battle.Unit) bool { return u.Type.IsFightingLand() }) {
			t.takes.Set(one)
		}
	case battle.DefenderWins:
		t.defender.Set(one)
	default:
		t.draw.Set(one)
	}
	t.ends["attackers "+leftOver(battle.Stacks(append(slices.Clone(e.battle.Attacker.Units), e.gone...)))] = one
	t.ends["defenders "+leftOver(battle.Stacks(e.battle.Defender.Units))] = one
	return t
}

// names writes units so that equal ones are equal.
func names(us []battle.Unit) string {
	var s strings.Builder
	for _, u := range us {
		s.WriteString(string(u.Owner))
		s.WriteByte('a' + byte(u.Type))
		for i, is := range []bool{u.Damaged, u.Submerged, u.FromSea, u.Suicide, u.Kaiten, len(u.Cargo) > 0} {
			if is {
				s.WriteByte('0' + byte(i))
			}
		}
	}
	return s.String()
}

func leftOver(ss []event.Stack) string {
	parts := make([]string, len(ss))
	for i, s := range ss {
		parts[i] = fmt.Sprint(s)
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}
