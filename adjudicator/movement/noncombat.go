package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// faultSecondGuns notes the lines that bring a second gun into a territory. Moves are simultaneous: where the phase
// leaves the guns counts, and of several lines the first stands (orders.md, fine print 10).
func (m *progress) faultSecondGuns() {
	if !m.Rules.Guns.OneEach {
		return
	}
	for at := range m.Board.Spaces {
		space := board.SpaceID(at)
		guns := m.UnitsIn(space, func(u position.Unit) bool { return u.Type == board.AAGun && u.Aboard == 0 })
		came := slices.DeleteFunc(slices.Clone(guns), func(id int) bool { return m.began[id] == space })
		slices.SortStableFunc(came, func(a, b int) int { return m.named[a] - m.named[b] })
		room := max(0, 1-(len(guns)-len(came)))
		for _, id := range came[min(room, len(came)):] {
			m.AddFault(m.named[id], order.SecondGun, phase.WithSpace(space))
		}
	}
}

// noteRound notes in which round the guns that every friend of their owner may move were moved.
func (m *progress) noteRound() {
	guns := m.units(func(u position.Unit) bool {
		_, here := m.began[u.ID]
		return here && tends(m.Turn, u.Owner, u.Type) && m.named[u.ID] != 0
	})
	if len(guns) > 0 {
		m.Emit(event.GunsTended{Units: ids(guns)})
	}
}

// tends reports whether the power on turn moves units of an owner without a turn in noncombat as if they were its own:
// the guns of the Middle East, for its friends (Europe, 3.13).
func tends(t *phase.Turn, owner board.Power, typ board.UnitType) bool {
	return t.Rules.Guns.Common && owner == board.MiddleEast && t.IsFriendly(owner) &&
		(typ == board.AAGun || typ == board.NoUnit)
}

// immobileGun is the fault of a line that moves a gun which must stay where it is: one captured this turn (Europe,
// 3.12), one of the Middle East that was moved this round (3.13). It is empty for every other unit.
func immobileGun(t *phase.Turn, u position.Unit) order.Code {
	switch {
	case u.Type != board.AAGun:
	case t.Rules.Guns.CapturedStay && u.Now.Did.Has(position.CapturedNow):
		return order.GunCaptured
	case t.Rules.Guns.Common && u.Owner == board.MiddleEast && u.Round == t.Pos.Round():
		return order.GunMovedAlready
	}
	return ""
}

// heldIn is the fault of the first of some units that must stay in a space.
func heldIn(t *phase.Turn, ids []int, at board.SpaceID) order.Code {
	for _, id := range ids {
		u := t.Pos.Unit(id)
		if code := immobileGun(t, u); code != "" && u.At == at {
			return code
		}
	}
	return ""
}

// takeOver makes allies' units on the own original land one's own, for good; they do not move this turn (the Patriotic
// War).
func (m *progress) takeOver(o order.TakeOver) {
	if !phase.MayTakeOver(m.Turn, o.In) {
		code := order.NoOwnComplex
		switch {
		case m.Rules.Patriot.Power != m.Power:
			code = order.NoTakeOver
		case m.Board.Space(o.In).OriginalController != m.Power:
			code = order.NotHomeLand
		}
		m.Turn.AddFault(o.Line, code, phase.WithPower(m.Power), phase.WithSpace(o.In))
		return
	}
	before := map[int]board.Power{}
	for u := range m.Pos.In(o.In) {
		before[u.ID] = u.Owner
	}
	for _, u := range o.Units {
		phase.Convert(m.Turn, o.Line, u, o.In)
	}
	m.Mark(m.UnitsIn(o.In, func(u position.Unit) bool { return before[u.ID] != u.Owner }), position.MovedInNoncombat)
}

// surfaceSubmarines brings submerged submarines up at the end of noncombat, where the rules do so at once.
func (m *progress) surfaceSubmarines() {
	if !m.Rules.Subs.SurfaceAtOnce {
		return
	}
	for at := range m.Board.Spaces {
		space := board.SpaceID(at)
		for _, power := range m.Board.Powers() {
			up := m.Units(m.UnitsIn(space, func(u position.Unit) bool { return u.Submerged && u.Owner == power }))
			if len(up) == 0 {
				continue
			}
			for i := range up {
				up[i].Submerged = false
			}
			m.Emit(event.Surfaced{Power: power, Space: space, Units: up})
		}
	}
}
