package battle_test

import (
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
)

// at gives a unit type a value under conditions, for any power: a stand-in for the real advantages, to hold what the
// combat steps say of a shot.
func at(t board.UnitType, value int, when rules.When) *rules.Advantage {
	return &rules.Advantage{Strength: []rules.Strength{{Unit: t, When: when, Value: value}}}
}

func attackerHas(as ...*rules.Advantage) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Attacker.Armies[0].Advantages = as }
}

func defenderHas(as ...*rules.Advantage) func(*battle.Battle) {
	return func(b *battle.Battle) { b.Defender.Armies[0].Advantages = as }
}

// TestAdvantages plays battles with the advantages that touch combat.
func TestAdvantages(t *testing.T) {
	t.Parallel()
	wolfPacks := at(board.Submarine, 3, rules.Attacking|rules.ThreeSubmarines)
	atlanticWall := at(board.Infantry, 3, rules.Defending|rules.Amphibious|rules.FirstRound)
	marines := at(board.Infantry, 2, rules.Attacking|rules.FromSea|rules.FirstRound)
	banzai := at(board.Infantry, 2, rules.Attacking|rules.InfantryOnly)
	winter := at(board.Infantry, 3, rules.Defending)
	fortress := at(board.Artillery, 3, rules.Defending|rules.OwnSoil)
	dugIn := at(board.Infantry, 3, rules.Defending|rules.OnIsland)
	kaiten := at(board.Submarine, 3, rules.Defending|rules.OneShot)
	highBombers := &rules.Advantage{SafeFromGuns: rules.Types(board.Bomber)}
	heavy := func(b *battle.Battle) {
		b.Attacker.Armies[0].Advantages = []*rules.Advantage{tech(b.Set, rules.HeavyBombers)}
	}
	super := func(b *battle.Battle) {
		b.Attacker.Armies[0].Advantages = append(b.Attacker.Armies[0].Advantages, tech(b.Set, rules.SuperSubmarines))
	}
	for _, c := range []ruling{
		{rule: "GER-4", name: "Wolf Packs last the whole battle",
			setup: setup{att: "3 submarine", def: "2 transport", prepare: attackerHas(wolfPacks), dice: []int{3, 4, 4, 1, 6, 3}},
			fired: "att submarines 3x3; def fire 1x1; att submarines 3x2"},
		{rule: "GER-4", name: "two are no pack", setup: setup{att: "2 submarine", def: "1 transport", prepare: attackerHas(wolfPacks), dice: []int{1, 6}}, fired: "att submarines 2x2"},
		{rule: "GER-2", name: "Atlantic Wall in the first round of a landing",
			setup: setup{att: "2 infantry ashore", def: "1 infantry", prepare: with(landing(), defenderHas(atlanticWall)), dice: []int{6, 6, 6, 1, 6, 6}},
			fired: "att fire 1x2; def fire 3x1; att fire 1x2; def fire 2x1"},
		{rule: "USA-3", name: "Marines: only those who came ashore, in the first round; artillery helps another",
			setup: setup{att: "1 infantry ashore, 1 infantry, 1 artillery", def: "1 infantry", prepare: with(landing(), attackerHas(marines)), dice: []int{6, 6, 6, 6, 1, 1, 1, 6}},
			fired: "att fire 2x3; def fire 2x1; att fire 1x1 2x2; def fire 2x1"},
		{rule: "JAP-6", name: "Banzai", setup: setup{att: "2 infantry", def: "1 infantry", prepare: attackerHas(banzai), dice: []int{1, 1, 6}}, fired: "att fire 2x2; def fire 2x1"},
		{rule: "JAP-6", name: "a plane spoils Banzai", setup: setup{att: "2 infantry, 1 fighter", def: "1 infantry", prepare: attackerHas(banzai), dice: []int{1, 1, 1, 6}}, fired: "att fire 1x2 3x1; def fire 2x1"},
		{rule: "JAP-6", name: "but not above a landing", setup: setup{att: "2 infantry ashore, 1 fighter", def: "1 infantry", prepare: with(landing(), attackerHas(banzai)), dice: []int{1, 1, 1, 6}}, fired: "att fire 2x2 3x1; def fire 2x1"},
		{rule: "USSR-1", name: "Russian Winter", setup: setup{att: "1 tank", def: "1 infantry, 1 USA infantry", prepare: defenderHas(winter), dice: []int{6, 2, 6}}, fired: "att fire 3x1; def fire 2x1 3x1"},
		{rule: "GER-6", name: "Fortress Europe in original own land", setup: setup{att: "1 tank", def: "1 artillery", prepare: defenderHas(fortress), dice: []int{3, 3}}, fired: "att fire 3x1; def fire 3x1"},
		{rule: "T-73", name: "conquered land is not the power's own",
			setup: setup{att: "1 tank", def: "1 artillery", dice: []int{3, 3},
				prepare: with(defenderHas(fortress), func(b *battle.Battle) { b.OriginalController = "USSR" })},
			fired: "att fire 3x1; def fire 2x1"},
		{rule: "T-73", name: "nor is an ally's, or land that has been lost",
			setup: setup{att: "1 tank", def: "1 artillery", dice: []int{3, 3},
				prepare: with(defenderHas(fortress), func(b *battle.Battle) { b.Controller = "USA" })},
			fired: "att fire 3x1; def fire 2x1"},
		{rule: "JAP-5", name: "Dug-In Defenders on islands", setup: setup{att: "1 tank", def: "1 infantry", space: "Midway", prepare: defenderHas(dugIn), dice: []int{3, 3}}, fired: "att fire 3x1; def fire 3x1"},
		{rule: "JAP-3", name: "a Kaiten fires once and is gone, and takes no hits",
			setup: setup{att: "1 destroyer", def: "1 submarine kaiten, 1 submarine", prepare: defenderHas(kaiten), dice: []int{6, 6, 3}},
			fired: "def kaiten 3x1; def submarines 2x1; att fire 3x1"},
		{rule: "JAP-2", name: "Kamikaze: fires first at ships, victims do not fire back even with a destroyer",
			setup: setup{att: "1 fighter kamikaze", def: "1 destroyer", dice: []int{3}}, fired: "att kamikaze 3x1"},
		{rule: "JAP-2", name: "a heavy bomber rolls two dice, and a kamikaze cannot be chosen for other hits",
			setup: setup{att: "1 bomber kamikaze, 1 destroyer", def: "1 fighter, 1 aircraft carrier", prepare: heavy, dice: []int{6, 6, 6, 3, 6}},
			fired: "att kamikaze 4x2; att fire 3x1; def fire 3x1 4x1"},
		{rule: "USA-6", name: "guns do not fire at Superfortresses",
			setup: setup{att: "1 bomber, 1 fighter", def: "1 infantry", prepare: with(gun(1), attackerHas(highBombers)),
				dice: []int{1, 4, 6}},
			fired: "flak 1x1; att fire 4x1; def fire 2x1"},
		{rule: "UK-1", name: "Radar", setup: setup{att: "1 fighter", def: "1 infantry", prepare: gun(2), dice: []int{2}}, fired: "flak 2x1"},
		{rule: "R-112", name: "heavy bombers: two dice one after the other, each may hit",
			setup: setup{att: "1 bomber", def: "2 infantry", prepare: heavy, dice: []int{4, 4, 6, 6}}, fired: "att fire 4x2; def fire 2x2"},
		{rule: "R-112", name: "super submarines attack at 3",
			setup: setup{att: "1 submarine", def: "1 transport", prepare: super, dice: []int{3}}, fired: "att submarines 3x1"},
		{rule: "LHTR", name: "of a heavy bomber's dice the better one counts",
			setup: setup{att: "1 bomber", def: "2 infantry", prepare: with(heavy, policy(func(s *rules.Set) { s.Combat.HeavyBest = true })), dice: []int{4, 4, 6, 2}},
			fired: "att fire 4x2; def fire 2x2"},
	} {
		t.Run(c.rule+" "+c.name, func(t *testing.T) {
			t.Parallel()
			end, _, events := c.fight(t)
			if got := fired(events); got != c.fired {
				t.Errorf("fired %q, want %q; left %q against %q", got, c.fired, left(end.Attacker.Units), left(end.Defender.Units))
			}
		})
	}
}
