// Package randomtest makes up games: a player who orders anything the language allows, mostly legal and sometimes not,
// and the checks that whatever is ordered must leave true. It is what the property tests of the engine play with.
package randomtest

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Chance is where the player's whims come from: IntN gives a number from 0 to n-1. A *rand.Rand is one.
type Chance interface{ IntN(n int) int }

// Player makes up orders in one position.
type Player struct {
	scene

	targets []board.SpaceID // spaces that combat lines attack
	sources []board.SpaceID // where they come from
}

// scene is the position as a power sees it, and chance, which picks from it.
type scene struct {
	c   Chance
	set *rules.Set
	b   *board.Board
	pos *position.Position
	who board.Power
}

// NewPlayer is a player of a power.
func NewPlayer(c Chance, set *rules.Set, pos *position.Position, who board.Power) *Player {
	return &Player{scene: scene{c: c, set: set, b: set.Board, pos: pos, who: who}}
}

// Turn makes up a file of the power on turn, from the phase in which the turn stands: that phase alone, several, or all
// to `done`.
func (p *Player) Turn() order.File {
	var f order.File
	if b, ok := p.pos.Turn().NextBattle(); ok && b.Paused {
		p.targets, p.sources = []board.SpaceID{b.Space}, b.Origins
		f.Sheet.Battles = []order.Battle{p.battle(b.Space)}
		if p.odds(4) {
			f.Sheet.Done = 1
		}
		return f
	}
	f.Answers = p.declarations()
	for _, ph := range p.set.Phases {
		if ph < p.pos.Phase() {
			continue
		}
		p.phase(&f.Sheet, ph)
		if p.odds(3) {
			return f
		}
	}
	if p.odds(2) {
		f.Sheet.Done = 1
	}
	return f
}

// declarations are lines for advantages that must be declared, seldom for others.
func (p *Player) declarations() []order.Order {
	var list []order.Order
	for _, a := range p.pos.Nation(p.who).Advantages() {
		if p.odds(12) {
			list = append(list, order.Declare{Advantage: a})
			break
		}
	}
	if p.odds(30) {
		list = append(list, order.Garrison{In: p.land()})
	}
	return list
}

// odds is true once in n times.
func (p *scene) odds(n int) bool { return p.c.IntN(n) == 0 }

// upTo is a number from 0 to n.
func (p *scene) upTo(n int) int { return p.c.IntN(n + 1) }

// pick picks one of a list.
func pick[T any](p *scene, list []T) T { return list[p.c.IntN(len(list))] }

func (p *Player) phase(s *order.Sheet, ph order.Phase) {
	part := &s.Parts[ph]
	part.Held = true
	switch ph {
	case order.Research:
		part.Orders = p.research()
	case order.Buy:
		part.Orders = p.buy()
	case order.Combat:
		part.Orders = p.combat()
		for _, t := range p.targets {
			if p.odds(3) && !hasBattle(s.Battles, t) {
				s.Battles = append(s.Battles, p.battle(t))
			}
		}
	case order.Noncombat:
		part.Orders = p.noncombat()
	case order.Place:
		part.Orders = p.place()
	}
}

func hasBattle(bs []order.Battle, at board.SpaceID) bool {
	for _, b := range bs {
		if b.Space == at {
			return true
		}
	}
	return false
}

func (p *scene) money() int { return p.pos.Nation(p.who).Money() }

func (p *Player) research() []order.Order {
	if dice := p.money() / 5; dice > 0 && p.odds(3) {
		return []order.Order{order.ResearchTech{Tech: 1 + p.c.IntN(rules.NumTechs), Dice: 1 + p.c.IntN(min(dice, 3))}}
	}
	return nil
}

func (p *Player) buy() []order.Order {
	var list []order.Order
	for left := p.money(); left >= 3 && !p.odds(5); {
		t := p.unitType()
		cost := p.set.Cost(t)
		if cost == 0 || cost > left && !p.odds(20) {
			break
		}
		o := order.BuyUnits{Units: []order.Units{{N: 1 + p.upTo(min(left/cost, 4)/2), Type: t}}}
		if p.set.Tech.Research && p.odds(12) {
			o.If, o.Not = 1+p.c.IntN(rules.NumTechs), p.odds(2)
		}
		left -= cost * o.Units[0].N
		list = append(list, o)
	}
	if p.odds(6) {
		list = append(list, order.Convert{Units: p.someAllied(), In: p.land()})
	}
	return list
}

// unitType picks infantry more often than anything else.
func (p *scene) unitType() board.UnitType {
	if p.odds(3) {
		return board.Infantry
	}
	return board.Infantry + board.UnitType(p.c.IntN(int(board.NumUnitTypes-board.Infantry)))
}

// someAllied returns units of the power or its allies.
func (p *scene) someAllied() []order.Units {
	u := order.Units{N: 1 + p.c.IntN(2), Type: p.unitType(), Power: pick(p, p.b.Powers())}
	if p.odds(2) {
		u = order.Units{N: order.All}
	}
	return []order.Units{u}
}

// land is any territory, a home one more often.
func (p *scene) land() board.SpaceID {
	for range 40 {
		id := p.space()
		if s := p.b.Space(id); !s.Sea && (s.OriginalController == p.who || p.odds(8)) {
			return id
		}
	}
	return p.b.SeatOf(p.who).Capital
}

func (p *scene) space() board.SpaceID { return board.SpaceID(p.c.IntN(len(p.b.Spaces))) }

// place places what waits, or will have been bought, at complexes and next to them.
func (p *Player) place() []order.Order {
	var list []order.Order
	makers := p.complexes()
	for t, n := range p.pos.Nation(p.who).Bought() {
		if n > 0 && len(makers) > 0 && !p.odds(6) {
			list = append(list, p.placeUnits(board.UnitType(t), n, makers))
		}
	}
	if p.odds(8) {
		list = append(list, p.placeUnits(p.unitType(), 1, append(makers, p.land())))
	}
	if p.odds(10) && len(makers) > 0 {
		at := pick(&p.scene, makers)
		list = append(list, order.PlaceUnits{Units: []order.Units{{N: 1, Type: board.Fighter}}, From: at,
			In: p.coast(at)})
	}
	return list
}

func (p *Player) placeUnits(t board.UnitType, n int, makers []board.SpaceID) order.Order {
	at := pick(&p.scene, makers)
	if t.IsShip() || t == board.Fighter && p.odds(4) {
		at = p.coast(at)
	}
	if t == board.Complex && !p.odds(6) {
		at = p.land()
	}
	u := order.Units{N: 1 + p.upTo(n-1), Type: t}
	if p.odds(5) {
		u.N = order.All
	}
	return order.PlaceUnits{Units: []order.Units{u}, In: at, From: board.NoSpace}
}

func (p *scene) complexes() []board.SpaceID {
	var ids []board.SpaceID
	for u := range p.pos.Units() {
		if u.Type == board.Complex && u.Owner == p.who {
			ids = append(ids, u.At)
		}
	}
	return ids
}

// coast returns a sea zone next to a territory, or the territory itself if it has none.
func (p *scene) coast(at board.SpaceID) board.SpaceID {
	var zones []board.SpaceID
	for _, z := range p.b.Near(at) {
		if p.b.Space(z).Sea {
			zones = append(zones, z)
		}
	}
	if len(zones) == 0 {
		return at
	}
	return pick(p, zones)
}
