package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

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
	*route
	first int
}

// findVoyage finds the best way for a ship to make a voyage, or nil. It loads wherever cargo waits beside its zone, before, while
// and after it moves, but not beside enemy ships, which only its own zone decides (R-57, T-14, T-15). If later lines ask
// more of the ship, it goes so that it can do that too, if it can.
func (m *loader) findVoyage(u *position.Unit, v voyage, cargo []int) *route {
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
func (c *voyageSearch) bestRoute(u *position.Unit) *route {
	p := c.sea.travel(u)
	if p.movement = c.transports.duty(u).budget; c.legs[0].stay {
		p.movement = 0
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
	begin := attempt{route: &route{}}
	start = c.finishLegs(c.visit(start), begin.route)
	best := map[stop]attempt{start: begin}
	var found attempt
	for queue := []stop{start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		t := best[s]
		if s.leg == len(c.legs) {
			if t.better(found.route) {
				found = t
			}
			continue
		}
		if len(t.steps) > 0 && !p.passes(s.at) {
			continue
		}
		for _, to := range c.Board.Near(s.at) {
			if p.bar(s.at, to) != nil {
				continue
			}
			n := attempt{p.extend(t.route, s.at, to), t.first}
			next := c.finishLegs(c.visit(stop{to, s.loaded, s.leg, s.via}), n.route)
			if s.leg == 0 && next.leg > 0 {
				n.first = len(n.steps)
			}
			if n.cost <= p.movement && n.better(best[next].route) {
				best[next] = n
				queue = append(queue, next)
			}
		}
	}
	if found.route == nil {
		return nil
	}
	return p.along(u.At, found.steps[:found.first])
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
func (c *voyageSearch) finishLegs(s stop, t *route) stop {
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
		for _, z := range slices.Concat(c.passed, t.steps) {
			if s.via < len(via) && via[s.via] == z {
				s.via++
			}
		}
	}
	return s
}
