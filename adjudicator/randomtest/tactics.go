package randomtest

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// battle makes up the section of a battle.
func (p *Player) battle(at board.SpaceID) order.Battle {
	b := order.Battle{Space: at}
	for range 1 + p.upTo(2) {
		b.Tactics = append(b.Tactics, p.tactic(at))
	}
	return b
}

func (p *Player) tactic(at board.SpaceID) order.Tactic {
	t := order.Tactic{To: board.NoSpace}
	switch p.c.IntN(8) {
	case 0:
		t.Do = order.WithdrawAircraft
		t.Cond = p.condition()
	case 1:
		t.Do = order.Submerge
		p.submerge(&t)
	case 2:
		t.Do = order.Pause
		t.Cond = order.Cond{When: order.AfterRound, N: 1 + p.upTo(2)}
	case 3:
		t.Do = order.CallOff
	case 4:
		t.Do = order.NoBombardment
	case 5:
		t.Do = order.Retreat
		t.Cond = p.condition()
		t.To = p.near(at, 1)
		if len(p.sources) > 0 && !p.odds(4) {
			t.To = pick(&p.scene, p.sources)
		}
	case 6:
		t.Do = order.TheirLosses
		p.losses(&t)
	default:
		t.Do = order.Losses
		p.losses(&t)
	}
	return t
}

func (p *Player) condition() order.Cond {
	switch p.c.IntN(8) {
	case 0, 1, 2:
		return order.Cond{When: order.AfterRound, N: 1 + p.upTo(3)}
	case 3, 4:
		return order.Cond{When: order.FewerThan, N: 1 + p.upTo(4)}
	case 5:
		return order.Cond{When: order.OddsBelow, Percent: float64(10 + p.upTo(60))}
	}
	return order.Cond{}
}

func (p *Player) submerge(t *order.Tactic) {
	if p.odds(2) {
		t.N = 1 + p.upTo(1)
	}
	switch p.c.IntN(5) {
	case 0:
		t.Cond.When = order.AlwaysSubmerge
	case 1:
		t.Cond.When = order.IfAlone
	case 2:
		t.Cond.When = order.IfNoDestroyer
	case 3:
		t.Negative = true
	default:
		t.Cond = p.condition()
	}
}

// losses is an order of loss: a mode, or some types in any order.
func (p *Player) losses(t *order.Tactic) {
	if p.odds(4) {
		t.Mode = order.Cheapest + order.Mode(p.upTo(2))
		return
	}
	types := board.UnitTypes()
	for i := range types {
		j := i + p.c.IntN(len(types)-i)
		types[i], types[j] = types[j], types[i]
	}
	var rest []order.Loss // of types of which some are lost earlier
	for _, u := range types[:1+p.upTo(4)] {
		l := order.Loss{Type: u}
		switch {
		case u == board.Transport && p.odds(2):
			l.Cargo = order.Empty + order.Cargo(p.upTo(1))
		case u == board.Battleship && p.odds(2):
			l.Damage = true
		case u == board.Complex:
			continue
		}
		if !l.Damage && p.odds(4) {
			rest = append(rest, l)
			l.N = 1 + p.upTo(2)
		}
		t.Losses = append(t.Losses, l)
	}
	t.Losses = append(t.Losses, rest...)
	if p.odds(4) {
		t.Keep = append(t.Keep, order.Kept{N: 1 + p.upTo(1), Kind: order.LandUnits})
	}
	if p.odds(5) {
		t.Keep = append(t.Keep, order.Kept{N: 1, Type: board.Fighter})
	}
	if len(t.Losses) == 0 {
		t.Mode = order.SaveLand
	}
}

// Standing makes up what a power may send at any time: standing sections and answers.
func (p *Player) Standing() order.File {
	var f order.File
	if p.odds(12) {
		f.Clear = 1
	}
	if p.odds(2) {
		f.Standing = append(f.Standing, order.Standing{Scope: order.DefendEverywhere, Space: board.NoSpace,
			Tactics: p.defence()})
	}
	for range p.upTo(2) {
		s := order.Standing{Scope: order.DefendSpace, Space: p.home(), Tactics: p.defence()}
		if len(f.Standing) == 0 || f.Standing[len(f.Standing)-1].Space != s.Space {
			f.Standing = append(f.Standing, s)
		}
	}
	switch p.c.IntN(8) {
	case 0:
		f.Answers = append(f.Answers, order.PlaceByDefault{})
	case 1:
		f.Answers = append(f.Answers, order.Oil{Parts: p.parts(3)})
	case 2:
		f.Answers = append(f.Answers, order.Enigma{Never: true})
	case 3:
		f.Answers = append(f.Answers, order.Nonaggression{Spaces: []board.SpaceID{p.home()}})
	case 4:
		f.Answers = append(f.Answers, order.Resistance{Asked: p.odds(2)})
	}
	return f
}

// home is a space where the power has units.
func (p *scene) home() board.SpaceID {
	if s := p.stacksOf(p.who); len(s) > 0 {
		return pick(p, s).at
	}
	return p.land()
}

// invaded lists own territories in which enemy units stand.
func (p *scene) invaded() []board.SpaceID {
	var ids []board.SpaceID
	for u := range p.pos.Units() {
		if p.pos.Owner(u.At) == p.who && position.Enemy(p.b, u.Owner, p.who) && !slices.Contains(ids, u.At) {
			ids = append(ids, u.At)
		}
	}
	return ids
}

func (p *Player) defence() []order.Tactic {
	var list []order.Tactic
	for range 1 + p.upTo(2) {
		t := order.Tactic{To: board.NoSpace}
		switch p.c.IntN(6) {
		case 0:
			t.Do = order.Submerge
			p.submerge(&t)
		case 1:
			t.Do = order.Flee
			t.Spaces = []board.SpaceID{p.space(), p.home()}
		case 2:
			t.Do, t.N = order.Intercept, 1+p.upTo(2)
			t.Units = []order.Units{{N: t.N, Type: board.Fighter}}
		case 3:
			t.Do = order.Kaiten
			t.N = p.upTo(1)
		case 4:
			t.Do = order.Object
		default:
			t.Do = order.Losses
			p.losses(&t)
		}
		list = append(list, t)
	}
	return list
}

func (p *scene) parts(sum int) []order.Part {
	var list []order.Part
	for _, s := range p.b.Seats {
		if s.Side == p.side() && sum > 0 {
			n := 1 + p.c.IntN(sum)
			list = append(list, order.Part{Power: s.Power, N: n})
			sum -= n
		}
	}
	if sum > 0 {
		list[0].N += sum
	}
	return list
}

// Answer answers a question of names.md.
func (p *Player) Answer(what string) order.File {
	var f order.File
	switch what {
	case "bonus":
		o := order.BonusUnits{In: board.NoSpace, Nothing: true}
		if p.odds(2) {
			in := p.home()
			t := board.Infantry
			if p.sea(in) {
				t = board.Submarine
			}
			o = order.BonusUnits{Units: []order.Units{{N: 1, Type: t}}, In: in}
		}
		f.Sheet.Parts[order.Bonus] = order.PhaseOrders{Held: true, Orders: []order.Order{o}}
	case "share":
		var parts []order.Part
		for _, s := range p.b.Seats {
			if s.Side == p.side() {
				parts = append(parts, order.Part{Power: s.Power, N: p.set.Advance / 3})
			}
		}
		f.Answers = []order.Order{order.Share{Parts: parts}}
	case "enigma":
		o := order.Enigma{}
		if s := p.stacks(); p.odds(2) && len(s) > 0 {
			x := pick(&p.scene, s)
			o.Move = &order.Move{Groups: []order.Group{{Units: []order.Units{{N: 1, Type: x.t}}, From: x.at}},
				To: p.near(x.at, 1)}
		}
		f.Answers = []order.Order{o}
	case "nonaggression":
		f.Answers = []order.Order{order.Nonaggression{Spaces: p.some(append(p.invaded(), p.home()))}}
	case "resistance":
		f.Answers = []order.Order{order.Resistance{}}
	}
	return f
}
