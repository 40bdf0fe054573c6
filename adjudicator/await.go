package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Awaited lists whom the game waits for, and for what; nobody after the end. Several may be asked at once.
func Awaited(set *rules.Set, pos *position.Position) []Await {
	if pos.Over() {
		return nil
	}
	if asked := combat.Awaited(pos); len(asked) > 0 {
		return slices.DeleteFunc(asked, func(a Await) bool { return a.What == askAdvantages && hasChosen(pos, a.Power) })
	}
	if pos.Power == board.Nobody {
		return nil
	}
	return []Await{{Power: pos.Power, What: pos.Phase.String(), Space: board.NoSpace}}
}

// fileStanding keeps standing sections, each in place of the earlier one of its heading, and answers, each in place of the
// earlier one of its kind.
func (r *run) fileStanding(who board.Power, f order.File) {
	n := r.Pos.Nation(who)
	if n == nil {
		return
	}
	standing := n.Standing
	if f.Clear != 0 {
		standing = nil
		r.DropAnswers(who, func(o order.Order) bool { _, stands := o.(order.Garrison); return !stands })
	}
	for _, s := range f.Standing {
		kept := standing[:0:0]
		for _, old := range standing {
			if old.Scope != s.Scope || old.Space != s.Space {
				kept = append(kept, old)
			}
		}
		if len(s.Tactics) > 0 { // a heading with nothing below takes its section off file
			kept = append(kept, s.OnFile())
		}
		standing = kept
	}
	if f.Clear != 0 || len(f.Standing) > 0 {
		r.Emit(event.StandingFiled{Power: who, Standing: standing, Answers: n.Answers})
	}
	for _, a := range combat.Unite(f.Answers) {
		if g, ok := a.(order.Garrison); ok {
			r.garrison(who, g)
		}
		kept := n.Answers[:0:0]
		for _, old := range n.Answers {
			if answerKind(old) != answerKind(a) {
				kept = append(kept, old)
			}
		}
		r.Emit(event.StandingFiled{Power: who, Standing: n.Standing, Answers: append(kept, order.AnswerOnFile(a))})
	}
}

// answerKind tells which answers replace each other: those of a kind, declarations of the same advantage.
func answerKind(o order.Order) string {
	switch o := o.(type) {
	case order.Enigma:
		return "enigma"
	case order.Nonaggression:
		return "nonaggression"
	case order.Resistance:
		return "resistance"
	case order.PlaceByDefault:
		return "place by default"
	case order.Share:
		return "share"
	case order.Oil:
		return "oil"
	case order.Choose:
		return "choose"
	case order.Garrison:
		return "garrison"
	case order.Declare:
		return "declare " + o.Advantage
	}
	return ""
}

// amendPaused gives an answer to the battle that paused: its lines replace that battle's retreat, withdraw, submerge, pause
// and call-off lines; losses stay until replaced (fine print 12).
func (r *run) amendPaused(b order.Battle) bool {
	q := r.Pos.Turn.Fight.Queue
	if len(q) == 0 || !q[0].Paused || q[0].Space != b.Space {
		return false
	}
	replaced := map[order.Verb]bool{order.Retreat: true, order.WithdrawAircraft: true, order.Submerge: true, order.Pause: true, order.CallOff: true}
	for _, t := range b.Tactics {
		replaced[t.Do] = true
	}
	var kept []order.Tactic
	for _, t := range q[0].Tactics {
		if !replaced[t.Do] {
			kept = append(kept, t)
		}
	}
	answered := q[0]
	answered.Tactics = append(kept, b.Tactics...)
	answered.Paused, answered.Answered = false, true
	r.Emit(event.BattleAdvanced{Battle: answered})
	return true
}

// OnFile is what a power will have on file once it has sent a file: its standing sections and answers.
func OnFile(set *rules.Set, pos *position.Position, who board.Power, f order.File) ([]order.Standing, []order.Order) {
	r := newRun(set, pos, phase.Assumed())
	r.fileStanding(who, f)
	if n := r.Pos.Nation(who); n != nil {
		return n.Standing, n.Answers
	}
	return nil, nil
}
