package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Between the combat moves and the fight advantages of the attacked may speak: units rise in attacked land, a move is made
// out of turn. Who has left no instruction is asked, and the turn waits (fine print 16).

// DefaultAnswer is what a power that keeps silent answers to all that it is asked in mid-turn: no move out of turn (D6), units
// in the attacked land with the highest income (D7), a rising at once (D19); before the first turn, the first advantages of its
// list, an equal share of the advance, and its money kept. Its answers are empty if nothing is asked.
func DefaultAnswer(set *rules.Set, pos *position.Position, who board.Power) order.File {
	if Undealt(pos) {
		return defaultChoice(set, pos, who)
	}
	r := newRun(set, pos, phase.Assumed())
	if economy.InPregame(pos) {
		return economy.DefaultAnswer(phase.State{Rules: set, Position: pos}, who)
	}
	var f order.File
	for _, a := range r.Unused(who) {
		switch {
		case !r.IsAsked(who, a.Question):
		case a.Reinforce.N > 0:
			f.Answers = append(f.Answers, order.Nonaggression{Spaces: []board.SpaceID{combat.BestSite(r.Turn, who, combat.Sites(r.Turn, a))}})
		case a.Sidestep:
			f.Answers = append(f.Answers, order.Enigma{})
		case a.After.In != "":
			f.Answers = append(f.Answers, order.Declare{Advantage: a.Name})
		}
	}
	return f
}

// Answers tells whether a file answers what its sender is asked in mid-turn, so that the turn goes on with it; before the first
// turn, whether it is the last choice of advantages.
func Answers(set *rules.Set, pos *position.Position, who board.Power, f order.File) bool {
	r := newRun(set, pos, phase.Assumed())
	r.fileStanding(who, f)
	if Undealt(r.Pos) {
		return r.allChosen()
	}
	answered, err := r.answer(who, f)
	return err == nil && answered
}
