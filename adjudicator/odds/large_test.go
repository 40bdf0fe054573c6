package odds_test

import (
	"errors"
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
	n := 4000.0
	if testing.Short() {
		n = 400
	}
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
			for range int(n) {
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

// TestChance: what decides an order is the chance of taking the space, at sea of winning, whatever lines stop the
// battle.
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
	if got := chance(t, land); got != r.Takes || r.Takes >= r.Attacker {
		t.Errorf("on land %v, want %v, less than %v", got, r.Takes, r.Attacker)
	}
	if got := chance(t, fight(t, "2 fighter", "1 infantry")); got != 0 {
		t.Errorf("planes alone take a territory with %v", got)
	}
	sea := fight(t, "2 fighter", "1 transport")
	if r, err = odds.Compute(sea, odds.Options{}); err != nil || chance(t, sea) != r.Attacker {
		t.Errorf("at sea %v, want %v; %v", chance(t, sea), r.Attacker, err)
	}
	broken := sea
	broken.Defender.Armies = nil
	if _, err := odds.Chance(broken); err == nil {
		t.Error("a battle wrongly put together has a chance")
	}
}

func chance(t *testing.T, b battle.Battle) float64 {
	t.Helper()
	p, err := odds.Chance(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
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

// TestSameBits: the chances are the same to the last bit wherever and however often they are worked out. The numbers
// were printed on amd64; a machine that fuses products and sums must print them, too.
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
			if got := math.Float64bits(chance(t, fight(t, c.att, c.def))); got != c.bits {
				t.Errorf("%s: %#x, want %#x", c.att, got, c.bits)
			}
		}
	}
}

// TestTooLarge: above a limit there is an error that names it, and it comes soon. What is within the limits is exact.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		att, def string
		want     odds.LimitError
	}{
		{"201 infantry", "1 infantry", odds.LimitError{What: odds.Units, Have: 201, Most: 200}},
		{"1 infantry", "9999 infantry", odds.LimitError{What: odds.Units, Have: 9999, Most: 200}},
		{"40 submarine, 40 destroyer, 20 battleship, 60 fighter", "40 submarine, 40 destroyer, 20 battleship, 60 transport",
			odds.LimitError{What: odds.Steps, Most: odds.MaxSteps}},
		{"200 infantry", "200 infantry", odds.LimitError{What: odds.Steps, Most: odds.MaxSteps}},
	} {
		if testing.Short() && c.want.What == odds.Steps && c.att == "200 infantry" {
			continue // one battle of too many steps is enough
		}
		for i, rules := range []func(*battle.Battle){func(*battle.Battle) {}, policy(europe)} {
			if testing.Short() && c.want.What == odds.Steps && i > 0 {
				continue // so is one rule set
			}
			b := fight(t, c.att, c.def)
			rules(&b)
			_, err := odds.Compute(b, odds.Options{})
			if got, ok := errors.AsType[*odds.LimitError](err); !ok || *got != c.want {
				t.Errorf("%s against %s: %v, want %+v", c.att, c.def, err, c.want)
			}
			if _, again := odds.Chance(b); again == nil || again.Error() != err.Error() {
				t.Errorf("%s against %s: the chance says %v, the odds %v", c.att, c.def, again, err)
			}
		}
	}
	for _, c := range [][2]string{{"40 destroyer", "40 destroyer"}, {"60 infantry", "60 infantry"}, {"200 infantry", "20 infantry"}} {
		r, err := odds.Compute(fight(t, c[0], c[1]), odds.Options{})
		if err != nil || math.Abs(r.Attacker+r.Defender+r.Draw-1) > 1e-9 || r.Steps == 0 || r.Steps > odds.MaxSteps {
			t.Errorf("%s against %s: %v, %d steps", c[0], c[1], err, r.Steps)
		}
	}
}

// TestSteps: a search may be given fewer steps, and takes the same number of them every time.
func TestSteps(t *testing.T) {
	t.Parallel()
	b := fight(t, "10 infantry, 2 tank", "8 infantry, 2 fighter")
	r, err := odds.Compute(b, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := odds.Compute(b, odds.Options{Steps: r.Steps}); err != nil || again.Steps != r.Steps || again.Takes != r.Takes {
		t.Errorf("with just enough steps: %d of %d; %v", again.Steps, r.Steps, err)
	}
	if _, err := odds.Compute(b, odds.Options{Steps: r.Steps - 1}); err == nil {
		t.Error("one step too few is no error")
	}
}

// TestManyLayers: a line that names a late round makes a layer of each round before it. That is bounded, too.
func TestManyLayers(t *testing.T) {
	t.Parallel()
	b := fight(t, "30 infantry, 10 tank", "40 infantry")
	retreat(order.Cond{When: order.AfterRound, N: 9999})(&b)
	_, err := odds.Compute(b, odds.Options{Retreats: true})
	if limit, ok := errors.AsType[*odds.LimitError](err); err != nil && (!ok || limit.What != odds.Steps) {
		t.Error(err)
	}
}
