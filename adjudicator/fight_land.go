package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// fightOnLand decides a territory: units from the sea come ashore if the way is clear, planes sent there join, ships
// that only escort do not, then it is fought for, or taken at
// once if nobody defends it (fine print 5).
func (r *run) fightOnLand(b *position.Battle) (waiting bool, err error) {
	if b.Round == 0 {
		next := *b
		next.Defenders, next.Holder = r.DefendersIn(b.Space), r.Pos.Owner[b.Space]
		r.Emit(event.BattleAdvanced{Battle: next})
		next.Landing = r.goAshore(b)
		next.Attackers = r.AttackersIn(b.Space)
		r.Emit(event.BattleAdvanced{Battle: next})
	}
	switch {
	case len(b.Attackers) == 0: // shot down on the way, or called off
		return false, nil
	case len(b.Defenders) == 0:
		if err := r.enterUndefended(b); err != nil {
			return false, err
		}
	default:
		if waiting, err := r.fightBattle(b); waiting || err != nil {
			return waiting, err
		}
	}
	r.occupy(b.Space)
	phase.React(r.Turn, b)
	return false, nil
}

// enterUndefended lets the gun of an undefended territory shoot at the planes that came along.
func (r *run) enterUndefended(b *position.Battle) error {
	planes := r.UnitsIn(b.Space, func(u *position.Unit) bool { return u.Type.IsAir() && r.Controls(u.Owner) && r.IsFighting(u) })
	r.Mark(planes, position.Fought)
	_, err := phase.FireAntiaircraft(r.Turn, b.Space, r.InNamedOrder(planes), 1, dice.StepBattle, lossesOf(b.Tactics))
	return err
}

// goAshore lands the cargo bound for a territory, unless the attacker calls the landing off or its sea zone was not
// cleared. It tells whether anybody landed.
func (r *run) goAshore(b *position.Battle) bool {
	landings := r.landingsOn(b.Space)
	if len(landings) == 0 {
		return false
	}
	off := r.callsOff(b, landings)
	landed := false
	for _, l := range landings {
		if off || r.Pos.Unit(l.Ship).Now.Did.Has(position.RetreatedNow) || r.Pos.HostileZone(r.Board, l.Zone, r.Side) {
			r.dropLanding(l)
			continue
		}
		r.unload(l)
		landed = true
	}
	return landed
}

// unload puts a landing's cargo ashore.
func (r *run) unload(l position.Landing) {
	r.Emit(event.Unloaded{Power: r.Power, Units: r.Units(l.Cargo), From: l.Zone, To: l.Target, Ship: l.Ship,
		Phase: order.Combat})
}

// dropLanding leaves a landing's cargo aboard. The ship counts as having been in combat, so that in noncombat it may put its
// cargo ashore in friendly land beside the zone.
func (r *run) dropLanding(l position.Landing) {
	r.Emit(event.CalledOff{Power: r.Power, Space: l.Target, From: l.Zone, Ship: l.Ship, Units: r.Stacks(l.Cargo)})
}

// callsOff tells whether the attacker drops the landing on a territory before its first die (R-62, D9). Odds are those of the
// battle with all who are to land.
func (r *run) callsOff(b *position.Battle, landings []position.Landing) bool {
	if !r.Rules.Landing.CallOff {
		return false
	}
	all := *b
	all.Landing, all.Attackers = true, r.AttackersIn(b.Space)
	for _, l := range landings {
		all.Attackers = append(all.Attackers, l.Cargo...)
	}
	return r.Resolver.CallsOff(r.makeBattle(&all))
}

// occupy takes an enemy space in which nobody defends any more, if an own unit is there that can hold it: a land unit
// (R-113; planes never, R-95), in a convoy centre a warship that sailed into it this turn (Europe, 3.10). Interceptors that come down in lost land are lost.
func (r *run) occupy(space board.SpaceID) {
	if !r.IsEnemy(r.Pos.Owner[space]) || len(r.DefendersIn(space)) > 0 {
		return
	}
	holders := r.UnitsIn(space, func(u *position.Unit) bool {
		return r.Controls(u.Owner) && r.IsFighting(u) && !u.Type.IsAir() && u.Type != board.Transport &&
			(!u.Type.IsShip() || u.Now.Did.Has(position.MovedInCombat))
	})
	if len(holders) == 0 {
		return
	}
	stranded := r.UnitsIn(space, func(u *position.Unit) bool { return u.Type.IsAir() && r.IsEnemy(u.Owner) })
	if len(stranded) > 0 {
		r.Emit(event.NoLanding{Power: r.Pos.Unit(stranded[0]).Owner, Space: space, Units: r.Units(stranded)})
	}
	phase.Capture(r.Turn, space, r.Power)
}
