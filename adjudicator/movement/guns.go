package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// guns holds what is special about antiaircraft guns (Europe, 3.12 and 3.13).
type guns struct{ *progress }

// faultSecond notes the lines that bring a second gun into a territory. Moves are simultaneous: where the phase leaves the guns
// counts, and of several lines the first stands (orders.md, fine print 10).
func (m *guns) faultSecond() {
	if !m.Rules.Guns.OneEach {
		return
	}
	for at := range m.Board.Spaces {
		space := board.SpaceID(at)
		guns := m.UnitsIn(space, func(u *position.Unit) bool { return u.Type == board.AAGun && u.Aboard == 0 })
		came := slices.DeleteFunc(slices.Clone(guns), func(id int) bool { return m.began[id] == space })
		slices.SortStableFunc(came, func(a, b int) int { return m.named[a] - m.named[b] })
		room := max(0, 1-(len(guns)-len(came)))
		for _, id := range came[min(room, len(came)):] {
			m.AddFault(m.named[id], order.SecondGun, phase.WithSpace(space))
		}
	}
}

// noteRound notes in which round the guns that every friend of their owner may move were moved.
func (m *guns) noteRound() {
	var guns []int
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		if _, here := m.began[u.ID]; here && tends(m.Turn, u.Owner, u.Type) && m.named[u.ID] != 0 {
			guns = append(guns, u.ID)
		}
	}
	if len(guns) > 0 {
		m.Emit(event.GunsTended{Units: guns})
	}
}

// tends reports whether the power on turn moves units of an owner without a turn in noncombat as if they were its own: the guns
// of the Middle East, for its friends (Europe, 3.13).
func tends(t *phase.Turn, owner board.Power, typ board.UnitType) bool {
	return t.Rules.Guns.Common && owner == board.MiddleEast && t.IsFriendly(owner) && (typ == board.AAGun || typ == board.NoUnit)
}

// heldGun is the fault of a line that moves a gun which must stay where it is: one captured this turn (Europe, 3.12), one of
// the Middle East that was moved this round (3.13). It is empty for every other unit.
func heldGun(t *phase.Turn, u *position.Unit) order.Code {
	switch {
	case u.Type != board.AAGun:
	case t.Rules.Guns.CapturedStay && u.Now.Did.Has(position.CapturedNow):
		return order.GunCaptured
	case t.Rules.Guns.Common && u.Owner == board.MiddleEast && u.Round == t.Pos.Round:
		return order.GunMovedAlready
	}
	return ""
}

// heldIn is the fault of the first of some units that must stay in a space.
func heldIn(t *phase.Turn, units []*position.Unit, at board.SpaceID) order.Code {
	for _, u := range units {
		if code := heldGun(t, u); code != "" && u.At == at {
			return code
		}
	}
	return ""
}
