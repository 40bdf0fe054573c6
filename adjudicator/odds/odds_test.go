package odds_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// parse reads "2 infantry, 1 USA fighter, 1 transport loaded".
func parse(t testing.TB, owner board.Power, text string) []battle.Unit {
	t.Helper()
	var us []battle.Unit
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		words := strings.Fields(part)
		u, n := battle.Unit{Owner: owner}, 0
		if _, err := fmt.Sscan(words[0], &n); err != nil {
			t.Fatalf("units %q: %v", part, err)
		}
		words = words[1:]
		if words[0] == "USA" {
			u.Owner, words = "USA", words[1:]
		}
		marks := map[string]func(){
			"ashore": func() { u.FromSea = true }, "kamikaze": func() { u.Suicide = true }, "kaiten": func() { u.Kaiten = true },
			"damaged": func() { u.Damaged = true },
			"loaded":  func() { u.Cargo = []battle.Unit{{Type: board.Infantry, Owner: u.Owner}} },
		}
		for mark := marks[words[len(words)-1]]; mark != nil; mark = marks[words[len(words)-1]] {
			mark()
			words = words[:len(words)-1]
		}
		typ, ok := board.ParseUnit(strings.Join(words, " "))
		if !ok {
			t.Fatalf("units %q: no unit", part)
		}
		u.Type = typ
		for range n {
			us = append(us, u)
		}
	}
	return us
}

func armies(first board.Power, us []battle.Unit) []battle.Army {
	as := []battle.Army{{Power: first}}
	if slices.ContainsFunc(us, func(u battle.Unit) bool { return u.Owner == "USA" }) {
		as = append(as, battle.Army{Power: "USA"})
	}
	return as
}

// fight is Germany's units against the UK's, in India or at sea.
func fight(t testing.TB, att, def string) battle.Battle {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, d := parse(t, "Germany", att), parse(t, "UK", def)
	name := "India"
	if slices.ContainsFunc(append(slices.Clone(a), d...), func(u battle.Unit) bool { return u.Type.IsShip() }) {
		name = "SZ7"
	}
	at, _ := set.Board.Find(name)
	b := battle.New(set, at, "UK")
	for i := range a {
		a[i].ID, a[i].Rank = i+1, i+1
	}
	for i := range d {
		d[i].ID, d[i].Rank = i+101, i+101
	}
	b.Attacker = battle.Side{Armies: armies("Germany", a), Units: a}
	b.Defender = battle.Side{Armies: armies("UK", d), Units: d}
	return b
}

// twist changes something about a battle.
type twist struct {
	name string
	do   func(*battle.Battle)
}

func policy(change func(*rules.Set)) func(*battle.Battle) {
	return func(b *battle.Battle) {
		s := *b.Set
		change(&s)
		b.Set = &s
	}
}

func europe(s *rules.Set) {
	s.Subs = rules.Subs{AttackFirst: true, AirNeedsHelp: true}
	s.AntiaircraftFire.OwnerPicks = true
	s.Landing.BombardFirst, s.Landing.VictimsFire = true, true
}

func attacker(ts ...order.Tactic) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Attacker.Armies[0].Tactics = ts }
}

func defender(ts ...order.Tactic) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Defender.Armies[0].Tactics = ts }
}

func techs(ns ...int) func(*battle.Battle) {
	return func(b *battle.Battle) {
		for i := range b.Set.Advantages {
			if x := &b.Set.Advantages[i]; slices.Contains(ns, x.Tech) {
				b.Attacker.Armies[0].Advantages = append(b.Attacker.Armies[0].Advantages, x)
				b.Defender.Armies[0].Advantages = append(b.Defender.Armies[0].Advantages, x)
			}
		}
	}
}

func gun(v int) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Gun = battle.Gun{Owner: "UK", Value: v} }
}

func landing(ships ...board.UnitType) func(*battle.Battle) {
	return func(b *battle.Battle) {
		b.Landing = true
		for _, s := range ships {
			b.Ships = append(b.Ships, battle.Unit{Type: s, Owner: "Germany"})
		}
	}
}

const way = board.SpaceID(1)

func retreat(c order.Cond) func(*battle.Battle) {
	return func(b *battle.Battle) {
		b.Ways = []board.SpaceID{way}
		attacker(order.Tactic{Do: order.Retreat, To: way, Cond: c})(b)
	}
}

func mode(m order.Mode) order.Tactic { return order.Tactic{Do: order.Losses, Mode: m} }

func types(ts ...board.UnitType) order.Tactic {
	l := order.Tactic{Do: order.Losses}
	for _, t := range ts {
		l.Losses = append(l.Losses, order.Loss{Type: t})
	}
	return l
}

func dive(c order.Cond) order.Tactic { return order.Tactic{Do: order.Submerge, Cond: c} }

func object(b *battle.Battle) {
	for i := range b.Defender.Armies {
		if i > 0 {
			b.Defender.Armies[i].Tactics = []order.Tactic{{Do: order.Object}}
		}
	}
}

var (
	after1  = order.Cond{When: order.AfterRound, N: 1}
	after2  = order.Cond{When: order.AfterRound, N: 2}
	fewer   = order.Cond{When: order.FewerThan, N: 2}
	always  = order.Cond{When: order.AlwaysSubmerge}
	lowLuck = policy(func(s *rules.Set) { s.Combat.LowLuck = true })
)

// lands and seas are the small battles, each fought with each of its twists.
var (
	lands = [][2]string{
		{"1 infantry", "1 infantry"}, {"2 infantry", "1 infantry"}, {"1 tank", "2 infantry"}, {"1 infantry, 1 artillery", "1 infantry"},
		{"1 infantry, 1 fighter", "1 infantry"}, {"2 fighter", "1 infantry, 1 tank"}, {"1 tank, 1 bomber", "1 fighter, 1 infantry"},
		{"1 infantry ashore, 1 tank", "2 infantry"}, {"1 fighter", "1 infantry"}, {"1 infantry, 1 tank", "1 infantry, 1 USA infantry"},
		{"1 infantry, 1 artillery, 1 tank", "1 tank"}, {"1 infantry, 1 bomber", "1 USA artillery, 1 fighter"}, {"2 fighter", ""},
	}
	seas = [][2]string{
		{"1 submarine", "1 submarine"}, {"2 submarine", "1 transport"}, {"1 submarine", "1 destroyer"}, {"1 submarine, 1 destroyer", "1 transport, 1 destroyer"},
		{"1 fighter", "1 submarine"}, {"1 fighter, 1 submarine", "1 destroyer"}, {"1 destroyer", "1 battleship"}, {"1 battleship", "1 submarine, 1 transport"},
		{"1 battleship", "1 battleship damaged"}, {"1 submarine, 1 fighter", "1 fighter, 1 submarine"}, {"1 transport, 1 submarine", "1 fighter, 1 transport"},
		{"2 submarine", "1 aircraft carrier, 1 fighter"}, {"1 transport loaded, 1 transport, 1 destroyer", "1 USA destroyer"}, {"1 transport", "1 transport"},
		{"1 fighter kamikaze, 1 destroyer", "1 submarine, 1 USA transport"}, {"1 destroyer", "1 submarine kaiten, 1 submarine"}, {"1 bomber", "1 transport, 1 submarine"},
	}
	onLand = []twist{
		{"plain", func(*battle.Battle) {}},
		{"flak", gun(1)},
		{"radar", gun(2)},
		{"techs", techs(rules.JetFighters, rules.HeavyBombers)},
		{"low luck", lowLuck},
		{"low luck and flak", func(b *battle.Battle) { lowLuck(b); gun(1)(b) }},
		{"landing", landing(board.Battleship)},
		{"landing with flak", func(b *battle.Battle) {
			landing(board.Destroyer, board.Battleship)(b)
			gun(1)(b)
			techs(rules.CombinedBombardment)(b)
		}},
		{"tank first", func(b *battle.Battle) { attacker(types(board.Tank))(b); defender(types(board.Tank))(b) }},
		{"cheapest", func(b *battle.Battle) { attacker(mode(order.Cheapest))(b); defender(mode(order.SaveLand))(b) }},
		{"retreat after 1", retreat(after1)},
		{"retreat after 2", retreat(after2)},
		{"retreat if fewer", retreat(fewer)},
		{"withdraw", func(b *battle.Battle) {
			landing()(b)
			attacker(order.Tactic{Do: order.WithdrawAircraft, Cond: after1})(b)
		}},
		{"objection", object},
		{"europe", func(b *battle.Battle) { policy(europe)(b); landing(board.Battleship)(b); gun(1)(b) }},
		{"defender first", policy(func(s *rules.Set) { s.Combat.DefenderFirst = true })},
		{"better die", func(b *battle.Battle) {
			techs(rules.HeavyBombers)(b)
			policy(func(s *rules.Set) { s.Combat.HeavyBest = true })(b)
		}},
	}
	atSea = []twist{
		{"plain", func(*battle.Battle) {}},
		{"super submarines", techs(rules.SuperSubmarines, rules.JetFighters)},
		{"low luck", lowLuck},
		{"dive", attacker(dive(always))},
		{"dive after 2", func(b *battle.Battle) { attacker(dive(after2))(b); defender(dive(after1))(b) }},
		{"never dive", func(b *battle.Battle) {
			attacker(order.Tactic{Do: order.Submerge, Negative: true})(b)
			defender(order.Tactic{Do: order.Submerge, Negative: true})(b)
		}},
		{"retreat if fewer", retreat(fewer)},
		{"retreat after 2", retreat(after2)},
		{"damage last", defender(order.Tactic{Do: order.Losses, Losses: []order.Loss{{Type: board.Transport}, {Type: board.Submarine}, {Type: board.Battleship, Damage: true}}})},
		{"objection", object},
		{"europe", policy(europe)},
		{"europe, dive", func(b *battle.Battle) { policy(europe)(b); attacker(dive(after1))(b); defender(dive(always))(b) }},
		{"europe, never", func(b *battle.Battle) {
			policy(europe)(b)
			attacker(order.Tactic{Do: order.Submerge, Negative: true})(b)
			defender(order.Tactic{Do: order.Submerge, Negative: true})(b)
		}},
		{"europe, low luck", func(b *battle.Battle) { policy(europe)(b); lowLuck(b) }},
	}
)

// TestExact compares the odds of small battles of every kind with the truth: every sequence of dice, through the real
// combat steps, in rational numbers.
func TestExact(t *testing.T) {
	t.Parallel()
	n := 0
	for i, kinds := range [][][2]string{lands, seas} {
		for j, sides := range kinds {
			for k, tw := range [][]twist{onLand, atSea}[i] {
				b := fight(t, sides[0], sides[1])
				tw.do(&b)
				if d := diceOfARound(b); d > 5 || d > 3 && (j+k)%3 != 0 {
					continue // more than five dice take too long; of those with many, a third will do
				}
				n++
				if testing.Short() && n%11 != 0 {
					continue
				}
				t.Run(sides[0]+" against "+sides[1]+", "+tw.name, func(t *testing.T) {
					t.Parallel()
					compare(t, b)
				})
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d battles", n)
	}
}

// TestExactTogether does the same for battles with two twists at once.
func TestExactTogether(t *testing.T) {
	t.Parallel()
	r, n := rand.New(rand.NewPCG(1, 1)), 150
	if testing.Short() {
		n = 30
	}
	for range n {
		sides, twists := lands, onLand
		if r.IntN(2) == 0 {
			sides, twists = seas, atSea
		}
		pair, one, two := sides[r.IntN(len(sides))], twists[r.IntN(len(twists))], twists[r.IntN(len(twists))]
		b := fight(t, pair[0], pair[1])
		one.do(&b)
		two.do(&b)
		if diceOfARound(b) > 4 {
			continue
		}
		t.Run(pair[0]+" against "+pair[1]+", "+one.name+", "+two.name, func(t *testing.T) {
			t.Parallel()
			compare(t, b)
		})
	}
}

// diceOfARound is how many dice the first round takes at most.
func diceOfARound(b battle.Battle) int {
	n := len(b.Attacker.Units) + len(b.Defender.Units) + len(b.Ships)
	for _, u := range b.Attacker.Units {
		if b.Gun.Value > 0 && u.Type.IsAir() {
			n++
		}
		if u.Type == board.Bomber && len(b.Attacker.Armies[0].Advantages) > 0 {
			n++
		}
	}
	return n
}

func compare(t *testing.T, b battle.Battle) {
	t.Helper()
	want := enumerate(t, b)
	got, err := odds.Compute(b, odds.Options{Retreats: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range []float64{got.Attacker, got.Defender, got.Draw, got.Takes, got.Rounds} {
		same(t, []string{"attacker", "defender", "draw", "takes", "rounds"}[i], x, want.numbers()[i])
	}
	seen := 0
	for side, s := range map[string]odds.Side{"attackers ": got.Attackers, "defenders ": got.Defenders} {
		for _, left := range s.Survivors {
			q := want.ends[side+leftOver(left.Units)]
			if q == nil {
				t.Errorf("%s%v cannot be left", side, left.Units)
				continue
			}
			seen++
			same(t, side+fmt.Sprint(left.Units), left.Chance, q)
		}
	}
	if seen != len(want.ends) {
		t.Errorf("%d sets of survivors, want %d", seen, len(want.ends))
	}
}

// same reports whether a chance is the truth, but for the last bits of a float64.
func same(t *testing.T, what string, got float64, want *big.Rat) {
	t.Helper()
	f, _ := want.Float64()
	if math.Abs(got-f) > 1e-13*max(1, f) {
		t.Errorf("%s: %.17g, want %.17g", what, got, f)
	}
}
