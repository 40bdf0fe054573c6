package reading

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// terrain is the position as far as a reader may look: cheap tests drop what cannot be meant.
type terrain struct {
	ctx    Context
	stacks map[board.SpaceID][]board.Stack
	ranges map[board.UnitType]int
}

func newTerrain(ctx Context) *terrain {
	return &terrain{ctx: ctx, stacks: map[board.SpaceID][]board.Stack{}, ranges: map[board.UnitType]int{}}
}

// standing is what stands in a space, planes that fought elsewhere included once the phase is noncombat.
func (t *terrain) standing(at board.SpaceID) []board.Stack {
	list, known := t.stacks[at]
	if !known {
		list = t.ctx.Stands.Units(at)
		t.stacks[at] = list
	}
	return list
}

// hostile reports whether enemies stand in a space or hold it.
func (t *terrain) hostile(at board.SpaceID) bool {
	b := t.ctx.Board
	if !b.Space(at).Sea {
		if c := t.ctx.Stands.Controller(at); b.SideOf(c) != board.NoSide && !b.Allied(c, t.ctx.Power) {
			return true
		}
	}
	return slices.ContainsFunc(t.standing(at), func(x board.Stack) bool {
		return b.SideOf(x.Power) != board.NoSide && !b.Allied(x.Power, t.ctx.Power)
	})
}

// coastal reports whether a territory lies at a sea.
func (t *terrain) coastal(at board.SpaceID) bool {
	return slices.ContainsFunc(t.ctx.Board.Near(at), func(n board.SpaceID) bool { return t.ctx.Board.Space(n).Sea })
}

// walks reports whether a land unit comes from a territory to another over land.
func (t *terrain) walks(u board.UnitType, from, to board.SpaceID) bool {
	return t.near(from, to, t.rangeOf(u), func(s *board.Space) bool { return !s.Sea })
}

// reaches reports whether a unit could come so far at all.
func (t *terrain) reaches(u board.UnitType, from, to board.SpaceID) bool {
	b := t.ctx.Board
	switch {
	case u.IsAir():
		return t.near(from, to, t.rangeOf(u), func(*board.Space) bool { return true })
	case u.IsShip():
		return b.Space(to).Sea && t.near(from, to, t.rangeOf(u), func(s *board.Space) bool { return s.Sea })
	case u == board.NoUnit:
		return true
	}
	return !b.Space(to).Sea && t.walks(u, from, to)
}

func (t *terrain) rangeOf(u board.UnitType) int {
	n, known := t.ranges[u]
	if !known {
		n = t.ctx.Stands.Range(t.ctx.Power, u)
		if u.IsLand() {
			n = max(n, 1)
		}
		t.ranges[u] = n
	}
	return n
}

// near reports whether a space can be reached in so many steps over spaces of a kind.
func (t *terrain) near(from, to board.SpaceID, steps int, over func(*board.Space) bool) bool {
	reached, edge := map[board.SpaceID]bool{from: true}, []board.SpaceID{from}
	for range steps {
		var next []board.SpaceID
		for _, at := range edge {
			for _, n := range t.ctx.Board.Near(at) {
				if n == to {
					return true
				}
				if !reached[n] && over(t.ctx.Board.Space(n)) {
					reached[n] = true
					next = append(next, n)
				}
			}
		}
		edge = next
	}
	return from == to
}
