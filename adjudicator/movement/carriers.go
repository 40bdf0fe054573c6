package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// carrierPlan foresees where the carriers will be when noncombat ends, and who has room there.
type carrierPlan struct {
	*progress
	sea    *seaTravel
	air    *airTravel
	at     map[int]board.SpaceID // where each friendly carrier will be when noncombat ends
	sent   map[int]int           // line that sends a carrier off
	bound  map[int]bool          // carriers that their pledge binds against a line
	deckOf map[int]board.Power   // whose deck a line named for a fighter
}

// foresee foresees where each friendly carrier will be when noncombat ends: where a line of this phase sends it, else
// where it was pledged to go, else where it is. A pledge binds against a line if a plane would be lost otherwise
//
func (m *carrierPlan) foresee() {
	m.at = m.destinations()
	away := ids(m.units(m.isReturning))
	for _, c := range m.carriers() {
		to, ok := m.pledgedTo(c)
		if !ok || m.at[c.ID] == to {
			continue
		}
		sent, n := m.at[c.ID], m.canLand(away, board.NoSpace)
		m.at[c.ID] = to
		if m.bound[c.ID] = m.canLand(away, board.NoSpace) > n; !m.bound[c.ID] {
			m.at[c.ID] = sent
		}
	}
}

// willBeAt reports whether a carrier is where a flight ends, now or when noncombat ends. A line further down that sends
// it away does not yet count; it has the fault if the fighter lands (R-35, fine print 10).
func (m *carrierPlan) willBeAt(c position.Unit, f flight) bool {
	return m.at[c.ID] == f.to || c.At == f.to && len(f.groups) > 0 && m.sent[c.ID] > f.line
}

// pledgedTo is where a carrier was pledged to go, if it is still able to: a battle on its way may have been lost. Then
// it is a deck where it stands.
func (m *carrierPlan) pledgedTo(c position.Unit) (board.SpaceID, bool) {
	to, ok := m.pledged(c.ID)
	if !ok || !m.canStillMove(c) {
		return board.NoSpace, false
	}
	if _, why := m.sea.travel(c).Find(c.At, to, nil); c.At != to && why != nil {
		return board.NoSpace, false
	}
	return to, true
}

// destinations is where the carriers will be by the lines and the pledges.
func (m *carrierPlan) destinations() map[int]board.SpaceID {
	at := map[int]board.SpaceID{}
	for _, c := range m.carriers() {
		at[c.ID] = c.At
		if to, ok := m.pledgedTo(c); ok {
			at[c.ID] = to
		}
	}
	clear(m.sent)
	for _, o := range m.lines {
		mv, ok := o.(order.Move)
		if !ok || !m.Board.Space(mv.To).Sea {
			continue
		}
		for _, g := range mv.Groups {
			for _, w := range g.Units {
				m.send(mv, w, g.From, at)
			}
		}
	}
	return at
}

// send foresees where a line sends carriers.
func (m *carrierPlan) send(o order.Move, w order.Units, from board.SpaceID, at map[int]board.SpaceID) {
	if w.Type != board.Carrier && w.Type != board.NoUnit {
		return
	}
	n := w.N
	for _, c := range m.carriers() {
		if n != 0 && c.At == from && m.Controls(c.Owner) && m.canStillMove(c) && m.sent[c.ID] == 0 {
			at[c.ID], m.sent[c.ID], n = o.To, o.Line, n-1
		}
	}
}

// hasDeckRoom reports whether there will be room on a carrier where a flight ends, counting the fighters that wait
// there.
func (m *carrierPlan) hasDeckRoom(f flight) bool {
	room := 0
	for _, c := range m.carriers() {
		if m.willBeAt(c, f) && fits(f.on, c) {
			room += position.DeckRoom - m.staying(c, f.line)
		}
	}
	for _, d := range m.newDecks() {
		if f.on == nil && slices.Contains(d.zones, f.to) {
			room += d.room
		}
	}
	for u := range m.Pos.In(f.to) {
		if u.Type == board.Fighter && u.Aboard == 0 && m.IsFriendly(u.Owner) && u.Now.Did.Has(position.Arrived) {
			room--
		}
	}
	return room > 0
}

// staying is how many fighters keep their place on a deck: those that no later line sends off.
func (m *carrierPlan) staying(c position.Unit, line int) int {
	aboard := len(m.Pos.CargoOf(c.ID))
	for _, o := range m.lines {
		f, ok := flightOf(o)
		if !ok || f.line <= line || f.to == c.At {
			continue
		}
		for _, g := range f.groups {
			for _, w := range g.Units {
				switch {
				case g.From != c.At || w.Type != board.Fighter:
				case w.N == order.All:
					return 0
				default:
					aboard -= w.N
				}
			}
		}
	}
	return max(aboard, 0)
}

// fits reports whether a carrier is one that a line names (`on 1 UK carrier`).
func fits(on *order.Ship, c position.Unit) bool {
	return on == nil || (on.Power == board.Nobody || on.Power == c.Owner) &&
		(on.Type == board.NoUnit || on.Type == c.Type)
}

// decks lists the friendly carriers with the room on them, where `at` says that each will be.
func (m *carrierPlan) decks(at func(position.Unit) board.SpaceID) []deck {
	var list []deck
	for _, c := range m.carriers() {
		list = append(list, deck{c.ID, []board.SpaceID{at(c)}, m.DeckRoom(c.ID)})
	}
	return list
}

// newDecks lists the carriers in the mobilization zone, where fighters may wait for them (R-36, option
// wait-for-new-carrier).
func (m *carrierPlan) newDecks() []deck {
	n := m.Pos.Nation(m.Power)
	if !m.Rules.Air.WaitForCarrier || !n.HasTurn() || n.Bought()[board.Carrier] == 0 {
		return nil
	}
	var zones []board.SpaceID
	for _, s := range phase.UsableComplexes(m.Turn) {
		for _, z := range m.Board.Near(s) {
			if m.Board.Space(z).Sea && !slices.Contains(zones, z) {
				zones = append(zones, z)
			}
		}
	}
	return []deck{{0, zones, n.Bought()[board.Carrier] * position.DeckRoom}}
}

// isMissing reports whether a carrier was to come to a zone and did not: then its own line has the fault.
func (m *carrierPlan) isMissing(zone board.SpaceID) bool {
	return slices.ContainsFunc(m.carriers(), func(c position.Unit) bool { return m.at[c.ID] == zone && c.At != zone })
}

// canLand is how many of some planes could land if one deck place in a zone were taken.
func (m *carrierPlan) canLand(planes []int, taken board.SpaceID) int {
	decks := m.decks(func(c position.Unit) board.SpaceID { return m.at[c.ID] })
	if i := slices.IndexFunc(decks, func(d deck) bool { return d.zones[0] == taken && d.room > 0 }); i >= 0 {
		decks[i].room--
	}
	seats := newSeating(decks)
	n := 0
	for _, id := range planes {
		u := m.Pos.Unit(id)
		routes := m.air.travel(u).Routes(u.At)
		if m.air.reachesLand(routes) || u.Type == board.Fighter && seats.seat(id, routes) {
			n++
		}
	}
	return n
}

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
		has: func(u position.Unit) bool { return u.Type == board.Carrier },
		free: func(u position.Unit) bool {
			_, ok := m.pledged(u.ID)
			return m.canStillMove(u) && !ok && !m.IsHostile(u.At)
		},
		can: func(u position.Unit) *phase.Fault {
			if o.From == o.To {
				return nil
			}
			_, why := m.travel(u).Find(o.From, o.To, nil)
			return why
		},
	})
	for _, id := range ids {
		m.Emit(event.Pledged{Power: m.Power, Carrier: id, From: o.From, To: o.To})
	}
}

// travel is how a ship will get about in noncombat if every battle is won.
func (m *pledges) travel(u position.Unit) route.Travel {
	p := m.sea.travel(u)
	p.Step = func(from, to board.SpaceID) *phase.Fault {
		if why := m.sea.step(u, from, to); why != nil {
			return why
		}
		if m.IsHostile(to) && !m.willFight(to) {
			return route.Barred(order.HostileTarget, from, to)
		}
		return nil
	}
	p.MayPass = nil
	return p
}

// sail sends pledged carriers that no line moved to where fighters wait for them (R-35, T-54); nothing else moves by
// itself (D22).
func (m *pledges) sail() {
	for p := range m.Pos.Turn().Pledges() {
		c := m.Pos.Unit(p.Carrier)
		if c.ID == 0 || c.At == p.To || !m.canStillMove(c) || m.wasLandedOn(c.ID) || !m.isAwaited(p.To) {
			continue
		}
		t, why := m.sea.travel(c).Find(c.At, p.To, nil)
		if why != nil {
			continue // the battle on its way was lost: the carrier is not able
		}
		m.moveAlong([]int{c.ID}, t, 0, false)
	}
}

// isAwaited reports whether a fighter over a zone has no deck there.
func (m *pledges) isAwaited(zone board.SpaceID) bool {
	return m.Pos.AnyIn(zone, m.HasNoDeck)
}
