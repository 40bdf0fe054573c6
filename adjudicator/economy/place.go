package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// mobilization is the placing of units that wait in the mobilization zone (phase 6). Every unit that is placed is
// charged to one complex, whose limit is its territory's income; a ship in a zone that touches several
// complexes may be charged to any, so who pays is found by assignment at the end.
type mobilization struct {
	*phase.Turn
	take    order.Taking
	charged charges // for every unit placed so far
}

// Place carries out the placing lines and ends the phase: what can be placed nowhere is refunded, the rest stays (fine
// print 14).
func Place(s phase.State, part order.PhaseOrders) (phase.Result, error) {
	m := mobilization{Turn: phase.Begin(s), take: part.Take}
	refund := m.unplaceable()
	m.placeLines(part.Orders)
	m.refund(refund)
	m.removeStranded()
	return m.Result()
}

// placeLines places what the lines say, then what goes by default.
func (m *mobilization) placeLines(orders []order.Order) {
	lines := slices.Clone(orders)
	slices.SortStableFunc(lines, carriersFirst) // fighters find decks that a later line places
	free := m.recruitLine(lines)
	for _, o := range lines {
		p, ok := o.(order.PlaceUnits)
		if !ok {
			continue
		}
		if p.From != board.NoSpace && !m.Board.Space(p.From).Sea {
			m.boardNewCarrier(p)
			continue
		}
		for _, u := range p.Units {
			m.placeUnits(p, u, p.Line == free)
		}
	}
	m.placeByDefault()
}

// carriersFirst orders lines: those that place carriers come first.
func carriersFirst(a, b order.Order) int {
	has := func(o order.Order) int {
		p, ok := o.(order.PlaceUnits)
		if ok && slices.ContainsFunc(p.Units, func(u order.Units) bool { return u.Type == board.Carrier }) {
			return 0
		}
		return 1
	}
	return has(a) - has(b)
}

// placeUnits places one entry of a line, or notes why it cannot. Recruits says that the free unit of an advantage may
// be among them.
func (m *mobilization) placeUnits(o order.PlaceUnits, u order.Units, recruits bool) {
	n := m.Pos.Nation(m.Power)
	aboard := u.Type == board.Fighter && m.Board.Space(o.In).Sea
	if aboard && !m.Rules.Factory.NewOnNewCarriers && !m.Rules.Factory.NewOnOldCarriers {
		m.AddFault(o.Line, order.FightersLand, phase.WithUnit(u.Type), phase.WithSpace(o.In),
			phase.WithSpaces(m.placingSites(u.Type)))
		return
	}
	have := n.Bought()[u.Type]
	free := 0
	if recruits {
		free = m.recruit(o.In, u)
	}
	if u.N == order.All {
		u.N = have
	} else {
		u.N -= free
	}
	if u.N > have && m.take == order.Available {
		u.N = have
	}
	if u.N == 0 {
		return
	}
	from := makers(m.Turn, u.Type, o.In)
	switch { // a site that cannot be is the line's own fault: it comes before what another line did not buy
	case u.Type == board.Complex && !m.mayTakeComplex(o):
		return
	case u.Type != board.Complex && len(from) == 0:
		code := order.NoComplexHere
		if m.Board.Space(o.In).Sea != u.Type.IsShip() && !aboard {
			code = order.NotPlaceable
		}
		m.AddFault(o.Line, code, phase.WithUnit(u.Type), phase.WithSpace(o.In),
			phase.WithSpaces(m.placingSites(u.Type)))
		return
	case u.N > have:
		m.AddFault(o.Line, order.NotBought, phase.WithUnit(u.Type), phase.WithNumbers(have, u.N))
		return
	case u.Type == board.Complex:
		m.placeComplex(o, u)
		return
	}
	more := slices.Clip(m.charged)
	for range u.N {
		more = append(more, from)
	}
	if !fit(m.Turn, more) {
		m.AddFault(o.Line, order.ComplexFull, phase.WithUnit(u.Type), phase.WithSpace(o.In),
			phase.WithNumbers(roomLeft(m.Turn, m.charged, from), u.N))
		return
	}
	if u.Type == board.AAGun && u.N > phase.RoomForGuns(m.Turn, o.In) {
		m.AddFault(o.Line, order.SecondGun, phase.WithSpace(o.In))
		return
	}
	if aboard && m.deckRoom(o.In) < u.N {
		m.AddFault(o.Line, m.noDeckCode(), phase.WithUnit(u.Type), phase.WithSpace(o.In),
			phase.WithNumbers(m.deckRoom(o.In), u.N), phase.WithSpaces(m.placingSites(u.Type)))
		return
	}
	m.putDown(event.Placed{Waited: true}, u.Type, u.N, o.In)
	m.charged = more
}

// putDown places n units of a type. Fighters go on the decks in their zone, and those that wait there go on new
// carriers.
func (m *mobilization) putDown(e event.Placed, t board.UnitType, n int, in board.SpaceID) {
	e.Power, e.Space, e.ThisTurn = m.Power, in, true
	e.Units = m.NewUnits(m.Power, slices.Repeat([]board.UnitType{t}, n)...)
	if t == board.Fighter && m.Board.Space(in).Sea {
		for i, deck := range m.decksFor(in, n) {
			e.Units[i].Aboard = deck
		}
	}
	m.Emit(e)
	if t == board.Carrier {
		for _, u := range e.Units {
			m.boardWaiting(u.ID)
		}
	}
}

// placeComplex puts a new complex.
func (m *mobilization) placeComplex(o order.PlaceUnits, u order.Units) {
	if u.N > 1 {
		m.AddFault(o.Line, order.OneComplex, phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithNumbers(1, u.N))
		return
	}
	m.putDown(event.Placed{Waited: true}, board.Complex, 1, o.In)
}

// refund returns the price of what could be placed nowhere.
func (m *mobilization) refund(what [board.NumUnitTypes]int) {
	e := event.Refunded{Power: m.Power}
	for t, count := range what {
		if count == 0 {
			continue
		}
		e.Paid += count * m.Rules.Cost(board.UnitType(t))
		e.Units = append(e.Units, event.Stack{Power: m.Power, Type: board.UnitType(t), N: count})
	}
	if e.Paid > 0 {
		m.Emit(e)
	}
}

// placeByDefault puts what no line placed, if the power ordered so (D23): land units and planes at the capital's
// complex, then at the next by income; ships next to it, in the first zone without enemies; complexes never.
func (m *mobilization) placeByDefault() {
	n := m.Pos.Nation(m.Power)
	if !slices.ContainsFunc(n.Answers(), func(o order.Order) bool { _, ok := o.(order.PlaceByDefault); return ok }) {
		return
	}
	if t, sites := m.recruits(); len(sites) > 0 {
		m.recruit(sites[0], order.Units{N: 1, Type: t})
	}
	for _, at := range m.defaultComplexes() {
		for t := board.Infantry; t < board.NumUnitTypes; t++ {
			if t == board.Complex || n.Bought()[t] == 0 {
				continue
			}
			in := at
			if t.IsShip() {
				if in = m.defaultZone(at); in == board.NoSpace {
					continue
				}
			}
			count := min(n.Bought()[t], roomLeft(m.Turn, m.charged, []board.SpaceID{at}))
			if t == board.AAGun {
				count = min(count, phase.RoomForGuns(m.Turn, at))
			}
			if count > 0 {
				m.placeUnits(order.PlaceUnits{In: in}, order.Units{N: count, Type: t}, false)
			}
		}
	}
}
