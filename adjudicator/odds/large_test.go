package odds_test

import (
	"math"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// TestAgainstSimulation rolls battles too large to enumerate through the real combat, always with the same dice.
func TestAgainstSimulation(t *testing.T) {
	t.Parallel()
	const n = 4000
	for _, c := range []struct {
		name, att, def string
		do             func(*battle.Battle)
	}{
		{"land", "6 infantry, 1 artillery, 2 tank, 1 fighter", "7 infantry, 1 artillery, 1 tank, 1 fighter", gun(1)},
		{"landing", "3 infantry ashore, 2 tank, 1 fighter", "3 infantry, 1 USA tank", func(b *battle.Battle) { landing(board.Battleship, board.Battleship)(b); object(b) }},
		{"sea", "2 submarine, 1 destroyer, 2 fighter, 1 battleship", "2 submarine, 1 transport, 1 destroyer, 1 aircraft carrier, 1 fighter", func(*battle.Battle) {}},
		{"sea of Europe", "2 submarine, 1 destroyer, 2 fighter, 1 battleship", "2 submarine, 1 transport, 1 destroyer, 1 aircraft carrier, 1 fighter", policy(europe)},
		{"heavy bombers", "3 infantry, 3 bomber", "5 infantry, 2 fighter", func(b *battle.Battle) { techs(rules.HeavyBombers, rules.JetFighters)(b); gun(1)(b) }},
		{"retreat", "5 tank", "5 infantry", retreat(order.Cond{When: order.FewerThan, N: 3})},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := fight(t, c.att, c.def)
			c.do(&b)
			want, err := odds.Compute(b, odds.Options{Retreats: true})
			if err != nil {
				t.Fatal(err)
			}
			var wins, draws, rounds, lost float64
			src := &seeded{state: 7}
			for range n {
				end, out, _, err := battle.Fight(b, src)
				if err != nil {
					t.Fatal(err)
				}
				switch out.Result {
				case battle.AttackerWins:
					wins++
				case battle.Draw, battle.Retreated:
					draws++
				}
				rounds += float64(end.Round)
				lost += float64(len(out.Lost.Defender))
			}
			near(t, "attacker", wins/n, want.Attacker, 4*math.Sqrt(want.Attacker*(1-want.Attacker)/n))
			near(t, "draw", draws/n, want.Draw, 4*math.Sqrt(want.Draw*(1-want.Draw)/n))
			near(t, "rounds", rounds/n, want.Rounds, 4*want.Rounds/math.Sqrt(n))
			near(t, "defenders lost", lost/n, want.Defenders.LostUnits, 4*want.Defenders.Units/math.Sqrt(n))
		})
	}
}

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.Abs(got-want) > by+1e-12 {
		t.Errorf("%s: %.4f rolled, %.4f computed, more than %.4f apart", what, got, want, by)
	}
}

// TestKnown are chances that can be worked out on paper.
func TestKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		att, def             string
		attacker, draw, last float64
	}{
		// One die each, hits on 1 and on 2: both, one or the other, or again.
		{"1 infantry", "1 infantry", 4.0 / 36 / (1 - 20.0/36), 2.0 / 36 / (1 - 20.0/36), 1 / (1 - 20.0/36)},
		// A submarine's victim does not fire back: it hits first with 1/3, else the transport with 1/6.
		{"1 submarine", "1 transport", 12.0 / 36 / (1 - 20.0/36), 0, 1 / (1 - 20.0/36)},
		{"1 tank", "", 1, 0, 0},
	} {
		r, err := odds.Compute(fight(t, c.att, c.def), odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.att+" attacker", r.Attacker, c.attacker, 1e-15)
		near(t, c.att+" draw", r.Draw, c.draw, 1e-15)
		near(t, c.att+" rounds", r.Rounds, c.last, 1e-14)
	}
}

// TestChance: what decides an order is the chance of taking the space, at sea of winning, whatever lines stop the battle.
func TestChance(t *testing.T) {
	t.Parallel()
	land := fight(t, "1 infantry, 2 fighter", "1 infantry")
	attacker(types(board.Infantry))(&land)
	r, err := odds.Compute(land, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	land.Ways = []board.SpaceID{way}
	land.Attacker.Armies[0].Tactics = append(land.Attacker.Armies[0].Tactics, order.Tactic{Do: order.Retreat, To: way})
	if got := odds.Chance(land); got != r.Takes || r.Takes >= r.Attacker {
		t.Errorf("on land %v, want %v, less than %v", got, r.Takes, r.Attacker)
	}
	if got := odds.Chance(fight(t, "2 fighter", "1 infantry")); got != 0 {
		t.Errorf("planes alone take a territory with %v", got)
	}
	sea := fight(t, "2 fighter", "1 transport")
	if r, err = odds.Compute(sea, odds.Options{}); err != nil || odds.Chance(sea) != r.Attacker {
		t.Errorf("at sea %v, want %v; %v", odds.Chance(sea), r.Attacker, err)
	}
	broken := sea
	broken.Defender.Armies = nil
	if odds.Chance(broken) != 0 {
		t.Error("a battle wrongly put together has a chance")
	}
}

// TestOddsLine fights a battle whose order to retreat depends on the odds of what is left.
func TestOddsLine(t *testing.T) {
	t.Parallel()
	b := fight(t, "2 tank", "2 tank")
	retreat(order.Cond{When: order.OddsBelow, Percent: 40})(&b)
	b.Odds = odds.Chance
	end, out, _, err := battle.Fight(b, &fixed{faces: []int{6, 6, 3, 6}}) // one tank is lost: 1 against 2
	if err != nil || out.Result != battle.Retreated || len(end.Attacker.Units) != 1 {
		t.Errorf("%q with %d left; %v", out.Result, len(end.Attacker.Units), err)
	}
}

// TestSameBits: the chances are the same to the last bit wherever and however often they are worked out. The numbers were
// printed on amd64; a machine that fuses products and sums must print them, too.
func TestSameBits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		att, def string
		bits     uint64
	}{
		{"6 infantry, 1 artillery, 2 tank, 1 fighter", "7 infantry, 1 artillery, 1 tank, 1 fighter", 0x3fd4260d3a477bb6},
		{"2 submarine, 1 destroyer, 2 fighter, 1 battleship", "2 submarine, 1 transport, 1 destroyer, 1 aircraft carrier, 1 fighter", 0x3fe7f0148be50459},
	} {
		for range 3 {
			if got := math.Float64bits(odds.Chance(fight(t, c.att, c.def))); got != c.bits {
				t.Errorf("%s: %#x, want %#x", c.att, got, c.bits)
			}
		}
	}
}

// TestTooLarge: beyond all boxes the chances are sampled, and say so.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	r, err := odds.Compute(fight(t, "41 submarine", "20 destroyer"), odds.Options{Samples: 50})
	if err != nil || r.Error < 0.3 || math.Abs(r.Attacker+r.Defender+r.Draw-1) > 1e-9 {
		t.Errorf("%+v; %v", r, err)
	}
	if r, _ := odds.Compute(fight(t, "40 destroyer", "40 destroyer"), odds.Options{}); r.Error != 0 {
		t.Error("40 a side are not told exactly")
	}
}
