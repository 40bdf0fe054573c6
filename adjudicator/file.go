package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/standing"
)

// fileToPlay puts on file what a mail says that is played at once: standing orders and answers, turn orders next to
// those still filed. A section for a battle that has paused answers it.
func fileToPlay(t *phase.Turn, who board.Power, f order.File) {
	standing.File(t, who, f)
	if !holdsTurn(t, who, f) {
		return
	}
	standing.PlaceGarrisons(t) // they are there with the first file that is played
	f.Sheet.Battles = slices.DeleteFunc(slices.Clone(f.Sheet.Battles),
		func(b order.Battle) bool { return answerPaused(t, b) })
	fileTurnOrders(t, f.Sheet)
}

// holdsTurn reports whether a file brings turn orders of the power on turn.
func holdsTurn(t *phase.Turn, who board.Power, f order.File) bool {
	return who == t.Power && !f.Sheet.Empty()
}

// fileTurnOrders puts turn orders next to those still filed: a phase replaces the earlier one, a battle section that of
// its space.
func fileTurnOrders(t *phase.Turn, s order.Sheet) {
	sheet := t.Pos.Turn().Sheet()
	if !t.Pos.Turn().Moved() {
		amend(&sheet, &s)
	}
	sheet = sheet.Amended(s)
	t.Emit(event.Filed{Sheet: sheet})
}

// amend takes out of the filed orders what a new file replaces in addition to its phases: the battle sections that
// belonged to other combat moves, and `done` if nothing is left of the file that said it.
func amend(old, s *order.Sheet) {
	if s.Parts[order.Combat].Held {
		old.Battles = nil
	}
	kept := len(old.Battles) > 0
	for ph := range s.Parts {
		kept = kept || old.Parts[ph].Held && !s.Parts[ph].Held
	}
	if !kept {
		old.Done = 0
	}
}

// answerPaused gives a section to the battle that has paused, if it is that battle's: its lines replace that battle's
// retreat, withdraw, submerge, pause and call-off lines; losses stay until replaced (fine print 12).
func answerPaused(t *phase.Turn, b order.Battle) bool {
	next, ok := t.Pos.Turn().NextBattle()
	if !ok || !next.Paused || next.Space != b.Space {
		return false
	}
	replaced := map[order.Verb]bool{order.Retreat: true, order.WithdrawAircraft: true, order.Submerge: true,
		order.Pause: true, order.CallOff: true}
	for _, line := range b.Tactics {
		replaced[line.Do] = true
	}
	var kept []order.Tactic
	for _, line := range next.Tactics {
		if !replaced[line.Do] {
			kept = append(kept, line)
		}
	}
	next.Tactics = append(kept, b.Tactics...)
	next.Paused, next.Answered = false, true
	t.Emit(event.BattleAdvanced{Battle: next})
	return true
}
