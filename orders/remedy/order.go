package remedy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// mendOrder looks for what would mend an order that is not allowed.
func (x *finder) mendOrder(f *order.Fault, o order.Order, at place) {
	to := func(id board.SpaceID) (order.Order, bool) { return headed(o, id) }
	switch f.Code {
	case order.TooFew:
		x.fewer(f, o, at)
		x.spaces(f, at, x.board().Near(f.Space), mostNamed, func(id board.SpaceID) (order.Order, bool) {
			if d, ok := destination(o); ok && d == id {
				return nil, false
			}
			return leaving(o, f.Space, id)
		})
	case order.AlreadyMoved, order.NotBought, order.NoCargoAboard, order.NoBombarder:
		x.fewer(f, o, at)
	case order.OneComplex, order.ComplexFull:
		if x.fewer(f, o, at); f.Most == 0 {
			x.spaces(f, at, f.Spaces, mostSites, to)
		}
	case order.TooDear, order.OverCapacity:
		x.cheaper(f, o, at)
	case order.DiceTooDear, order.NoDice:
		x.dice(f, o, at)
	case order.FriendlyTarget, order.LandingFriend, order.NothingThere, order.NoncombatOnly:
		x.inPhase(f, o, at, order.Noncombat)
	case order.HostileTarget:
		x.inPhase(f, o, at, order.Combat)
	case order.NoComplexHere, order.NotPlaceable, order.FightersLand, order.NoNewDeck, order.NoOwnUnits,
		order.OnlyShips, order.OnlyAshore:
		x.spaces(f, at, f.Spaces, mostSites, to)
	case order.NoNewCarrier:
		x.newCarrier(f)
		x.spaces(f, at, f.Spaces, mostSites, to)
	case order.NoLandingPlace, order.NoLandForBomber:
		if x.pledge(f); f.Offer == "" {
			x.targets(f, o, at)
		}
	case order.NoLandingHere, order.NoDeck, order.BombersAshore:
		x.landings(f, o, at)
	case order.EnemyOnWay, order.NotAdjacent:
		if short, ok := direct(o); ok {
			x.offer(f, at, short)
		}
		if f.Code == order.EnemyOnWay {
			x.spaces(f, at, []board.SpaceID{f.Space}, 1, to)
		}
	case order.PledgeBinds:
		x.spaces(f, at, []board.SpaceID{f.Other}, 1, to)
	case order.CarrierStays:
		x.earlier(f, o, at)
	case order.NoKamikaze:
		if m, ok := o.(order.Move); ok && m.Kamikaze {
			m.Kamikaze = false
			x.offer(f, at, m)
		}
	case order.NoFlightOn:
		if l, ok := o.(order.Land); ok {
			l.Onward, l.OnwardVia = board.NoSpace, nil
			x.offer(f, at, l)
		}
	case order.NoTransport, order.ShipDone, order.ShipFull, order.TooMuchCargo:
		x.ships(f, o, at)
	case order.LandingFirst:
		x.seaFirst(f, o, at)
	case order.NotAttacked:
		if n, ok := o.(order.Nonaggression); ok {
			x.spaces(f, at, f.Spaces, mostSites, func(id board.SpaceID) (order.Order, bool) {
				n.Spaces = []board.SpaceID{id}
				return n, true
			})
		}
	case order.NotItsOwn:
		x.chosen(f, o, at)
	}
}

// mendTactic looks for another way back.
func (x *finder) mendTactic(f *order.Fault) {
	if f.Code != order.NoSuchRetreat {
		return
	}
	for i, b := range x.f.Sheet.Battles {
		k := slices.IndexFunc(b.Tactics, func(t order.Tactic) bool { return t.Line == f.Line })
		if k < 0 {
			continue
		}
		for _, id := range f.Spaces {
			file := x.f.File
			file.Sheet.Battles = slices.Clone(file.Sheet.Battles)
			b.Tactics = slices.Clone(b.Tactics)
			b.Tactics[k].To = id
			file.Sheet.Battles[i] = b
			if x.stands(file, f.Line) {
				f.Suggest = append(f.Suggest, x.name(id))
			}
		}
	}
}

// mendHint looks for a line to add.
func (x *finder) mendHint(f *order.Fault) {
	if f.Code != order.LeftUnplaced {
		return
	}
	for i := range x.board().Spaces {
		id := board.SpaceID(i)
		if !x.makes(id) {
			continue
		}
		o := order.PlaceUnits{At: order.At{Line: x.below()}, Units: []order.Units{{N: f.Have, Type: f.Unit}},
			In: id, From: board.NoSpace}
		if x.stands(add(x.f.File, order.Place, o), o.Line) {
			f.Offer = x.write(o)
			return
		}
	}
}

// makes reports whether an own complex stands in a space or next to it.
func (x *judge) makes(id board.SpaceID) bool {
	for u := range x.Position.Units() {
		if u.Type == board.Complex && u.Owner == x.Power && (u.At == id || x.board().Touch(u.At, id)) {
			return true
		}
	}
	return false
}

// otherWay offers the way that a hint knows of; a hint that cannot be followed is none.
func (x *finder) otherWay(f *order.Fault, o order.Order, at place, way []string) bool {
	var via []board.SpaceID
	for _, name := range way {
		if id, ok := x.board().Find(name); ok {
			via = append(via, id)
		}
	}
	by, ok := along(o, via)
	return ok && x.offer(f, at, by)
}

// newCarrier offers a new aircraft carrier for fighters that are to be placed at sea.
func (x *finder) newCarrier(f *order.Fault) {
	o := order.PlaceUnits{At: order.At{Line: x.below()}, Units: []order.Units{{N: 1, Type: board.Carrier}},
		In: f.Space, From: board.NoSpace}
	if x.stands(add(x.f.File, order.Place, o), f.Line, o.Line) {
		f.Offer = x.write(o)
	}
}

// targets names other targets, the nearest first, from which the planes of a line could land.
func (x *finder) targets(f *order.Fault, o order.Order, at place) {
	enemies := slices.DeleteFunc(x.around(f.Space), func(id board.SpaceID) bool { return !x.hostile(id) })
	x.spaces(f, at, enemies, mostNamed, func(id board.SpaceID) (order.Order, bool) { return headed(o, id) })
}

// hostile reports whether a space is the enemy's or has enemies in it.
func (x *judge) hostile(id board.SpaceID) bool {
	enemy := func(p board.Power) bool { return position.Enemy(x.board(), x.Power, p) }
	return enemy(x.Position.Owner(id)) || x.Position.AnyIn(id,
		func(u position.Unit) bool { return enemy(u.Owner) })
}

// pledge offers an aircraft carrier that meets fighters where they can reach it.
func (x *finder) pledge(f *order.Fault) {
	if f.Unit != board.Fighter {
		return
	}
	for c := range x.Position.Units() {
		if c.Type != board.Carrier || c.Owner != x.Power {
			continue
		}
		for _, id := range x.within(f.Space, f.Have) {
			if !x.board().Space(id).Sea || f.Offer != "" || x.spent() {
				continue
			}
			o := order.Pledge{At: order.At{Line: x.below()},
				Carrier: order.Units{N: 1, Type: board.Carrier}, From: c.At, To: id}
			if x.stands(add(x.f.File, order.Combat, o), f.Line, o.Line) {
				f.Offer = x.write(o)
			}
		}
	}
}

// landings names other places to land, the nearest first.
func (x *finder) landings(f *order.Fault, o order.Order, at place) {
	decks := func(id board.SpaceID) bool {
		return x.Position.AnyIn(id, func(u position.Unit) bool { return u.Type == board.Carrier })
	}
	places := slices.DeleteFunc(x.around(f.Space), func(id board.SpaceID) bool {
		if x.board().Space(id).Sea {
			return !decks(id)
		}
		return !x.board().Allied(x.Position.Owner(id), x.Power)
	})
	x.spaces(f, at, places, mostNamed, func(id board.SpaceID) (order.Order, bool) { return headed(o, id) })
}

// earlier offers a line above those that land on a carrier.
func (x *finder) earlier(f *order.Fault, o order.Order, at place) {
	m, ok := o.(order.Move)
	if !ok {
		return
	}
	m.Line = -1 // above all lines
	file := x.moved(at, m, at.phase)
	part := &file.Sheet.Parts[at.phase]
	last := len(part.Orders) - 1
	part.Orders = slices.Insert(part.Orders[:last:last], 0, order.Order(m))
	if x.stands(file, m.Line) {
		f.Offer = x.write(m)
	}
}

// ships offers a ship that a line must name: an ally's, or one that is no transport.
func (x *finder) ships(f *order.Fault, o order.Order, at place) {
	var seen []order.Ship
	for u := range x.Position.Units() {
		if !u.Type.IsShip() || !x.board().Allied(u.Owner, x.Power) {
			continue
		}
		s := order.Ship{N: 1, Type: u.Type, In: u.At}
		if u.Owner != x.Power {
			s.Power = u.Owner
		}
		by, ok := carried(o, s)
		if !ok || slices.Contains(seen, s) ||
			!slices.ContainsFunc(origins(o), func(from board.SpaceID) bool { return x.board().Touch(from, u.At) }) {
			continue
		}
		seen = append(seen, s)
		if x.offer(f, at, by) || x.spent() {
			return
		}
	}
}

// seaFirst offers an order of battles in which the sea battle comes before its landing.
func (x *finder) seaFirst(f *order.Fault, o order.Order, at place) {
	b, ok := o.(order.BattleOrder)
	i := slices.Index(b.Spaces, f.Space)
	k := slices.Index(b.Spaces, f.Other)
	if !ok || i < 0 || k < i {
		return
	}
	b.Spaces = slices.Delete(slices.Clone(b.Spaces), k, k+1)
	b.Spaces = slices.Insert(b.Spaces, i, f.Other)
	x.offer(f, at, b)
}

// around lists all spaces but one by their distance from it, then by name; within those that are at most so many spaces
// away.
func (x *judge) around(from board.SpaceID) []board.SpaceID {
	return x.within(from, len(x.board().Spaces))
}

func (x *judge) within(from board.SpaceID, steps int) []board.SpaceID {
	far := map[board.SpaceID]int{from: 0}
	var list []board.SpaceID
	for queue := []board.SpaceID{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != from {
			list = append(list, at)
		}
		if far[at] == steps {
			continue
		}
		for _, to := range x.board().Near(at) {
			if _, seen := far[to]; !seen {
				far[to] = far[at] + 1
				queue = append(queue, to)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b board.SpaceID) int {
		return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(a, b))
	})
	return list
}

// numberAt is the number with which a text ends, 1 if it ends in none.
func numberAt(text string) int {
	words := strings.Fields(text)
	if len(words) > 0 {
		if n, err := strconv.Atoi(words[len(words)-1]); err == nil {
			return n
		}
	}
	return 1
}
