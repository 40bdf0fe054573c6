package replay

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// prepare finds out which file a go played, and brings what the others had on file by then into the position.
func (p *player) prepare(seq int, l *history.Lock) (Go, bool) {
	g := Go{Round: p.Position.Round, Phase: p.Position.Phase}
	turn, standing, ok := p.split(seq, l)
	if !ok {
		return g, false
	}
	if turn == nil { // the deal
		if !p.bring(seq, standing, nil) {
			return g, false
		}
		g.Before = p.Position
		return g, true
	}
	g.Power, g.Orders = p.Rules.Board.PowerOf(turn.Role), turn.Orders
	f, err := p.parse(p.Rules.Board, turn.Orders, g.Phase, g.Power)
	if err != nil {
		p.differ(seq, "orders", "orders that can be read", err.Error())
		return g, false
	}
	g.file = f
	if !p.bring(seq, standing, &g) {
		return g, false
	}
	g.Before = p.Position
	if p.waits() && g.Power == g.Before.Power && !f.Sheet.Empty() {
		g.Before = game.Withdrawn(g.Before)
	}
	return g, true
}

// split looks up the sets that a lock names: the turn set, nil for the deal of national advantages, and the standing
// sets by role.
func (p *player) split(seq int, l *history.Lock) (turn *history.Set, standing map[string]history.Set, ok bool) {
	standing = map[string]history.Set{}
	for _, ref := range l.Orders {
		s, found := p.sets[ref.Set]
		if !found && p.open {
			p.Closed = max(p.Closed, seq)
			return nil, nil, false
		}
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
	if _, rolled := p.Rules.Deal(); turn == nil && !(rolled && adjudicator.Undealt(p.Position)) {
		p.differ(seq, "orders", "a turn set, which the go plays", "none")
		return nil, nil, false
	}
	return turn, standing, true
}

// bring puts the standing sets that are new since the last go into the position, in the order of the seats, and takes those
// that are gone off file. What the go's own file answers stays out: it comes with the file.
func (p *player) bring(seq int, standing map[string]history.Set, g *Go) bool {
	for _, seat := range p.Rules.Board.Seats {
		set := standing[seat.Role]
		old := p.onFile[seat.Role]
		if reflect.DeepEqual(set, old) {
			continue
		}
		p.onFile[seat.Role] = set
		f, err := p.parse(p.Rules.Board, set.Orders, p.Position.Phase, seat.Power)
		before, err2 := p.parse(p.Rules.Board, old.Orders, p.Position.Phase, seat.Power)
		if err = errors.Join(err, err2); err != nil {
			p.differ(seq, "orders", "standing orders that can be read", fmt.Sprintf("standing orders of %s: %v", seat.Power, err))
			return false
		}
		if g != nil && seat.Power == g.Power {
			f.Answers = without(f.Answers, g.file.Answers)
		}
		if !p.garrison(seq, seat.Power, without(f.Answers, before.Answers)) {
			return false
		}
		p.Position = onFile(p.Position, seat.Power, f)
	}
	return true
}

// garrison lets answers that are new take effect where filing alone has one: the Colonial Garrison's complex.
func (p *player) garrison(seq int, power board.Power, fresh []order.Order) bool {
	f := order.File{Answers: slices.DeleteFunc(fresh, func(o order.Order) bool { _, ok := o.(order.Garrison); return !ok })}
	if len(f.Answers) == 0 {
		return true
	}
	res, err := adjudicator.Play(p.Rules, p.Position, power, f, nil) // put on file: no die falls
	if err != nil || res.Refused {
		p.differ(seq, "orders", "standing orders that can be filed", fmt.Sprintf("standing orders of %s: %s", power, faults(res.Faults)))
		return false
	}
	p.Position = res.Position
	return true
}

// onFile is a position with what a power has on file.
func onFile(pos *position.Position, power board.Power, f order.File) *position.Position {
	e := event.StandingFiled{Power: power}
	for _, s := range f.Standing {
		e.Standing = append(e.Standing, s.OnFile())
	}
	for _, a := range f.Answers {
		e.Answers = append(e.Answers, order.AnswerOnFile(a))
	}
	j := position.NewJournal(pos)
	j.Emit(e)
	return j.Now()
}

// without is a list of answers without those of another.
func without(list, other []order.Order) []order.Order {
	return slices.DeleteFunc(slices.Clone(list), func(a order.Order) bool {
		return slices.ContainsFunc(other, func(b order.Order) bool {
			return reflect.DeepEqual(order.AnswerOnFile(a), order.AnswerOnFile(b))
		})
	})
}
