package combat

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// NewBattle makes of what stands on the board what package battle fights with.
func NewBattle(t *phase.Turn, b *position.Battle) battle.Battle {
	x := battle.New(t.Rules, b.Space, t.Pos.Owner(b.Space))
	x.Landing, x.Round, x.Paused, x.InfantryOnly, x.Subs = b.Landing, b.Round, b.Answered, b.Foot, b.Subs
	x.Odds = odds.Chance
	x.Attacker.Units, x.Defender.Units = combatants(t, b.Attackers), combatants(t, b.Defenders)
	x.Attacker.Armies = attackingArmies(t, b)
	x.Defender.Armies = defendingArmies(t, b, x.Defender.Units)
	if !b.Sea {
		x.Gun.Owner, x.Gun.Value = phase.AntiaircraftGun(t, b.Space)
	}
	if b.Round == 0 && !b.Sea {
		x.Ships = combatants(t, bombarding(t, b))
	}
	addAllies(t, &x)
	makeKaitens(t, &x)
	x.Ways = retreatSpaces(t, b)
	return x
}

// combatants are units as package battle knows them, with what is aboard them and goes down with them. A defender's
// fighter on a deck fights for itself.
func combatants(t *phase.Turn, ids []int) []battle.Unit {
	units := make([]battle.Unit, 0, len(ids))
	named := t.InNamedOrder(ids)
	for _, id := range ids {
		x := combatant(t, t.Pos.Unit(id))
		x.Rank = slices.Index(named, id) + 1
		for _, c := range t.Pos.CargoOf(id) {
			if !slices.Contains(ids, c) {
				x.Cargo = append(x.Cargo, combatant(t, t.Pos.Unit(c)))
			}
		}
		units = append(units, x)
	}
	return units
}

// combatant is a unit as package battle knows it, without its cargo.
func combatant(t *phase.Turn, u position.Unit) battle.Unit {
	return battle.Unit{
		ID: u.ID, Type: u.Type, Owner: u.Owner, Damaged: u.Damaged, Submerged: u.Submerged,
		FromSea: u.Now.Did.Has(position.FromSea) || u.Aboard != 0 && u.Type.IsLand(),
		Suicide: u.Now.Did.Has(position.Suicide),
		Left:    t.MovementLeft(u),
	}
}

// addAllies puts the ships of the attacker's allies next to a battle in which enemy submarines defend: the attacker
// may take their hits on them (Europe, 3.14). Fighters on their decks are no cargo that goes down; they seek refuge.
func addAllies(t *phase.Turn, x *battle.Battle) {
	subs := slices.ContainsFunc(x.Defender.Units, func(u battle.Unit) bool { return u.Type == board.Submarine })
	if !x.Sea || !subs || !t.Rules.Ships.BesideAllies {
		return
	}
	for u := range t.Pos.In(x.Space) {
		if !u.Type.IsShip() || u.Submerged || !t.IsFriendly(u.Owner) || t.Controls(u.Owner) {
			continue
		}
		ship := combatants(t, []int{u.ID})[0]
		ship.Beside = true
		ship.Cargo = slices.DeleteFunc(ship.Cargo, func(c battle.Unit) bool { return c.Type.IsAir() })
		x.Attacker.Units = append(x.Attacker.Units, ship)
		if !slices.ContainsFunc(x.Attacker.Armies, func(a battle.Army) bool { return a.Power == u.Owner }) {
			x.Attacker.Armies = append(x.Attacker.Armies, battle.Army{Power: u.Owner})
		}
	}
}

// attackingArmies are the power on turn and, in a joint attack, its partner.
func attackingArmies(t *phase.Turn, b *position.Battle) []battle.Army {
	armies := []battle.Army{{Power: t.Power, Advantages: t.Advantages(t.Power), Tactics: b.Tactics}}
	for n := range t.Pos.Nations() {
		if n.Power() != t.Power && t.Controls(n.Power()) {
			lines := attackLines(n.Standing(), b.Space)
			armies = append(armies, battle.Army{Power: n.Power(), Advantages: t.Advantages(n.Power()), Tactics: lines})
		}
	}
	return armies
}

// defendingArmies are the powers that defend a space by their standing orders; first the one whose order of loss
// counts: the controller of the territory, at sea the owner of the most valuable ships.
func defendingArmies(t *phase.Turn, b *position.Battle, units []battle.Unit) []battle.Army {
	leader := t.Pos.Owner(b.Space)
	if b.Sea || !t.Pos.Nation(leader).HasTurn() || !t.IsEnemy(leader) {
		leader = battle.Leader(t.Rules, units)
	}
	var armies []battle.Army
	for n := range t.Pos.Nations() {
		present := slices.ContainsFunc(units, func(u battle.Unit) bool { return u.Owner == n.Power() })
		if n.Power() != leader && !present {
			continue
		}
		lines := order.WithoutFallen(defenceLines(n.Standing(), b.Space), b.Fallen, nil)
		army := battle.Army{Power: n.Power(), Advantages: t.Advantages(n.Power()), Tactics: lines}
		if n.Power() == leader {
			armies = slices.Insert(armies, 0, army)
		} else {
			armies = append(armies, army)
		}
	}
	return armies
}

// makeKaitens makes one-shot torpedoes of as many defending submarines as their owners' standing orders say, before the
// battle's first die (JAP-3, D8).
func makeKaitens(t *phase.Turn, x *battle.Battle) {
	if !x.Sea || x.Round > 0 {
		return
	}
	for _, army := range x.Defender.Armies {
		n := kaitens(army.Tactics)
		may := slices.ContainsFunc(t.Board.Near(x.Space), func(s board.SpaceID) bool {
			return t.Rules.OneShotSubmarines(army.Advantages, t.Board.Space(s).OriginalController, t.Pos.Owner(s))
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
