package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// fightOnLand decides a territory: units from the sea come ashore if the way is clear, planes sent there join,
// ships that only escort do not, then it is fought for, or taken at once if no unit defends it (fine print 5).
func fightOnLand(t *phase.Turn, b *position.Battle) (waits bool, err error) {
	if b.Round == 0 {
		next := *b
		next.Defenders, next.Holder = t.DefendersIn(b.Space), t.Pos.Owner(b.Space)
		advance(t, b, next)
		next.Landing = goAshore(t, b)
		next.Attackers = t.AttackersIn(b.Space)
		advance(t, b, next)
	}
	switch {
	case len(b.Attackers) == 0: // shot down on the way, or called off
		return false, nil
	case len(b.Defenders) == 0:
		if err := enterUndefended(t, b); err != nil {
			return false, err
		}
	default:
		if waits, err := fightBattle(t, b); waits || err != nil {
			return waits, err
		}
	}
	occupy(t, b.Space)
	phase.React(t, b)
	return false, nil
}

// enterUndefended lets the gun of an undefended territory shoot at the planes that came along.
func enterUndefended(t *phase.Turn, b *position.Battle) error {
	planes := t.UnitsIn(b.Space, func(u position.Unit) bool {
		return u.Type.IsAir() && t.Controls(u.Owner) && t.IsFighting(u)
	})
	t.Mark(planes, position.Fought)
	_, err := phase.FireAntiaircraft(t, b.Space, t.InNamedOrder(planes), 1, dice.StepBattle, lossesOf(b.Tactics))
	return err
}

// goAshore lands the cargo bound for a territory, unless the attacker calls the landing off or its sea zone
// was not cleared. It reports whether anybody landed.
func goAshore(t *phase.Turn, b *position.Battle) bool {
	landings := landingsOn(t, b.Space)
	if len(landings) == 0 {
		return false
	}
	off := callsOff(t, b, landings)
	landed := false
	for _, l := range landings {
		if off || t.Pos.Unit(l.Ship).Now.Did.Has(position.RetreatedNow) || t.Pos.HostileZone(t.Board, l.Zone, t.Side) {
			dropLanding(t, l)
			continue
		}
		unload(t, l)
		landed = true
	}
	return landed
}

// unload puts a landing's cargo ashore.
func unload(t *phase.Turn, l position.Landing) {
	t.Emit(event.Unloaded{Power: t.Power, Units: t.Units(l.Cargo), From: l.Zone, To: l.Target, Ship: l.Ship,
		Phase: order.Combat})
}

// dropLanding leaves a landing's cargo aboard. The ship counts as having been in combat, so that in noncombat it may
// put its cargo ashore in friendly land next to the zone.
func dropLanding(t *phase.Turn, l position.Landing) {
	t.Emit(event.CalledOff{Power: t.Power, Space: l.Target, From: l.Zone, Ship: l.Ship, Units: t.Stacks(l.Cargo)})
}

// callsOff reports whether the attacker drops the landing on a territory before its first die (R-62, D9). Odds are
// those of the battle with all who are to land.
func callsOff(t *phase.Turn, b *position.Battle, landings []position.Landing) bool {
	if !t.Rules.Landing.CallOff {
		return false
	}
	all := *b
	all.Landing, all.Attackers = true, t.AttackersIn(b.Space)
	for _, l := range landings {
		all.Attackers = append(all.Attackers, l.Cargo...)
	}
	return t.Resolver.CallsOff(NewBattle(t, &all))
}

// occupy takes an enemy space without defenders left, if an own unit is there that can hold it: a land unit
// (R-113; planes never, R-95), in a convoy centre a warship that sailed into it this turn (Europe, 3.10).
// Interceptors that come down in lost land are lost.
func occupy(t *phase.Turn, space board.SpaceID) {
	if !t.IsEnemy(t.Pos.Owner(space)) || len(t.DefendersIn(space)) > 0 {
		return
	}
	holders := t.UnitsIn(space, func(u position.Unit) bool {
		return t.Controls(u.Owner) && t.IsFighting(u) && !u.Type.IsAir() && u.Type != board.Transport &&
			(!u.Type.IsShip() || u.Now.Did.Has(position.MovedInCombat))
	})
	if len(holders) == 0 {
		return
	}
	stranded := t.UnitsIn(space, func(u position.Unit) bool { return u.Type.IsAir() && t.IsEnemy(u.Owner) })
	if len(stranded) > 0 {
		t.Emit(event.NoLanding{Power: t.Pos.Unit(stranded[0]).Owner, Space: space, Units: t.Units(stranded)})
	}
	phase.Capture(t, space, t.Power)
}

// bombarding lists the ships that bombard a territory: own ships in the zones from which units land there, if no sea
// battle was fought in the zone, each ship one territory a turn, none that retreated to there
// from a battle elsewhere. Where `bombard` lines name the territory, only the ships that they name; else every ship
// that is not assigned elsewhere supports the first landing from its zone (D10).
func bombarding(t *phase.Turn, b *position.Battle) []int {
	if !b.Landing || slices.ContainsFunc(b.Tactics,
		func(line order.Tactic) bool { return line.Do == order.NoBombardment }) {
		return nil
	}
	landings, bombards := slices.Collect(t.Pos.Turn().Landings()), slices.Collect(t.Pos.Turn().Bombards())
	named := slices.ContainsFunc(bombards, func(s position.Bombard) bool { return s.Target == b.Space })
	var ships []int
	for i, l := range landings {
		repeated := slices.ContainsFunc(landings[:i], func(p position.Landing) bool {
			return p.Zone == l.Zone && p.Target == l.Target
		})
		if l.Target != b.Space || repeated || isFoughtOver(t, l.Zone) || !landedFrom(t, l.Zone, b) {
			continue
		}
		first := slices.IndexFunc(landings, func(p position.Landing) bool { return p.Zone == l.Zone })
		for u := range t.Pos.In(l.Zone) {
			i := slices.IndexFunc(bombards, func(s position.Bombard) bool { return s.Ship == u.ID })
			assigned := i >= 0 && bombards[i].Target == b.Space
			free := i < 0 && !named && landings[first].Target == b.Space
			spent := u.Submerged || u.Now.Did.Any(position.Bombarded|position.RetreatedNow)
			if t.Controls(u.Owner) && u.Type.IsShip() && !spent && (assigned || free) &&
				t.Rules.Bombard(t.Advantages(u.Owner), u.Type) > 0 {
				ships = append(ships, u.ID)
			}
		}
	}
	return ships
}

// landedFrom reports whether a unit of the battle came ashore from a zone.
func landedFrom(t *phase.Turn, zone board.SpaceID, b *position.Battle) bool {
	return slices.ContainsFunc(b.Attackers, func(id int) bool {
		u := t.Pos.Unit(id)
		return u.Aboard != 0 && u.At == zone || u.Now.From == zone && u.Now.Did.Has(position.FromSea)
	})
}
