package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// pledges promise where carriers will go in noncombat, and keep it.
type pledges struct {
	*progress
	sel *selector
	sea *seaTravel
}

// promise promises that a carrier will go to a zone in noncombat: it must be able to, with all battles won.
func (m *pledges) promise(o order.Pledge) {
	ids := m.sel.pick(choice{
		line: o.Line, from: o.From, want: o.Carrier, few: order.NoCarrierThere,
		has: func(u *position.Unit) bool { return u.Type == board.Carrier },
		free: func(u *position.Unit) bool {
			_, ok := m.pledged(u.ID)
			return m.canStillMove(u) && !ok && !m.IsHostile(u.At)
		},
		can: func(u *position.Unit) *phase.Fault {
			if o.From == o.To {
				return nil
			}
			_, why := m.travel(u).find(o.From, o.To, nil)
			return why
		},
	})
	for _, id := range ids {
		m.Emit(event.Pledged{Power: m.Power, Carrier: id, From: o.From, To: o.To})
	}
}

// travel is how a ship will get about in noncombat if every battle is won.
func (m *pledges) travel(u *position.Unit) travel {
	p := m.sea.travel(u)
	p.step = func(from, to board.SpaceID) *phase.Fault {
		if why := m.sea.step(u, from, to); why != nil {
			return why
		}
		if m.IsHostile(to) && !m.willFight(to) {
			return barred(order.HostileTarget, from, to)
		}
		return nil
	}
	p.mayPass = nil
	return p
}

// sail sends pledged carriers that no line moved to where fighters wait for them (R-35, T-54); nothing else moves by itself (D22).
func (m *pledges) sail() {
	for _, p := range m.Pos.Turn.Plan.Pledges {
		c := m.Pos.Unit(p.Carrier)
		if c == nil || c.At == p.To || !m.canStillMove(c) || m.wasLandedOn(c.ID) || !m.isAwaited(p.To) {
			continue
		}
		t, why := m.sea.travel(c).find(c.At, p.To, nil)
		if why != nil {
			continue // the battle on its way was lost: the carrier is not able
		}
		m.moveAlong([]int{c.ID}, t, 0)
	}
}

// isAwaited reports whether a fighter over a zone has no deck there.
func (m *pledges) isAwaited(zone board.SpaceID) bool {
	return slices.ContainsFunc(m.Pos.In(zone), m.HasNoDeck)
}
