package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// flights flies all planes of the noncombat phase. Those that fought come first, as their lines say, else by D17 (R-33, T-42); then
// those that did not, in the order of the lines (fine print 8).
func (m *moves) flights() error {
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

// returning tells whether a plane has been sent out and is not home.
func (m *moves) returning(u *position.Unit) bool {
	return u.Type.IsAir() && m.Controls(u.Owner) && !u.Now.Did.Has(position.Arrived) &&
		u.Now.Did.Any(position.MovedInCombat|position.Launched|position.Fought)
}

// flyHome carries out what a noncombat line says of planes that fought.
func (m *moves) flyHome(o order.Order) error {
	f, ok := flightOf(o)
	if !ok {
		return nil
	}
	var ids []int
	for i, g := range f.groups {
		for k, w := range wanted(g, board.UnitType.IsAir) {
			n := m.count(g.From, w.Type, m.returning)
			if n == 0 {
				continue
			}
			if w.N != order.All {
				w.N = min(w.N, n)
			}
			home := m.pick(choice{
				line: f.line, from: g.From, want: w, mild: w.Type == board.NoUnit, fit: m.fuel,
				has:  func(u *position.Unit) bool { return u.Type.IsAir() },
				free: func(u *position.Unit) bool { return m.returning(u) && m.named[u.ID] == 0 },
				can:  func(u *position.Unit) *phase.Fault { return m.cannotLand(u, f) },
			})
			m.home[entry{f.line, i, k}] = len(home)
			ids = append(ids, home...)
		}
	}
	m.flown[f.line] += len(ids)
	if m.faulty[f.line] {
		return nil
	}
	if f.onward != board.NoSpace && len(ids) > 0 && !m.Rules.Air.LandInNoncombat {
		m.blame(f.line, order.NoFlightOn, phase.WithSpace(f.to)) // UK-4: planes that fought land in combat
		return nil
	}
	return m.land(ids, f, m.Rules.Flak.Return)
}

// count is how many planes of a type stand in a space and answer to a test.
func (m *moves) count(at board.SpaceID, t board.UnitType, is func(*position.Unit) bool) int {
	n := 0
	for _, u := range m.Pos.In(at) {
		if (t == board.NoUnit || u.Type == t) && is(u) {
			n++
		}
	}
	return n
}

// fly carries out what a noncombat line says of planes that did not fight: they have their full range.
func (m *moves) fly(o order.Order) error {
	f, ok := flightOf(o)
	if !ok {
		return nil
	}
	var ids []int
	_, landing := o.(order.Land)
	for i, g := range f.groups {
		for k, w := range wanted(g, board.UnitType.IsAir) {
			if w.N != order.All {
				if w.N -= m.home[entry{f.line, i, k}]; w.N == 0 {
					continue
				}
			}
			ids = append(ids, m.pick(choice{
				line: f.line, from: g.From, want: w, fit: m.fuel,
				mild: w.Type == board.NoUnit && !landing || m.flown[f.line] > 0,
				has:  func(u *position.Unit) bool { return u.Type.IsAir() },
				free: func(u *position.Unit) bool { return m.ready(u) && !u.Now.Did.Has(position.Arrived) },
				can:  func(u *position.Unit) *phase.Fault { return m.cannotLand(u, f) },
			})...)
		}
		if landing {
			for _, w := range g.Units {
				if w.Type != board.NoUnit && !w.Type.IsAir() {
					m.blame(f.line, order.CannotMoveThere, phase.WithUnit(w.Type), phase.WithSpace(f.to))
				}
			}
		}
	}
	m.flown[f.line] += len(ids)
	if m.faulty[f.line] || len(ids) == 0 {
		return nil
	}
	return m.land(ids, f, m.Rules.Flak.Noncombat)
}

// refuge is a place where a plane may land by default.
type refuge struct {
	at    board.SpaceID
	trail *trail
	class int // 0: home, 1: land, 2: a deck elsewhere (D17)
	own   int // own units there
}

// flyByDefault brings home the planes that no line lands, by space and type, as D17 says: to their origin if that is legal, for
// a fighter from a deck to that carrier;
// else to the nearest legal land, past fewest guns, to most own units; else to a carrier. No plane takes a deck that another
// needs more. What finds no place stays, and is lost when noncombat ends.
func (m *moves) flyByDefault() error {
	var lost []*position.Unit
	for i := range m.Pos.Units {
		if u := &m.Pos.Units[i]; m.returning(u) && m.named[u.ID] == 0 {
			lost = append(lost, u)
		}
	}
	slices.SortStableFunc(lost, func(a, b *position.Unit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Type, b.Type))
	})
	var ids []int
	for _, u := range lost {
		ids = append(ids, u.ID)
	}
	for len(ids) > 0 {
		f, ok := m.bestRefuge(ids[0], ids[1:])
		if !ok {
			ids = ids[1:]
			continue
		}
		n := m.alike(ids, f)
		to := flight{line: m.Pos.Unit(ids[0]).Now.Line, to: f.at, onward: board.NoSpace}
		if err := m.land(ids[:n], to, m.Rules.Flak.Return); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

// alike is how many of the first planes of a list fly home together: those of one type and space that go to the same land.
func (m *moves) alike(ids []int, f refuge) int {
	n, first := 1, m.Pos.Unit(ids[0])
	for !m.Board.Space(f.at).Sea && n < len(ids) {
		u := m.Pos.Unit(ids[n])
		if g, ok := m.bestRefuge(u.ID, nil); !ok || g.at != f.at || u.At != first.At || u.Type != first.Type {
			break
		}
		n++
	}
	return n
}

// bestRefuge is where a plane lands by default; others are the planes still to come.
func (m *moves) bestRefuge(id int, others []int) (refuge, bool) {
	u := m.Pos.Unit(id)
	var list []refuge
	for s, t := range m.trails(u.At, m.airway(u)) {
		at := board.SpaceID(s)
		sea := m.Board.Space(at).Sea
		if t == nil || !sea && !m.landable(at) || sea && (u.Type != board.Fighter || !m.deckAt(flight{to: at})) {
			continue
		}
		f := refuge{at: at, trail: t, class: 1, own: m.count(at, board.NoUnit, func(u *position.Unit) bool { return m.Controls(u.Owner) })}
		if sea {
			f.class = 2
		}
		if m.isHome(u, at) {
			f.class = 0
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b refuge) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.trail.cost, b.trail.cost),
			cmp.Compare(a.trail.guns, b.trail.guns), cmp.Compare(b.own, a.own), cmp.Compare(a.at, b.at))
	})
	for _, f := range list {
		if !m.Board.Space(f.at).Sea || m.saved(others, f.at) == m.saved(others, board.NoSpace) {
			return f, true
		}
	}
	if len(list) > 0 {
		return list[0], true
	}
	return refuge{}, false
}

// isHome reports whether a plane that lands in a space is back where it came from: on the deck from which it took off, wherever
// that carrier is now, or on its land.
func (m *moves) isHome(u *position.Unit, at board.SpaceID) bool {
	if u.Now.Deck == 0 {
		return at == u.Now.Start && !m.Board.Space(at).Sea
	}
	return m.Pos.Unit(u.Now.Deck) != nil && m.berth[u.Now.Deck] == at && m.DeckRoom(u.Now.Deck) > 0
}

// saved is how many of some planes could land if one deck place in a zone were taken.
func (m *moves) saved(planes []int, taken board.SpaceID) int {
	var decks []deck
	for _, c := range m.carriers() {
		n := m.DeckRoom(c.ID)
		if m.berth[c.ID] == taken && n > 0 {
			n, taken = n-1, board.NoSpace
		}
		decks = append(decks, deck{c.ID, []board.SpaceID{m.berth[c.ID]}, n})
	}
	seats := newSeating(decks)
	n := 0
	for _, id := range planes {
		u := m.Pos.Unit(id)
		trails := m.trails(u.At, m.airway(u))
		if m.reachesLand(trails) || u.Type == board.Fighter && seats.seat(id, trails) {
			n++
		}
	}
	return n
}
