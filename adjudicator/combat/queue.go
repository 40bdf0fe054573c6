package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// isQueued reports whether a battle in a space is still to be fought.
func isQueued(queue []position.Battle, space board.SpaceID) bool {
	return slices.ContainsFunc(queue, func(b position.Battle) bool { return b.Space == space })
}

// battleQueue lists the battles that the moves brought about, in the order of fine print 6: as the player
// lists or names them, a sea battle drawn forward to just before the first landing that needs it, what no line names
// last.
func battleQueue(t *phase.Turn) []position.Battle {
	open := phase.Contested(t)
	var queue []position.Battle
	add := func(space board.SpaceID) {
		if i := slices.Index(open, space); i >= 0 {
			open = slices.Delete(open, i, i+1)
			queue = append(queue, position.Battle{Space: space, Sea: t.Board.Space(space).Sea})
		}
	}
	wanted := append(t.Pos.Turn().BattleOrder(), open...)
	for _, space := range wanted {
		for l := range t.Pos.Turn().Landings() {
			if l.Target == space {
				add(l.Zone)
			}
		}
		add(space)
	}
	return queue
}

// landingsOn are the landings on one territory.
func landingsOn(t *phase.Turn, target board.SpaceID) []position.Landing {
	return slices.DeleteFunc(phase.Landings(t), func(l position.Landing) bool { return l.Target != target })
}
