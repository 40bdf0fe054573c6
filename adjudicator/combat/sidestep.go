package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// sidestep is one move between an enemy's combat moves and the fight (UK-3, T-66): any units of one power from one
// space into one next to it, into a battle that is to come or out of it, by the rules of noncombat moves otherwise.
// Its turn is seen with the eyes of that power.
type sidestep struct {
	*phase.Turn
	threatened []board.SpaceID // where a battle is to come
	sea        bool
}

// newSidestep is a move that a power makes by an advantage.
func newSidestep(t *phase.Turn, who board.Power, a *rules.Advantage) sidestep {
	own := *t
	own.Power, own.Side = who, t.Board.SideOf(who)
	return sidestep{&own, threatened(t), a.SeaOnly}
}

// threatened lists the spaces in which the power on turn will fight: where it meets no enemy there is no battle.
func threatened(t *phase.Turn) []board.SpaceID {
	return slices.DeleteFunc(phase.Contested(t), func(s board.SpaceID) bool { return len(t.DefendersIn(s)) == 0 })
}

// offerSidestep makes the move that is on file, if it can be made now; else asks, if a unit could make one (fine
// print 16).
func offerSidestep(t *phase.Turn, who board.Power, a *rules.Advantage) {
	for _, o := range t.Pos.Nation(who).Answers() {
		e, ok := o.(order.Enigma)
		switch {
		case !ok:
		case e.Never:
			return
		case e.Move == nil:
			forgetSidestep(t, who)
			return
		case CannotSidestep(t, who, a, *e.Move) == nil:
			makeSidestep(t, who, a, e)
			return
		}
	}
	if newSidestep(t, who, a).isPossible() {
		phase.Ask(t, who, a)
	}
}

// isPossible reports whether any unit could move into or out of a battle to come.
func (s sidestep) isPossible() bool {
	for u := range s.Pos.Units() {
		if u.Owner != s.Power {
			continue
		}
		for _, to := range s.Board.Near(u.At) {
			if s.route(u.At, to) == nil && s.leavesEnough(u.At, to, 1) && s.hinder(u, to) == nil {
				return true
			}
		}
	}
	return false
}

// route says what speaks against a move between two spaces, whoever makes it.
func (s sidestep) route(from, to board.SpaceID) *phase.Fault {
	into, out := slices.Contains(s.threatened, to), slices.Contains(s.threatened, from)
	sea := s.Board.Space(to).Sea
	friendly := func(u position.Unit) bool { return s.IsFriendly(u.Owner) && u.Type.IsShip() }
	switch {
	case !into && !out, s.sea && !(sea && s.Board.Space(from).Sea):
		return phase.NewFault(order.NotAttacked, phase.WithSpace(from), phase.WithOther(to))
	case !isOpen(s.Turn, from, to):
		return phase.NewFault(order.NotBeside, phase.WithSpace(from), phase.WithOther(to))
	case !sea && !s.IsFriendly(s.Pos.Owner(to)), sea && !into && s.IsHostile(to):
		return phase.NewFault(order.HostileTarget, phase.WithSpace(to))
	case sea && into && !s.Pos.AnyIn(to, friendly):
		return phase.NewFault(order.HostileTarget, phase.WithSpace(to))
	}
	return nil
}

// leavesEnough reports whether enough units stay behind when some leave a battle that is to come.
func (s sidestep) leavesEnough(from, to board.SpaceID, n int) bool {
	if slices.Contains(s.threatened, to) {
		return true
	}
	return len(s.UnitsIn(from, func(u position.Unit) bool {
		return u.Owner == s.Power && u.Type != board.Complex && (u.Aboard == 0 || u.Type == board.Fighter)
	})) > n
}

// hinder says why a unit cannot take the step: noncombat rules, without loading and unloading.
func (s sidestep) hinder(u position.Unit, to board.SpaceID) *phase.Fault {
	sea := s.Board.Space(to).Sea
	switch {
	case u.Type == board.Complex || u.Submerged:
		return phase.NewFault(order.CannotMoveNow, phase.WithUnit(u.Type), phase.WithSpace(u.At))
	case u.Aboard != 0 && u.Type != board.Fighter:
		return phase.NewFault(order.AboardShip, phase.WithUnit(u.Type), phase.WithSpace(u.At))
	case u.Type.IsShip() != sea && !u.Type.IsAir(), sea && u.Type == board.Bomber:
		return phase.NewFault(order.CannotMoveThere, phase.WithUnit(u.Type), phase.WithSpace(to))
	case u.Type.IsShip():
		if banks := s.ClosedCanal(u.At, to); banks != nil {
			return phase.NewFault(order.CanalClosed, phase.WithSpace(u.At), phase.WithOther(to),
				phase.WithSpaces(banks))
		}
	case sea && u.Type == board.Fighter && s.deckFor(u, to) == 0:
		return phase.NewFault(order.NoDeck, phase.WithUnit(u.Type), phase.WithSpace(to))
	}
	return nil
}

// deckFor is a carrier with room for a fighter where it goes.
func (s sidestep) deckFor(f position.Unit, to board.SpaceID) int {
	there := f
	there.At = to
	return s.Pos.Deck(s.Board, there)
}

// CannotSidestep judges a whole move on a copy of the position.
func CannotSidestep(t *phase.Turn, who board.Power, a *rules.Advantage, o order.Move) *phase.Fault {
	_, why := newSidestep(t, who, a).try(o)
	return why
}

// try makes a move on a copy of the position. It returns the units that move, as they are after it.
func (s sidestep) try(o order.Move) ([]event.Unit, *phase.Fault) {
	own := *s.Turn
	own.Journal = position.NewJournal(s.Pos)
	own.Pos = own.Journal.Now()
	s.Turn = &own
	ids, why := s.move(o)
	if why != nil {
		return nil, why
	}
	return s.Units(ids), nil
}

// makeSidestep makes the move that answers the question, or lets it be.
func makeSidestep(t *phase.Turn, who board.Power, a *rules.Advantage, o order.Enigma) {
	if o.Move != nil {
		s := newSidestep(t, who, a)
		units, why := s.try(*o.Move)
		if why != nil {
			return
		}
		from := o.Move.Groups[0].From
		t.Emit(event.SteppedAside{Power: who, Advantage: a.Name, From: from, To: o.Move.To, Units: units})
	}
	if !o.Never {
		forgetSidestep(t, who)
	}
}

// forgetSidestep drops the filed line: it was for one occasion.
func forgetSidestep(t *phase.Turn, who board.Power) {
	t.DropAnswers(who, func(o order.Order) bool { _, ok := o.(order.Enigma); return ok })
}

// move makes the move: ships first, so that planes find their decks.
func (s sidestep) move(o order.Move) ([]int, *phase.Fault) {
	if len(o.Groups) == 0 {
		return nil, phase.NewFault(order.NothingToMove, phase.WithSpace(o.To))
	}
	from := o.Groups[0].From
	var ids []int
	for _, g := range o.Groups {
		if g.From != from {
			return nil, phase.NewFault(order.OneStart, phase.WithSpace(from), phase.WithOther(g.From))
		}
		for _, w := range g.Units {
			found, why := s.find(w, from, o.To, ids)
			if why != nil {
				return nil, why
			}
			ids = append(ids, found...)
		}
	}
	if why := s.route(from, o.To); why != nil {
		return nil, why
	}
	if !s.leavesEnough(from, o.To, len(ids)) {
		return nil, phase.NewFault(order.OneStays, phase.WithPower(s.Power), phase.WithSpace(from))
	}
	ships := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return s.Pos.Unit(id).Type.IsAir() })
	planes := slices.DeleteFunc(ids, func(id int) bool { return slices.Contains(ships, id) })
	ids = slices.Concat(ships, planes)
	for _, id := range ids {
		u := s.Pos.Unit(id)
		if u.At == o.To {
			continue // aboard a carrier that went
		}
		if why := s.hinder(u, o.To); why != nil {
			return nil, why
		}
		step := event.Unit{ID: id}
		if u.Type.IsAir() && s.Board.Space(o.To).Sea {
			step.Aboard = s.deckFor(u, o.To)
		}
		s.Emit(event.SteppedAside{Power: s.Power, From: from, To: o.To, Units: []event.Unit{step}})
	}
	return ids, nil
}

// find picks the units of one entry; `all` takes those that can go.
func (s sidestep) find(w order.Units, from, to board.SpaceID, taken []int) ([]int, *phase.Fault) {
	if w.Power != board.Nobody && w.Power != s.Power {
		return nil, phase.NewFault(order.NotYours, phase.WithPower(w.Power), phase.WithUnit(w.Type),
			phase.WithSpace(from))
	}
	ids := s.UnitsIn(from, func(u position.Unit) bool {
		return u.Owner == s.Power && (w.Type == board.NoUnit || u.Type == w.Type) && !slices.Contains(taken, u.ID) &&
			(w.N != order.All || s.hinder(u, to) == nil)
	})
	if w.N == order.All {
		w.N = len(ids)
	}
	if len(ids) < w.N || w.N == 0 {
		return nil, phase.NewFault(order.TooFew, phase.WithPower(s.Power), phase.WithUnit(w.Type),
			phase.WithSpace(from), phase.WithNumbers(len(ids), w.N))
	}
	return ids[:w.N], nil
}
