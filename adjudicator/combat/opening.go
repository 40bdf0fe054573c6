package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// overflightFire fires the guns that planes passed on their way to battles (R-1a, R-2, T-12, T-13): route by route,
// space by space. What is shot down is removed, and no plan changes.
func overflightFire(t *phase.Turn) error {
	for i, group := range routeGroups(t) {
		planes := group.planes
		for _, space := range group.over {
			left, err := phase.FireAntiaircraft(t, space, planes, i+1, dice.StepOver, order.Tactic{})
			if err != nil {
				return err
			}
			planes = left
		}
	}
	return nil
}

// routeGroup is the planes that one order sent from one space along one way: a route of R-2.
type routeGroup struct {
	line   int
	start  board.SpaceID
	over   []board.SpaceID
	planes []int
}

// routeGroups puts the plan's routes together, in the order of the orders.
func routeGroups(t *phase.Turn) []routeGroup {
	var groups []routeGroup
	for route := range t.Pos.Turn().Routes() {
		u := t.Pos.Unit(route.Unit)
		if u.ID == 0 {
			continue
		}
		i := slices.IndexFunc(groups, func(g routeGroup) bool {
			return g.line == u.Now.Line && g.start == u.Now.Start && slices.Equal(g.over, route.Over)
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, routeGroup{line: u.Now.Line, start: u.Now.Start, over: route.Over})
		}
		groups[i].planes = append(groups[i].planes, route.Unit)
	}
	for i := range groups {
		groups[i].planes = t.InNamedOrder(groups[i].planes)
	}
	return groups
}

// fireRockets rolls each rocket's damage (R-102, T-38). A gun that fired took part in combat.
func fireRockets(t *phase.Turn) error {
	for k := range t.Pos.Turn().Rockets() {
		t.Mark([]int{k.Gun}, position.Fought|position.FiredRocket)
		if !t.Resolver.Fires() {
			continue
		}
		faces, err := t.Resolver.Roll(raidLabel(t, k.Target, dice.Rocket, dice.Attacker, dice.StepDamage), 1)
		if err != nil {
			return err
		}
		damage := cappedDamage(t, k.Target, faces[0], 0)
		whose, paid := damagePaid(t, k.Target, damage)
		t.Emit(event.RocketFired{Power: t.Power, From: k.From, Space: k.Target, Dice: faces, Damage: damage, Paid: paid,
			Whose: whose})
	}
	return nil
}

// flyRaids flies the strategic raids before any battle (R-107, T-9, T-53), in the order of the lines: of each all
// flak, then escorts and interceptors, then its damage (cases.md). Raiders take no part in the battle of the
// territory.
func flyRaids(t *phase.Turn) error {
	for raid := range t.Pos.Turn().Raids() {
		planes := slices.DeleteFunc(raid.Planes, func(id int) bool { return t.Pos.Unit(id).ID == 0 })
		if len(planes) == 0 {
			continue
		}
		t.Mark(planes, position.Fought|position.Raided)
		if !t.Resolver.Fires() {
			continue
		}
		if err := flyRaid(t, raid.Target, planes); err != nil {
			return err
		}
	}
	return nil
}

// flyRaid flies one raid.
func flyRaid(t *phase.Turn, target board.SpaceID, planes []int) error {
	losses := lossesOf(sectionOf(t, target))
	planes, err := phase.FireAntiaircraft(t, target, t.InNamedOrder(planes), 1, dice.StepRaid, losses)
	if err != nil {
		return err
	}
	if t.Rules.Raid.Intercept {
		if planes, err = intercept(t, target, planes, losses); err != nil {
			return err
		}
		planes = slices.DeleteFunc(planes, func(id int) bool { return t.Pos.Unit(id).Type != board.Bomber })
	}
	return dropBombs(t, target, planes)
}

// dropBombs rolls the damage of a raid, plane by plane (R-104, T-43).
func dropBombs(t *phase.Turn, target board.SpaceID, planes []int) error {
	if len(planes) == 0 {
		return nil
	}
	throws := make([]int, len(planes))
	n := 0
	for i, id := range planes {
		u := t.Pos.Unit(id)
		throws[i] = t.Rules.Dice(t.Advantages(u.Owner), rules.Shot{Unit: u.Type, Owner: u.Owner, When: rules.Attacking})
		n += throws[i]
	}
	faces, err := t.Resolver.Roll(raidLabel(t, target, dice.Raid, dice.Attacker, dice.StepDamage), n)
	if err != nil {
		return err
	}
	e := event.Raided{Power: t.Power, Space: target, Units: t.Stacks(planes), Dice: faces}
	for i, id := range planes {
		damage := bombDamage(t, t.Pos.Unit(id), faces[:throws[i]])
		faces = faces[throws[i]:]
		e.Damage += cappedDamage(t, target, damage, e.Damage)
	}
	e.Whose, e.Paid = damagePaid(t, target, e.Damage)
	t.Emit(e)
	return nil
}

// bombDamage is what one raider's dice come to: their sum, or with the tournament rule the better of two and one more.
func bombDamage(t *phase.Turn, u position.Unit, faces []int) int {
	damage := 0
	for _, f := range faces {
		damage += t.Rules.RaidDamage(t.Advantages(u.Owner), u.Type, f)
	}
	if len(faces) > 1 && t.Rules.Combat.HeavyBest {
		damage = slices.Max(faces) + 1
	}
	return damage
}

// cappedDamage limits one plane's or one rocket's damage by the rule set's policy; what a territory has suffered
// already this turn, and before from the same raid, counts where the limit is the territory's.
func cappedDamage(t *phase.Turn, target board.SpaceID, damage, before int) int {
	income := t.Board.Space(target).Income
	switch t.Rules.Raid.Cap {
	case rules.CapUnit:
		return min(damage, income)
	case rules.CapTerritory:
		return min(damage, income-before-t.Pos.Turn().Damage(target))
	}
	return damage
}

// damagePaid is who pays damage, the territory's controller, and how much: all of it, or what there is (T-36, T-37,
//
func damagePaid(t *phase.Turn, target board.SpaceID, damage int) (whose board.Power, paid int) {
	whose = t.Pos.Owner(target)
	if n := t.Pos.Nation(whose); n.HasTurn() {
		paid = min(damage, n.Money())
	}
	return whose, paid
}

// raidLabel is the label of dice for a raid or a rocket.
func raidLabel(t *phase.Turn, space board.SpaceID, kind, side, step string) dice.Label {
	return dice.Label{Place: dice.SpaceToken(t.Board.Name(space)), Kind: kind, Round: 1, Side: side, Step: step}
}
