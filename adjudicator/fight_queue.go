package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// battleQueue lists the battles that the moves brought about, in the order of fine print 6: as the player lists or names
// them, a sea battle drawn forward to just before the first landing that needs it, what no line names last.
func (r *run) battleQueue() []position.Battle {
	open := phase.Contested(r.Turn)
	var queue []position.Battle
	add := func(space board.SpaceID) {
		if i := slices.Index(open, space); i >= 0 {
			open = slices.Delete(open, i, i+1)
			queue = append(queue, position.Battle{Space: space, Sea: r.Board.Space(space).Sea})
		}
	}
	wanted := append(slices.Clone(r.Pos.Turn.Plan.BattleOrder), open...)
	for _, space := range wanted {
		for _, l := range r.Pos.Turn.Plan.Landings {
			if l.Target == space {
				add(l.Zone)
			}
		}
		add(space)
	}
	return queue
}

// landingsOn are the landings on one territory.
func (r *run) landingsOn(target board.SpaceID) []position.Landing {
	return slices.DeleteFunc(phase.Landings(r.Turn), func(l position.Landing) bool { return l.Target != target })
}
