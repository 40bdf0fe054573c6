package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// tends reports whether the power on turn moves units of an owner without a turn in noncombat as if they were its own: the guns
// of the Middle East, for its friends (Europe, 3.13).
func (r *run) tends(owner board.Power, t board.UnitType) bool {
	return r.Rules.Guns.Common && owner == board.MiddleEast && r.IsFriendly(owner) && (t == board.AAGun || t == board.NoUnit)
}

// heldGun is the fault of a line that moves a gun which must stay where it is: one captured this turn (Europe, 3.12), one of
// the Middle East that was moved this round (3.13). It is empty for every other unit.
func (r *run) heldGun(u *position.Unit) order.Code {
	switch {
	case u.Type != board.AAGun:
	case r.Rules.Guns.CapturedStay && u.Now.Did.Has(position.CapturedNow):
		return order.GunCaptured
	case r.Rules.Guns.Common && u.Owner == board.MiddleEast && u.Round == r.Pos.Round:
		return order.GunMovedAlready
	}
	return ""
}

// heldIn is the fault of the first of some units that must stay in a space.
func (r *run) heldIn(units []*position.Unit, at board.SpaceID) order.Code {
	for _, u := range units {
		if code := r.heldGun(u); code != "" && u.At == at {
			return code
		}
	}
	return ""
}

// crowdedGuns notes the lines that bring a second gun into a territory. Moves are simultaneous: where the phase leaves the guns
// counts, and of several lines the first stands (orders.md, fine print 10).
func (m *moves) crowdedGuns() {
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
			m.blame(m.named[id], order.SecondGun, phase.WithSpace(space))
		}
	}
}

// noteRound notes in which round the guns that every friend of their owner may move were moved.
func (m *moves) noteRound() {
	var guns []int
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		if _, here := m.began[u.ID]; here && m.tends(u.Owner, u.Type) && m.named[u.ID] != 0 {
			guns = append(guns, u.ID)
		}
	}
	if len(guns) > 0 {
		m.Emit(event.GunsTended{Units: guns})
	}
}
