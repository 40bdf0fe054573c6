package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
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

// cruise is a voyage and those that follow it with the same ship, its legs: while it is searched for.
type cruise struct {
	*moves
	legs   []voyage
	lands  []board.SpaceID // where cargo waits for any leg
	passed []board.SpaceID // in this phase, before
}

// plan is a way as far as a stop, and how many of its steps the first leg took.
type plan struct {
	*trail
	cut int
}

// course finds the best way for a ship to make a voyage, or nil. It loads wherever cargo waits beside its zone, before, while
// and after it moves, but not beside enemy ships, which only its own zone decides (R-57, T-14, T-15). If later lines ask
// more of the ship, it goes so that it can do that too, if it can.
func (m *moves) course(u *position.Unit, v voyage, cargo []int) *trail {
	c := cruise{moves: m, legs: []voyage{v}}
	if v.past {
		c.passed = m.passed[u.ID]
	}
	if v.then != nil {
		c.legs = append(c.legs, v.then(u, cargo)...)
	}
	for ; len(c.legs) > 0; c.legs = c.legs[:len(c.legs)-1] {
		if t := c.find(u); t != nil {
			return t
		}
	}
	return nil
}

// find is the way of the first leg, on the best way on which all legs can be made.
func (c *cruise) find(u *position.Unit) *trail {
	p := c.seaway(u)
	if p.budget = c.duty(u).budget; c.legs[0].stay {
		p.budget = 0
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
		start = c.call(start)
	}
	start.at = u.At
	begin := plan{trail: &trail{}}
	start = c.done(c.call(start), begin.trail)
	best := map[stop]plan{start: begin}
	var found plan
	for queue := []stop{start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		t := best[s]
		if s.leg == len(c.legs) {
			if t.better(found.trail) {
				found = t
			}
			continue
		}
		if len(t.steps) > 0 && !p.through(s.at) {
			continue
		}
		for _, to := range c.Board.Near(s.at) {
			if p.step(s.at, to) != nil {
				continue
			}
			n := plan{p.extend(t.trail, s.at, to), t.cut}
			next := c.done(c.call(stop{to, s.loaded, s.leg, s.via}), n.trail)
			if s.leg == 0 && next.leg > 0 {
				n.cut = len(n.steps)
			}
			if n.cost <= p.budget && n.better(best[next].trail) {
				best[next] = n
				queue = append(queue, next)
			}
		}
	}
	if found.trail == nil {
		return nil
	}
	first, at := &trail{}, u.At
	for _, to := range found.steps[:found.cut] {
		first, at = p.extend(first, at, to), to
	}
	return first
}

// call is what a ship does in a zone that it reaches: it passes a named zone and takes aboard what waits beside it.
func (c *cruise) call(s stop) stop {
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

// done ends every leg that can end where the ship is now. The next one begins with all zones that the ship has passed.
func (c *cruise) done(s stop, t *trail) stop {
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

// duty is what a ship may still do as a transport in this phase.
type duty struct {
	budget int
	load   bool
	unload bool
	only   board.SpaceID // where alone it may unload, NoSpace if anywhere
}

// duty tells what a ship may still do. In combat it loads, sails and lands as far as its movement goes. In noncombat one that
// fought may load or unload where it is, not both, and not after a retreat; one that landed units may only put the rest ashore
// in the same territory; one that moved without a fight does nothing more. What no line lands stays aboard (D21).
func (m *moves) duty(u *position.Unit) duty {
	did := u.Now.Did
	free := duty{m.Movement(u) - u.Now.Used, true, true, board.NoSpace}
	if m.stopped(u) {
		free.budget = 0
	}
	switch {
	case u.Submerged || !m.Controls(u.Owner), m.phase == order.Noncombat && m.IsJointAttacker(u.Owner) && !did.Any(position.Fought|position.UnloadedThisTurn):
		return duty{}
	case m.phase == order.Combat || !did.Any(position.MovedInCombat|position.Fought|position.UnloadedThisTurn|position.RetreatedNow):
		return free
	case did.Has(position.RetreatedNow) || !did.Any(position.Fought|position.UnloadedThisTurn):
		return duty{}
	case did.Has(position.UnloadedThisTurn):
		return duty{unload: true, only: m.landedAt(u.ID)}
	}
	busy := m.landingOf(u.ID) != nil
	return duty{load: m.Rules.Landing.LoadAfter && !busy, unload: m.named[u.ID] == 0 || busy, only: board.NoSpace}
}

// landedAt is where a ship put units ashore in combat.
func (m *moves) landedAt(ship int) board.SpaceID {
	for _, l := range m.Pos.Turn.Plan.Landings {
		if l.Ship == ship {
			return l.Target
		}
	}
	return board.NoSpace
}

// stowage is which ship takes which cargo, by which way.
type stowage struct {
	ship  *position.Unit
	cargo []int
	trail *trail
}

// stow distributes cargo over ships: each unit goes on a ship that this line uses already, else on the ship with the best way;
// among equals one that no line has used, an emptier one, the lowest ID. It tries on until everything fits, in at most `most`
// ships; nil if nothing does.
func (m *moves) stow(cargo []int, ships []*position.Unit, v voyage, most int) []stowage {
	h := &hold{moves: m, v: v, most: most, ships: ships, known: map[[2]int]*trail{}}
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

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hold is the search of stow.
type hold struct {
	*moves
	v     voyage
	most  int
	ships []*position.Unit
	lands []board.SpaceID
	known map[[2]int]*trail // by ship and set of lands
	tries int
}

// maxTries bounds the search for a stowage; no real fleet needs a hundredth of it.
const maxTries = 20000

func (h *hold) fill(cargo []int, done []stowage) []stowage {
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
		if t := h.takes(s.ship, with); t != nil {
			next := slices.Clone(done)
			next[i] = stowage{s.ship, with, t}
			if all := h.fill(rest, next); all != nil {
				return all
			}
		}
	}
	if h.most >= 0 && len(done) >= h.most {
		return nil
	}
	for _, s := range h.fresh(id, done) {
		if all := h.fill(rest, append(slices.Clone(done), s)); all != nil {
			return all
		}
	}
	return nil
}

// fresh lists the ships that this stowage does not use yet and that can take a unit, the best first; of ships that are alike
// only one.
func (h *hold) fresh(id int, done []stowage) []stowage {
	var list []stowage
	for _, u := range h.ships {
		if slices.ContainsFunc(done, func(s stowage) bool { return s.ship == u }) {
			continue
		}
		if t := h.takes(u, []int{id}); t != nil {
			list = append(list, stowage{u, []int{id}, t})
		}
	}
	slices.SortStableFunc(list, func(a, b stowage) int {
		switch {
		case a.trail.cost != b.trail.cost:
			return a.trail.cost - b.trail.cost
		case h.named[a.ship.ID] != h.named[b.ship.ID]:
			return boolInt(h.named[a.ship.ID] != 0) - boolInt(h.named[b.ship.ID] != 0)
		}
		return len(h.Pos.CargoOf(a.ship.ID)) - len(h.Pos.CargoOf(b.ship.ID))
	})
	return slices.CompactFunc(list, func(a, b stowage) bool {
		return a.ship.At == b.ship.At && a.ship.Now.Used == b.ship.Now.Used && h.named[a.ship.ID] == 0 && h.named[b.ship.ID] == 0 &&
			a.ship.Type == b.ship.Type && len(h.Pos.CargoOf(a.ship.ID)) == 0 && len(h.Pos.CargoOf(b.ship.ID)) == 0
	})
}

// takes is the way on which a ship can take cargo beside what it carries; nil if it does not fit or cannot be fetched.
func (h *hold) takes(u *position.Unit, cargo []int) *trail {
	if !h.fits(u, cargo) {
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
	t, ok := h.known[key]
	if !ok || v.then != nil {
		t = h.course(u, v, cargo)
		h.known[key] = t
	}
	return t
}
