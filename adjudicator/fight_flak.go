package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// overflightFlak fires the guns that planes passed on their way to battles (R-1a, R-2, T-12, T-13): route by route, space by space. What
// is shot down vanishes, and nobody changes his plan.
func (r *run) overflightFlak() error {
	for i, group := range r.routeGroups() {
		planes := group.planes
		for _, space := range group.over {
			left, err := r.flak(space, planes, i+1, dice.StepOver, nil)
			if err != nil {
				return err
			}
			planes = left
		}
	}
	return nil
}

// routeGroup is the planes that one order sent from one space along one way: a route of R-2.
type routeGroup struct {
	line   int
	start  board.SpaceID
	over   []board.SpaceID
	planes []int
}

// routeGroups puts the plan's routes together, in the order of the orders.
func (r *run) routeGroups() []routeGroup {
	var groups []routeGroup
	for _, route := range r.pos.Turn.Plan.Routes {
		u := r.pos.Unit(route.Unit)
		if u == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g routeGroup) bool {
			return g.line == u.Now.Line && g.start == u.Now.Start && slices.Equal(g.over, route.Over)
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, routeGroup{line: u.Now.Line, start: u.Now.Start, over: route.Over})
		}
		groups[i].planes = append(groups[i].planes, route.Unit)
	}
	for i := range groups {
		groups[i].planes = r.asNamed(groups[i].planes)
	}
	return groups
}

// asNamed puts units into the order in which the orders name them, and planes are shot at: an order's fighters before its
// bombers (cases.md).
func (r *run) asNamed(planes []int) []int {
	ids := slices.Clone(planes)
	slices.SortStableFunc(ids, func(a, b int) int { return r.namedFirst(r.pos.Unit(a), r.pos.Unit(b)) })
	return ids
}

// namedFirst orders units by where the orders name them.
func (r *run) namedFirst(u, v *position.Unit) int {
	return cmp.Or(cmp.Compare(u.Now.Line, v.Now.Line), cmp.Compare(u.Type, v.Type), cmp.Compare(u.Now.Named, v.Now.Named))
}

// flak fires the enemy gun of a territory, if there is one, at planes: one die for each (R-5, T-40), however many guns stand there
// (R-4, R-13, T-33). Nobody decides anything (D11). It removes what was hit and returns the others. The losses order the hits where their owner picks.
func (r *run) flak(space board.SpaceID, planes []int, round int, step string, losses []order.Loss) ([]int, error) {
	gun, value := r.gunIn(space)
	targets := slices.DeleteFunc(slices.Clone(planes), r.untouchable)
	if r.hopeful || gun == board.Nobody || len(targets) == 0 {
		return planes, nil
	}
	n, need := len(targets), value
	sure := 0
	if r.set.Combat.LowLuck {
		sure, need, n = n*value/6, n*value%6, 1
	}
	e := event.AntiaircraftFired{Power: r.power, Space: space, Whose: gun, Value: need, Step: step,
		Units: r.stacks(targets), Hits: sure}
	var hit []int
	if need > 0 {
		label := dice.Label{Place: dice.SpaceToken(r.name(space)), Kind: dice.AA, Round: round, Side: dice.Defender, Step: step}
		faces, err := r.dice.Roll(label, n, 6)
		if err != nil {
			return nil, err
		}
		e.Dice = faces
		for i, face := range faces {
			if face <= need {
				e.Hits++
				hit = append(hit, targets[i]) // each named plane has its die
			}
		}
	}
	if r.set.Flak.OwnerPicks || r.set.Combat.LowLuck {
		hit = r.pickPlanes(targets, e.Hits, losses)
	}
	r.emit(e)
	r.lose(space, hit, true, "flak")
	return slices.DeleteFunc(slices.Clone(planes), func(id int) bool { return slices.Contains(hit, id) }), nil
}

// gunIn returns the owner of the gun that would fire at the mover's planes over a space, the best one if there are several
// and what it hits at; Nobody if there is none.
func (r *run) gunIn(space board.SpaceID) (owner board.Power, value int) {
	for _, u := range r.pos.In(space) {
		if u.Type != board.AAGun || u.Aboard != 0 || !r.enemy(u.Owner) {
			continue
		}
		v := r.set.GunHits(r.advantages(u.Owner), r.b.Space(space).Home, r.pos.Owner[space])
		if v > value {
			owner, value = u.Owner, v
		}
	}
	return owner, value
}

// untouchable tells whether guns never fire at a plane.
func (r *run) untouchable(plane int) bool {
	u := r.pos.Unit(plane)
	return r.set.SafeFromGuns(r.advantages(u.Owner), u.Type)
}

// pickPlanes chooses which planes are hit where their owner may choose: by his order of loss, else fighters before bombers;
// of equal planes the one with the least movement left first, then the one that the orders name first (orders.md, standing
// orders).
func (r *run) pickPlanes(planes []int, hits int, losses []order.Loss) []int {
	rank := func(u *position.Unit) int {
		if i := slices.IndexFunc(losses, func(l order.Loss) bool { return l.Names(u.Type, u.Owner) }); i >= 0 {
			return i
		}
		return len(losses) + int(u.Type)
	}
	ids := slices.Clone(planes)
	slices.SortStableFunc(ids, func(a, b int) int {
		x, y := r.pos.Unit(a), r.pos.Unit(b)
		if d := rank(x) - rank(y); d != 0 {
			return d
		}
		return r.movementLeft(x) - r.movementLeft(y)
	})
	return ids[:min(hits, len(ids))]
}

// movementLeft is how many spaces a unit could still move.
func (r *run) movementLeft(u *position.Unit) int {
	return r.set.Range(r.advantages(u.Owner), u.Type) - u.Now.Used
}

// lose removes lost units, with what is aboard them.
func (r *run) lose(space board.SpaceID, ids []int, attacking bool, step string) {
	if len(ids) == 0 {
		return
	}
	var cargo []int
	for _, id := range ids {
		cargo = append(cargo, r.pos.CargoOf(id)...)
	}
	r.emit(event.Lost{Power: r.pos.Unit(ids[0]).Owner, Space: space, Units: r.units(ids), Attacking: attacking,
		Step: step})
	if len(cargo) > 0 {
		r.emit(event.Drowned{Power: r.pos.Unit(cargo[0]).Owner, Space: space, Units: r.units(cargo)})
	}
}
