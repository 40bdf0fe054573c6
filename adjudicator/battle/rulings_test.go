package battle_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// ruling is a battle worked out by hand from a ruling.
type ruling struct {
	rule, name string
	setup
	wantAtt, wantDef string
	result           battle.Result
	rounds           int
	fired            string // if given, every volley: side, step, then dice x value by column
}

// fight fights it; all its dice must be used.
func (r ruling) fight(t *testing.T) (battle.Battle, battle.Outcome, []event.Event) {
	t.Helper()
	script := dice.NewScript(r.dice...)
	end, out, events, err := battle.Fight(r.battle(t), script)
	if err != nil {
		t.Fatal(err)
	}
	if n := script.Left(); n > 0 {
		t.Errorf("%d dice are left over", n)
	}
	return end, out, events
}

func (r ruling) run(t *testing.T) {
	t.Helper()
	end, out, events := r.fight(t)
	if a, d := left(end.Attacker.Units), left(end.Defender.Units); a != r.wantAtt || d != r.wantDef {
		t.Errorf("left %q against %q, want %q against %q", a, d, r.wantAtt, r.wantDef)
	}
	if out.Result != r.result || end.Round != r.rounds {
		t.Errorf("%q after round %d, want %q after %d", out.Result, end.Round, r.result, r.rounds)
	}
	if got := fired(events); r.fired != "" && got != r.fired {
		t.Errorf("fired %q, want %q", got, r.fired)
	}
}

// fired writes all volleys of a battle: "att fire 1x2 2x3" is two dice hitting at 1, three at 2.
func fired(events []event.Event) string {
	var lines []string
	for _, e := range events {
		switch e := e.(type) {
		case event.AntiaircraftFired:
			lines = append(lines, fmt.Sprintf("flak %dx%d", e.Value, len(e.Dice)))
		case event.Fired:
			s := "def " + e.Step
			if e.Attacking {
				s = "att " + e.Step
			}
			for _, v := range e.Volleys {
				s += fmt.Sprintf(" %dx%d", v.Value, len(v.Dice))
			}
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "; ")
}

func space(t testing.TB, name string) board.SpaceID {
	t.Helper()
	id, ok := board.Named("revised").Find(name)
	if !ok {
		t.Fatalf("no space %q", name)
	}
	return id
}

// attacker adds lines to the attacker's section, defender to the defender's standing orders.
func attacker(ts ...order.Tactic) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Attacker.Armies[0].Tactics = ts }
}

func defender(ts ...order.Tactic) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Defender.Armies[0].Tactics = ts }
}

// with does several things to a battle.
func with(fs ...func(*battle.Battle)) func(*battle.Battle) {
	return func(b *battle.Battle) {
		for _, f := range fs {
			f(b)
		}
	}
}

// policy changes the rule set.
func policy(change func(*rules.Set)) func(*battle.Battle) {
	return func(b *battle.Battle) {
		s := *b.Set
		change(&s)
		b.Set = &s
	}
}

func ways(ids ...board.SpaceID) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Ways = ids }
}

func landing(ships ...battle.Unit) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Landing, b.Ships = true, ships }
}

func gun(value int) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Gun = battle.Gun{Owner: "UK", Value: value} }
}

func after(round int) order.Cond         { return order.Cond{When: order.AfterRound, N: round} }
func submerge(c order.Cond) order.Tactic { return order.Tactic{Do: order.Submerge, Cond: c} }

func list(ls ...order.Loss) order.Tactic { return order.Tactic{Do: order.Losses, Losses: ls} }

var (
	always = order.Cond{When: order.AlwaysSubmerge}
	dive   = submerge(always)
	object = order.Tactic{Do: order.Object}
	damage = order.Loss{Type: board.Battleship, Damage: true}
)

func TestRulings(t *testing.T) {
	t.Parallel()
	sz5, sz6 := space(t, "SZ5"), space(t, "SZ6")
	retreatTo := func(to board.SpaceID, c order.Cond) order.Tactic {
		return order.Tactic{Do: order.Retreat, To: to, Cond: c}
	}
	withdraw := func(c order.Cond) order.Tactic { return order.Tactic{Do: order.WithdrawAircraft, Cond: c} }
	battleship := battle.Unit{ID: 50, Type: board.Battleship, Owner: "Germany"}
	cases := []ruling{
		{rule: "R-5", name: "one die for each plane",
			setup: setup{att: "2 fighter, 1 bomber, 1 infantry", def: "1 infantry", prepare: gun(1), dice: []int{1, 1, 1, 1, 6}},
			fired: "flak 1x3; att fire 1x1; def fire 2x1", wantAtt: "1 infantry", result: battle.AttackerWins, rounds: 1},
		{rule: "R-6", name: "the plane named second is hit by the second die",
			setup: setup{att: "1 infantry, 2 fighter", def: "1 infantry", dice: []int{2, 1, 1, 1, 6}, prepare: with(gun(1), func(b *battle.Battle) {
				b.Attacker.Units[1].Rank, b.Attacker.Units[2].Rank = 9, 8 // so unit 2 is lost
			})}, wantAtt: "1 infantry, 1 fighter", result: battle.AttackerWins, rounds: 1},
		{rule: "R-6", name: "an order's fighters before its bombers",
			setup: setup{att: "1 bomber, 1 fighter, 1 infantry", def: "1 infantry", dice: []int{1, 2, 6, 1, 6}, prepare: with(gun(1), func(b *battle.Battle) {
				b.Attacker.Units[0].Rank, b.Attacker.Units[1].Rank = 4, 4
			})}, wantAtt: "1 bomber, 1 infantry", result: battle.AttackerWins, rounds: 1},
		{rule: "R-7", name: "the gun fires in the first round only",
			setup: setup{att: "1 fighter", def: "1 infantry", prepare: gun(1), dice: []int{6, 6, 6, 1, 6}},
			fired: "flak 1x1; att fire 3x1; def fire 2x1; att fire 3x1; def fire 2x1", wantAtt: "1 fighter", result: battle.AttackerWins, rounds: 2},
		{rule: "R-12", name: "planes against a gun alone are shot at and achieve nothing",
			setup: setup{att: "2 fighter", def: "", prepare: gun(1), dice: []int{1, 6}}, wantAtt: "1 fighter", result: battle.AttackerWins, rounds: 1},
		{rule: "R-65", name: "every ship assigned fires once, in the first round",
			setup: setup{att: "1 infantry ashore", def: "2 infantry", prepare: landing(battleship, battleship), dice: []int{4, 5, 6, 6, 1, 6}},
			fired: "att bombard 4x2; att fire 1x1; def fire 2x1; att fire 1x1; def fire 2x1", wantAtt: "1 infantry", result: battle.AttackerWins, rounds: 2},
		{rule: "R-67", name: "bombardment hits land units, which do not fire back; surplus is lost",
			setup: setup{att: "1 infantry ashore", def: "1 infantry, 1 fighter", prepare: landing(battleship, battleship), dice: []int{4, 4, 6, 6, 1, 6}},
			fired: "att bombard 4x2; att fire 1x1; def fire 4x1; att fire 1x1; def fire 4x1", wantAtt: "1 infantry", result: battle.AttackerWins, rounds: 2},
		{rule: "R-67", name: "without a land unit to hit the ships do not roll",
			setup: setup{att: "1 infantry ashore", def: "1 fighter", prepare: landing(battleship), dice: []int{1, 6}},
			fired: "att fire 1x1; def fire 4x1", wantAtt: "1 infantry", result: battle.AttackerWins, rounds: 1},
		{rule: "R-66", name: "the attacker may keep his ships silent",
			setup: setup{att: "1 infantry ashore", def: "1 infantry", prepare: with(landing(battleship), attacker(order.Tactic{Do: order.NoBombardment})), dice: []int{1, 6}},
			fired: "att fire 1x1; def fire 2x1", wantAtt: "1 infantry", result: battle.AttackerWins, rounds: 1},
		{rule: "R-69", name: "land units do not retreat from a landing, planes break off together",
			setup: setup{att: "1 infantry ashore, 1 tank, 2 fighter", def: "1 infantry", dice: []int{6, 6, 6, 6, 6, 6, 3, 6},
				prepare: with(landing(), ways(sz5), attacker(retreatTo(sz5, after(1)), withdraw(after(1))))},
			fired:   "att fire 1x1 3x3; def fire 2x1; att fire 1x1 3x1; def fire 2x1",
			wantAtt: "1 infantry, 1 tank", result: battle.AttackerWins, rounds: 2},
		{rule: "R-77", name: "submarines fire first and their victims do not fire back",
			setup: setup{att: "2 submarine", def: "1 transport", dice: []int{2, 5}},
			fired: "att submarines 2x2", wantAtt: "2 submarine", result: battle.AttackerWins, rounds: 1},
		{rule: "R-77", name: "all opening fire falls together",
			setup: setup{att: "1 submarine", def: "1 submarine", dice: []int{2, 2}},
			fired: "att submarines 2x1; def submarines 2x1", result: battle.Draw, rounds: 1},
		{rule: "R-78", name: "a destroyer lets its side's victims fire back",
			setup: setup{att: "1 submarine", def: "1 transport, 1 destroyer", dice: []int{1, 1, 6}},
			fired: "att submarines 2x1; def fire 1x1 3x1", wantDef: "1 destroyer", result: battle.DefenderWins, rounds: 1},
		{rule: "R-78", name: "it does not stop the enemy's submarines from firing first",
			setup: setup{att: "1 submarine, 1 destroyer", def: "1 transport", dice: []int{1}},
			fired: "att submarines 2x1", wantAtt: "1 submarine, 1 destroyer", result: battle.AttackerWins, rounds: 1},
		{rule: "R-79", name: "a destroyer hit by those very dice still lets victims fire",
			setup: setup{att: "1 submarine", def: "1 destroyer", dice: []int{2, 3}}, result: battle.Draw, rounds: 1},
		{rule: "R-79", name: "for submerging a destroyer counts only after the removal",
			setup:   setup{att: "2 submarine", def: "1 destroyer, 1 fighter", dice: []int{1, 6, 6, 6}},
			wantAtt: "2 submarine submerged", wantDef: "1 fighter", result: battle.DefenderWins, rounds: 1},
		{rule: "R-80", name: "submarines hit ships only",
			setup: setup{att: "1 submarine", def: "1 aircraft carrier, 2 fighter", dice: []int{1, 6, 6}},
			fired: "att submarines 2x1; def fire 4x2", wantAtt: "1 submarine submerged", wantDef: "2 fighter", result: battle.DefenderWins, rounds: 1},
		{rule: "R-80", name: "a battleship may absorb a torpedo",
			setup: setup{att: "1 submarine", def: "1 battleship", dice: []int{1, 4}}, wantDef: "1 battleship damaged", result: battle.DefenderWins, rounds: 1},
		{rule: "R-81", name: "planes hit submarines without a destroyer, and submarines hit no planes",
			setup: setup{att: "1 fighter", def: "1 submarine", dice: []int{3}}, fired: "att fire 3x1", wantAtt: "1 fighter", result: battle.AttackerWins, rounds: 1},
		{rule: "R-82", name: "submerging is possible after the first round",
			setup: setup{att: "1 submarine", def: "1 transport", prepare: attacker(dive), dice: []int{6, 6}},
			fired: "att submarines 2x1; def fire 1x1", wantAtt: "1 submarine submerged", wantDef: "1 transport", result: battle.DefenderWins, rounds: 1},
		{rule: "R-82", name: "an enemy destroyer keeps submarines up",
			setup:   setup{att: "1 submarine", def: "1 destroyer", prepare: attacker(dive), dice: []int{6, 6, 6, 3}},
			wantDef: "1 destroyer", result: battle.DefenderWins, rounds: 2},
		{rule: "R-82", name: "one submarine after round 1, whatever the other does",
			setup:   setup{att: "2 submarine", def: "1 transport", prepare: attacker(order.Tactic{Do: order.Submerge, N: 1, Cond: after(1)}), dice: []int{6, 6, 6, 6, 6, 2}},
			wantAtt: "1 submarine submerged, 1 submarine", result: battle.AttackerWins, rounds: 3},
		{rule: "R-82", name: "the attacker dives first, then the defender need not",
			setup:   setup{att: "1 submarine", def: "1 submarine", prepare: with(attacker(dive), defender(dive)), dice: []int{6, 6}},
			wantAtt: "1 submarine submerged", wantDef: "1 submarine", result: battle.DefenderWins, rounds: 1},
		{rule: "R-83", name: "the submerged stay when the rest retreats",
			setup:   setup{att: "1 submarine, 1 destroyer", def: "1 transport", prepare: with(ways(sz6), attacker(dive, retreatTo(sz6, after(1)))), dice: []int{6, 6, 6}},
			wantAtt: "1 submarine submerged, 1 destroyer", wantDef: "1 transport", result: battle.Retreated, rounds: 1},
		{rule: "R-84", name: "submarines may retreat with the fleet",
			setup:   setup{att: "1 submarine, 1 destroyer", def: "1 transport", prepare: with(ways(sz6), attacker(retreatTo(sz6, after(1)))), dice: []int{6, 6, 6}},
			wantAtt: "1 submarine, 1 destroyer", wantDef: "1 transport", result: battle.Retreated, rounds: 1},
		{rule: "R-85", name: "a way that is closed is passed over",
			setup:   setup{att: "1 destroyer", def: "1 destroyer", prepare: with(ways(sz6), attacker(retreatTo(sz5, after(1)), retreatTo(sz6, after(2)))), dice: []int{6, 6, 6, 6}},
			wantAtt: "1 destroyer", wantDef: "1 destroyer", result: battle.Retreated, rounds: 2},
		{rule: "R-89", name: "retreat is all or nothing",
			setup:   setup{att: "2 infantry, 1 fighter", def: "2 infantry", prepare: with(ways(sz6), attacker(withdraw(after(1)), retreatTo(sz6, order.Cond{When: order.FewerThan, N: 3}))), dice: []int{6, 6, 6, 6, 2}},
			wantAtt: "1 infantry, 1 fighter", wantDef: "2 infantry", result: battle.Retreated, rounds: 1},
		{rule: "R-90", name: "transports alone suffer the fire, then retreat if they can",
			setup: setup{att: "1 transport", def: "1 destroyer", prepare: ways(sz6), dice: []int{6}}, fired: "def fire 3x1",
			wantAtt: "1 transport", wantDef: "1 destroyer", result: battle.Retreated, rounds: 1},
		{rule: "R-90", name: "else until they are sunk",
			setup: setup{att: "1 transport", def: "1 destroyer", dice: []int{6, 6, 3}}, wantDef: "1 destroyer", result: battle.DefenderWins, rounds: 3},
		{rule: "R-91", name: "as many losses as there are targets, in the order written",
			setup:   setup{att: "3 tank", def: "1 infantry, 1 artillery, 1 tank", prepare: defender(losses(board.Tank)), dice: []int{3, 3, 6, 2, 6, 6, 3, 6, 6}},
			wantAtt: "2 tank", wantDef: "", result: battle.AttackerWins, rounds: 2},
		{rule: "R-91", name: "transports may be lost first, the emptier before the fuller",
			setup:   setup{att: "1 destroyer", def: "1 transport loaded, 1 transport, 1 destroyer", prepare: defender(losses(board.Transport)), dice: []int{3, 6, 6, 3}},
			wantDef: "1 transport loaded, 1 destroyer", result: battle.DefenderWins, rounds: 1},
		{rule: "R-92", name: "two hits in one step may both go to a battleship",
			setup: setup{att: "2 destroyer", def: "1 battleship", dice: []int{3, 3, 4}}, wantAtt: "1 destroyer", result: battle.AttackerWins, rounds: 1},
		{rule: "R-92", name: "a damaged battleship fights at full value",
			setup: setup{att: "1 destroyer", def: "1 battleship", dice: []int{3, 6, 6, 4}}, fired: "att fire 3x1; def fire 4x1; att fire 3x1; def fire 4x1",
			wantDef: "1 battleship damaged", result: battle.DefenderWins, rounds: 2},
		{rule: "R-93", name: "support shrinks with the artillery",
			setup: setup{att: "2 infantry, 1 artillery", def: "1 infantry", prepare: attacker(losses(board.Artillery)), dice: []int{6, 6, 6, 2, 1, 6, 6}},
			fired: "att fire 1x1 2x2; def fire 2x1; att fire 1x2; def fire 2x1", wantAtt: "2 infantry", result: battle.AttackerWins, rounds: 2},
		{rule: "R-94", name: "both sides wiped out",
			setup: setup{att: "1 infantry", def: "1 infantry", dice: []int{1, 2}}, result: battle.Draw, rounds: 1},
		{rule: "R-95", name: "only planes left",
			setup: setup{att: "1 infantry, 1 fighter", def: "1 infantry", prepare: attacker(losses(board.Infantry)), dice: []int{6, 1, 2}}, wantAtt: "1 fighter", result: battle.AttackerWins, rounds: 1},
		{rule: "R-96", name: "a retreat without a condition comes after the first round",
			setup:   setup{att: "1 infantry", def: "1 infantry", prepare: with(ways(sz6), attacker(retreatTo(sz6, order.Cond{}))), dice: []int{6, 6}},
			wantAtt: "1 infantry", wantDef: "1 infantry", result: battle.Retreated, rounds: 1},
		{rule: "R-97", name: "the leader's order of loss counts, his own units first among equals",
			setup: setup{att: "1 tank", def: "1 USA infantry, 1 infantry", dice: []int{3, 1, 6}}, wantDef: "1 USA infantry", result: battle.DefenderWins, rounds: 1},
		{rule: "R-97", name: "an objection that the leader's order does not touch changes nothing",
			setup: setup{att: "1 tank", def: "1 infantry, 1 USA infantry", dice: []int{3, 6, 2}, prepare: func(b *battle.Battle) {
				b.Defender.Armies[1].Tactics = []order.Tactic{object}
			}}, wantDef: "1 USA infantry", result: battle.DefenderWins, rounds: 1},
		{rule: "R-97", name: "an ally who objects leaves the choice to the attacker: the dearest first",
			setup: setup{att: "1 tank", def: "2 USA infantry, 1 tank", dice: []int{3, 6, 6, 3}, prepare: func(b *battle.Battle) {
				b.Defender.Armies[1].Tactics = []order.Tactic{object}
			}}, wantDef: "2 USA infantry", result: battle.DefenderWins, rounds: 1},
		{rule: "R-97", name: "or as `their losses` says",
			setup: setup{att: "1 tank", def: "2 USA infantry, 1 tank", dice: []int{3, 6, 6, 3}, prepare: with(
				attacker(order.Tactic{Do: order.TheirLosses, Losses: []order.Loss{{Type: board.Infantry}}}),
				func(b *battle.Battle) { b.Defender.Armies[1].Tactics = []order.Tactic{object} })},
			wantDef: "1 USA infantry, 1 tank", result: battle.DefenderWins, rounds: 1},
		{rule: "R-98", name: "each defender's own technologies",
			setup: setup{att: "1 tank", def: "1 fighter, 1 USA fighter", dice: []int{6, 5, 5}, prepare: func(b *battle.Battle) {
				b.Defender.Armies[0].Advantages = []*rules.Advantage{tech(b.Set, rules.JetFighters)}
			}}, fired: "att fire 3x1; def fire 4x1 5x1", wantDef: "1 fighter, 1 USA fighter", result: battle.DefenderWins, rounds: 1},
		{rule: "R-100", name: "everybody who may fire rolls",
			setup: setup{att: "3 tank", def: "1 infantry", dice: []int{3, 3, 3, 6}}, fired: "att fire 3x3; def fire 2x1", wantAtt: "3 tank", result: battle.AttackerWins, rounds: 1},
		{rule: "R-100", name: "who finds only marked targets does not roll",
			setup: setup{att: "1 submarine, 1 fighter", def: "1 destroyer", dice: []int{1, 6}}, fired: "att submarines 2x1; def fire 3x1",
			wantAtt: "1 submarine, 1 fighter", result: battle.AttackerWins, rounds: 1},
		{rule: "R-101", name: "submarines and planes that cannot hit each other",
			setup:   setup{att: "2 fighter", def: "1 submarine", prepare: policy(func(s *rules.Set) { s.Subs.AirNeedsHelp = true })},
			wantAtt: "2 fighter", wantDef: "1 submarine", result: battle.Draw, rounds: 0},
	}
	for _, c := range cases {
		t.Run(c.rule+" "+c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

func tech(s *rules.Set, n int) *rules.Advantage {
	for i := range s.Advantages {
		if s.Advantages[i].Tech == n {
			return &s.Advantages[i]
		}
	}
	return nil
}
