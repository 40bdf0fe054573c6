package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// react lets advantages react to the end of a battle: their powers in turn order.
func (r *run) react(b *position.Battle) {
	for _, power := range r.b.Powers() {
		after := r.aftermath(b, power)
		for _, a := range r.advantages(power) {
			if a.Follows(after) && !r.pos.Nation(power).HasUsed(a.Name) {
				r.carryOut(a, power, b)
			}
		}
	}
}

// aftermath is a battle that has ended, as a power sees it. An attack is won if all defenders were destroyed, a defence
// if the attackers are gone and a defender is left: where both are gone, neither side has won.
func (r *run) aftermath(b *position.Battle, power board.Power) rules.Aftermath {
	x := rules.Aftermath{In: r.name(b.Space)}
	now, side := r.pos.Owner[b.Space], r.b.SideOf(power)
	won := false
	switch {
	case power == r.power:
		x.When, x.Destroyed = rules.Attacking, b.LostDefenders
		won = len(r.defendersIn(b.Space)) == 0 && len(b.LostDefenders) > 0
	case slices.Contains(b.Powers, power):
		x.When, x.Destroyed = rules.Defending, b.LostAttackers
		won = b.Round > 0 && len(b.Attackers) == 0 && len(b.Defenders) > 0
	}
	x.When = x.When.With(rules.Won, won).With(rules.FirstRound, b.Round == 1).
		With(rules.OwnSoil, r.b.Space(b.Space).Home == power && b.Holder == power && now == power).
		With(rules.Liberated, r.b.SideOf(now) == side && r.b.SideOf(b.Holder) != side)
	return x
}

// wantsToBeAsked reports whether a power has asked for the question before its units rise after a battle.
func (r *run) wantsToBeAsked(power board.Power) bool {
	return slices.ContainsFunc(r.pos.Nation(power).Answers, func(o order.Order) bool {
		x, ok := o.(order.Resistance)
		return ok && x.Asked
	})
}

// carryOut does what an advantage does after a battle.
func (r *run) carryOut(a *rules.Advantage, power board.Power, b *position.Battle) {
	if a.Question != "" && r.wantsToBeAsked(power) {
		if r.isDeclared(power, a) {
			r.declare(power, a)
		} else {
			r.ask(power, a)
		}
		return
	}
	do := a.After
	units := r.newUnits(power, do.Raise.Units()...)
	e := event.Raised{Power: power, Advantage: a.Name, Space: b.Space, Units: units, ThisTurn: true}
	if do.MoveAgain != board.NoUnit {
		again := slices.DeleteFunc(slices.Clone(b.Attackers), func(id int) bool {
			u := r.pos.Unit(id)
			return u == nil || u.Type != do.MoveAgain || u.Owner != power
		})
		e.Again = r.units(again)
	}
	r.useUp(power, a)
	if len(e.Units)+len(e.Again) > 0 {
		r.emit(e)
	}
}
