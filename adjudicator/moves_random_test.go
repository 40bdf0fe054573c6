package adjudicator

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// Whatever is ordered, no unit ends a phase where it cannot stand: land units at sea without a ship, fighters at sea
// without a deck, more cargo than fits, ships on land. Lines with a fault do nothing.
func TestRandomMovesLeaveNoImpossiblePlace(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		set, err := rules.New(name, rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		seeds := uint64(12)
		if testing.Short() {
			seeds = 6
		}
		for seed := range seeds {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				p := start(t, set)
				rnd := rand.New(rand.NewPCG(seed, 1))
				for round := range 3 {
					for _, power := range set.Board.Powers() {
						positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = power, order.Combat })
						BeginTurn(set, p)
						p = randomTurn(t, rnd, set, p)
						if t.Failed() {
							t.Fatalf("round %d, %s", round, power)
						}
					}
				}
			})
		}
	}
}

func randomTurn(t *testing.T, rnd *rand.Rand, set *rules.Set, p *position.Position) *position.Position {
	t.Helper()
	r := newTurn(set, p, phase.Assumed())
	moves := positiontest.NewGambler(rnd, set.Board, r.Pos).Orders(12)
	if _, err := r.Do(movement.Combat, positiontest.Part(moves...)); err != nil {
		t.Fatal(err)
	}
	positiontest.CheckPlaces(t, set, r.Pos, false)
	if _, err := r.Do(combat.Conduct, order.PhaseOrders{}); err != nil {
		t.Fatal(err)
	}
	positiontest.CheckPlaces(t, set, r.Pos, false)
	noncombat := positiontest.NewGambler(rnd, set.Board, r.Pos).Orders(12)
	if _, err := r.Do(movement.Noncombat, positiontest.Part(noncombat...)); err != nil {
		t.Fatal(err)
	}
	positiontest.CheckPlaces(t, set, r.Pos, true)
	if t.Failed() {
		t.Logf("combat %+v\nnoncombat %+v\nfaults %v", moves, noncombat, positiontest.Codes(r.Faults))
	}
	return r.Pos
}
