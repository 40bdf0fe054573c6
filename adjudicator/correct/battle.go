package correct

import (
	"fmt"
	"reflect"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// battlesIn are the battles that began in a place, in their order.
func battlesIn(b *board.Board, r adjudicator.Result, p place) []battle.Battle {
	return filter(r.Battles, func(x battle.Battle) bool { return p.is(b, x.Space) })
}

// sameForces reports whether a battle begins with the same: units, guns, ships off the coast, ways of retreat.
func sameForces(a, b battle.Battle) bool {
	return a.Controller == b.Controller && a.Landing == b.Landing && a.Round == b.Round &&
		a.InfantryOnly == b.InfantryOnly && a.Subs == b.Subs && a.Gun == b.Gun &&
		slices.Equal(a.Ways, b.Ways) && slices.Equal(units(a.Attacker.Units), units(b.Attacker.Units)) &&
		slices.Equal(units(a.Defender.Units), units(b.Defender.Units)) && slices.Equal(units(a.Ships), units(b.Ships))
}

// units describes units by all that their fate depends on, whichever pieces they are, and in whatever order they were
// named.
func units(list []battle.Unit) []string {
	out := make([]string, len(list))
	for i, u := range list {
		out[i] = fmt.Sprint(u.Owner, u.Type, u.Damaged, u.Submerged, u.FromSea, u.Suicide, u.Kaiten,
			u.Left, units(u.Cargo))
	}
	slices.Sort(out)
	return out
}

// sameTactics reports whether all armies have the same lines for a battle.
func sameTactics(a, b battle.Battle) bool {
	return reflect.DeepEqual(tactics(a.Attacker), tactics(b.Attacker)) &&
		reflect.DeepEqual(tactics(a.Defender), tactics(b.Defender))
}

func tactics(s battle.Side) map[board.Power][]order.Tactic {
	out := map[board.Power][]order.Tactic{}
	for _, army := range s.Armies {
		if len(army.Tactics) > 0 {
			out[army.Power] = plain(army.Tactics)
		}
	}
	return out
}

// plain is lines without their numbers.
func plain(list []order.Tactic) []order.Tactic {
	out := slices.Clone(list)
	for i := range out {
		out[i].Line = 0
	}
	return out
}
