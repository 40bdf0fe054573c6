package battle

import (
	"slices"

	"fieldpost/adjudicator/event"
)

// Stacks counts equal units, in the order in which they first occur, as events and odds list them.
func Stacks(us []Unit) []event.Stack {
	var ss []event.Stack
	for _, u := range us {
		one := event.Stack{Power: u.Owner, Type: u.Type, N: 1, Damaged: u.Damaged, Submerged: u.Submerged, Aboard: Stacks(u.Cargo)}
		i := slices.IndexFunc(ss, func(s event.Stack) bool { return sameKind(s, one) })
		if i < 0 {
			ss = append(ss, one)
		} else {
			ss[i].N++
		}
	}
	return ss
}

func sameKind(a, b event.Stack) bool {
	return a.Power == b.Power && a.Type == b.Type && a.Damaged == b.Damaged && a.Submerged == b.Submerged &&
		slices.EqualFunc(a.Aboard, b.Aboard, func(x, y event.Stack) bool { return x.N == y.N && sameKind(x, y) })
}
