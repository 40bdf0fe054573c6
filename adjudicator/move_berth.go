package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// moor foresees where each friendly carrier will be when noncombat ends: where a line of this phase sends it, else where it
// was pledged to go, else where it is. A pledge binds against a line if a plane would be lost otherwise.
func (m *moves) moor() {
	m.berth = m.berths()
	var away []int
	for i := range m.Pos.Units {
		if u := &m.Pos.Units[i]; m.returning(u) {
			away = append(away, u.ID)
		}
	}
	for _, c := range m.carriers() {
		to, ok := m.keepsPledge(c)
		if !ok || m.berth[c.ID] == to {
			continue
		}
		sent, n := m.berth[c.ID], m.saved(away, board.NoSpace)
		m.berth[c.ID] = to
		if m.bound[c.ID] = m.saved(away, board.NoSpace) > n; !m.bound[c.ID] {
			m.berth[c.ID] = sent
		}
	}
}

// meets tells whether a carrier is where a flight ends, now or when noncombat ends. A line further down that sends it away does
// not yet count; it has the fault if the fighter lands (R-35, fine print 10).
func (m *moves) meets(c *position.Unit, f flight) bool {
	return m.berth[c.ID] == f.to || c.At == f.to && len(f.groups) > 0 && m.sent[c.ID] > f.line
}

// keepsPledge is where a carrier was pledged to go, if it is still able to: a battle on its way may have been lost. Then it is a
// deck where it stands.
func (m *moves) keepsPledge(c *position.Unit) (board.SpaceID, bool) {
	to, ok := m.pledged(c.ID)
	if !ok || !m.ready(c) {
		return board.NoSpace, false
	}
	if _, _, code := m.way(c.At, to, nil, m.seaway(c)); c.At != to && code != "" {
		return board.NoSpace, false
	}
	return to, true
}

// berths is where the carriers will be by the lines and the pledges.
func (m *moves) berths() map[int]board.SpaceID {
	at := map[int]board.SpaceID{}
	for _, c := range m.carriers() {
		at[c.ID] = c.At
		if to, ok := m.keepsPledge(c); ok {
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
func (m *moves) send(o order.Move, w order.Units, from board.SpaceID, at map[int]board.SpaceID) {
	if w.Type != board.Carrier && w.Type != board.NoUnit {
		return
	}
	n := w.N
	for _, c := range m.carriers() {
		if n != 0 && c.At == from && m.Controls(c.Owner) && m.ready(c) && m.sent[c.ID] == 0 {
			at[c.ID], m.sent[c.ID], n = o.To, o.Line, n-1
		}
	}
}

// deckAt tells whether there will be room on a carrier where a flight ends, counting the fighters that wait there.
func (m *moves) deckAt(f flight) bool {
	room := 0
	for _, c := range m.carriers() {
		if m.meets(c, f) && fits(f.on, c) {
			room += position.DeckRoom - m.staying(c, f.line)
		}
	}
	for _, d := range m.newDecks() {
		if f.on == nil && slices.Contains(d.zones, f.to) {
			room += d.room
		}
	}
	for _, u := range m.Pos.In(f.to) {
		if u.Type == board.Fighter && u.Aboard == 0 && m.IsFriendly(u.Owner) && u.Now.Did.Has(position.Arrived) {
			room--
		}
	}
	return room > 0
}

// staying is how many fighters keep their place on a deck: those that no later line sends off.
func (m *moves) staying(c *position.Unit, line int) int {
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

// fits tells whether a carrier is one that a line names (`on 1 UK carrier`).
func fits(on *order.Ship, c *position.Unit) bool {
	return on == nil || (on.Power == board.Nobody || on.Power == c.Owner) && (on.Type == board.NoUnit || on.Type == c.Type)
}
