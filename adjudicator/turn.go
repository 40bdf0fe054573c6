package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
)

// turn goes through the phases of a turn.
type turn struct {
	*phase.Turn
	ended bool // the turn with which it began has ended
}

// newTurn begins on a copy of a position.
func newTurn(set *rules.Set, pos *position.Position, by phase.Resolver) *turn {
	return &turn{Turn: phase.Begin(phase.State{Rules: set, Position: pos, Resolver: by})}
}

// isOver reports whether there is nothing more to play: the turn with which it began has ended, or the game.
func (t *turn) isOver() bool { return t.ended || t.Pos.Over() }

// playFile plays a file that is on file now as far as it reaches.
func (t *turn) playFile(who board.Power, f order.File) error {
	switch {
	case AwaitingAdvantages(t.Pos):
		return t.choices(who, f)
	case economy.InPregame(t.Pos):
		return t.pregame(who, f)
	}
	answered, err := t.answer(who, f)
	if err != nil || !answered && !holdsTurn(t.Turn, who, f) {
		return err
	}
	return t.play()
}

// play goes through the phases as far as the filed orders reach, each phase judged again before it is played (fine
// print 9).
func (t *turn) play() error {
	take := order.Exactly
	for !t.isOver() && !t.IsWaiting() && t.reaches() {
		if take == order.Available && !t.judgeAgain() {
			return nil
		}
		judged := len(t.Faults)
		waits, err := t.playPhase(t.orders(take), nil)
		t.Faults = append(t.Faults[:judged], refusing(t.Faults[judged:])...) // the hints came with the judgement
		if err != nil || waits {
			return err
		}
		take = order.Available
	}
	return nil
}

// refusing are the faults that refuse their line.
func refusing(fs []order.Fault) []order.Fault {
	return slices.DeleteFunc(slices.Clone(fs), func(f order.Fault) bool { return f.Severity == order.Unwise })
}

// reaches reports whether the phase at hand is to be played: a line, a later line, or `done` reaches it; placing, when
// there is nothing to place, goes by itself (fine print 14).
func (t *turn) reaches() bool {
	if t.Pos.Turn().OrdersReach(t.Pos.Phase()) {
		return true
	}
	if t.Pos.Turn().Moved() && !t.Pos.Turn().IsPaused() {
		return true // an answer lets the fight go on
	}
	return t.Pos.Phase() == order.Place && (!economy.MayPlace(t.Turn) || t.placesByDefault())
}

// orders are those on file for the phase at hand.
func (t *turn) orders(take order.Taking) order.PhaseOrders {
	part := t.Pos.Turn().Orders(t.Pos.Phase())
	part.Take = take
	return part
}

// playPhase plays the phase at hand and steps to the next. Between the combat moves and the fight it calls check, if
// there is one, to look at battle sections. It reports whether the game must wait inside the phase.
func (t *turn) playPhase(part order.PhaseOrders, check func(moves order.PhaseOrders)) (waits bool, err error) {
	if !t.Pos.Turn().Moved() {
		t.Emit(event.PhaseBegan{Power: t.Power, Phase: t.Pos.Phase(), Round: t.Pos.Round()})
	}
	switch t.Pos.Phase() {
	case order.Research:
		_, err = t.Do(economy.Research, part)
	case order.Buy:
		_, err = t.Do(economy.Buy, part)
	case order.Combat:
		waits, err = t.combat(part, check)
	case order.Noncombat:
		_, err = t.Do(movement.Noncombat, part)
	case order.Place:
		standing.DeclareAt(t.Turn, rules.AtPlacing)
		_, err = t.Do(economy.Place, part)
	}
	if waits || err != nil {
		return waits, err
	}
	return false, t.nextPhase()
}

// combat moves, asks the powers that an advantage lets react, and fights; a fight that paused goes on where it stopped.
func (t *turn) combat(part order.PhaseOrders, check func(moves order.PhaseOrders)) (waits bool, err error) {
	if !t.Pos.Turn().Moved() {
		standing.DeclareAt(t.Turn, rules.BeforeCombat)
		if t.Rules.SitsOut(t.Advantages(t.Power)) {
			t.sitOut(part)
			return false, nil
		}
		if _, err := t.Do(movement.Combat, part); err != nil {
			return false, err
		}
		t.Emit(event.MovesMade{})
	}
	if check != nil {
		check(part)
	}
	for _, step := range []phase.Func{combat.React, combat.Conduct} {
		if awaited, err := t.Do(step, part); err != nil || len(awaited) > 0 {
			return true, err
		}
	}
	return false, nil
}

// sitOut is combat in a turn without it: its lines are faults.
func (t *turn) sitOut(part order.PhaseOrders) {
	for _, o := range part.Orders {
		t.AddFault(o.LineNo(), order.SitsOut, phase.WithPower(t.Power))
	}
	for _, b := range t.Pos.Turn().Sections() {
		t.AddFault(b.Line, order.SitsOut, phase.WithPower(t.Power))
	}
}

// answer carries out what a file answers to its sender's open questions, and reports whether it answered one.
func (t *turn) answer(who board.Power, f order.File) (some bool, err error) {
	_, err = t.Do(func(s phase.State, _ order.PhaseOrders) (res phase.Result, err error) {
		res, some, err = combat.Answer(s, who, f.Answers)
		return res, err
	}, order.PhaseOrders{})
	return some, err
}

// nextPhase steps to the phase after the one at hand, past those that a power without its capital does not have, or
// ends the turn.
func (t *turn) nextPhase() error {
	phases := t.Rules.Phases
	i := slices.Index(phases, t.Pos.Phase()) + 1
	if i < len(phases) && (phases[i] != order.Place || t.Pos.HoldsCapital(t.Board, t.Power)) {
		t.Emit(event.PhaseEnded{Phase: t.Pos.Phase(), Next: phases[i]})
		return nil
	}
	t.Emit(event.PhaseEnded{Phase: t.Pos.Phase()})
	if i < len(phases) {
		standing.DeclareAt(t.Turn, rules.AtPlacing) // what is declared for that phase needs no complex
	}
	t.ended = true
	if err := t.endTurn(); err != nil {
		return err
	}
	return t.playIdleTurns()
}

// placesByDefault reports whether the power lets what no line places go by D23.
func (t *turn) placesByDefault() bool {
	n := t.Pos.Nation(t.Power)
	return n.HasTurn() && slices.ContainsFunc(n.Answers(), func(o order.Order) bool {
		_,
			ok := o.(order.PlaceByDefault)
		return ok
	})
}
