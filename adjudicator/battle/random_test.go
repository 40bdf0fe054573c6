package battle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// labelled rolls random dice, and fails a test that asks for a label twice (TH-19).
type labelled struct {
	t    *testing.T
	r    *rand.Rand
	used map[dice.Label]bool
}

func (l *labelled) Roll(label dice.Label, n, sides int) ([]int, error) {
	if l.used[label] {
		l.t.Errorf("label %q is used twice", label)
	}
	l.used[label] = true
	if err := label.Check(); err != nil || n < 1 {
		l.t.Errorf("%d dice of %q: %v", n, label, err)
	}
	faces := make([]int, n)
	for i := range faces {
		faces[i] = l.r.IntN(sides) + 1
	}
	return faces, nil
}

// TestRandomBattles checks of any battle: every unit is left, lost or withdrawn, and only one of these; the units that
// the events call left are left; the winner has units that can fight and the loser has none.
func TestRandomBattles(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 1500 {
		b := randomBattle(t, r)
		text := fmt.Sprintf("battle %d, %q against %q", n, left(b.Attacker.Units), left(b.Defender.Units))
		end, out, events, err := battle.Fight(b, &labelled{t, r, map[dice.Label]bool{}})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		whole(t, text+", attackers", b.Attacker.Units, end.Attacker.Units, out.Lost.Attacker, out.Withdrawn)
		whole(t, text+", defenders", b.Defender.Units, end.Defender.Units, out.Lost.Defender)
		att, def := fighting(end.Attacker.Units), fighting(end.Defender.Units)
		switch out.Result {
		case battle.AttackerWins:
			if att == 0 || def != 0 {
				t.Errorf("%s: %d against %d are left, and the attacker wins", text, att, def)
			}
		case battle.DefenderWins:
			if att != 0 || def == 0 {
				t.Errorf("%s: %d against %d are left, and the defender wins", text, att, def)
			}
		}
		if last, ok := events[len(events)-1].(event.BattleEnded); !ok || last.Outcome != string(out.Result) || last.Round != end.Round {
			t.Errorf("%s: the last event is %+v", text, last)
		}
	}
}

func fighting(us []battle.Unit) int {
	n := 0
	for _, u := range us {
		n += map[bool]int{false: 1}[u.Submerged]
	}
	return n
}

// whole reports whether the parts are all of the units, each once.
func whole(t *testing.T, text string, all []battle.Unit, parts ...[]battle.Unit) {
	t.Helper()
	ids := func(us []battle.Unit) []int {
		var out []int
		for _, u := range us {
			out = append(out, u.ID)
		}
		slices.Sort(out)
		return out
	}
	if got, want := ids(slices.Concat(parts...)), ids(all); !slices.Equal(got, want) {
		t.Errorf("%s: units %v, want %v", text, got, want)
	}
}

// randomBattle is a battle of up to eight units a side with random policies, technologies and lines.
func randomBattle(t *testing.T, r *rand.Rand) battle.Battle {
	name := []string{"revised", "europe"}[r.IntN(2)]
	set, err := rules.New(name, rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := *set
	s.Combat.LowLuck, s.Combat.DefenderFirst, s.Combat.HeavyBest = r.IntN(4) == 0, r.IntN(2) == 0, r.IntN(3) == 0
	sea := r.IntN(2) == 0
	at := slices.IndexFunc(s.Board.Spaces, func(sp board.Space) bool { return sp.Sea == sea && sp.OriginalController != board.Neutral })
	b := battle.New(&s, board.SpaceID(at), "UK")
	b.Attacker = randomSide(r, &s, sea, 0, "Germany")
	b.Defender = randomSide(r, &s, sea, 100, "UK", "USA")
	b.Ways = []board.SpaceID{1, 2}
	if !sea {
		b.Gun = battle.Gun{Owner: "UK", Value: r.IntN(3)}
		b.Landing = r.IntN(2) == 0
		b.Ships = []battle.Unit{{ID: 900, Type: board.Battleship, Owner: "Germany"}}
	}
	return b
}

func randomSide(r *rand.Rand, s *rules.Set, sea bool, id int, powers ...board.Power) battle.Side {
	var side battle.Side
	for i, p := range powers {
		a := battle.Army{Power: p}
		for i := range s.Advantages {
			if x := &s.Advantages[i]; (x.Power == p || x.Power == board.Nobody) && r.IntN(3) == 0 {
				a.Advantages = append(a.Advantages, x)
			}
		}
		for range r.IntN(4) {
			a.Tactics = append(a.Tactics, randomTactic(r))
		}
		if i > 0 && r.IntN(2) == 0 {
			a.Tactics = append(a.Tactics, object)
		}
		side.Armies = append(side.Armies, a)
	}
	for range r.IntN(8) + 1 {
		typ := board.UnitTypes()[r.IntN(len(board.UnitTypes()))]
		if typ == board.AAGun || typ == board.Complex || !typ.IsAir() && typ.IsShip() != sea {
			continue
		}
		id++
		u := battle.Unit{ID: id, Rank: r.IntN(4), Type: typ, Owner: powers[r.IntN(len(powers))], Left: r.IntN(3), FromSea: r.IntN(2) == 0}
		u.Suicide = sea && typ.IsAir() && len(powers) == 1 && r.IntN(4) == 0
		u.Kaiten = typ == board.Submarine && len(powers) > 1 && r.IntN(4) == 0
		if typ == board.Transport && r.IntN(2) == 0 {
			u.Cargo = []battle.Unit{{ID: 500 + id, Type: board.Infantry, Owner: u.Owner}}
		}
		side.Units = append(side.Units, u)
	}
	return side
}

func randomTactic(r *rand.Rand) order.Tactic {
	c := order.Cond{When: order.When(r.IntN(int(order.AlwaysSubmerge) + 1)), N: r.IntN(3) + 1, Percent: 50}
	switch r.IntN(5) {
	case 0:
		return order.Tactic{Do: order.Retreat, To: board.SpaceID(r.IntN(3)), Cond: c}
	case 1:
		return order.Tactic{Do: order.WithdrawAircraft, Cond: c}
	case 2:
		return order.Tactic{Do: order.Submerge, N: r.IntN(3), Cond: c, Negative: r.IntN(4) == 0}
	case 3:
		return order.Tactic{Do: order.Losses, Mode: order.Mode(r.IntN(4))}
	}
	return order.Tactic{Do: order.Losses, Losses: []order.Loss{
		{Type: board.UnitTypes()[r.IntN(12)], Cargo: order.Cargo(r.IntN(3)), Damage: r.IntN(4) == 0}, {Type: board.UnitTypes()[r.IntN(12)]}}}
}
