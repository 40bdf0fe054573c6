package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

// flight is a line that sends planes to where they stay.
type flight struct {
	line   int
	groups []order.Group
	to     board.SpaceID
	via    []board.SpaceID
	on     *order.Ship
	onward board.SpaceID
	by     []board.SpaceID // onward, by these spaces
}

// flightOf is what a noncombat line says of planes.
func flightOf(o order.Order) (flight, bool) {
	switch o := o.(type) {
	case order.Move:
		return flight{o.Line, o.Groups, o.To, o.Via, nil, board.NoSpace, nil}, true
	case order.Land:
		return flight{o.Line, o.Groups, o.To, o.Via, o.On, o.Onward, o.OnwardVia}, true
	}
	return flight{}, false
}

// flights flies all planes of the noncombat phase. Those that fought come first, as their lines say, else by D17; then
// those that did not, in the order of the lines (fine print 8).
func (m *moves) flights(orders []order.Order) error {
	for _, o := range orders {
		if err := m.flyHome(o); err != nil {
			return err
		}
	}
	if err := m.flyByDefault(); err != nil {
		return err
	}
	for _, o := range orders {
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
	return u.Type.IsAir() && m.commands(u.Owner) && !u.Now.Did.Has(position.Arrived) &&
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
				can:  func(u *position.Unit) *complaint { return m.cannotLand(u, f) },
			})
			m.home[entry{f.line, i, k}] = len(home)
			ids = append(ids, home...)
		}
	}
	m.flown[f.line] += len(ids)
	if m.faulty[f.line] {
		return nil
	}
	if f.onward != board.NoSpace && len(ids) > 0 && !m.set.Air.LandInNoncombat {
		m.blame(f.line, NoFlightOn, spaceIs(f.to)) // UK-4: planes that fought land in combat
		return nil
	}
	return m.land(ids, f, m.set.Flak.Return)
}

// count is how many planes of a type stand in a space and answer to a test.
func (m *moves) count(at board.SpaceID, t board.UnitType, is func(*position.Unit) bool) int {
	n := 0
	for _, u := range m.pos.In(at) {
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
				can:  func(u *position.Unit) *complaint { return m.cannotLand(u, f) },
			})...)
		}
		if landing {
			for _, w := range g.Units {
				if w.Type != board.NoUnit && !w.Type.IsAir() {
					m.blame(f.line, CannotMoveThere, unitIs(w.Type), spaceIs(f.to))
				}
			}
		}
	}
	m.flown[f.line] += len(ids)
	if m.faulty[f.line] || len(ids) == 0 {
		return nil
	}
	return m.land(ids, f, m.set.Flak.Noncombat)
}

// cannotLand says what hinders a plane to end its flight in a space.
func (m *moves) cannotLand(u *position.Unit, f flight) *complaint {
	sea := m.b.Space(f.to).Sea
	switch {
	case sea && u.Type != board.Fighter:
		return wrong(CannotMoveThere, spaceIs(f.to))
	case sea && !m.deckAt(f):
		return wrong(NoDeck, spaceIs(f.to))
	case !sea && !m.landable(f.to) && m.b.Space(f.to).Home != board.Neutral:
		return wrong(NoLandingHere, spaceIs(f.to))
	case f.onward != board.NoSpace && !m.fliesOn(u, f.to):
		return wrong(NoFlightOn, spaceIs(f.to))
	case f.onward != board.NoSpace && !m.landable(f.onward):
		return wrong(NoLandingHere, spaceIs(f.onward))
	case u.At == f.to && len(f.via) == 0:
		return nil
	}
	if why := m.cannotFly(u, f.to, f.via); why != nil {
		return why
	}
	if f.onward == board.NoSpace {
		return nil
	}
	if _, fill, code := m.way(f.to, f.onward, f.by, m.onwardWay(u)); code != "" {
		return wrong(code, fill)
	}
	return nil
}

// fliesOn tells whether a plane that lands in a space may fly on from it (Mideast Oil).
func (m *moves) fliesOn(u *position.Unit, from board.SpaceID) bool {
	for _, t := range m.traits(u.Owner) {
		if o, ok := t.(trait.Onward); ok && o.FliesOn(u.Type, m.b.Name(from)) {
			return true
		}
	}
	return false
}

// onwardWay is a second flight: the normal range again.
func (m *moves) onwardWay(u *position.Unit) passage {
	p := m.airway(u)
	p.budget = m.reach(u)
	return p
}

// deckAt tells whether there will be room on a carrier where a flight ends, counting the fighters that wait there.
func (m *moves) deckAt(f flight) bool {
	room := 0
	for _, c := range m.carriers() {
		if m.berth[c.ID] == f.to && fits(f.on, c) {
			room += deckRoom - m.staying(c, f.line)
		}
	}
	for _, u := range m.pos.In(f.to) {
		if u.Type == board.Fighter && u.Aboard == 0 && m.friendly(u.Owner) && u.Now.Did.Has(position.Arrived) {
			room--
		}
	}
	return room > 0
}

// staying is how many fighters keep their place on a deck: those that no later line sends off.
func (m *moves) staying(c *position.Unit, line int) int {
	aboard := len(m.pos.CargoOf(c.ID))
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

// land flies planes to where they stay, past the guns on their way if those fire, and puts fighters on the decks there.
func (m *moves) land(ids []int, f flight, flak bool) error {
	m.fightersFirst(ids)
	for _, p := range m.parties(ids, func(u *position.Unit) *trail { return m.airTrail(u, f.to, f.via) }) {
		if m.named[p.ids[0]] != 0 { // not where nothing was ordered
			m.hintWay(f.line, f.via, p)
			m.hintGuns(f.line, p, f.to)
		}
		left, err := m.pass(p, f.line, flak)
		if err != nil {
			return err
		}
		if f.onward != board.NoSpace {
			if left, err = m.flyOn(left, f, flak); err != nil {
				return err
			}
		}
		for _, id := range left {
			m.arrive(id, f.on)
		}
	}
	return nil
}

// flyOn is the second flight of planes that landed where they may fly on.
func (m *moves) flyOn(ids []int, f flight, flak bool) ([]int, error) {
	for _, id := range ids {
		m.pos.Unit(id).Now.Used = 0
	}
	var left []int
	for _, p := range m.parties(ids, func(u *position.Unit) *trail { return m.airTrail(u, f.onward, f.by) }) {
		l, err := m.pass(p, f.line, flak)
		if err != nil {
			return nil, err
		}
		left = append(left, l...)
	}
	return left, nil
}

// pass flies planes along a way; it returns those that come through.
func (m *moves) pass(p party, line int, flak bool) ([]int, error) {
	from := m.pos.Unit(p.ids[0]).At
	left := p.ids
	if flak && p.trail.guns > 0 {
		m.pos.Turn.Flights++
		for _, s := range p.trail.over() { // the gun of the space that they leave does not fire again
			var err error
			if left, err = m.flak(s, left, m.pos.Turn.Flights, dice.StepHome, nil); err != nil {
				return nil, err
			}
		}
	}
	for _, id := range left {
		m.walk(id, p.trail, line)
	}
	m.tellMoved(event.Landed, line, left, from, p.trail)
	return left, nil
}

// arrive ends a plane's flight; a fighter at sea goes on a deck there if one stays there.
func (m *moves) arrive(id int, on *order.Ship) {
	u := m.pos.Unit(id)
	u.Now.Did |= position.Arrived
	u.Now.Battle = board.NoSpace
	if on != nil && on.Power != board.Nobody {
		m.deckOf[id] = on.Power
	}
	if !m.b.Space(u.At).Sea {
		return
	}
	for _, c := range m.carriers() {
		if c.At == u.At && m.berth[c.ID] == c.At && fits(on, c) && m.room(c.ID) > 0 {
			u.Aboard = c.ID
			return
		}
	}
}

// moor foresees where each friendly carrier will be when noncombat ends: where a line of this phase sends it, else where it
// was pledged to go, else where it is. A pledge binds against a line if a plane would be lost otherwise.
func (m *moves) moor() {
	m.berth = m.berths()
	var away []int
	for i := range m.pos.Units {
		if u := &m.pos.Units[i]; m.returning(u) {
			away = append(away, u.ID)
		}
	}
	for _, c := range m.carriers() {
		to, ok := m.pledged(c.ID)
		if !ok || !m.ready(c) || m.berth[c.ID] == to {
			continue
		}
		sent, n := m.berth[c.ID], m.saved(away, board.NoSpace)
		m.berth[c.ID] = to
		if m.bound[c.ID] = m.saved(away, board.NoSpace) > n; !m.bound[c.ID] {
			m.berth[c.ID] = sent
		}
	}
}

// berths is where the carriers will be by the lines and the pledges.
func (m *moves) berths() map[int]board.SpaceID {
	at := map[int]board.SpaceID{}
	for _, c := range m.carriers() {
		at[c.ID] = c.At
		if to, ok := m.pledged(c.ID); ok && m.ready(c) {
			at[c.ID] = to
		}
	}
	sent := map[int]bool{}
	for _, o := range m.lines {
		mv, ok := o.(order.Move)
		if !ok || !m.b.Space(mv.To).Sea {
			continue
		}
		for _, g := range mv.Groups {
			for _, w := range g.Units {
				m.send(w, g.From, mv.To, at, sent)
			}
		}
	}
	return at
}

func (m *moves) send(w order.Units, from, to board.SpaceID, at map[int]board.SpaceID, sent map[int]bool) {
	if w.Type != board.Carrier && w.Type != board.NoUnit {
		return
	}
	n := w.N
	for _, c := range m.carriers() {
		if n != 0 && c.At == from && m.commands(c.Owner) && m.ready(c) && !sent[c.ID] {
			at[c.ID], sent[c.ID], n = to, true, n-1
		}
	}
}

// refuge is a place where a plane may land by default.
type refuge struct {
	at    board.SpaceID
	trail *trail
	class int // 0: where it came from, 1: land, 2: a deck elsewhere (D17)
	own   int // own units there
}

// flyByDefault brings home the planes that no line lands, by space and type, as D17 says: to their origin if that is legal;
// else to the nearest legal land, past fewest guns, to most own units; else to a carrier. No plane takes a deck that another
// needs more. What finds no place stays, and is lost when noncombat ends.
func (m *moves) flyByDefault() error {
	var lost []*position.Unit
	for i := range m.pos.Units {
		if u := &m.pos.Units[i]; m.returning(u) && m.named[u.ID] == 0 {
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
	for i, id := range ids {
		f, ok := m.bestRefuge(id, ids[i+1:])
		if !ok {
			continue
		}
		u := m.pos.Unit(id)
		if err := m.land([]int{id}, flight{line: u.Now.Line, to: f.at, onward: board.NoSpace}, m.set.Flak.Return); err != nil {
			return err
		}
	}
	return nil
}

// bestRefuge is where a plane lands by default; others are the planes still to come.
func (m *moves) bestRefuge(id int, others []int) (refuge, bool) {
	u := m.pos.Unit(id)
	var list []refuge
	for s, t := range m.trails(u.At, m.airway(u)) {
		at := board.SpaceID(s)
		sea := m.b.Space(at).Sea
		if t == nil || !sea && !m.landable(at) || sea && (u.Type != board.Fighter || !m.deckAt(flight{to: at})) {
			continue
		}
		f := refuge{at: at, trail: t, class: 1, own: m.count(at, board.NoUnit, func(u *position.Unit) bool { return m.commands(u.Owner) })}
		if sea {
			f.class = 2
		}
		if at == u.Now.Start {
			f.class = 0
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b refuge) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.trail.cost, b.trail.cost),
			cmp.Compare(a.trail.guns, b.trail.guns), cmp.Compare(b.own, a.own), cmp.Compare(a.at, b.at))
	})
	for _, f := range list {
		if !m.b.Space(f.at).Sea || m.saved(others, f.at) == m.saved(others, board.NoSpace) {
			return f, true
		}
	}
	if len(list) > 0 {
		return list[0], true
	}
	return refuge{}, false
}

// saved is how many of some planes could land if one deck place in a zone were taken.
func (m *moves) saved(planes []int, taken board.SpaceID) int {
	var decks []deck
	for _, c := range m.carriers() {
		n := m.room(c.ID)
		if m.berth[c.ID] == taken && n > 0 {
			n, taken = n-1, board.NoSpace
		}
		decks = append(decks, deck{c.ID, []board.SpaceID{m.berth[c.ID]}, n})
	}
	seats := newSeating(decks)
	n := 0
	for _, id := range planes {
		u := m.pos.Unit(id)
		trails := m.trails(u.At, m.airway(u))
		if m.reachesLand(trails) || u.Type == board.Fighter && seats.seat(id, trails) {
			n++
		}
	}
	return n
}
