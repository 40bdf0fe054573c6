package movement

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// selector finds the units that lines name.
type selector struct{ *progress }

// choice is one entry of a line's list of units to be found on the board.
type choice struct {
	line int
	from board.SpaceID
	want order.Units
	has  func(position.Unit) bool         // whether a unit is one of those meant
	free func(position.Unit) bool         // whether it can still move
	can  func(position.Unit) *phase.Fault // what hinders it here
	fit  func(position.Unit) int          // smaller is taken first; nil: all alike
	few  order.Code                       // the fault when there are not so many; TooFew if empty
	mild bool                             // a bare `all` of which other passes may find some: none is no fault
}

// pick finds units and names them. Too few, used, or hindered ones are a fault of the line; then those it meant count
// as used all the same, and nil is returned. In a later phase of an accepted file those that are left are taken (fine
// print 9), but a line whose units are there and may not move has become impossible.
func (m *selector) pick(c choice) []int {
	if p := c.want.Power; p != board.Nobody && !m.Controls(p) &&
		!(m.phase == order.Noncombat && tends(m.Turn, p, c.want.Type)) {
		m.AddFault(c.line, order.NotYours, phase.WithPower(p), phase.WithUnit(c.want.Type), phase.WithSpace(c.from))
		return nil
	}
	var able []position.Unit
	var have, free []int
	left := 0
	var first *phase.Fault
	taken := 0 // by other entries of the line
	for u := range m.Pos.Units() {
		if u.At != c.from && m.began[u.ID] != c.from || !c.means(m, u) {
			continue
		}
		if m.named[u.ID] == c.line && !c.free(u) {
			taken++
		} else {
			have = append(have, u.ID)
		}
		if u.At == c.from && (m.named[u.ID] == 0 || c.free(u)) {
			left++
		}
		if u.At != c.from || !c.free(u) {
			continue
		}
		free = append(free, u.ID)
		if why := c.can(u); why == nil {
			able = append(able, u)
		} else if first == nil {
			first = phase.NewFault(why.Code, phase.WithUnit(u.Type), why.Fill)
		}
	}
	c.sort(m, able)
	if !m.exact && left == 0 && !c.mild {
		if c.want.N > 0 {
			m.Emit(event.Stayed{Power: m.Power, Space: c.from, N: c.want.N})
		}
		return nil
	}
	if c.want.N == order.All {
		return m.pickAll(c, able, first)
	}
	n := c.want.N
	if !m.exact {
		n = min(n, left)
	}
	switch {
	case len(able) >= n:
		return m.name(c.line, ids(able[:n]))
	case len(have) < n:
		m.AddFault(c.line, cmp.Or(c.few, order.TooFew), phase.WithPower(cmp.Or(c.want.Power, m.Power)),
			phase.WithUnit(c.want.Type), phase.WithSpace(c.from),
			phase.WithNumbers(len(have)+taken, n+taken))
	case len(free) < n && heldIn(m.Turn, have, c.from) != "":
		m.AddFault(c.line, heldIn(m.Turn, have, c.from), phase.WithSpace(c.from))
	case len(free) < n:
		did := ""
		if len(free) == 0 {
			did = m.whyUsed(m.Pos.Unit(have[0]))
		}
		m.AddFault(c.line, order.AlreadyMoved, phase.WithPower(cmp.Or(c.want.Power, m.Power)),
			phase.WithUnit(c.want.Type), phase.WithSpace(c.from), phase.WithNumbers(len(free), n), phase.WithWord(did))
	default:
		m.AddFault(c.line, first.Code, first.Fill)
	}
	m.name(c.line, free[:min(n, len(free))])
	return nil
}

func (m *selector) pickAll(c choice, able []position.Unit, first *phase.Fault) []int {
	switch {
	case len(able) > 0 || c.mild:
	case first != nil:
		m.AddFault(c.line, first.Code, first.Fill)
	default:
		m.AddFault(c.line, order.NothingToMove, phase.WithSpace(c.from), phase.WithUnit(c.want.Type))
	}
	return m.name(c.line, ids(able))
}

// means reports whether an entry speaks of a unit.
func (c choice) means(m *selector, u position.Unit) bool {
	own := u.Owner == cmp.Or(c.want.Power, m.Power) && m.Controls(u.Owner)
	common := (c.want.Power == u.Owner || c.want.Power == board.Nobody) && m.phase == order.Noncombat &&
		tends(m.Turn, u.Owner, u.Type)
	return (own || common) && (c.want.Type == board.NoUnit || u.Type == c.want.Type) && c.has(u)
}

// sort puts the best candidates first, own before others'; among equals the lowest ID.
func (c choice) sort(m *selector, us []position.Unit) {
	m.ownFirst(us)
	if c.fit != nil {
		slices.SortStableFunc(us, func(a, b position.Unit) int { return c.fit(a) - c.fit(b) })
	}
}

// name notes that a line uses units.
func (m *selector) name(line int, units []int) []int {
	for _, id := range units {
		m.named[id] = line
	}
	return units
}

// whyUsed is the word for what keeps a unit from a move of its own in this phase.
func (m *selector) whyUsed(u position.Unit) string {
	_, pledged := m.pledged(u.ID)
	for _, x := range []struct {
		is   bool
		word string
	}{
		{m.named[u.ID] != 0, "named"},
		{u.Submerged, "submerged"},
		{u.Now.Did.Has(position.FiredRocket), "fired"},
		{u.Now.Did.Has(position.Arrived), "landed"},
		{u.Now.Did.Has(position.RetreatedNow), "retreated"},
		{u.Now.Did.Has(position.Bombarded), "bombarded"},
		{u.Now.Did.Has(position.Raided), "raided"},
		{u.Now.Did.Has(position.Fought), "fought"},
		{u.Now.Did.Has(position.UnloadedThisTurn) && u.Type.IsShip(), "unloaded"},
		{u.Now.Did.Has(position.UnloadedThisTurn), "ashore"},
		{u.Now.Did.Has(position.LoadedThisTurn), "loaded"},
		{u.Now.Did.Any(position.MovedInCombat | position.MovedInNoncombat), "moved"},
		{u.Now.Did.Has(position.PlacedNow), "placed"},
		{m.IsJointAttacker(u.Owner), "lent"},
		{pledged, "pledged"},
	} {
		if x.is {
			return x.word
		}
	}
	return "engaged" // next to enemies that it is to fight
}

// planes lists a group's entries that name planes; a bare `all` may name some.
func planes(g order.Group) []order.Units {
	return slices.DeleteFunc(slices.Clone(g.Units),
		func(w order.Units) bool { return w.Type != board.NoUnit && !w.Type.IsAir() })
}
