package movement

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// homeFlights fly the planes of the noncombat phase, those first that come home from a battle.
type homeFlights struct {
	*progress
	sel      *selector
	air      *airTravel
	plan     *carrierPlan
	flights  *flights
	returned map[entry]int // planes of an entry that flew home before the others
}

// flyAll flies all planes of the noncombat phase. Those that fought come first, as their lines say, else by D17 (R-33,
// T-42); then those that did not, in the order of the lines (fine print 8).
func (m *homeFlights) flyAll() error {
	for _, o := range m.lines {
		if err := m.flyHome(o); err != nil {
			return err
		}
	}
	if err := m.flyByDefault(); err != nil {
		return err
	}
	for _, o := range m.lines {
		if err := m.fly(o); err != nil {
			return err
		}
	}
	return nil
}

// entry is one entry of the units of a line: its group and its place there.
type entry struct{ line, group, place int }

// flyHome carries out what a noncombat line says of planes that fought.
func (m *homeFlights) flyHome(o order.Order) error {
	f, ok := flightOf(o)
	if !ok {
		return nil
	}
	var ids []int
	for i, g := range f.groups {
		for k, w := range planes(g) {
			n := m.count(g.From, w.Type, m.isReturning)
			if n == 0 {
				continue
			}
			if w.N != order.All {
				w.N = min(w.N, n)
			}
			home := m.sel.pick(choice{
				line: f.line, from: g.From, want: w, mild: w.Type == board.NoUnit, fit: m.MovementLeft,
				has:  func(u position.Unit) bool { return u.Type.IsAir() },
				free: func(u position.Unit) bool { return m.isReturning(u) && m.named[u.ID] == 0 },
				can:  func(u position.Unit) *phase.Fault { return m.flights.cannotLand(u, f) },
			})
			m.returned[entry{f.line, i, k}] = len(home)
			ids = append(ids, home...)
		}
	}
	m.flown[f.line] += len(ids)
	if m.faulty[f.line] {
		return nil
	}
	if f.onward != board.NoSpace && len(ids) > 0 && !m.Rules.Air.LandInNoncombat {
		m.AddFault(f.line, order.NoFlightOn, phase.WithSpace(f.to)) // UK-4: planes that fought land in combat
		return nil
	}
	return m.flights.land(ids, f, m.Rules.AntiaircraftFire.Return)
}

// count is how many planes of a type stand in a space and answer to a test.
func (m *homeFlights) count(at board.SpaceID, t board.UnitType, is func(position.Unit) bool) int {
	n := 0
	for u := range m.Pos.In(at) {
		if (t == board.NoUnit || u.Type == t) && is(u) {
			n++
		}
	}
	return n
}

// fly carries out what a noncombat line says of planes that did not fight: they have their full range.
func (m *homeFlights) fly(o order.Order) error {
	f, ok := flightOf(o)
	if !ok {
		return nil
	}
	var ids []int
	_, landing := o.(order.Land)
	for i, g := range f.groups {
		for k, w := range planes(g) {
			if w.N != order.All {
				if w.N -= m.returned[entry{f.line, i, k}]; w.N == 0 {
					continue
				}
			}
			ids = append(ids, m.sel.pick(choice{
				line: f.line, from: g.From, want: w, fit: m.MovementLeft,
				mild: w.Type == board.NoUnit && !landing || m.flown[f.line] > 0,
				has:  func(u position.Unit) bool { return u.Type.IsAir() },
				free: func(u position.Unit) bool { return m.canStillMove(u) && !u.Now.Did.Has(position.Arrived) },
				can:  func(u position.Unit) *phase.Fault { return m.flights.cannotLand(u, f) },
			})...)
		}
		if landing {
			for _, w := range g.Units {
				if w.Type != board.NoUnit && !w.Type.IsAir() {
					m.AddFault(f.line, order.CannotMoveThere, phase.WithUnit(w.Type), phase.WithSpace(f.to))
				}
			}
		}
	}
	m.flown[f.line] += len(ids)
	if m.faulty[f.line] || len(ids) == 0 {
		return nil
	}
	return m.flights.land(ids, f, m.Rules.AntiaircraftFire.Noncombat)
}

// landingPlace is a place where a plane may land by default.
type landingPlace struct {
	at    board.SpaceID
	route *route.Route
	class int // 0: home, 1: land, 2: a deck elsewhere (D17)
	own   int // own units there
}

// flyByDefault brings home the planes that no line lands, by space and type, as D17 says: to their origin if that is
// legal, for a fighter from a deck to that carrier; else to the nearest legal land, past fewest guns, to most
// own units; else to a carrier. No plane takes a deck that another needs more. What finds no place stays, and is lost
// when noncombat ends.
func (m *homeFlights) flyByDefault() error {
	lost := m.units(func(u position.Unit) bool { return m.isReturning(u) && m.named[u.ID] == 0 })
	slices.SortStableFunc(lost, func(a, b position.Unit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Type, b.Type))
	})
	for away := ids(lost); len(away) > 0; {
		f, ok := m.bestPlace(away[0], away[1:])
		if !ok {
			away = away[1:]
			continue
		}
		n := m.countTogether(away, f)
		to := flight{line: m.Pos.Unit(away[0]).Now.Line, to: f.at, onward: board.NoSpace}
		if err := m.flights.land(away[:n], to, m.Rules.AntiaircraftFire.Return); err != nil {
			return err
		}
		away = away[n:]
	}
	return nil
}

// countTogether is how many of the first planes of a list fly home together: those of one type and space that go to the
// same land.
func (m *homeFlights) countTogether(ids []int, f landingPlace) int {
	n, first := 1, m.Pos.Unit(ids[0])
	for !m.Board.Space(f.at).Sea && n < len(ids) {
		u := m.Pos.Unit(ids[n])
		if g, ok := m.bestPlace(u.ID, nil); !ok || g.at != f.at || u.At != first.At || u.Type != first.Type {
			break
		}
		n++
	}
	return n
}

// bestPlace is where a plane lands by default; others are the planes still to come.
func (m *homeFlights) bestPlace(id int, others []int) (landingPlace, bool) {
	u := m.Pos.Unit(id)
	var list []landingPlace
	for s, t := range m.air.travel(u).Routes(u.At) {
		at := board.SpaceID(s)
		sea := m.Board.Space(at).Sea
		if t == nil || !sea && !m.landable(at) || sea &&
			(u.Type != board.Fighter || !m.plan.hasDeckRoom(flight{to: at})) {
			continue
		}
		f := landingPlace{at: at, route: t, class: 1,
			own: m.count(at, board.NoUnit, func(u position.Unit) bool { return m.Controls(u.Owner) })}
		if sea {
			f.class = 2
		}
		if m.isOrigin(u, at) {
			f.class = 0
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b landingPlace) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.route.Cost, b.route.Cost),
			cmp.Compare(a.route.Guns, b.route.Guns), cmp.Compare(b.own, a.own), cmp.Compare(a.at, b.at))
	})
	for _, f := range list {
		if !m.Board.Space(f.at).Sea || m.plan.canLand(others, f.at) == m.plan.canLand(others, board.NoSpace) {
			return f, true
		}
	}
	if len(list) > 0 {
		return list[0], true
	}
	return landingPlace{}, false
}

// isOrigin reports whether a plane that lands in a space is back where it came from: on the deck from which it took
// off, wherever that carrier is now, or on its land.
func (m *homeFlights) isOrigin(u position.Unit, at board.SpaceID) bool {
	if u.Now.Deck == 0 {
		return at == u.Now.Start && !m.Board.Space(at).Sea
	}
	return m.Pos.Unit(u.Now.Deck).ID != 0 && m.plan.at[u.Now.Deck] == at && m.DeckRoom(u.Now.Deck) > 0
}

// places lists where a plane could land after its battle: land, and zones with room on a deck.
func (m *homeFlights) places(u position.Unit) []board.SpaceID {
	var land, sea []board.SpaceID
	for s, t := range m.air.travel(u).Routes(u.At) {
		at := board.SpaceID(s)
		switch {
		case t == nil:
		case m.landable(at):
			land = append(land, at)
		case m.Board.Space(at).Sea && u.Type == board.Fighter &&
			slices.ContainsFunc(m.carriers(),
				func(c position.Unit) bool { return m.plan.at[c.ID] == at && m.DeckRoom(c.ID) > 0 }):
			sea = append(sea, at)
		}
	}
	return append(land, sea...)
}
