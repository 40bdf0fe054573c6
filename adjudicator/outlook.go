package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// What a report tells of a position in addition to units and money: how near the war is to its end, what convoys and
// oil bring. Rule sets that know nothing of the kind have empty lists.

// Adoptable are the units in a territory that a power may take over.
type Adoptable struct {
	In    board.SpaceID
	Units []int // unit IDs
}

// Adoptables lists what the power of the Patriotic War may take over as the board stands, by territory.
func Adoptables(set *rules.Set, pos *position.Position) (board.Power, []Adoptable) {
	who := set.Patriot.Power
	if who == board.Nobody {
		return who, nil
	}
	t := phase.View(phase.State{Rules: set, Position: pos})
	t.SetPower(who)
	var list []Adoptable
	for i := range set.Board.Spaces {
		at := board.SpaceID(i)
		if ids := t.UnitsIn(at, func(u position.Unit) bool { return phase.MayConvert(t, u) }); len(ids) > 0 &&
			phase.MayTakeOver(t, at) {
			list = append(list, Adoptable{at, ids})
		}
	}
	return who, list
}
