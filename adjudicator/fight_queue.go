package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// battleQueue lists the battles that the moves brought about, in the order of fine print 6: as the player lists or names
// them, a sea battle drawn forward to just before the first landing that needs it, what no line names last.
func (r *run) battleQueue() []position.Battle {
	open := r.contested()
	var queue []position.Battle
	add := func(space board.SpaceID) {
		if i := slices.Index(open, space); i >= 0 {
			open = slices.Delete(open, i, i+1)
			queue = append(queue, position.Battle{Space: space, Sea: r.b.Space(space).Sea})
		}
	}
	wanted := append(slices.Clone(r.pos.Turn.Plan.BattleOrder), open...)
	for _, space := range wanted {
		for _, l := range r.pos.Turn.Plan.Landings {
			if l.Target == space {
				add(l.Zone)
			}
		}
		add(space)
	}
	return queue
}

// contested lists the spaces in which something is to be decided, in ID order: own units stand beside enemy ones, or in
// enemy land, or are to land there, even if others have taken it by blitz. Undefended land is among them; it changes
// hands at its place in the order (fine print 5).
// An undefended convoy centre is taken by sailing into it, not here.
func (r *run) contested() []board.SpaceID {
	own, foe := make([]bool, len(r.b.Spaces)), make([]bool, len(r.b.Spaces))
	for i := range r.pos.Units {
		u := &r.pos.Units[i]
		own[u.At] = own[u.At] || r.commands(u.Owner) && r.fighting(u)
		foe[u.At] = foe[u.At] || r.enemy(u.Owner) && r.fighting(u)
	}
	for _, l := range r.landings() {
		own[l.Target], foe[l.Target] = true, true
	}
	var spaces []board.SpaceID
	for i := range r.b.Spaces {
		id := board.SpaceID(i)
		if own[i] && (foe[i] || r.enemy(r.pos.Owner[id]) && !r.b.Space(id).Sea) {
			spaces = append(spaces, id)
		}
	}
	return spaces
}

// landings are the plan's landings whose ship is still afloat, with the cargo that is still aboard.
func (r *run) landings() []position.Landing {
	var ls []position.Landing
	for _, l := range r.pos.Turn.Plan.Landings {
		l.Cargo = slices.DeleteFunc(slices.Clone(l.Cargo), func(id int) bool {
			u := r.pos.Unit(id)
			return u == nil || u.Aboard != l.Ship
		})
		if len(l.Cargo) > 0 && r.pos.Unit(l.Ship) != nil {
			ls = append(ls, l)
		}
	}
	return ls
}

// landingsOn are the landings on one territory.
func (r *run) landingsOn(target board.SpaceID) []position.Landing {
	return slices.DeleteFunc(r.landings(), func(l position.Landing) bool { return l.Target != target })
}
