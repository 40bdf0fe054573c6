package randomtest

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// near walks a few steps at random.
func (p *scene) near(at board.SpaceID, steps int) board.SpaceID {
	for range steps {
		at = pick(p, p.b.Near(at))
	}
	return at
}

// around lists the spaces within some steps that satisfy a test, not through neutral land.
func (p *scene) around(from board.SpaceID, steps int, test func(board.SpaceID) bool) []board.SpaceID {
	dist := map[board.SpaceID]int{from: 0}
	var found []board.SpaceID
	for queue := []board.SpaceID{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != from && test(at) {
			found = append(found, at)
		}
		if dist[at] == steps {
			continue
		}
		for _, to := range p.b.Near(at) {
			if _, seen := dist[to]; !seen && p.b.Space(to).OriginalController != board.Neutral && !p.b.Closed(at, to) {
				dist[to] = dist[at] + 1
				queue = append(queue, to)
			}
		}
	}
	return found
}

func (p *scene) side() board.Side { return p.b.SideOf(p.who) }

func (p *scene) enemyLand(at board.SpaceID) bool {
	return p.pos.FriendlyLand(p.b, at, p.side().Other())
}

func (p *scene) friendlyLand(at board.SpaceID) bool { return p.pos.FriendlyLand(p.b, at, p.side()) }

func (p *scene) sea(at board.SpaceID) bool { return p.b.Space(at).Sea }

func (p *scene) hostile(at board.SpaceID) bool {
	return p.enemyLand(at) || p.sea(at) && p.pos.HostileZone(p.b, at, p.side())
}

// stack is equal own units in one space.
type stack struct {
	owner  board.Power // of an ally; Nobody for own units
	t      board.UnitType
	at     board.SpaceID
	n      int
	aboard bool
	fought bool
}

// stacks lists own units, now and then an ally's, too.
func (p *scene) stacks() []stack {
	list := p.stacksOf(p.who)
	if ally := pick(p, p.b.Powers()); p.odds(8) && ally != p.who && p.b.Allied(ally, p.who) {
		for _, s := range p.stacksOf(ally) {
			s.owner = ally
			list = append(list, s)
		}
	}
	return list
}

func (p *scene) stacksOf(owner board.Power) []stack {
	var list []stack
	for u := range p.pos.Units() {
		if u.Owner != owner {
			continue
		}
		s := stack{t: u.Type, at: u.At, n: 1, aboard: u.Aboard != 0,
			fought: u.Now.Did.Any(position.Fought | position.MovedInCombat)}
		j := slices.IndexFunc(list, func(x stack) bool { s.n = x.n; return x == s })
		if s.n = 1; j >= 0 {
			list[j].n++
			continue
		}
		list = append(list, s)
	}
	return list
}

// part is some units of a stack, seldom more than there are.
func (p *scene) part(s stack) []order.Group {
	n := 1 + p.upTo(s.n-1)
	switch {
	case p.odds(40):
		n = s.n + 1
	case p.odds(5):
		n = order.All
	}
	return []order.Group{{Units: []order.Units{{N: n, Type: s.t, Power: s.owner}}, From: s.at}}
}

// lines makes up an order for some stacks.
func (p *Player) lines(make func(stack) order.Order) []order.Order {
	stacks := p.stacks()
	var list []order.Order
	for range 2 + p.upTo(8) {
		if len(stacks) == 0 {
			break
		}
		i := p.c.IntN(len(stacks))
		if o := make(stacks[i]); o != nil {
			list = append(list, p.widen(o, stacks))
		}
		if !p.odds(10) {
			stacks = slices.Delete(stacks, i, i+1)
		}
	}
	return list
}

// widen adds to a line, now and then, a way or units from elsewhere.
func (p *Player) widen(o order.Order, stacks []stack) order.Order {
	move, ok := o.(order.Move)
	if !ok {
		return o
	}
	from := move.Groups[0].From
	if p.odds(8) {
		if mid := p.near(from, 1); mid != move.To && mid != from {
			move.Via = []board.SpaceID{mid}
		}
	}
	for range p.upTo(2) {
		s := pick(&p.scene, stacks)
		if s.at == from || s.aboard || s.t == board.Complex || !p.b.Touch(s.at, move.To) && !p.odds(6) {
			continue
		}
		more := p.part(s)
		if !slices.ContainsFunc(move.Groups, func(g order.Group) bool { return g.From == s.at }) {
			move.Groups = append(move.Groups, more...)
		}
	}
	return move
}

func (p *Player) combat() []order.Order {
	list := p.lines(p.attack)
	if len(p.targets) > 0 && p.odds(4) {
		slices.Sort(p.targets)
		p.targets = slices.Compact(p.targets)
		list = append(list, order.BattleOrder{Spaces: p.some(p.targets)})
	}
	if p.odds(10) {
		list = append(list, order.AttackSubs{In: p.zone()})
	}
	return list
}

// some are a few of a list in any order, at least one.
func (p *scene) some(list []board.SpaceID) []board.SpaceID {
	list = slices.Clone(list)
	for i := range list {
		j := i + p.c.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	return list[:1+p.c.IntN(len(list))]
}

// aim picks a place to attack within reach, or anything.
func (p *Player) aim(from board.SpaceID, steps int, test func(board.SpaceID) bool) board.SpaceID {
	to := p.near(from, 1+p.upTo(steps-1))
	if found := p.around(from, steps, test); len(found) > 0 && !p.odds(12) {
		to = pick(&p.scene, found)
	}
	p.targets, p.sources = append(p.targets, to), append(p.sources, from)
	return to
}

// attack makes up a line of the combat moves for a stack; nil where nothing fits.
func (p *Player) attack(s stack) order.Order {
	move := order.Move{Groups: p.part(s)}
	switch {
	case s.t == board.AAGun:
		return p.gun(s)
	case s.t == board.Complex:
		return nil
	case s.t.IsAir():
		return p.airMission(s)
	case s.t.IsLand() && s.aboard:
		return p.unload(s, p.enemyLand)
	case s.t.IsLand():
		if p.odds(3) {
			return p.embark(s, p.enemyLand)
		}
		steps := 1
		if s.t == board.Tank {
			steps = 2
		}
		move.To = p.aim(s.at, steps, func(at board.SpaceID) bool { return p.enemyLand(at) })
	case s.t == board.Carrier && p.odds(5):
		return order.Pledge{Carrier: order.Units{N: 1, Type: s.t}, From: s.at, To: p.quiet(s.at)}
	case (s.t == board.Battleship || s.t == board.Destroyer) && p.odds(4):
		if to := p.aim(s.at, 1, p.enemyLand); !p.sea(to) {
			return order.Bombard{Target: to, Ships: []order.Units{{N: 1, Type: s.t}}, In: s.at}
		}
		return nil
	case p.odds(2):
		move.To = p.aim(s.at, 2, func(at board.SpaceID) bool { return p.sea(at) && p.hostile(at) })
	default:
		move.To = p.quiet(s.at)
	}
	return move
}

// quiet is a zone without enemies within two steps.
func (p *scene) quiet(at board.SpaceID) board.SpaceID {
	if zones := p.around(at, 2, func(z board.SpaceID) bool { return p.sea(z) && !p.hostile(z) }); len(zones) > 0 {
		return pick(p, zones)
	}
	return at
}

// shore returns a territory: the space itself, a neighbour, or any.
func (p *scene) shore(at board.SpaceID) board.SpaceID {
	if !p.sea(at) {
		return at
	}
	for range 5 {
		if to := pick(p, p.b.Near(at)); !p.sea(to) {
			return to
		}
	}
	return p.land()
}

// zone is any sea zone.
func (p *scene) zone() board.SpaceID {
	for {
		if id := p.space(); p.sea(id) {
			return id
		}
	}
}

// industry reports whether a space is an enemy territory with an industrial complex.
func (p *scene) industry(at board.SpaceID) bool {
	return p.enemyLand(at) && p.pos.AnyIn(at, func(u position.Unit) bool {
		return u.Type == board.Complex
	})
}

// gun fires a rocket.
func (p *Player) gun(s stack) order.Order {
	if targets := p.around(s.at, 3, p.industry); len(targets) > 0 && !p.sea(s.at) {
		return order.Rocket{Target: pick(&p.scene, targets), From: s.at}
	}
	return nil
}

// airMission sends planes to attack or to bomb.
func (p *Player) airMission(s stack) order.Order {
	steps := 2 + p.upTo(1)
	if s.t == board.Bomber {
		steps = 3 + p.upTo(1)
	}
	if p.odds(4) {
		return order.Bomb{Target: p.shore(p.aim(s.at, steps, p.industry)), Groups: p.part(s)}
	}
	return order.Move{Groups: p.part(s), To: p.aim(s.at, steps, p.hostile),
		Kamikaze: s.t == board.Fighter && p.odds(12)}
}

// embark takes a stack across the sea, or aboard only.
func (p *Player) embark(s stack, want func(board.SpaceID) bool) order.Order {
	zone := p.coast(s.at)
	if !p.sea(zone) {
		return nil
	}
	groups := p.part(s)
	if groups[0].Units[0].N > 2 {
		groups[0].Units[0].N = 2
	}
	if p.odds(4) {
		o := order.Load{Groups: groups, Sail: board.NoSpace}
		if p.odds(2) {
			o.Sail = p.quiet(zone)
		}
		o.Onto = p.ship(zone)
		return o
	}
	o := order.ShipUnits{Groups: groups, To: p.shore(p.aim(zone, 2, want))}
	if p.odds(5) {
		o.By = p.ship(zone)
	}
	if last := p.coast(o.To); p.odds(6) && p.sea(last) {
		o.Via = []board.SpaceID{last}
	}
	return o
}

// ship names a ship near a zone.
func (p *Player) ship(zone board.SpaceID) *order.Ship {
	s := &order.Ship{N: 1, Type: board.Transport, In: board.NoSpace}
	if p.odds(2) {
		s.In = p.near(zone, p.upTo(1))
		if !p.sea(s.In) {
			s.In = zone
		}
	}
	if p.odds(8) {
		s.Power = pick(&p.scene, p.b.Powers())
	}
	if p.odds(10) {
		s.Type = board.Destroyer
	}
	return s
}

// unload lands what is aboard.
func (p *Player) unload(s stack, want func(board.SpaceID) bool) order.Order {
	units := p.part(s)[0].Units
	if p.odds(3) {
		units = []order.Units{{N: order.All}}
	}
	return order.Unload{Units: units, From: s.at, To: p.shore(p.aim(s.at, 1, want))}
}

func (p *Player) noncombat() []order.Order {
	list := p.lines(p.noncombatMove)
	if p.odds(6) {
		list = append(list, order.TakeOver{Units: p.someAllied(), In: p.land()})
	}
	return list
}

// noncombatMove makes up a line of the noncombat moves for a stack.
func (p *Player) noncombatMove(s stack) order.Order {
	move := order.Move{Groups: p.part(s)}
	friendly := func(at board.SpaceID) bool { return p.friendlyLand(at) }
	switch {
	case s.t == board.Complex && !p.odds(20):
		return nil
	case s.t.IsAir():
		return p.landing(s)
	case s.t.IsLand() && s.aboard:
		return p.unload(s, p.friendlyLand)
	case s.t.IsLand():
		if p.odds(3) {
			return p.embark(s, p.friendlyLand)
		}
		steps := 1
		if s.t == board.Tank {
			steps = 2
		}
		move.To = p.aim(s.at, steps, friendly)
	default:
		move.To = p.quiet(s.at)
	}
	return move
}

// landing moves planes to land or to a carrier.
func (p *Player) landing(s stack) order.Order {
	decks := func(at board.SpaceID) bool {
		return p.friendlyLand(at) || s.t == board.Fighter &&
			p.pos.AnyIn(at, func(u position.Unit) bool {
				return u.Type == board.Carrier && p.b.Allied(u.Owner, p.who)
			})
	}
	o := order.Land{Groups: p.part(s), To: p.aim(s.at, 1+p.upTo(2), decks), Onward: board.NoSpace}
	if p.sea(o.To) && p.odds(3) {
		o.On = &order.Ship{N: 1, Type: board.Carrier, Power: pick(&p.scene, p.b.Powers()), In: board.NoSpace}
	}
	if p.odds(15) {
		o.Onward = p.near(o.To, 1+p.upTo(2))
	}
	return o
}
