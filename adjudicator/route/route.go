// Package route finds ways on the board: the best route by what bars a unit's steps and where it may pass (orders.md,
// fine print 1), or why there is none. It knows no position; a Travel says how one unit gets about.
package route

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// Route is a way: the spaces entered, in order, the last being its end, and what it costs.
type Route struct {
	Steps []board.SpaceID
	Cost  int // movement
	Guns  int // spaces with enemy guns between its ends
	Foes  int // enemy spaces between its ends
}

// End is where a route from a space ends.
func (t *Route) End(from board.SpaceID) board.SpaceID {
	if len(t.Steps) == 0 {
		return from
	}
	return t.Steps[len(t.Steps)-1]
}

// Over lists the spaces between the ends of a route.
func (t *Route) Over() []board.SpaceID {
	if len(t.Steps) < 2 {
		return nil
	}
	return t.Steps[:len(t.Steps)-1]
}

// Better orders routes by fine print 1: shortest, past fewest guns, over fewest enemy spaces, then by name space by
// space.
func (t *Route) Better(u *Route) bool {
	switch {
	case u == nil:
		return true
	case t.Cost != u.Cost:
		return t.Cost < u.Cost
	case t.Guns != u.Guns:
		return t.Guns < u.Guns
	case t.Foes != u.Foes:
		return t.Foes < u.Foes
	}
	return slices.Compare(t.Steps, u.Steps) < 0
}

// Travel says how a unit gets about. Where a function is nil, a step costs 1, nothing else bars a step, every space may
// be passed, and no space has guns or foes or is closed to stopping.
type Travel struct {
	Board    *board.Board
	Movement int                                       // that is left
	Cost     func(from, to board.SpaceID) int          // of a step
	Step     func(from, to board.SpaceID) *phase.Fault // what bars a step between neighbours, to stop there at least
	MayPass  func(at board.SpaceID) bool               // whether the unit may go on from there
	NoStop   func(at board.SpaceID) bool               // whether the unit may enter but not end there
	Guns     func(at board.SpaceID) bool
	Foes     func(at board.SpaceID) bool
	lifted   []order.Code // bars that do not count
}

// Bar is why a step cannot be made, nil if it can: no unit enters what nothing may pass or into neutral land.
func (p *Travel) Bar(from, to board.SpaceID) *phase.Fault {
	var why *phase.Fault
	switch {
	case p.Board.Space(to).OriginalController == board.Neutral:
		why = Barred(order.NeutralLand, from, to)
	case !p.Board.Touch(from, to) || p.Board.Closed(from, to):
		why = Barred(order.NotAdjacent, from, to)
	case p.Step != nil:
		why = p.Step(from, to)
	}
	if why != nil && slices.Contains(p.lifted, why.Code) {
		return nil
	}
	return why
}

// Passes reports whether the unit may go on from a space.
func (p *Travel) Passes(at board.SpaceID) bool {
	return p.MayPass == nil || slices.Contains(p.lifted, order.EnemyOnWay) || p.MayPass(at)
}

// stepCost is the movement that a step takes.
func (p *Travel) stepCost(from, to board.SpaceID) int {
	if p.Cost == nil {
		return 1
	}
	return p.Cost(from, to)
}

// Extend is a route with one more step.
func (p *Travel) Extend(t *Route, from, to board.SpaceID) *Route {
	n := &Route{Steps: append(slices.Clone(t.Steps), to), Cost: t.Cost + p.stepCost(from, to), Guns: t.Guns,
		Foes: t.Foes}
	if len(t.Steps) > 0 { // from lies between the ends now
		if p.Guns != nil && p.Guns(from) {
			n.Guns++
		}
		if p.Foes != nil && p.Foes(from) {
			n.Foes++
		}
	}
	return n
}

// Along is the route that takes some steps from a space.
func (p *Travel) Along(from board.SpaceID, steps []board.SpaceID) *Route {
	t, at := &Route{}, from
	for _, to := range steps {
		t, at = p.Extend(t, at, to), to
	}
	return t
}

// Routes finds the best route to every space within the movement; by space, nil where there is none.
func (p Travel) Routes(from board.SpaceID) []*Route {
	best := make([]*Route, len(p.Board.Spaces))
	best[from] = &Route{}
	for queue := []board.SpaceID{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != from && !p.Passes(at) {
			continue
		}
		for _, to := range p.Board.Near(at) {
			cost := best[at].Cost + p.stepCost(at, to)
			if to == from || cost > p.Movement || best[to] != nil && cost > best[to].Cost || p.Bar(at, to) != nil {
				continue
			}
			if t := p.Extend(best[at], at, to); t.Better(best[to]) {
				best[to] = t
				queue = append(queue, to)
			}
		}
	}
	return best
}

// Find is the best route to a space, by the spaces that are named, or why there is none.
func (p Travel) Find(from, to board.SpaceID, via []board.SpaceID) (*Route, *phase.Fault) {
	if p.NoStop != nil && p.NoStop(to) {
		return nil, Barred(order.HostileTarget, from, to)
	}
	if len(via) > 0 {
		return p.findVia(from, append(slices.Clone(via), to))
	}
	if t := p.Routes(from)[to]; t != nil && len(t.Steps) > 0 {
		return t, nil
	}
	return nil, p.explain(from, to)
}

// findVia checks a route that was named space by space.
func (p Travel) findVia(from board.SpaceID, steps []board.SpaceID) (*Route, *phase.Fault) {
	t, at, to := &Route{}, from, steps[len(steps)-1]
	for i, next := range steps {
		if why := p.Bar(at, next); why != nil {
			return nil, why
		}
		if i > 0 && !p.Passes(at) {
			return nil, phase.NewFault(order.EnemyOnWay, phase.WithSpace(at), phase.WithOther(to))
		}
		t, at = p.Extend(t, at, next), next
	}
	if t.Cost > p.Movement {
		return nil, phase.NewFault(order.TooFar, phase.WithSpace(from), phase.WithOther(to),
			phase.WithNumbers(p.Movement, t.Cost))
	}
	return t, nil
}

// explain says why a space cannot be reached: it is neutral; something bars every way within the movement, a closed
// canal, hostile spaces, enemies on the way or a neutral territory, whichever alone would have to go; it is too far; or
// there is nothing at all.
func (p Travel) explain(from, to board.SpaceID) *phase.Fault {
	if p.Board.Space(to).OriginalController == board.Neutral {
		return phase.NewFault(order.NeutralLand, phase.WithSpace(to))
	}
	all := []order.Code{order.CanalClosed, order.HostileTarget, order.EnemyOnWay, order.NeutralLand,
		order.NotControlled, order.ComplexHere}
	for _, lifted := range [][]order.Code{all[0:1], all[1:2], all[2:3], all[3:4], all[4:6], all} {
		if t := p.without(lifted).Routes(from)[to]; t != nil {
			return p.firstBar(from, t)
		}
	}
	for _, lifted := range [][]order.Code{all[:3], all} { // counted around neutral land, if there is a way
		far := p.without(lifted)
		far.Movement = 2 * len(p.Board.Spaces)
		if t := far.Routes(from)[to]; t != nil {
			return phase.NewFault(order.TooFar, phase.WithSpace(from), phase.WithOther(to),
				phase.WithNumbers(p.Movement, t.Cost))
		}
	}
	return phase.NewFault(order.NoWay, phase.WithSpace(from), phase.WithOther(to))
}

// without is travel on which some bars do not count.
func (p Travel) without(bars []order.Code) Travel {
	p.lifted = bars
	return p
}

// firstBar names the first bar on a route.
func (p Travel) firstBar(from board.SpaceID, t *Route) *phase.Fault {
	at := from
	for i, next := range t.Steps {
		if i > 0 && !p.Passes(at) {
			return phase.NewFault(order.EnemyOnWay, phase.WithSpace(at), phase.WithOther(t.End(from)))
		}
		if why := p.Bar(at, next); why != nil {
			return why
		}
		at = next
	}
	return phase.NewFault(order.NoWay, phase.WithSpace(from), phase.WithOther(at))
}

// Barred says why a step cannot be made: between which spaces, or into which.
func Barred(code order.Code, from, to board.SpaceID) *phase.Fault {
	if code == order.NotAdjacent || code == order.NoWay {
		return phase.NewFault(code, phase.WithSpace(from), phase.WithOther(to))
	}
	return phase.NewFault(code, phase.WithSpace(to))
}
