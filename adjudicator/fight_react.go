package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

// react lets advantages react to the end of a battle: their powers in turn order.
func (r *run) react(b *position.Battle) {
	after := trait.Aftermath{
		Name: r.name(b.Space), Home: r.b.Space(b.Space).Home, Before: b.Holder, Now: r.pos.Owner[b.Space], Attacker: r.power,
		Rounds: b.Round, Won: len(r.defendersIn(b.Space)) == 0, Driven: len(b.Attackers) == 0, Held: len(b.Defenders) > 0,
		Defended: b.Powers, LostAttackers: b.LostAttackers, LostDefenders: b.LostDefenders,
	}
	if old, now := r.b.SideOf(b.Holder), r.b.SideOf(r.pos.Owner[b.Space]); old != now {
		after.Changed = now
	}
	for _, power := range r.b.Powers() {
		for _, t := range r.traits(power) {
			reactor, ok := t.(trait.Reactor)
			if !ok || r.pos.Nation(power).HasUsed(t.Name()) {
				continue
			}
			r.carryOut(t, power, reactor.React(after, r.pos), b)
		}
	}
}

// carryOut does what an advantage does after a battle.
func (r *run) carryOut(t trait.Trait, power board.Power, do trait.Reaction, b *position.Battle) {
	if asker, ok := t.(trait.Asker); ok && do.Ask {
		if r.isDeclared(power, t) {
			r.declare(power, t)
		} else {
			r.ask(power, asker)
		}
		return
	}
	e := event.Raised{Power: power, Advantage: t.Name(), Space: b.Space, Units: r.newUnits(power, do.Place...), ThisTurn: true}
	if do.Again != board.NoUnit {
		again := slices.DeleteFunc(slices.Clone(b.Attackers), func(id int) bool {
			u := r.pos.Unit(id)
			return u == nil || u.Type != do.Again || u.Owner != power
		})
		e.Again = r.units(again)
	}
	if do.Uses {
		r.useUp(power, t)
	}
	if len(e.Units)+len(e.Again) > 0 {
		r.emit(e)
	}
}
