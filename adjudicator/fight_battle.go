package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// fightBattle fights a battle, or goes on with it after a pause, and writes onto the board what came of it.
func (r *run) fightBattle(b *position.Battle) (waiting bool, err error) {
	before := r.makeBattle(b)
	r.Battles = append(r.Battles, before)
	if b.Round == 0 {
		r.markFighters(before)
	}
	next := *b
	if b.Round == 0 {
		next.Powers = powersOf(before.Defender.Units)
	}
	if b.Origins == nil {
		next.Origins = r.origins(b)
	}
	after, outcome, events, err := r.Resolver.Battle(before)
	if err != nil {
		return false, err
	}
	adrift := r.adrift(b, outcome.Lost)
	for _, e := range events {
		r.Emit(e)
	}
	if adrift = r.alive(adrift, nil); len(adrift) > 0 {
		r.Emit(event.DeckLost{Units: adrift})
	}
	next.Round, next.Foot, next.Subs, next.Paused, next.Answered = after.Round, after.Foot, after.Subs, after.Paused, false
	next.LostAttackers = slices.Concat(b.LostAttackers, typesOf(outcome.Lost.Attacker))
	next.LostDefenders = slices.Concat(b.LostDefenders, typesOf(outcome.Lost.Defender))
	attackers := r.alive(b.Attackers, outcome.Withdrawn)
	next.Attackers, next.Defenders = attackers, r.alive(b.Defenders, nil)
	if outcome.Result == battle.Retreated && !next.Paused {
		next.Attackers = nil
	}
	r.Emit(event.BattleAdvanced{Battle: next})
	if next.Paused {
		return true, nil
	}
	r.repair(b.Space, slices.Concat(attackers, b.Defenders))
	if outcome.Result == battle.Retreated { // planes fly home on their own, as far as their range goes (R-33, T-21)
		away := slices.DeleteFunc(attackers, func(id int) bool { return r.Pos.Unit(id).Submerged })
		r.Mark(away, position.RetreatedNow)
	}
	return false, nil
}

// makeBattle makes of what stands on the board what package battle fights with.
func (r *run) makeBattle(b *position.Battle) battle.Battle {
	x := battle.New(r.Rules, b.Space, r.Pos.Owner[b.Space])
	x.Landing, x.Round, x.Paused, x.Foot, x.Subs = b.Landing, b.Round, b.Answered, b.Foot, b.Subs
	x.Odds = odds.Chance
	x.Attacker.Units, x.Defender.Units = r.combatants(b.Attackers), r.combatants(b.Defenders)
	x.Attacker.Armies = r.attackingArmies(b)
	x.Defender.Armies = r.defendingArmies(b, x.Defender.Units)
	if !b.Sea {
		x.Gun.Owner, x.Gun.Value = phase.AntiaircraftGun(r.Turn, b.Space)
	}
	if b.Round == 0 && !b.Sea {
		x.Ships = r.combatants(r.bombarding(b))
	}
	r.addAllies(&x)
	r.makeKaitens(&x)
	x.Ways = r.ways(b)
	return x
}

// combatants are units as package battle knows them, with what is aboard them and goes down with them. A defender's fighter
// on a deck fights for itself.
func (r *run) combatants(ids []int) []battle.Unit {
	units := make([]battle.Unit, 0, len(ids))
	named := r.InNamedOrder(ids)
	for _, id := range ids {
		x := r.combatant(r.Pos.Unit(id))
		x.Rank = slices.Index(named, id) + 1
		for _, c := range r.Pos.CargoOf(id) {
			if !slices.Contains(ids, c) {
				x.Cargo = append(x.Cargo, r.combatant(r.Pos.Unit(c)))
			}
		}
		units = append(units, x)
	}
	return units
}

func (r *run) combatant(u *position.Unit) battle.Unit {
	return battle.Unit{
		ID: u.ID, Type: u.Type, Owner: u.Owner, Damaged: u.Damaged, Submerged: u.Submerged,
		FromSea: u.Now.Did.Has(position.FromSea) || u.Aboard != 0 && u.Type.IsLand(), Suicide: u.Now.Did.Has(position.Suicide),
		Left: r.MovementLeft(u),
	}
}

// addAllies puts the ships of the attacker's allies beside a battle in which enemy submarines defend: the attacker may take
// their hits on them (Europe, 3.14). Fighters on their decks are no cargo that goes down; they seek refuge.
func (r *run) addAllies(x *battle.Battle) {
	subs := slices.ContainsFunc(x.Defender.Units, func(u battle.Unit) bool { return u.Type == board.Submarine })
	if !x.Sea || !subs || !r.Rules.Ships.BesideAllies {
		return
	}
	for _, u := range r.Pos.In(x.Space) {
		if !u.Type.IsShip() || u.Submerged || !r.IsFriendly(u.Owner) || r.Controls(u.Owner) {
			continue
		}
		ship := r.combatants([]int{u.ID})[0]
		ship.Beside = true
		ship.Cargo = slices.DeleteFunc(ship.Cargo, func(c battle.Unit) bool { return c.Type.IsAir() })
		x.Attacker.Units = append(x.Attacker.Units, ship)
		if !slices.ContainsFunc(x.Attacker.Armies, func(a battle.Army) bool { return a.Power == u.Owner }) {
			x.Attacker.Armies = append(x.Attacker.Armies, battle.Army{Power: u.Owner})
		}
	}
}

// attackingArmies are the power on turn and, in a joint attack, its partner.
func (r *run) attackingArmies(b *position.Battle) []battle.Army {
	armies := []battle.Army{{Power: r.Power, Advantages: r.Advantages(r.Power), Tactics: b.Tactics}}
	for _, n := range r.Pos.Nations {
		if n.Power != r.Power && r.Controls(n.Power) {
			lines := attackLines(n.Standing, b.Space)
			armies = append(armies, battle.Army{Power: n.Power, Advantages: r.Advantages(n.Power), Tactics: lines})
		}
	}
	return armies
}

// defendingArmies are the powers that defend a space by their standing orders; first the one whose order of loss counts: the
// controller of the territory, at sea the owner of the most valuable ships.
func (r *run) defendingArmies(b *position.Battle, units []battle.Unit) []battle.Army {
	leader := r.Pos.Owner[b.Space]
	if b.Sea || r.Pos.Nation(leader) == nil || !r.IsEnemy(leader) {
		leader = battle.Leader(r.Rules, units)
	}
	var armies []battle.Army
	for _, n := range r.Pos.Nations {
		present := slices.ContainsFunc(units, func(u battle.Unit) bool { return u.Owner == n.Power })
		if n.Power != leader && !present {
			continue
		}
		lines := defenceLines(n.Standing, b.Space)
		army := battle.Army{Power: n.Power, Advantages: r.Advantages(n.Power), Tactics: lines}
		if n.Power == leader {
			armies = slices.Insert(armies, 0, army)
		} else {
			armies = append(armies, army)
		}
	}
	return armies
}

// makeKaitens makes one-shot torpedoes of as many defending submarines as their owners' standing orders say, before the
// battle's first die (JAP-3, D8).
func (r *run) makeKaitens(x *battle.Battle) {
	if !x.Sea || x.Round > 0 {
		return
	}
	for _, army := range x.Defender.Armies {
		n := kaitens(army.Tactics)
		may := slices.ContainsFunc(r.Board.Near(x.Space), func(s board.SpaceID) bool {
			return r.Rules.OneShotSubmarines(army.Advantages, r.Board.Space(s).Home, r.Pos.Owner[s])
		})
		for i := range x.Defender.Units {
			u := &x.Defender.Units[i]
			if may && n != 0 && u.Owner == army.Power && u.Type == board.Submarine {
				u.Kaiten = true
				n--
			}
		}
	}
}

// kaitens is how many submarines the lines send, -1 for all.
func kaitens(lines []order.Tactic) int {
	for _, t := range lines {
		if t.Do == order.Kaiten && !t.Negative {
			if t.N == 0 {
				return -1
			}
			return t.N
		}
	}
	return 0
}

// markFighters notes who takes part in a battle. Ships that bombard took part in combat, too, if there is anything
// for them to hit.
func (r *run) markFighters(b battle.Battle) {
	var fighters, ships []int
	for _, u := range b.Attacker.Units {
		if !u.Beside {
			fighters = append(fighters, u.ID)
		}
	}
	r.Mark(fighters, position.Fought)
	if slices.ContainsFunc(b.Defender.Units, func(u battle.Unit) bool { return u.Type.IsFightingLand() }) {
		for _, u := range b.Ships {
			ships = append(ships, u.ID)
		}
		r.Mark(ships, position.Fought|position.Bombarded)
	}
}

// adrift lists the fighters of carriers that will be sunk. Cargo shares its ship's fate; fighters of a sunk carrier that fly fight
// on, and seek refuge after all battles (R-39, T-25); an attacker's fly home with what range they have.
func (r *run) adrift(b *position.Battle, lost battle.Casualties) []int {
	var ids []int
	for _, u := range slices.Concat(lost.Attacker, lost.Defender) {
		for _, id := range r.Pos.CargoOf(u.ID) {
			if slices.Contains(b.Defenders, id) || u.Beside && r.Pos.Unit(id).Type.IsAir() {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// alive are those of some units that are still on the board and did not withdraw.
func (r *run) alive(ids []int, withdrawn []battle.Unit) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(id int) bool {
		return r.Pos.Unit(id) == nil || slices.ContainsFunc(withdrawn, func(u battle.Unit) bool { return u.ID == id })
	})
}

// repair repairs the battleships of a battle that has ended, where the rules do it at once.
func (r *run) repair(at board.SpaceID, ids []int) {
	if !r.Rules.Ships.RepairAtOnce {
		return
	}
	for _, id := range ids {
		u := r.Pos.Unit(id)
		if !u.Damaged {
			continue
		}
		units := r.InOrder([]int{id})
		units[0].Damaged = false
		r.Emit(event.Repaired{Power: u.Owner, Space: at, Units: units})
	}
}

func typesOf(units []battle.Unit) []board.UnitType {
	var ts []board.UnitType
	for _, u := range units {
		ts = append(ts, u.Type)
	}
	return ts
}

func powersOf(units []battle.Unit) []board.Power {
	var ps []board.Power
	for _, u := range units {
		if !slices.Contains(ps, u.Owner) {
			ps = append(ps, u.Owner)
		}
	}
	return ps
}
