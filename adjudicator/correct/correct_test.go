package correct_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// twoFronts are two battles of the Soviet Union's first turn, next to research.
const twoFronts = `research rockets with 1 die
combat
  move 3 infantry, 1 tank from Archangel to West Russia
  move 1 artillery, 2 tanks from Russia to West Russia
  move 3 infantry, 1 tank from Caucasus to Ukraine
noncombat
done
`

// The dice of the old resolution fell in epoch 4, those of the new one fall in epoch 5.
var oldSeed, newSeed = dice.Sum([]byte("old")), dice.Sum([]byte("new"))

// fixture is a resolution, and what it takes to play it again.
type fixture struct {
	*testing.T
	set *rules.Set
	pos *position.Position
	old correct.Resolution
}

// played plays orders of the Soviet Union on the dice of epoch 4.
func played(t *testing.T, pos func(*rules.Set) *position.Position, text string) *fixture {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := &fixture{T: t, set: set, pos: pos(set)}
	b.old = b.play(b.parse(text), oldSeed)
	return b
}

func opening(set *rules.Set) *position.Position {
	pos, err := adjudicator.Start(set)
	if err != nil {
		panic(err) // of the opening that is in the program
	}
	return pos
}

func (b *fixture) parse(text string) order.File {
	b.Helper()
	f := orders.Parse(text, orders.Context{Board: b.set.Board, Phase: b.pos.Phase(), Power: b.pos.Power()})
	if len(f.Faults) > 0 {
		b.Fatalf("%+v", f.Faults)
	}
	return f.File
}

func (b *fixture) play(f order.File, seed dice.Seed) correct.Resolution {
	b.Helper()
	rec := dice.NewRecorder(dice.NewStream(seed))
	res, err := adjudicator.Play(b.set, b.pos, b.pos.Power(), f, rec)
	if err != nil || res.Refused {
		b.Fatalf("%v %+v", err, res.Faults)
	}
	g := correct.Resolution{Power: b.pos.Power(), File: f, Result: res}
	for _, r := range rec.Rolls() {
		g.Dice = append(g.Dice, correct.RollOfEpoch{Epoch: 4, Roll: r})
	}
	return g
}

// replayer plays the resolution again with other orders, from another position if there is one.
func (b *fixture) again(text string, policy correct.Policy, change func(*position.Position)) correct.Outcome {
	b.Helper()
	pos := b.pos.Clone()
	if change != nil {
		change(pos)
	}
	out, err := correct.PlayAgain(b.set, pos, b.parse(text), b.old, policy, 5, newSeed)
	if err != nil || out.Result.Refused {
		b.Fatalf("%v %+v", err, out.Result.Faults)
	}
	b.sound(out)
	return out
}

// sound checks what holds of every correction: each old roll stands or is void; those that stand keep their faces and
// their epoch; the others are rolled with the new seed, each by its label.
func (b *fixture) sound(out correct.Outcome) {
	b.Helper()
	if len(out.Carry)+len(out.Void) != len(b.old.Dice) {
		b.Errorf("%d rolls stand and %d are void, of %d", len(out.Carry), len(out.Void), len(b.old.Dice))
	}
	fresh := dice.NewStream(newSeed)
	rolls := slices.Clone(out.Rolls)
	for _, d := range out.Dice {
		if d.Epoch == 5 {
			faces, err := fresh.Roll(d.Label, len(d.Dice), d.Sides)
			if err != nil || !slices.Equal(faces, d.Dice) || len(rolls) == 0 || rolls[0].String() != d.Roll.String() {
				b.Errorf("%s is not what the new seed rolls: %v %v", d.Roll, faces, err)
			}
			rolls = rolls[min(1, len(rolls)):]
			continue
		}
		same := func(c correct.RollOfEpoch) bool { return c.Epoch == 4 && c.Roll.String() == d.Roll.String() }
		if !slices.ContainsFunc(out.Carry, same) {
			b.Errorf("%s was used and does not stand", d.Roll)
		}
	}
	if len(rolls) > 0 {
		b.Errorf("%d new rolls were not used", len(rolls))
	}
}

// void lists the places of the rolls that do not stand, each with its reason.
func void(out correct.Outcome) map[string]correct.Reason {
	got := map[string]correct.Reason{}
	for _, v := range out.Void {
		got[v.Label.Place] = v.Reason
	}
	return got
}

func standing(out correct.Outcome) []string {
	got := map[string]bool{}
	for _, c := range out.Carry {
		got[c.Label.Place] = true
	}
	return slices.Sorted(maps.Keys(got))
}

// Each reason why the dice of a place do not stand (docs/dice.md, corrections), with the policy by which all dice of
// a place fall together. What happens elsewhere keeps its dice.
func TestReasons(t *testing.T) {
	t.Parallel()
	const ukraine, west = "ukraine-s-s-r", "west-russia"
	for name, tt := range map[string]struct {
		text  string
		edit  func(*position.Position)
		void  map[string]correct.Reason
		stand []string
	}{
		"another purchase": {
			text: "buy 2 infantry\n" + twoFronts, stand: []string{"tech", ukraine, west},
		},
		"a unit less": {
			text: strings.Replace(twoFronts, "1 artillery, 2 tanks", "1 artillery, 1 tank", 1),
			void: map[string]correct.Reason{west: correct.OtherUnits}, stand: []string{"tech", ukraine},
		},
		"a defender more": {
			text: twoFronts, edit: func(p *position.Position) {
				positiontest.Change(p, func(d *position.Data) { d.Add(board.Infantry, "Germany", space("West Russia")) })
			},
			void: map[string]correct.Reason{west: correct.OtherUnits}, stand: []string{"tech", ukraine},
		},
		"orders for a battle": {
			text: strings.Replace(twoFronts, "noncombat", "battle West Russia\n  losses tank, infantry\nnoncombat", 1),
			void: map[string]correct.Reason{west: correct.OtherOrders}, stand: []string{"tech", ukraine},
		},
		"orders of the defender": {
			text: twoFronts, edit: func(p *position.Position) {
				tanks := []order.Tactic{{Do: order.Losses, Losses: []order.Loss{{Type: board.Tank}}}}
				positiontest.Change(p, func(d *position.Data) {
					d.Nation("Germany").Standing = []order.Standing{{Scope: order.DefendSpace, Space: space("Ukraine S.S.R."),
						Tactics: tanks}}
				})
			},
			void: map[string]correct.Reason{ukraine: correct.OtherOrders}, stand: []string{"tech", west},
		},
		"no attack any more": {
			text: strings.Replace(twoFronts, "  move 3 infantry, 1 tank from Caucasus to Ukraine\n", "", 1),
			void: map[string]correct.Reason{ukraine: correct.NotRolled}, stand: []string{"tech", west},
		},
		"more dice for research": {
			text: strings.Replace(twoFronts, "1 die", "2 dice", 1),
			void: map[string]correct.Reason{"tech": correct.OtherCourse}, stand: []string{ukraine, west},
		},
		"no research": {
			text: strings.Replace(twoFronts, "research rockets with 1 die\n", "", 1),
			void: map[string]correct.Reason{"tech": correct.NotRolled}, stand: []string{ukraine, west},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := played(t, opening, twoFronts)
			out := b.again(tt.text, correct.RerollBattle, tt.edit)
			if got := void(out); !maps.Equal(got, tt.void) {
				t.Errorf("void: %v, want %v", got, tt.void)
			}
			if got := standing(out); !slices.Equal(got, tt.stand) {
				t.Errorf("standing: %v, want %v", got, tt.stand)
			}
		})
	}
}

// space is a space of Revised's board.
func space(name string) board.SpaceID {
	id, ok := board.Named("revised").Find(name)
	if !ok {
		panic("no space " + name)
	}
	return id
}

// What a raid takes is less where less is there: the same die, another course.
func TestAnotherCourse(t *testing.T) {
	t.Parallel()
	raid := func(set *rules.Set) *position.Position {
		pos := opening(set)
		positiontest.Change(pos, func(d *position.Data) { d.Add(board.Bomber, "USSR", space("Archangel")) })
		return pos
	}
	const text = "combat\n  bomb Germany with 1 bomber from Archangel\n  move 3 infantry, 1 tank from Caucasus to Ukraine\n"
	b := played(t, raid, text)
	shot := slices.ContainsFunc(b.old.Dice, func(d correct.RollOfEpoch) bool { return d.Label.Kind == dice.Raid })
	if !shot {
		t.Fatal("the bomber was shot down: choose another seed")
	}
	out := b.again(text, correct.RerollBattle, func(p *position.Position) {
		positiontest.Change(p, func(d *position.Data) { d.Nation("Germany").Money = 0 })
	})
	if want := map[string]correct.Reason{"germany": correct.OtherCourse}; !maps.Equal(void(out), want) {
		t.Errorf("void: %v, want %v", void(out), want)
	}
	if got := standing(out); !slices.Equal(got, []string{"ukraine-s-s-r"}) {
		t.Errorf("standing: %v", got)
	}
}

// With the policy reroll-all nothing stands, whether anything is different or not.
func TestAllAnew(t *testing.T) {
	t.Parallel()
	b := played(t, opening, twoFronts)
	out := b.again(twoFronts, correct.RerollAll, nil)
	if len(out.Carry) != 0 || len(out.Rolls) == 0 {
		t.Errorf("standing: %v", out.Carry)
	}
	for _, v := range out.Void {
		if v.Reason != correct.AllRerolled {
			t.Errorf("%s: %s", v.Label, v.Reason)
		}
	}
}

// With the policy keep each die stands that the same units roll at the same numbers, up to the first roll of the
// place that differs.
func TestKeep(t *testing.T) {
	t.Parallel()
	b := played(t, opening, twoFronts)
	rounds := 0
	for _, d := range b.old.Dice {
		if d.Label.Place == "ukraine-s-s-r" {
			rounds = max(rounds, d.Label.Round)
		}
	}
	if rounds < 2 {
		t.Fatalf("the battle for the Ukraine takes %d round: choose another seed", rounds)
	}
	retreat := strings.Replace(twoFronts, "noncombat", "battle Ukraine\n  retreat to Caucasus after round 1\nnoncombat", 1)
	out := b.again(retreat, correct.Keep, nil)
	for _, c := range out.Carry {
		if c.Label.Place == "ukraine-s-s-r" && c.Label.Round != 1 {
			t.Errorf("%s stands, and the battle ended after round 1", c.Roll)
		}
	}
	for _, v := range out.Void {
		if v.Label.Place != "ukraine-s-s-r" || v.Label.Round == 1 || v.Reason != correct.OtherOrders {
			t.Errorf("%s is void: %s", v.Roll, v.Reason)
		}
	}
	if len(out.Rolls) != 0 || len(out.Void) == 0 {
		t.Errorf("new rolls %v, void %v", out.Rolls, out.Void)
	}
	if all := b.again(retreat, correct.RerollBattle, nil); len(all.Void) <= len(out.Void) {
		t.Errorf("reroll-battle voids %d rolls, keep %d", len(all.Void), len(out.Void))
	}
	// With a tank less the first roll of West Russia differs already.
	less := b.again(strings.Replace(twoFronts, "1 artillery, 2 tanks", "1 artillery, 1 tank", 1), correct.Keep, nil)
	if want := []string{"tech", "ukraine-s-s-r"}; !slices.Equal(standing(less), want) {
		t.Errorf("standing: %v, want %v", standing(less), want)
	}
}

// A refused file rolls nothing, and all old dice stand.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := played(t, opening, twoFronts)
	out, err := correct.PlayAgain(b.set, b.pos, b.parse("buy 90 infantry\n"), b.old, correct.RerollBattle, 5, newSeed)
	if err != nil || !out.Result.Refused || len(out.Rolls) != 0 || len(out.Carry) != len(b.old.Dice) {
		t.Errorf("%+v %v", out.Result.Faults, err)
	}
}

// The words of policies and reasons stand in records.
func TestWordsOfRecords(t *testing.T) {
	t.Parallel()
	if got := correct.Policies(); !slices.Equal(got, []string{"keep", "reroll-battle", "reroll-all"}) {
		t.Errorf("policies %q", got)
	}
	want := []correct.Reason{"other units", "other orders", "another course", "not rolled any more", "all dice anew"}
	if got := correct.Reasons(); !slices.Equal(got, want) {
		t.Errorf("reasons %q", got)
	}
}
