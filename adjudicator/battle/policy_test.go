package battle_test

import (
	"errors"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// europe are the policies of Axis & Allies: Europe that touch combat (its rulings, 2.1, 2.3 and 3.2 to 3.4).
func europe(s *rules.Set) {
	s.Subs = rules.Subs{AttackFirst: true, AirNeedsHelp: true}
	s.AntiaircraftFire.OwnerPicks = true
	s.Landing.BombardFirst, s.Landing.VictimsFire = true, true
	s.Landing.Bombard[board.Destroyer] = 3
}

// TestEuropeanPolicies plays what Europe does differently.
func TestEuropeanPolicies(t *testing.T) {
	t.Parallel()
	defenderFirst := func(s *rules.Set) { europe(s); s.Combat.DefenderFirst = true }
	destroyer := battle.Unit{ID: 50, Type: board.Destroyer, Owner: "Germany"}
	for _, c := range []ruling{
		{rule: "2.1", name: "with defender-first the defender rolls first on land; victims fire back",
			setup: setup{att: "1 infantry", def: "1 infantry", prepare: policy(defenderFirst), dice: []int{2, 1}}, fired: "def fire 2x1; att fire 1x1", result: battle.Draw, rounds: 1},
		{rule: "2.1", name: "but not in a landing",
			setup: setup{att: "1 infantry ashore", def: "1 infantry", prepare: with(policy(defenderFirst), landing()), dice: []int{1, 2}}, fired: "att fire 1x1; def fire 2x1", result: battle.Draw, rounds: 1},
		{rule: "3.2", name: "bombardment before flak, its victims fire back, the plane's owner picks",
			setup: setup{att: "1 infantry ashore, 1 bomber, 1 fighter", def: "1 infantry", prepare: with(policy(europe), landing(destroyer), gun(1)), dice: []int{3, 1, 6, 6}},
			fired: "att bombard 3x1; flak 1x2; def fire 2x1", wantAtt: "1 infantry, 1 bomber", result: battle.AttackerWins, rounds: 1},
		{rule: "3.2", name: "attacking submarines strike first, defending ones fire with the others",
			setup: setup{att: "1 submarine, 1 destroyer", def: "1 submarine, 1 transport", prepare: policy(europe), dice: []int{6, 6, 6, 6, 2, 3, 6}},
			fired: "att submarines 2x1; att fire 3x1; def fire 1x1 2x1; att submarines 2x1; att fire 3x1; def fire 2x1", wantAtt: "1 submarine, 1 destroyer", result: battle.AttackerWins, rounds: 2},
		{rule: "3.2", name: "a destroyer takes the first strike away",
			setup: setup{att: "1 submarine", def: "1 destroyer", prepare: policy(europe), dice: []int{2, 3}}, fired: "att fire 2x1; def fire 3x1", result: battle.Draw, rounds: 1},
		{rule: "2.3", name: "planes hit submarines only with a destroyer",
			setup: setup{att: "1 fighter, 1 transport", def: "1 submarine", prepare: with(policy(europe), defender(order.Tactic{Do: order.Submerge, Negative: true})), dice: []int{2}},
			fired: "def fire 2x1", wantAtt: "1 fighter", wantDef: "1 submarine", result: battle.Draw, rounds: 1},
		{rule: "2.3", name: "with one they do",
			setup: setup{att: "1 fighter, 1 destroyer", def: "1 submarine", prepare: with(policy(europe), defender(order.Tactic{Do: order.Submerge, Negative: true})), dice: []int{3, 6, 6}},
			fired: "att fire 3x2; def fire 2x1", wantAtt: "1 fighter, 1 destroyer", result: battle.AttackerWins, rounds: 1},
		{rule: "3.4", name: "submerge always dives before the first shot",
			setup: setup{att: "1 submarine, 1 destroyer", def: "1 destroyer", prepare: with(policy(europe), attacker(dive)), dice: []int{3, 6}},
			fired: "att fire 3x1; def fire 3x1", wantAtt: "1 submarine submerged, 1 destroyer", result: battle.AttackerWins, rounds: 1},
		{rule: "3.4", name: "a defender's after the attacker's dice, if it was not hit; destroyers do not prevent it",
			setup: setup{att: "1 destroyer", def: "2 submarine", prepare: policy(europe), dice: []int{3, 6}},
			fired: "att fire 3x1; def fire 2x1", wantAtt: "1 destroyer", wantDef: "1 submarine submerged", result: battle.AttackerWins, rounds: 1},
		{rule: "3.4", name: "after round 1 dives at the end of that round",
			setup: setup{att: "1 submarine", def: "1 transport", prepare: with(policy(europe), attacker(submerge(after(1)))), dice: []int{6, 6}},
			fired: "att submarines 2x1; def fire 1x1", wantAtt: "1 submarine submerged", wantDef: "1 transport", result: battle.DefenderWins, rounds: 1},
	} {
		t.Run(c.rule+" "+c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

// TestLowLuck: sure hits, and one die for the remainder.
func TestLowLuck(t *testing.T) {
	t.Parallel()
	lowLuck := policy(func(s *rules.Set) { s.Combat.LowLuck = true })
	for _, c := range []ruling{
		// 3+3+3 = 9: one sure hit, and one die on 3. 2+2+2 = 6: one sure hit and no die. Then 6 and 2.
		{name: "values of a step are added", setup: setup{att: "2 tank, 1 fighter", def: "3 infantry", prepare: lowLuck, dice: []int{3, 6}},
			fired: "att fire 3x1; def fire 0x0; att fire 0x0; def fire 2x1", wantAtt: "1 tank, 1 fighter", result: battle.AttackerWins, rounds: 2},
		{name: "submarines are a step of their own, even where they fire with the others",
			setup: setup{att: "1 submarine, 1 destroyer", def: "1 destroyer", prepare: with(lowLuck, policy(europe)), dice: []int{2, 4, 4}},
			fired: "att fire 2x1 3x1; def fire 3x1", wantAtt: "1 submarine, 1 destroyer", result: battle.AttackerWins, rounds: 1},
		{name: "flak is a step of its own", setup: setup{att: "6 fighter", def: "", prepare: with(lowLuck, gun(1))}, fired: "flak 1x0", wantAtt: "5 fighter", result: battle.AttackerWins, rounds: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

// TestConditions are the conditions of fine print 11.
func TestConditions(t *testing.T) {
	t.Parallel()
	back := space(t, "SZ6")
	retreat := func(c order.Cond) order.Tactic { return order.Tactic{Do: order.Retreat, To: back, Cond: c} }
	odds := func(p float64) func(*battle.Battle) {
		return func(b *battle.Battle) { b.Odds = func(battle.Battle) (float64, error) { return p, nil } }
	}
	below := order.Cond{When: order.OddsBelow, Percent: 40}
	alone := submerge(order.Cond{When: order.IfAlone})
	noDestroyer := submerge(order.Cond{When: order.IfNoDestroyer})
	for _, c := range []ruling{
		{rule: "11", name: "transports are not counted among those left",
			setup:   setup{att: "2 transport, 1 destroyer", def: "1 destroyer", prepare: with(ways(back), attacker(retreat(order.Cond{When: order.FewerThan, N: 2}))), dice: []int{6, 6}},
			wantAtt: "2 transport, 1 destroyer", wantDef: "1 destroyer", result: battle.Retreated, rounds: 1},
		{rule: "11", name: "odds below the threshold",
			setup:   setup{att: "1 tank", def: "1 tank", prepare: with(ways(back), odds(0.3999), attacker(retreat(below))), dice: []int{6, 6}},
			wantAtt: "1 tank", wantDef: "1 tank", result: battle.Retreated, rounds: 1},
		{rule: "11", name: "a threshold within 1e-9 counts as reached",
			setup:   setup{att: "1 tank", def: "1 tank", prepare: with(ways(back), odds(0.4-1e-10), attacker(retreat(below))), dice: []int{6, 6, 3, 6}},
			wantAtt: "1 tank", result: battle.AttackerWins, rounds: 2},
		{rule: "11", name: "if alone: a plane keeps it company",
			setup:   setup{att: "1 submarine, 1 fighter", def: "1 transport", prepare: attacker(alone), dice: []int{6, 6, 6, 2}},
			wantAtt: "1 submarine, 1 fighter", result: battle.AttackerWins, rounds: 2},
		{rule: "11", name: "if alone: alone", setup: setup{att: "1 submarine", def: "1 transport", prepare: attacker(alone), dice: []int{6, 6}},
			wantAtt: "1 submarine submerged", wantDef: "1 transport", result: battle.DefenderWins, rounds: 1},
		{rule: "D15", name: "a defender's submarine left alone dives by default",
			setup:   setup{att: "1 fighter", def: "1 submarine", dice: []int{6}},
			wantAtt: "1 fighter", wantDef: "1 submarine submerged", result: battle.AttackerWins, rounds: 1},
		{rule: "D15", name: "never is an order, too", setup: setup{att: "1 fighter", def: "1 submarine", prepare: defender(order.Tactic{Do: order.Submerge, Negative: true}), dice: []int{6, 3}},
			wantAtt: "1 fighter", result: battle.AttackerWins, rounds: 2},
		{rule: "D15", name: "an attacker's fights on where no planes are", setup: setup{att: "1 submarine", def: "1 transport", dice: []int{6, 6, 2}},
			wantAtt: "1 submarine", result: battle.AttackerWins, rounds: 2},
		{rule: "11", name: "if no destroyer", setup: setup{att: "1 fighter", def: "1 submarine, 1 transport", prepare: defender(noDestroyer), dice: []int{6, 6, 3, 6}},
			wantAtt: "1 fighter", wantDef: "1 submarine submerged", result: battle.AttackerWins, rounds: 2},
		{rule: "D14", name: "an attack whose values are all 0 retreats", setup: setup{att: "1 destroyer, 1 transport", def: "1 destroyer", prepare: with(ways(back), attacker(losses(board.Destroyer))), dice: []int{6, 3}},
			wantAtt: "1 transport", wantDef: "1 destroyer", result: battle.Retreated, rounds: 1},
		{rule: "D15", name: "an attack that has submerged whole is over, even if there is a way back",
			setup:   setup{att: "1 submarine", def: "1 fighter, 1 transport", prepare: ways(back), dice: []int{6, 6, 6}},
			wantAtt: "1 submarine submerged", wantDef: "1 fighter, 1 transport", result: battle.DefenderWins, rounds: 1},
		{rule: "R-69", name: "planes alone may break off", setup: setup{att: "2 fighter", def: "2 infantry", prepare: attacker(order.Tactic{Do: order.WithdrawAircraft, Cond: after(1)}), dice: []int{6, 6, 6, 6}},
			wantDef: "2 infantry", result: battle.Retreated, rounds: 1},
	} {
		t.Run(c.rule+" "+c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

// TestPause stops after a round, and goes on by the lines of the answer (fine print 12).
func TestPause(t *testing.T) {
	t.Parallel()
	back := space(t, "SZ6")
	pause := order.Tactic{Do: order.Pause, Cond: after(1)}
	s := setup{att: "2 tank", def: "2 tank", prepare: with(ways(back), attacker(pause))}
	paused, out, _, err := battle.Fight(s.battle(t), dice.NewScript(3, 6, 6, 6))
	if err != nil || !paused.Paused || out.Result != battle.Undecided || paused.Round != 1 || left(paused.Defender.Units) != "1 tank" {
		t.Fatalf("paused %t after round %d, %q, %q left; %v", paused.Paused, paused.Round, out.Result, left(paused.Defender.Units), err)
	}
	retreat := paused
	retreat.Attacker.Armies = []battle.Army{{Power: "Germany", Tactics: []order.Tactic{{Do: order.Retreat, To: back}}}}
	end, out, _, err := battle.Fight(retreat, dice.NewScript())
	if err != nil || out.Result != battle.Retreated || out.To != back || end.Round != 1 {
		t.Errorf("a retreat without a condition: %q to %d after round %d; %v", out.Result, out.To, end.Round, err)
	}
	end, out, _, err = battle.Fight(paused, dice.NewScript(6, 3, 6))
	if err != nil || out.Result != battle.AttackerWins || end.Round != 2 {
		t.Errorf("pressing on: %q after round %d; %v", out.Result, end.Round, err)
	}
	over, out, _, err := battle.Fight(s.battle(t), dice.NewScript(3, 3, 6, 6))
	if err != nil || over.Paused || out.Result != battle.AttackerWins {
		t.Errorf("a round that ends the battle paused: %t, %q; %v", over.Paused, out.Result, err)
	}
}

// TestCallOff drops a landing before its first die.
func TestCallOff(t *testing.T) {
	t.Parallel()
	b := setup{att: "1 infantry", def: "1 infantry", prepare: attacker(order.Tactic{Do: order.CallOff, Cond: order.Cond{When: order.OddsBelow, Percent: 30}})}.battle(t)
	for p, want := range map[float64]bool{0.29: true, 0.3: false, 0.9: false} {
		b.Odds = func(battle.Battle) (float64, error) { return p, nil }
		if got := b.CallsOff(); got != want {
			t.Errorf("odds %v: called off %t, want %t", p, got, want)
		}
	}
	b.Odds = func(battle.Battle) (float64, error) { return 0, errors.New("too large") }
	if b.CallsOff() {
		t.Error("odds that nobody knows: called off")
	}
}

// TestLabels: one roll for each side and step, so that no label is used twice in a battle.
func TestLabels(t *testing.T) {
	t.Parallel()
	rec := dice.NewRecorder(dice.NewScript(6, 6, 6, 6, 3, 6, 6, 6, 6, 6, 3))
	b := setup{att: "1 submarine, 1 destroyer", def: "1 submarine, 1 destroyer", prepare: with(
		attacker(losses(board.Submarine, board.Destroyer)), defender(losses(board.Submarine, board.Destroyer)))}.battle(t)
	_, _, _, err := battle.Fight(b, rec)
	var end *dice.ScriptEnd
	if !errors.As(err, &end) {
		t.Fatalf("the script should have ended first: %v", err)
	}
	want := []string{"sz7 sea 1 att submarines 1d6 6", "sz7 sea 1 def submarines 1d6 6", "sz7 sea 1 att fire 1d6 6", "sz7 sea 1 def fire 1d6 6",
		"sz7 sea 2 att submarines 1d6 3", "sz7 sea 2 def submarines 1d6 6"}
	for i, r := range rec.Rolls() {
		if i < len(want) && r.String() != want[i] {
			t.Errorf("roll %d is %q, want %q", i, r, want[i])
		}
	}
}

// TestDrowned: what is aboard shares the ship's fate, and is told.
func TestDrowned(t *testing.T) {
	t.Parallel()
	_, out, events, err := battle.Fight(setup{att: "1 submarine", def: "1 transport loaded"}.battle(t), dice.NewScript(1))
	if err != nil || len(out.Lost.Defender) != 1 || len(out.Lost.Defender[0].Cargo) != 1 {
		t.Fatalf("lost %+v; %v", out.Lost, err)
	}
	for _, e := range events {
		if d, ok := e.(event.Drowned); ok && d.Units[0].Type == board.Infantry {
			return
		}
	}
	t.Error("nothing tells of the drowned infantry")
}
