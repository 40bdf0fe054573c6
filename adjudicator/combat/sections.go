package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// sectionOf returns the attacker's tactics for a space: those of the battle under way, else the filed section's.
func sectionOf(t *phase.Turn, space board.SpaceID) []order.Tactic {
	if b, ok := t.Pos.Turn().NextBattle(); ok && b.Space == space && b.Tactics != nil {
		return b.Tactics
	}
	for _, b := range t.Pos.Turn().Sections() {
		if b.Space == space {
			return b.Tactics
		}
	}
	return nil
}

// lossesOf returns the last `losses` line of a section, the zero line if there is none.
func lossesOf(ts []order.Tactic) order.Tactic {
	for _, t := range slices.Backward(ts) {
		if t.Do == order.Losses {
			return t
		}
	}
	return order.Tactic{}
}

// standingTactics returns the lines of one kind that a power's standing orders hold for the defence of a space: those
// of `defend SPACE`, else those of `defend everywhere`.
func standingTactics(sections []order.Standing, space board.SpaceID, do order.Verb) []order.Tactic {
	var here, everywhere []order.Tactic
	for _, s := range sections {
		for _, t := range s.Tactics {
			switch {
			case t.Do != do:
			case s.Scope == order.DefendSpace && s.Space == space:
				here = append(here, t)
			case s.Scope == order.DefendEverywhere:
				everywhere = append(everywhere, t)
			}
		}
	}
	if len(here) > 0 {
		return here
	}
	return everywhere
}

// defenceLines are all lines of a power's standing orders that apply to the defence of a space.
func defenceLines(sections []order.Standing, space board.SpaceID) []order.Tactic {
	var lines []order.Tactic
	for do := order.Losses; do <= order.Object; do++ {
		lines = append(lines, standingTactics(sections, space, do)...)
	}
	return lines
}

// attackLines are the lines of a power's standing `attack SPACE` section: its voice in a joint attack (fine print 13).
func attackLines(sections []order.Standing, space board.SpaceID) []order.Tactic {
	for _, s := range sections {
		if s.Scope == order.AttackSpace && s.Space == space {
			return s.Tactics
		}
	}
	return nil
}

// takeSection moves a filed section into the battle that begins.
func takeSection(t *phase.Turn, b *position.Battle) {
	next, sheet := *b, t.Pos.Turn().Sheet()
	next.Tactics = slices.Clone(sectionOf(t, b.Space))
	if next.Tactics != nil {
		advance(t, b, next)
	}
	filed := len(sheet.Battles)
	sheet.Battles = slices.DeleteFunc(sheet.Battles, func(s order.Battle) bool {
		return s.Space == b.Space
	})
	if len(sheet.Battles) < filed {
		t.Emit(event.Filed{Sheet: sheet})
	}
}
