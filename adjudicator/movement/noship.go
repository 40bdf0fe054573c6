package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
	"fieldpost/adjudicator/voyage"
)

// noShip says why no ship takes some cargo.
type noShip struct {
	*progress
	sea        *seaTravel
	transports *transports
	fleet      *voyage.Fleet
}

// explain notes why cargo finds no ship: none that could fetch it, none with room, or enemy ships where it waits.
func (m *noShip) explain(line int, cargo []int, by *order.Ship, ships []position.Unit, v voyage.Voyage,
	to board.SpaceID) {
	for _, id := range cargo {
		if m.fleet.Load([]int{id}, ships, v, 1) != nil {
			continue
		}
		u := m.Pos.Unit(id)
		for _, z := range m.Board.Near(u.At) {
			if m.Board.Space(z).Sea && m.IsHostile(z) &&
				slices.ContainsFunc(ships, func(s position.Unit) bool { return s.At == z }) {
				m.AddFault(line, order.ZoneHostile, phase.WithUnit(u.Type), phase.WithSpace(z))
			}
		}
		why := m.forUnit(u, by, ships, to)
		m.AddFault(line, why.Code, phase.WithUnit(u.Type), why.Fill)
	}
	come := 0
	for _, s := range ships {
		come += boolInt(slices.ContainsFunc(cargo,
			func(id int) bool { return m.fleet.Load([]int{id}, []position.Unit{s}, v, 1) != nil }))
	}
	m.AddFault(line, order.TooMuchCargo, phase.WithNumbers(come, m.transportLoads(cargo)), phase.WithSpace(to))
}

// forUnit says why no ship takes a unit where it is to go: there is no sea, the ship next to it has done its part, is
// full or cannot sail so far, or none is next to it; then it names the nearest.
func (m *noShip) forUnit(u position.Unit, by *order.Ship, usable []position.Unit, to board.SpaceID) *phase.Fault {
	for _, at := range []board.SpaceID{u.At, to} {
		if at != board.NoSpace && !m.Board.Space(at).Sea &&
			!slices.ContainsFunc(m.Board.Near(at), func(z board.SpaceID) bool { return m.Board.Space(z).Sea }) {
			return phase.NewFault(order.Inland, phase.WithSpace(at))
		}
	}
	ships := m.transports.list(by, func(position.Unit) bool { return true })
	for _, s := range ships {
		if m.Board.Touch(s.At, u.At) {
			return m.cannotTake(s, u, slices.Contains(usable, s), to)
		}
	}
	if by != nil && len(ships) == 0 { // the line names a ship that is not there
		ships = m.transports.list(nil, func(position.Unit) bool { return true })
	}
	best, far := board.NoSpace, 0
	for _, s := range ships {
		if m.Board.Touch(s.At, u.At) {
			return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to),
				phase.WithSpaces([]board.SpaceID{s.At}))
		}
		if n := m.zonesTo(s.At, u.At); n > 0 && (best == board.NoSpace || n < far) {
			best, far = s.At, n
		}
	}
	if best == board.NoSpace {
		return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to))
	}
	return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to), phase.WithNumbers(0, far),
		phase.WithSpaces([]board.SpaceID{best}))
}

// cannotTake says why a ship next to a unit's territory does not take it along.
func (m *noShip) cannotTake(s, u position.Unit, usable bool, to board.SpaceID) *phase.Fault {
	switch {
	case !usable:
		return phase.NewFault(order.ShipDone, phase.WithSpace(s.At))
	case !m.transports.fits(s, []int{u.ID}):
		return phase.NewFault(order.ShipFull, phase.WithSpace(s.At))
	case to == board.NoSpace:
		return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithSpaces([]board.SpaceID{s.At}))
	}
	ends := []board.SpaceID{to}
	if !m.Board.Space(to).Sea {
		ends = slices.DeleteFunc(slices.Clone(m.Board.Near(to)),
			func(z board.SpaceID) bool { return !m.Board.Space(z).Sea })
	}
	way := m.sea.travel(s)
	var why *phase.Fault
	for _, z := range ends {
		_, bar := way.Find(s.At, z, nil)
		if z == s.At || bar == nil {
			return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to),
				phase.WithSpaces([]board.SpaceID{s.At}))
		}
		if why == nil || why.Code == order.NoWay || why.Code == order.TooFar && bar.Code != order.NoWay {
			why = phase.NewFault(bar.Code, bar.Fill, phase.WithUnit(s.Type))
		}
	}
	return why
}

// zonesTo is how many spaces a ship would sail from a zone to the coast of a territory if nothing barred its way.
func (m *noShip) zonesTo(from, land board.SpaceID) int {
	p := route.Travel{Board: m.Board, Movement: len(m.Board.Spaces), Step: func(from, to board.SpaceID) *phase.Fault {
		if !m.Board.Space(to).Sea {
			return route.Barred(order.NoWay, from, to)
		}
		return nil
	}}
	routes, n := p.Routes(from), 0
	for _, z := range m.Board.Near(land) {
		if t := routes[z]; m.Board.Space(z).Sea && t != nil && (n == 0 || t.Cost < n) {
			n = t.Cost
		}
	}
	return n
}

// transportLoads is how many empty transports cargo fills.
func (m *noShip) transportLoads(cargo []int) int {
	var loads [][]board.UnitType
	for _, heavy := range []bool{true, false} { // infantry fills up
		for _, id := range cargo {
			t := m.Pos.Unit(id).Type
			if heavy == (t == board.Infantry) {
				continue
			}
			i := slices.IndexFunc(loads,
				func(l []board.UnitType) bool { return m.Rules.Landing.Fits(append(slices.Clone(l), t)) })
			if i < 0 {
				i = len(loads)
				loads = append(loads, nil)
			}
			loads[i] = append(loads[i], t)
		}
	}
	return len(loads)
}
