package voyage

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// Voyage is what a ship is asked to do: take cargo aboard in territories along its way, and end in one of some zones.
type Voyage struct {
	From []board.SpaceID             // territories where cargo waits, each once
	Via  []board.SpaceID             // zones to sail through, in this order
	Ends func(at board.SpaceID) bool // whether it may end there
	Stay bool                        // it does not leave its zone
	Past bool                        // what the ship has passed in this phase is part of it
	// what later lines ask of a ship that takes this cargo; nil: nothing
	Then func(ship position.Unit, cargo []int) []Voyage
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
	*Fleet
	legs   []Voyage
	lands  []board.SpaceID // where cargo waits for any leg
	passed []board.SpaceID // in this phase, before
}

// attempt is a route as far as a stop, and how many of its steps the first leg took.
type attempt struct {
	*route.Route
	first int
}

// findVoyage finds the best way for a ship to make a voyage, or nil. It loads wherever cargo waits next to its zone,
// before, while and after it moves, but not next to enemy ships, which only its own zone decides (R-57, T-14,
// T-15). If later lines ask more of the ship, it goes so that it can do that too, if it can.
func (m *Fleet) findVoyage(u position.Unit, v Voyage, cargo []int) *route.Route {
	c := voyageSearch{Fleet: m, legs: []Voyage{v}}
	if v.Past {
		c.passed = m.Passed[u.ID]
	}
	if v.Then != nil {
		c.legs = append(c.legs, v.Then(u, cargo)...)
	}
	for ; len(c.legs) > 0; c.legs = c.legs[:len(c.legs)-1] {
		if t := c.bestRoute(u); t != nil {
			return t
		}
	}
	return nil
}

// bestRoute is the way of the first leg, on the best way on which all legs can be made.
func (c *voyageSearch) bestRoute(u position.Unit) *route.Route {
	p := c.Travel(u)
	if c.legs[0].Stay {
		p.Movement = 0
	}
	c.lands = nil
	for _, l := range c.legs {
		for _, land := range l.From {
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

// visit is what a ship does in a zone that it reaches: it passes a named zone and takes aboard what waits next to it.
func (c *voyageSearch) visit(s stop) stop {
	if s.leg == len(c.legs) {
		return s
	}
	if via := c.legs[s.leg].Via; s.via < len(via) && via[s.via] == s.at {
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

// finishLegs ends every leg that can end where the ship is now. The next one begins with all zones that the ship has
// passed.
func (c *voyageSearch) finishLegs(s stop, t *route.Route) stop {
	for s.leg < len(c.legs) {
		l := c.legs[s.leg]
		waits := slices.ContainsFunc(l.From,
			func(land board.SpaceID) bool { return s.loaded&(1<<slices.Index(c.lands, land)) == 0 })
		if waits || s.via < len(l.Via) || !l.Ends(s.at) {
			break
		}
		s.leg, s.via = s.leg+1, 0
		if s.leg == len(c.legs) {
			break
		}
		via := c.legs[s.leg].Via
		for _, z := range slices.Concat(c.passed, t.Steps) {
			if s.via < len(via) && via[s.via] == z {
				s.via++
			}
		}
	}
	return s
}
