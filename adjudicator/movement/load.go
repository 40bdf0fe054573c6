package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// loadMost stows as much of some cargo as finds room, each unit in its order; what stays is free for other lines.
func (m *loader) loadMost(cargo []int, ships []*position.Unit, v voyage, most int) []shipment {
	var taken []int
	var best []shipment
	for _, id := range cargo {
		if s := m.load(append(slices.Clone(taken), id), ships, v, most); s != nil {
			best, taken = s, append(taken, id)
		} else {
			delete(m.named, id)
		}
	}
	return best
}

// loader distributes cargo over ships and finds their voyages.
type loader struct {
	*progress
	sea        *seaTravel
	transports *transports
	passed     map[int][]board.SpaceID // zones that ships of `ship` lines have passed in this phase, from where they began
}

// shipment is which ship takes which cargo, by which way.
type shipment struct {
	ship  *position.Unit
	cargo []int
	route *route.Route
}

// load distributes cargo over ships: each unit goes on a ship that this line uses already, else on the ship with the best way;
// among equals one that no line has used, an emptier one, the lowest ID. It tries on until everything fits, in at most `most`
// ships; nil if nothing does.
func (m *loader) load(cargo []int, ships []*position.Unit, v voyage, most int) []shipment {
	h := &loadSearch{loader: m, v: v, most: most, ships: ships, routes: map[[2]int]*route.Route{}}
	for _, id := range cargo {
		if at := m.Pos.Unit(id).At; !slices.Contains(h.lands, at) {
			h.lands = append(h.lands, at)
		}
	}
	queue := slices.Clone(cargo) // what needs most room first
	slices.SortStableFunc(queue, func(a, b int) int {
		return boolInt(m.Pos.Unit(a).Type == board.Infantry) - boolInt(m.Pos.Unit(b).Type == board.Infantry)
	})
	return h.fill(queue, nil)
}

// loadSearch is the search of stow.
type loadSearch struct {
	*loader
	v      voyage
	most   int
	ships  []*position.Unit
	lands  []board.SpaceID
	routes map[[2]int]*route.Route // by ship and set of lands
	tries  int
}

// maxTries bounds the search for a stowage; no real fleet needs a hundredth of it.
const maxTries = 20000

func (h *loadSearch) fill(cargo []int, done []shipment) []shipment {
	if len(cargo) == 0 {
		return done
	}
	h.tries++
	if h.tries > maxTries {
		return nil
	}
	id, rest := cargo[0], cargo[1:]
	for i, s := range done {
		with := append(slices.Clone(s.cargo), id)
		if t := h.route(s.ship, with); t != nil {
			next := slices.Clone(done)
			next[i] = shipment{s.ship, with, t}
			if all := h.fill(rest, next); all != nil {
				return all
			}
		}
	}
	if h.most >= 0 && len(done) >= h.most {
		return nil
	}
	for _, s := range h.unused(id, done) {
		if all := h.fill(rest, append(slices.Clone(done), s)); all != nil {
			return all
		}
	}
	return nil
}

// unused lists the ships that this stowage does not use yet and that can take a unit, the best first; of ships that are alike
// only one.
func (h *loadSearch) unused(id int, done []shipment) []shipment {
	var list []shipment
	for _, u := range h.ships {
		if slices.ContainsFunc(done, func(s shipment) bool { return s.ship == u }) {
			continue
		}
		if t := h.route(u, []int{id}); t != nil {
			list = append(list, shipment{u, []int{id}, t})
		}
	}
	slices.SortStableFunc(list, func(a, b shipment) int {
		switch {
		case a.route.Cost != b.route.Cost:
			return a.route.Cost - b.route.Cost
		case h.named[a.ship.ID] != h.named[b.ship.ID]:
			return boolInt(h.named[a.ship.ID] != 0) - boolInt(h.named[b.ship.ID] != 0)
		}
		return len(h.Pos.CargoOf(a.ship.ID)) - len(h.Pos.CargoOf(b.ship.ID))
	})
	return slices.CompactFunc(list, func(a, b shipment) bool {
		return a.ship.At == b.ship.At && a.ship.Now.Used == b.ship.Now.Used && h.named[a.ship.ID] == 0 && h.named[b.ship.ID] == 0 &&
			a.ship.Type == b.ship.Type && len(h.Pos.CargoOf(a.ship.ID)) == 0 && len(h.Pos.CargoOf(b.ship.ID)) == 0
	})
}

// route is the way on which a ship can take cargo beside what it carries; nil if it does not fit or cannot be fetched.
func (h *loadSearch) route(u *position.Unit, cargo []int) *route.Route {
	if !h.transports.fits(u, cargo) {
		return nil
	}
	set := 0
	v := h.v
	v.from = nil
	for _, id := range cargo {
		at := h.Pos.Unit(id).At
		set |= 1 << slices.Index(h.lands, at)
		if !slices.Contains(v.from, at) {
			v.from = append(v.from, at)
		}
	}
	key := [2]int{u.ID, set}
	t, ok := h.routes[key]
	if !ok || v.then != nil {
		t = h.findVoyage(u, v, cargo)
		h.routes[key] = t
	}
	return t
}

// boolInt counts a condition, for sorting.
func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// voyage is what a ship is asked to do: take cargo aboard in territories along its way, and end in one of some zones.
type voyage struct {
	from []board.SpaceID                                 // territories where cargo waits, each once
	via  []board.SpaceID                                 // zones to sail through, in this order
	ends func(at board.SpaceID) bool                     // whether it may end there
	stay bool                                            // it does not leave its zone
	past bool                                            // what the ship has passed in this phase is part of it
	then func(ship *position.Unit, cargo []int) []voyage // what later lines ask of a ship that takes this cargo; nil: nothing
}

// stop is how far a voyage has come.
type stop struct {
	at     board.SpaceID
	loaded int // bit set over the territories of all legs
	leg    int // legs that are done
	via    int // zones that lie behind, of those that the leg names
}

// voyageSearch is a voyage and those that follow it with the same ship, its legs: while it is searched for.
type voyageSearch struct {
	*loader
	legs   []voyage
	lands  []board.SpaceID // where cargo waits for any leg
	passed []board.SpaceID // in this phase, before
}

// attempt is a route as far as a stop, and how many of its steps the first leg took.
type attempt struct {
	*route.Route
	first int
}

// findVoyage finds the best way for a ship to make a voyage, or nil. It loads wherever cargo waits beside its zone, before, while
// and after it moves, but not beside enemy ships, which only its own zone decides (R-57, T-14, T-15). If later lines ask
// more of the ship, it goes so that it can do that too, if it can.
func (m *loader) findVoyage(u *position.Unit, v voyage, cargo []int) *route.Route {
	c := voyageSearch{loader: m, legs: []voyage{v}}
	if v.past {
		c.passed = m.passed[u.ID]
	}
	if v.then != nil {
		c.legs = append(c.legs, v.then(u, cargo)...)
	}
	for ; len(c.legs) > 0; c.legs = c.legs[:len(c.legs)-1] {
		if t := c.bestRoute(u); t != nil {
			return t
		}
	}
	return nil
}

// bestRoute is the way of the first leg, on the best way on which all legs can be made.
func (c *voyageSearch) bestRoute(u *position.Unit) *route.Route {
	p := c.sea.travel(u)
	if p.Movement = c.transports.duty(u).budget; c.legs[0].stay {
		p.Movement = 0
	}
	c.lands = nil
	for _, l := range c.legs {
		for _, land := range l.from {
			if !slices.Contains(c.lands, land) {
				c.lands = append(c.lands, land)
			}
		}
	}
	var start stop
	for _, z := range c.passed {
		start.at = z
		start = c.visit(start)
	}
	start.at = u.At
	begin := attempt{Route: &route.Route{}}
	start = c.finishLegs(c.visit(start), begin.Route)
	best := map[stop]attempt{start: begin}
	var found attempt
	for queue := []stop{start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		t := best[s]
		if s.leg == len(c.legs) {
			if t.Better(found.Route) {
				found = t
			}
			continue
		}
		if len(t.Steps) > 0 && !p.Passes(s.at) {
			continue
		}
		for _, to := range c.Board.Near(s.at) {
			if p.Bar(s.at, to) != nil {
				continue
			}
			n := attempt{p.Extend(t.Route, s.at, to), t.first}
			next := c.finishLegs(c.visit(stop{to, s.loaded, s.leg, s.via}), n.Route)
			if s.leg == 0 && next.leg > 0 {
				n.first = len(n.Steps)
			}
			if n.Cost <= p.Movement && n.Better(best[next].Route) {
				best[next] = n
				queue = append(queue, next)
			}
		}
	}
	if found.Route == nil {
		return nil
	}
	return p.Along(u.At, found.Steps[:found.first])
}

// visit is what a ship does in a zone that it reaches: it passes a named zone and takes aboard what waits beside it.
func (c *voyageSearch) visit(s stop) stop {
	if s.leg == len(c.legs) {
		return s
	}
	if via := c.legs[s.leg].via; s.via < len(via) && via[s.via] == s.at {
		s.via++
	}
	if c.IsHostile(s.at) {
		return s
	}
	for i, land := range c.lands {
		if c.Board.Touch(s.at, land) {
			s.loaded |= 1 << i
		}
	}
	return s
}

// finishLegs ends every leg that can end where the ship is now. The next one begins with all zones that the ship has passed.
func (c *voyageSearch) finishLegs(s stop, t *route.Route) stop {
	for s.leg < len(c.legs) {
		l := c.legs[s.leg]
		waits := slices.ContainsFunc(l.from, func(land board.SpaceID) bool { return s.loaded&(1<<slices.Index(c.lands, land)) == 0 })
		if waits || s.via < len(l.via) || !l.ends(s.at) {
			break
		}
		s.leg, s.via = s.leg+1, 0
		if s.leg == len(c.legs) {
			break
		}
		via := c.legs[s.leg].via
		for _, z := range slices.Concat(c.passed, t.Steps) {
			if s.via < len(via) && via[s.via] == z {
				s.via++
			}
		}
	}
	return s
}
