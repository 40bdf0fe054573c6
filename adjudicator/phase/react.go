package phase

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// React lets advantages react to the end of a battle: their powers in turn order.
func React(t *Turn, b *position.Battle) {
	for _, power := range t.Board.Powers() {
		after := aftermath(t, b, power)
		for _, a := range t.Advantages(power) {
			if a.Follows(after) && !t.Pos.Nation(power).HasUsed(a.Name) {
				carryOut(t, a, power, b)
			}
		}
	}
}

// aftermath is a battle that has ended, as a power sees it. An attack is won if all defenders were destroyed, a defence
// if the attackers are gone and a defender is left: where both are gone, neither side has won.
func aftermath(t *Turn, b *position.Battle, power board.Power) rules.Aftermath {
	x := rules.Aftermath{In: t.Board.Name(b.Space)}
	now, side := t.Pos.Owner(b.Space), t.Board.SideOf(power)
	won := false
	switch {
	case power == t.Power:
		x.When, x.Destroyed = rules.Attacking, b.LostDefenders
		won = len(t.DefendersIn(b.Space)) == 0 && len(b.LostDefenders) > 0
	case slices.Contains(b.Powers, power):
		x.When, x.Destroyed = rules.Defending, b.LostAttackers
		won = b.Round > 0 && len(b.Attackers) == 0 && len(b.Defenders) > 0
	}
	x.When = x.When.With(rules.Won, won).With(rules.FirstRound, b.Round == 1).
		With(rules.OwnSoil, t.Board.Space(b.Space).OriginalController == power && b.Holder == power && now == power).
		With(rules.Liberated, t.Board.SideOf(now) == side && t.Board.SideOf(b.Holder) != side)
	return x
}

// wantsToBeAsked reports whether a power has asked for the question before its units rise after a battle.
func wantsToBeAsked(t *Turn, power board.Power) bool {
	return slices.ContainsFunc(t.Pos.Nation(power).Answers(), func(o order.Order) bool {
		x, ok := o.(order.Resistance)
		return ok && x.Asked
	})
}

// carryOut does what an advantage does after a battle.
func carryOut(t *Turn, a *rules.Advantage, power board.Power, b *position.Battle) {
	if a.Question != "" && wantsToBeAsked(t, power) {
		if t.IsDeclared(power, a) {
			Declare(t, power, a)
		} else {
			Ask(t, power, a)
		}
		return
	}
	do := a.After
	units := t.NewUnits(power, do.Raise.Units()...)
	e := event.Raised{Power: power, Advantage: a.Name, Space: b.Space, Units: units, ThisTurn: true}
	if do.MoveAgain != board.NoUnit {
		again := slices.DeleteFunc(slices.Clone(b.Attackers), func(id int) bool {
			u := t.Pos.Unit(id)
			return u.ID == 0 || u.Type != do.MoveAgain || u.Owner != power
		})
		e.Again = t.Units(again)
	}
	t.UseUp(power, a)
	if len(e.Units)+len(e.Again) > 0 {
		t.Emit(e)
	}
}
