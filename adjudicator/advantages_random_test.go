package adjudicator

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// With all thirty advantages on, random turns played from file to file leave everything where it can stand, and the
// game never stands still: whoever is asked has a default answer.
func TestRandomTurnsWithAllAdvantages(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	games := uint64(6)
	if testing.Short() {
		games = 1
	}
	for seed := range games {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p := start(t, set)
			positiontest.Change(p, func(d *position.Data) {
				for i := range d.Nations {
					d.Nations[i].Advantages = rules.AdvantagesOf(d.Nations[i].Power)
				}
			})
			var s dice.Seed
			s[0] = byte(seed)
			src := &unlabelled{src: dice.NewStream(s)}
			rnd := rand.New(rand.NewPCG(seed, 30))
			for range 15 {
				if p = advantageTurn(t, set, p, rnd, src); p.Winner() != board.NoSide || t.Failed() {
					return
				}
			}
		})
	}
}

// unlabelled gives every roll a label of its own, so that one stream serves several turns.
type unlabelled struct {
	src dice.Source
	n   int
}

func (u *unlabelled) Roll(_ dice.Label, n, sides int) ([]int, error) {
	u.n++
	return u.src.Roll(dice.AdvantageLabel("GER", u.n), n, sides)
}

// advantageTurn plays a whole turn: random combat moves, declarations, answers by default, and the rest as it stands.
func advantageTurn(t *testing.T, set *rules.Set, p *position.Position, rnd *rand.Rand, src dice.Source) *position.Position {
	t.Helper()
	power, round := p.Power(), p.Round()
	g := positiontest.NewGambler(rnd, set.Board, p)
	var f order.File
	f.Sheet.Parts[order.Combat] = order.PhaseOrders{Held: true, Line: 1, Orders: g.Orders(40)}
	for _, x := range newTurn(set, p, phase.Assumed()).Unused(power) {
		f.Answers = append(f.Answers, order.Declare{At: g.At(), Advantage: x.Name})
	}
	f.Answers = append(f.Answers, order.PlaceByDefault{At: g.At()})
	f = withoutFaults(set, p, power, f)
	for step := 0; p.Power() == power && p.Round() == round && p.Winner() == board.NoSide; step++ {
		if step > 20 {
			t.Fatalf("%s's turn stands still: %v", power, Awaited(set, p))
		}
		res, err := Play(set, p, power, f, src)
		if err != nil || res.Refused {
			t.Fatalf("%s, step %d: %v, %v", power, step, err, positiontest.Codes(res.Faults))
		}
		p = res.Position
		for _, a := range res.Awaited {
			if a.What == "enigma" || a.What == "nonaggression" || a.What == "resistance" {
				answer := DefaultAnswer(set, p, a.Power)
				if !Answers(set, p, a.Power, answer) {
					t.Fatalf("%s is asked %s, and %v is no answer", a.Power, a.What, answer.Answers)
				}
				if res, err = Play(set, p, a.Power, answer, src); err != nil || res.Refused {
					t.Fatalf("%s answers %s: %v, %v", a.Power, a.What, err, positiontest.Codes(res.Faults))
				}
				p = res.Position
			}
		}
		f = order.File{}
		f.Sheet.Done = 1
	}
	positiontest.CheckPlaces(t, set, p, true)
	frugal(t, set, p)
	return p
}

// withoutFaults drops lines until a file is accepted.
func withoutFaults(set *rules.Set, p *position.Position, power board.Power, f order.File) order.File {
	for {
		bad := map[int]bool{}
		for _, x := range Judge(set, p, power, f) {
			bad[x.Line] = bad[x.Line] || x.Severity != order.Unwise
		}
		next := f
		next.Answers = kept(f.Answers, bad)
		part := &next.Sheet.Parts[order.Combat]
		part.Orders = kept(part.Orders, bad)
		if len(next.Answers) == len(f.Answers) && len(part.Orders) == len(f.Sheet.Parts[order.Combat].Orders) {
			return next
		}
		f = next
	}
}

func kept(list []order.Order, bad map[int]bool) []order.Order {
	var good []order.Order
	for _, o := range list {
		if !bad[o.LineNo()] {
			good = append(good, o)
		}
	}
	return good
}

// frugal checks that nothing was used twice, no money is owed, and no territory has two complexes.
func frugal(t *testing.T, set *rules.Set, p *position.Position) {
	t.Helper()
	for n := range p.Nations() {
		used := map[string]bool{}
		for _, a := range n.Used() {
			if used[a] || !n.HasAdvantage(a) {
				t.Errorf("%s used %s twice, or does not have it", n.Power(), a)
			}
			used[a] = true
		}
		if n.Money() < 0 {
			t.Errorf("%s owes %d IPC", n.Power(), -n.Money())
		}
	}
	for i := range set.Board.Spaces {
		complexes := 0
		for u := range p.In(board.SpaceID(i)) {
			if u.Type == board.Complex {
				complexes++
			}
		}
		if complexes > 1 {
			t.Errorf("%s has %d complexes", set.Board.Spaces[i].Name, complexes)
		}
	}
}
