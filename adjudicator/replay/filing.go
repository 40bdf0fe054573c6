package replay

import (
	"cmp"
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
)

// prepare brings the order sets of a lock into the position as their senders filed them, and finds out whose orders the go
// plays.
func (p *player) prepare(seq int, l *history.Lock) (Go, bool) {
	g := Go{Round: p.Position.Round, Phase: p.Position.Phase}
	turn, standing, ok := p.split(seq, l)
	if !ok {
		return g, false
	}
	g.Power = p.actor(turn, standing)
	if turn != nil {
		g.Orders = turn.Orders
		f, err := p.parse(p.Rules.Board, turn.Orders, p.Position.Phase, g.Power)
		if err != nil {
			p.differ(seq, "orders", "orders that can be read", err.Error())
			return g, false
		}
		g.file = f
	}
	if !p.bring(seq, standing, &g) {
		return g, false
	}
	g.Before = p.Position
	return g, true
}

// bring files the standing sets that are not in the position yet. Those of the go's own power become part of its file.
func (p *player) bring(seq int, standing map[string]history.Set, g *Go) bool {
	for _, c := range p.changes(standing) {
		f, err := p.filed(c)
		if err != nil {
			p.differ(seq, "orders", "standing orders that can be read", err.Error())
			return false
		}
		if g != nil && c.power == g.Power {
			g.file.Clear, g.file.Standing, g.file.Answers = f.Clear, f.Standing, f.Answers
			continue
		}
		res, err := adjudicator.Play(p.Rules, p.Position, c.power, f, nil) // put on file: no die falls
		if err != nil || res.Refused {
			p.differ(seq, "orders", "standing orders that can be filed", fmt.Sprintf("standing orders of %s: %v %s", c.power, err, faults(res.Faults)))
			return false
		}
		p.Position = res.Position
	}
	return true
}

// split looks up the sets that a lock names: the turn set, and the standing sets by role.
func (p *player) split(seq int, l *history.Lock) (turn *history.Set, standing map[string]history.Set, ok bool) {
	standing = map[string]history.Set{}
	for _, ref := range l.Orders {
		s, found := p.sets[ref.Set]
		if !found || s.Role != ref.Role || s.Kind != ref.Kind {
			p.differ(seq, fmt.Sprintf("orders %s %s", ref.Role, ref.Kind), "an order set with hash "+ref.Set.String(), "none")
			return nil, nil, false
		}
		if ref.Kind == dice.TurnOrders {
			turn = &s
		} else {
			standing[ref.Role] = s
		}
	}
	return turn, standing, true
}

// change is a role's standing set that is new since the last go, or gone.
type change struct {
	role  string
	power board.Power
	set   history.Set // zero if it is gone
}

// changes lists the standing sets that are not in the position yet, in the order of the seats.
func (p *player) changes(standing map[string]history.Set) []change {
	var out []change
	for _, seat := range p.Rules.Board.Seats {
		s, is := standing[seat.Role]
		var h dice.Hash
		if is {
			h, _ = s.Hash() // it was printed before
		}
		if h != p.onFile[seat.Role] {
			out = append(out, change{seat.Role, seat.Power, s})
			p.onFile[seat.Role] = h
		}
	}
	return out
}

// filed is the file that brings a role's standing orders into the position, in place of all that it had.
func (p *player) filed(c change) (order.File, error) {
	f, err := p.parse(p.Rules.Board, c.set.Orders, p.Position.Phase, c.power)
	f.Clear = 1
	return f, err
}

// actor is whose file the go played: the sender of the turn set; without one, who answered what he was asked. An answer is the
// last thing that was filed before the lock, so it names the record before the lock as its base.
func (p *player) actor(turn *history.Set, standing map[string]history.Set) board.Power {
	if turn != nil {
		return p.Rules.Board.PowerOf(turn.Role)
	}
	var who []board.Power
	for _, a := range adjudicator.Awaited(p.Rules, p.Position) {
		role := p.Rules.Board.SeatOf(a.Power).Role
		s, ok := standing[role]
		if h, _ := s.Hash(); ok && h != p.onFile[role] {
			who = append(who, a.Power)
		}
	}
	return slices.MaxFunc(append(who, board.Nobody), func(a, b board.Power) int {
		return cmp.Compare(p.answers(a, standing), p.answers(b, standing))
	})
}

// answers rates how likely a power's standing set was the answer that a go played.
func (p *player) answers(a board.Power, standing map[string]history.Set) int {
	switch {
	case a == board.Nobody:
		return 0
	case standing[p.Rules.Board.SeatOf(a).Role].Base == p.before:
		return 2
	}
	return 1
}
