package combat

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// fightBattle fights a battle, or goes on with it after a pause, and writes onto the board what came of it.
func fightBattle(t *phase.Turn, b *position.Battle) (waits bool, err error) {
	before := NewBattle(t, b)
	t.Battles = append(t.Battles, before)
	if b.Round == 0 {
		markFighters(t, before)
	}
	next := *b
	if b.Round == 0 {
		next.Powers = powersOf(before.Defender.Units)
	}
	if b.Origins == nil {
		next.Origins = origins(t, b)
	}
	after, outcome, events, err := t.Resolver.Battle(before)
	if err != nil {
		return false, err
	}
	adrift := adrift(t, b, outcome.Lost)
	for _, e := range events {
		t.Emit(e)
	}
	if adrift = alive(t, adrift, nil); len(adrift) > 0 {
		t.Emit(event.DeckLost{Units: adrift})
	}
	next.Round, next.Foot, next.Subs, next.Paused, next.Answered = after.Round, after.InfantryOnly, after.Subs, after.Paused, false
	next.LostAttackers = slices.Concat(b.LostAttackers, typesOf(outcome.Lost.Attacker))
	next.LostDefenders = slices.Concat(b.LostDefenders, typesOf(outcome.Lost.Defender))
	if next.Paused {
		next.Tactics = after.Attacker.Armies[0].Tactics
		next.Fallen = slices.Clone(b.Fallen)
		for _, u := range outcome.Lost.Defender {
			next.Fallen = append(next.Fallen, u.Loss())
		}
	}
	attackers := alive(t, b.Attackers, outcome.Withdrawn)
	next.Attackers, next.Defenders = attackers, alive(t, b.Defenders, nil)
	if outcome.Result == battle.Retreated && !next.Paused {
		next.Attackers = nil
	}
	advance(t, b, next)
	if next.Paused {
		return true, nil
	}
	repair(t, b.Space, slices.Concat(attackers, b.Defenders))
	if outcome.Result == battle.Retreated { // planes fly home on their own, as far as their range goes (R-33, T-21)
		away := slices.DeleteFunc(attackers, func(id int) bool { return t.Pos.Unit(id).Submerged })
		t.Mark(away, position.RetreatedNow)
	}
	return false, nil
}

// markFighters notes who takes part in a battle. Ships that bombard took part in combat, too, if there is
// anything for them to hit.
func markFighters(t *phase.Turn, b battle.Battle) {
	var fighters, ships []int
	for _, u := range b.Attacker.Units {
		if !u.Beside {
			fighters = append(fighters, u.ID)
		}
	}
	t.Mark(fighters, position.Fought)
	if slices.ContainsFunc(b.Defender.Units, func(u battle.Unit) bool { return u.Type.IsFightingLand() }) {
		for _, u := range b.Ships {
			ships = append(ships, u.ID)
		}
		t.Mark(ships, position.Fought|position.Bombarded)
	}
}

// adrift lists the fighters of carriers that will be sunk. Cargo shares its ship's fate; fighters of a sunk carrier
// that fly fight on, and seek refuge after all battles (R-39, T-25); an attacker's fly home with what range they have
//
func adrift(t *phase.Turn, b *position.Battle, lost battle.Casualties) []int {
	var ids []int
	for _, u := range slices.Concat(lost.Attacker, lost.Defender) {
		for _, id := range t.Pos.CargoOf(u.ID) {
			if slices.Contains(b.Defenders, id) || u.Beside && t.Pos.Unit(id).Type.IsAir() {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// alive are those of some units that are still on the board and did not withdraw.
func alive(t *phase.Turn, ids []int, withdrawn []battle.Unit) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(id int) bool {
		return t.Pos.Unit(id).ID == 0 || slices.ContainsFunc(withdrawn, func(u battle.Unit) bool { return u.ID == id })
	})
}

// repair repairs the battleships of a battle that has ended, where the rules do it at once.
func repair(t *phase.Turn, at board.SpaceID, ids []int) {
	if !t.Rules.Ships.RepairAtOnce {
		return
	}
	for _, id := range ids {
		u := t.Pos.Unit(id)
		if !u.Damaged {
			continue
		}
		units := t.InOrder([]int{id})
		units[0].Damaged = false
		t.Emit(event.Repaired{Power: u.Owner, Space: at, Units: units})
	}
}

// typesOf are the types of units, in their order.
func typesOf(units []battle.Unit) []board.UnitType {
	var ts []board.UnitType
	for _, u := range units {
		ts = append(ts, u.Type)
	}
	return ts
}

// powersOf are the owners of units, each once.
func powersOf(units []battle.Unit) []board.Power {
	var ps []board.Power
	for _, u := range units {
		if !slices.Contains(ps, u.Owner) {
			ps = append(ps, u.Owner)
		}
	}
	return ps
}
