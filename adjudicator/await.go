package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
)

// Awaited lists the powers that the game waits for, and for what. After the end there is none.
func Awaited(set *rules.Set, pos *position.Position) []Await {
	if pos.Over() {
		return nil
	}
	if asked := combat.Awaited(pos); len(asked) > 0 {
		chosen := func(a Await) bool { return a.What == askAdvantages && hasChosen(pos, a.Power) }
		return slices.DeleteFunc(asked, chosen)
	}
	if pos.Power() == board.Nobody {
		return nil
	}
	return []Await{{Power: pos.Power(), What: pos.Phase().String(), Space: board.NoSpace}}
}

// DefaultAnswer is what a power that keeps silent answers to all that it is asked in mid-turn: no move out of turn
// (D6), units in the attacked land with the highest income (D7), a rising at once (D19); before the first turn, the
// first advantages of its list, an equal share of the advance, and its money kept. Its answers are empty if nothing
// is asked.
func DefaultAnswer(set *rules.Set, pos *position.Position, who board.Power) order.File {
	if AwaitingAdvantages(pos) {
		return defaultChoice(set, pos, who)
	}
	if economy.InPregame(pos) {
		return economy.DefaultAnswer(phase.State{Rules: set, Position: pos}, who)
	}
	t := phase.View(phase.State{Rules: set, Position: pos})
	var f order.File
	for _, a := range t.Unused(who) {
		switch {
		case !t.IsAsked(who, a.Question):
		case a.Reinforce.N > 0:
			site := combat.BestSite(t, who, combat.Sites(t, a))
			f.Answers = append(f.Answers, order.Nonaggression{Spaces: []board.SpaceID{site}})
		case a.Sidestep:
			f.Answers = append(f.Answers, order.Enigma{})
		case a.After.In != "":
			f.Answers = append(f.Answers, order.Declare{Advantage: a.Name})
		}
	}
	return f
}

// Answers reports whether a file answers what its sender is asked in mid-turn, so that the turn goes on with it; before
// the first turn, whether it is the last choice of advantages.
func Answers(set *rules.Set, pos *position.Position, who board.Power, f order.File) bool {
	t := newTurn(set, pos, phase.Assumed())
	standing.File(t.Turn, who, f)
	if AwaitingAdvantages(t.Pos) {
		return t.allChosen()
	}
	answered, err := t.answer(who, f)
	return err == nil && answered
}
