package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// route is a way: the spaces entered, in order, the last being its end, and what it costs.
type route struct {
	steps []board.SpaceID
	cost  int // movement
	guns  int // spaces with enemy guns between its ends
	foes  int // enemy spaces between its ends
}

// end is where a route from a space ends.
func (t *route) end(from board.SpaceID) board.SpaceID {
	if len(t.steps) == 0 {
		return from
	}
	return t.steps[len(t.steps)-1]
}

// over lists the spaces between the ends of a route.
func (t *route) over() []board.SpaceID {
	if len(t.steps) < 2 {
		return nil
	}
	return t.steps[:len(t.steps)-1]
}

// better orders routes by fine print 1: shortest, past fewest guns, over fewest enemy spaces, then by name space by space.
func (t *route) better(u *route) bool {
	switch {
	case u == nil:
		return true
	case t.cost != u.cost:
		return t.cost < u.cost
	case t.guns != u.guns:
		return t.guns < u.guns
	case t.foes != u.foes:
		return t.foes < u.foes
	}
	return slices.Compare(t.steps, u.steps) < 0
}

// travel says how a unit gets about. Where a function is nil, a step costs 1, nothing else bars a step, every space may be
// passed, and no space has guns or foes or is closed to stopping.
type travel struct {
	b        *board.Board
	movement int                                       // that is left
	cost     func(from, to board.SpaceID) int          // of a step
	step     func(from, to board.SpaceID) *phase.Fault // what bars a step between neighbours, to stop there at least
	mayPass  func(at board.SpaceID) bool               // whether the unit may go on from there
	noStop   func(at board.SpaceID) bool               // whether the unit may enter but not end there
	guns     func(at board.SpaceID) bool
	foes     func(at board.SpaceID) bool
	lifted   []order.Code // bars that do not count
}

// bar is why a step cannot be made, nil if it can: nobody goes to where nothing may pass or into neutral land.
func (p *travel) bar(from, to board.SpaceID) *phase.Fault {
	var why *phase.Fault
	switch {
	case p.b.Space(to).Home == board.Neutral:
		why = barred(order.NeutralLand, from, to)
	case !p.b.Touch(from, to) || p.b.Closed(from, to):
		why = barred(order.NotAdjacent, from, to)
	case p.step != nil:
		why = p.step(from, to)
	}
	if why != nil && slices.Contains(p.lifted, why.Code) {
		return nil
	}
	return why
}

// passes reports whether the unit may go on from a space.
func (p *travel) passes(at board.SpaceID) bool {
	return p.mayPass == nil || slices.Contains(p.lifted, order.EnemyOnWay) || p.mayPass(at)
}

// stepCost is the movement that a step takes.
func (p *travel) stepCost(from, to board.SpaceID) int {
	if p.cost == nil {
		return 1
	}
	return p.cost(from, to)
}

// extend is a route with one more step.
func (p *travel) extend(t *route, from, to board.SpaceID) *route {
	n := &route{steps: append(slices.Clone(t.steps), to), cost: t.cost + p.stepCost(from, to), guns: t.guns, foes: t.foes}
	if len(t.steps) > 0 { // from lies between the ends now
		if p.guns != nil && p.guns(from) {
			n.guns++
		}
		if p.foes != nil && p.foes(from) {
			n.foes++
		}
	}
	return n
}

// along is the route that takes some steps from a space.
func (p *travel) along(from board.SpaceID, steps []board.SpaceID) *route {
	t, at := &route{}, from
	for _, to := range steps {
		t, at = p.extend(t, at, to), to
	}
	return t
}

// routes finds the best route to every space within the movement; by space, nil where there is none.
func (p travel) routes(from board.SpaceID) []*route {
	best := make([]*route, len(p.b.Spaces))
	best[from] = &route{}
	for queue := []board.SpaceID{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != from && !p.passes(at) {
			continue
		}
		for _, to := range p.b.Near(at) {
			cost := best[at].cost + p.stepCost(at, to)
			if to == from || cost > p.movement || best[to] != nil && cost > best[to].cost || p.bar(at, to) != nil {
				continue
			}
			if t := p.extend(best[at], at, to); t.better(best[to]) {
				best[to] = t
				queue = append(queue, to)
			}
		}
	}
	return best
}

// find is the best route to a space, by the spaces that are named, or why there is none.
func (p travel) find(from, to board.SpaceID, via []board.SpaceID) (*route, *phase.Fault) {
	if p.noStop != nil && p.noStop(to) {
		return nil, barred(order.HostileTarget, from, to)
	}
	if len(via) > 0 {
		return p.findVia(from, append(slices.Clone(via), to))
	}
	if t := p.routes(from)[to]; t != nil && len(t.steps) > 0 {
		return t, nil
	}
	return nil, p.explain(from, to)
}

// findVia checks a route that was named space by space.
func (p travel) findVia(from board.SpaceID, steps []board.SpaceID) (*route, *phase.Fault) {
	t, at, to := &route{}, from, steps[len(steps)-1]
	for i, next := range steps {
		if why := p.bar(at, next); why != nil {
			return nil, why
		}
		if i > 0 && !p.passes(at) {
			return nil, phase.NewFault(order.EnemyOnWay, phase.WithSpace(at), phase.WithOther(to))
		}
		t, at = p.extend(t, at, next), next
	}
	if t.cost > p.movement {
		return nil, phase.NewFault(order.TooFar, phase.WithSpace(from), phase.WithOther(to), phase.WithNumbers(p.movement, t.cost))
	}
	return t, nil
}

// explain says why a space cannot be reached: it is neutral; something bars every way within the movement, a closed canal, hostile
// spaces, enemies on the way or a neutral territory, whichever alone would have to go; it is too far; or there is nothing at all.
func (p travel) explain(from, to board.SpaceID) *phase.Fault {
	if p.b.Space(to).Home == board.Neutral {
		return phase.NewFault(order.NeutralLand, phase.WithSpace(to))
	}
	all := []order.Code{order.CanalClosed, order.HostileTarget, order.EnemyOnWay, order.NeutralLand, order.NotControlled, order.ComplexHere}
	for _, lifted := range [][]order.Code{all[0:1], all[1:2], all[2:3], all[3:4], all[4:6], all} {
		if t := p.without(lifted).routes(from)[to]; t != nil {
			return p.firstBar(from, t)
		}
	}
	for _, lifted := range [][]order.Code{all[:3], all} { // counted around neutral land, if there is a way
		far := p.without(lifted)
		far.movement = 2 * len(p.b.Spaces)
		if t := far.routes(from)[to]; t != nil {
			return phase.NewFault(order.TooFar, phase.WithSpace(from), phase.WithOther(to), phase.WithNumbers(p.movement, t.cost))
		}
	}
	return phase.NewFault(order.NoWay, phase.WithSpace(from), phase.WithOther(to))
}

// without is travel on which some bars do not count.
func (p travel) without(bars []order.Code) travel {
	p.lifted = bars
	return p
}

// firstBar names the first bar on a route.
func (p travel) firstBar(from board.SpaceID, t *route) *phase.Fault {
	at := from
	for i, next := range t.steps {
		if i > 0 && !p.passes(at) {
			return phase.NewFault(order.EnemyOnWay, phase.WithSpace(at), phase.WithOther(t.end(from)))
		}
		if why := p.bar(at, next); why != nil {
			return why
		}
		at = next
	}
	return phase.NewFault(order.NoWay, phase.WithSpace(from), phase.WithOther(at))
}

// barred says why a step cannot be made: between which spaces, or into which.
func barred(code order.Code, from, to board.SpaceID) *phase.Fault {
	if code == order.NotAdjacent || code == order.NoWay {
		return phase.NewFault(code, phase.WithSpace(from), phase.WithOther(to))
	}
	return phase.NewFault(code, phase.WithSpace(to))
}
