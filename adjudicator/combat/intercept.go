package combat

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// intercept lets defending fighters rise against a raid (Europe's rulings, 2.2): one exchange, interceptors first;
// escorts hit by them still fire. It returns the raiders that are left.
func intercept(t *phase.Turn, target board.SpaceID, planes []int, losses order.Tactic) ([]int, error) {
	risen := interceptors(t, target)
	if len(risen) == 0 || len(planes) == 0 {
		return planes, nil
	}
	if !t.Rules.Raid.InterceptorsStay {
		t.Emit(event.Risen{Units: risen})
	}
	hits, err := exchange(t, target, risen, t.Rules.Raid.InterceptorHit, dice.Defender, dice.StepInterceptor)
	if err != nil {
		return nil, err
	}
	down := phase.PickPlanes(t, t.InNamedOrder(planes), hits, losses)
	escorts := slices.DeleteFunc(slices.Clone(planes), func(id int) bool {
		return t.Pos.Unit(id).Type != board.Fighter
	})
	shot := 0
	if len(escorts) > 0 {
		if shot, err = exchange(t, target, escorts, t.Rules.Raid.EscortHit, dice.Attacker,
			dice.StepEscort); err != nil {
			return nil, err
		}
	}
	phase.RemoveCasualties(t, target, lossOrder(t, target, risen)[:min(shot, len(risen))], false, dice.StepEscort)
	phase.RemoveCasualties(t, target, down, true, dice.StepInterceptor)
	return slices.DeleteFunc(slices.Clone(planes), func(id int) bool { return slices.Contains(down, id) }), nil
}

// lossOrder orders interceptors as they are lost: as the `losses` of the controller's standing orders name their
// powers, else the controller's own before allies', in turn order (Europe, 3.19).
func lossOrder(t *phase.Turn, target board.SpaceID, risen []int) []int {
	var losses order.Tactic
	holder := t.Pos.Owner(target)
	if n := t.Pos.Nation(holder); n.HasTurn() {
		losses = lossesOf(standingTactics(n.Standing(), target, order.Losses))
	}
	rank := func(u position.Unit) int {
		if u.Owner == holder {
			return -1 // before all others
		}
		return t.Board.Index(u.Owner)
	}
	ids := slices.Clone(risen)
	slices.SortStableFunc(ids, func(a, b int) int {
		x, y := t.Pos.Unit(a), t.Pos.Unit(b)
		return cmp.Or(rank(x)-rank(y), a-b)
	})
	return phase.InOrderOfLoss(t, ids, losses)
}

// exchange rolls one die for each plane and returns the hits.
func exchange(t *phase.Turn, target board.SpaceID, planes []int, value int, side, step string) (hits int, err error) {
	faces, err := t.Resolver.Roll(raidLabel(t, target, dice.Air, side, step), len(planes))
	if err != nil {
		return 0, err
	}
	for _, f := range faces {
		if f <= value {
			hits++
		}
	}
	t.Emit(event.Intercepted{Power: t.Pos.Unit(planes[0]).Owner, Space: target, Units: t.Stacks(planes), Dice: faces,
		Hits: hits, Value: value,
		Step: step, Attacking: side == dice.Attacker})
	return hits, nil
}

// interceptors lists the fighters that rise by their owners' standing orders, owners in turn order. The territory's
// controller may name their allies' fighters, too (Europe's rulings, 2.2).
func interceptors(t *phase.Turn, target board.SpaceID) []int {
	var risen []int
	for nation := range t.Pos.Nations() {
		if !t.IsEnemy(nation.Power()) {
			continue
		}
		for _, line := range standingTactics(nation.Standing(), target, order.Intercept) {
			for _, want := range line.Units {
				owner := want.Power
				if owner == board.Nobody {
					owner = nation.Power()
				}
				if owner == nation.Power() || nation.Power() == t.Pos.Owner(target) {
					risen = append(risen, fightersOf(t, owner, target, want.N, risen)...)
				}
			}
		}
	}
	return risen
}

// fightersOf lists n of a power's fighters in a territory, or all, without those listed already.
func fightersOf(t *phase.Turn, owner board.Power, at board.SpaceID, n int, already []int) []int {
	ids := t.UnitsIn(at, func(u position.Unit) bool {
		return u.Type == board.Fighter && u.Owner == owner && t.IsEnemy(owner) && !slices.Contains(already, u.ID)
	})
	if n == order.All {
		return ids
	}
	return ids[:min(n, len(ids))]
}
