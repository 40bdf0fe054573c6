package movement

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// flights fly planes to where they stay.
type flights struct {
	*progress
	air  *airTravel
	plan *carrierPlan
}

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

// cannotLand says what hinders a plane to end its flight in a space.
func (m *flights) cannotLand(u position.Unit, f flight) *phase.Fault {
	sea := m.Board.Space(f.to).Sea
	switch {
	case sea && u.Type == board.Bomber:
		return phase.NewFault(order.BombersAshore, phase.WithSpace(f.to))
	case sea && u.Type != board.Fighter:
		return phase.NewFault(order.CannotMoveThere, phase.WithSpace(f.to))
	case sea && !m.plan.hasDeckRoom(f):
		return phase.NewFault(order.NoDeck, phase.WithSpace(f.to))
	case !sea && !m.landable(f.to) && m.Board.Space(f.to).OriginalController != board.Neutral:
		return phase.NewFault(order.NoLandingHere, phase.WithSpace(f.to))
	case f.onward != board.NoSpace && !m.air.mayFlyOn(u, f.to):
		return phase.NewFault(order.NoFlightOn, phase.WithSpace(f.to))
	case f.onward != board.NoSpace && !m.landable(f.onward):
		return phase.NewFault(order.NoLandingHere, phase.WithSpace(f.onward))
	case u.At == f.to && len(f.via) == 0 && f.onward != board.NoSpace:
		return phase.NewFault(order.SameSpace, phase.WithSpace(f.to)) // it does not land there
	case u.At == f.to && len(f.via) == 0:
		return nil
	}
	if why := m.air.cannotFly(u, f.to, f.via); why != nil {
		return why
	}
	if f.onward == board.NoSpace {
		return nil
	}
	_, why := m.air.onward(u).Find(f.to, f.onward, f.by)
	return why
}

// land flies planes to where they stay, past the guns on their way if those fire, and puts fighters on the decks there.
func (m *flights) land(ids []int, f flight, flak bool) error {
	m.air.fightersFirst(ids)
	for _, p := range m.groups(ids, func(u position.Unit) *route.Route { return m.air.route(u, f.to, f.via) }) {
		if m.named[p.ids[0]] != 0 { // not where nothing was ordered
			m.hintRoute(f.line, f.via, p)
			m.air.hintGuns(f.line, p, f.to)
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
			m.arrive(id, f)
		}
	}
	return nil
}

// flyOn is the second flight of planes that landed where they may fly on.
func (m *flights) flyOn(ids []int, f flight, flak bool) ([]int, error) {
	m.Emit(event.RangeRenewed{Units: ids})
	var left []int
	for _, p := range m.groups(ids, func(u position.Unit) *route.Route { return m.air.route(u, f.onward, f.by) }) {
		l, err := m.pass(p, f.line, flak)
		if err != nil {
			return nil, err
		}
		left = append(left, l...)
	}
	return left, nil
}

// pass flies planes along a way; it returns those that come through.
func (m *flights) pass(p moveGroup, line int, flak bool) ([]int, error) {
	left := p.ids
	if targets := m.shotAt(left, flak); len(targets) > 0 && p.route.Guns > 0 {
		m.Emit(event.FlightTracked{})
		for _, s := range p.route.Over() { // the gun of the space that they leave does not fire again
			through, err := phase.FireAntiaircraft(m.Turn, s, targets, m.Pos.Turn().Flights(), dice.StepHome, order.Tactic{})
			if err != nil {
				return nil, err
			}
			left = slices.DeleteFunc(slices.Clone(left),
				func(id int) bool { return slices.Contains(targets, id) && !slices.Contains(through, id) })
			targets = through
		}
	}
	m.moveAlong(left, p.route, line, true)
	return left, nil
}

// shotAt are the planes of a flight at which guns fire: all, where guns fire at flights of that kind, else those that
// retreated, where the rules have it so (Europe, 3.6).
func (m *flights) shotAt(planes []int, all bool) []int {
	return slices.DeleteFunc(slices.Clone(planes), func(id int) bool {
		return !all && !(m.Rules.AntiaircraftFire.Retreat && m.Pos.Unit(id).Now.Did.Has(position.RetreatedNow))
	})
}

// arrive ends a plane's flight; a fighter at sea goes on a deck there, on one that stays rather than on one that is to
// sail.
func (m *flights) arrive(id int, f flight) {
	u := m.Pos.Unit(id)
	m.Mark([]int{id}, position.Arrived)
	if f.on != nil && f.on.Power != board.Nobody {
		m.plan.deckOf[id] = f.on.Power
	}
	if !m.Board.Space(u.At).Sea {
		return
	}
	cs := slices.DeleteFunc(m.carriers(), func(c position.Unit) bool {
		return c.At != u.At || !m.plan.willBeAt(c, f) || !fits(f.on, c) || m.DeckRoom(c.ID) == 0
	})
	// by default its own deck
	away := func(c position.Unit) int { return boolInt(f.groups != nil || c.ID != u.Now.Deck) }
	slices.SortStableFunc(cs, func(a, b position.Unit) int {
		return cmp.Or(away(a)-away(b), boolInt(m.plan.sent[a.ID] != 0)-boolInt(m.plan.sent[b.ID] != 0))
	})
	if len(cs) > 0 {
		m.Emit(event.Embarked{Units: []int{id}, Ship: cs[0].ID})
	}
}
