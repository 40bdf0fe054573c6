package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// trail is a way: the spaces entered, in order, the last being its end, and what it costs.
type trail struct {
	steps []board.SpaceID
	cost  int // movement
	guns  int // spaces with enemy guns between its ends
	foes  int // enemy spaces between its ends
}

// end is where a trail from a space ends.
func (t *trail) end(from board.SpaceID) board.SpaceID {
	if len(t.steps) == 0 {
		return from
	}
	return t.steps[len(t.steps)-1]
}

// over lists the spaces between the ends of a trail.
func (t *trail) over() []board.SpaceID {
	if len(t.steps) < 2 {
		return nil
	}
	return t.steps[:len(t.steps)-1]
}

// better orders ways by fine print 1: shortest, past fewest guns, over fewest enemy spaces, then by name space by space.
func (t *trail) better(u *trail) bool {
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

// passage says how a kind of unit gets about.
type passage struct {
	budget  int                                 // movement left
	cost    func(from, to board.SpaceID) int    // of a step
	step    func(from, to board.SpaceID) *block // nil if the step may be made, to stop there at least
	through func(at board.SpaceID) bool         // whether the unit may go on from there
	passing func(at board.SpaceID) bool         // whether the unit may enter but not end there; nil: nowhere
	guns    func(at board.SpaceID) bool
	foes    func(at board.SpaceID) bool
}

// block is why a step cannot be made.
type block struct {
	code     order.Code
	from, to board.SpaceID
	banks    []board.SpaceID // CanalClosed: the territories that would open it
}

func (b *block) fill(f *order.Fault) {
	f.Space, f.Other, f.Spaces = b.from, b.to, b.banks
	if b.code != order.CanalClosed && b.code != order.NotAdjacent && b.code != order.NoWay {
		f.Space, f.Other = b.to, board.NoSpace
	}
}

// extend is a trail with one more step.
func (p *passage) extend(t *trail, from, to board.SpaceID) *trail {
	n := &trail{steps: append(slices.Clone(t.steps), to), cost: t.cost + p.cost(from, to), guns: t.guns, foes: t.foes}
	if len(t.steps) > 0 { // from lies between the ends now
		if p.guns(from) {
			n.guns++
		}
		if p.foes(from) {
			n.foes++
		}
	}
	return n
}

// trails finds the best way to every space within the budget; by space, nil where there is none.
func (r *run) trails(from board.SpaceID, p passage) []*trail {
	best := make([]*trail, len(r.Board.Spaces))
	best[from] = &trail{}
	for queue := []board.SpaceID{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != from && !p.through(at) {
			continue
		}
		for _, to := range r.Board.Near(at) {
			cost := best[at].cost + p.cost(at, to)
			if to == from || cost > p.budget || best[to] != nil && cost > best[to].cost || p.step(at, to) != nil {
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

// way is the best way to a space, or why there is none: the fault's code and what fills it.
func (r *run) way(from, to board.SpaceID, via []board.SpaceID, p passage) (*trail, func(*order.Fault), order.Code) {
	if p.passing != nil && p.passing(to) {
		b := block{code: order.HostileTarget, from: from, to: to}
		return nil, b.fill, b.code
	}
	if len(via) > 0 {
		return r.wayBy(from, append(slices.Clone(via), to), p)
	}
	if t := r.trails(from, p)[to]; t != nil && len(t.steps) > 0 {
		return t, nil, ""
	}
	return r.noWay(from, to, p)
}

// wayBy checks a way that was named space by space.
func (r *run) wayBy(from board.SpaceID, steps []board.SpaceID, p passage) (*trail, func(*order.Fault), order.Code) {
	t, at, to := &trail{}, from, steps[len(steps)-1]
	for i, next := range steps {
		if b := p.step(at, next); b != nil {
			return nil, b.fill, b.code
		}
		if i > 0 && !p.through(at) {
			return nil, func(f *order.Fault) { f.Space, f.Other = at, to }, order.EnemyOnWay
		}
		t, at = p.extend(t, at, next), next
	}
	if t.cost > p.budget {
		return nil, func(f *order.Fault) { f.Space, f.Other, f.Have, f.Want = from, to, p.budget, t.cost }, order.TooFar
	}
	return t, nil, ""
}

// noWay explains why a space cannot be reached: it is neutral; something bars every way within the budget, a closed canal, hostile
// spaces, enemies on the way or a neutral territory, whichever alone would have to go; it is too far; or there is nothing at all.
func (r *run) noWay(from, to board.SpaceID, p passage) (*trail, func(*order.Fault), order.Code) {
	if r.Board.Space(to).Home == board.Neutral {
		return nil, func(f *order.Fault) { f.Space = to }, order.NeutralLand
	}
	all := []order.Code{order.CanalClosed, order.HostileTarget, order.EnemyOnWay, order.NeutralLand, order.NotControlled, order.ComplexHere}
	for _, lifted := range [][]order.Code{all[0:1], all[1:2], all[2:3], all[3:4], all[4:6], all} {
		if t := r.trails(from, p.without(lifted))[to]; t != nil {
			return r.barred(from, t, p)
		}
	}
	for _, lifted := range [][]order.Code{all[:3], all} { // counted around neutral land, if there is a way
		far := p.without(lifted)
		far.budget = 2 * len(r.Board.Spaces)
		if t := r.trails(from, far)[to]; t != nil {
			return nil, func(f *order.Fault) { f.Space, f.Other, f.Have, f.Want = from, to, p.budget, t.cost }, order.TooFar
		}
	}
	return nil, func(f *order.Fault) { f.Space, f.Other = from, to }, order.NoWay
}

// without is a passage on which some bars do not count.
func (p passage) without(lifted []order.Code) passage {
	step, through := p.step, p.through
	p.step = func(from, to board.SpaceID) *block {
		if b := step(from, to); b != nil && !slices.Contains(lifted, b.code) {
			return b
		}
		return nil
	}
	p.through = func(at board.SpaceID) bool { return slices.Contains(lifted, order.EnemyOnWay) || through(at) }
	return p
}

// barred names the first bar on a way.
func (r *run) barred(from board.SpaceID, t *trail, p passage) (*trail, func(*order.Fault), order.Code) {
	at := from
	for i, next := range t.steps {
		if i > 0 && !p.through(at) {
			return nil, func(f *order.Fault) { f.Space, f.Other = at, t.end(from) }, order.EnemyOnWay
		}
		if b := p.step(at, next); b != nil {
			return nil, b.fill, b.code
		}
		at = next
	}
	return nil, func(f *order.Fault) { f.Space, f.Other = from, at }, order.NoWay
}

// neighbours is the part of a step that holds for everybody: the spaces touch, something may pass, and none is neutral.
func (r *run) neighbours(from, to board.SpaceID) *block {
	switch {
	case r.Board.Space(to).Home == board.Neutral:
		return &block{code: order.NeutralLand, from: from, to: to}
	case !r.Board.Touch(from, to) || r.Board.Closed(from, to):
		return &block{code: order.NotAdjacent, from: from, to: to}
	}
	return nil
}
