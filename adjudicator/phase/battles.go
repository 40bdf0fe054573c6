package phase

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// IsFighting reports whether a unit takes part in the battle of the space where it stands, on whichever side: ships
// that are not submerged, fighting land units ashore, and planes in the air, on the ground or on a defender's deck.
func (t *Turn) IsFighting(u position.Unit) bool {
	sea := t.Board.Space(u.At).Sea
	switch {
	case u.Submerged, u.Now.Did.Any(position.Raided), t.Pos.Turn().HasIntercepted(u.ID):
		return false
	case u.Type.IsShip():
		return true
	case u.Type.IsAir():
		return u.Aboard == 0 || t.IsEnemy(u.Owner) && sea
	}
	return u.Type.IsFightingLand() && u.Aboard == 0 && !sea
}

// AttackersIn lists the own units that attack a space and stand there: all but the cargo of a landing. Nobody attacks
// together with an ally, except by Joint Strike.
func (t *Turn) AttackersIn(space board.SpaceID) []int {
	return t.UnitsIn(space, func(u position.Unit) bool { return t.Controls(u.Owner) && t.IsFighting(u) })
}

// DefendersIn lists the enemy units that defend a space. Guns and complexes are none.
func (t *Turn) DefendersIn(space board.SpaceID) []int {
	return t.UnitsIn(space, func(u position.Unit) bool { return t.IsEnemy(u.Owner) && t.IsFighting(u) })
}

// InNamedOrder sorts planes as the orders name them, an order's fighters before its bombers (cases.md).
func (t *Turn) InNamedOrder(planes []int) []int {
	ids := slices.Clone(planes)
	slices.SortStableFunc(ids, func(a, b int) int { return namedFirst(t, t.Pos.Unit(a), t.Pos.Unit(b)) })
	return ids
}

// namedFirst orders units by where the orders name them.
func namedFirst(t *Turn, u, v position.Unit) int {
	return cmp.Or(u.Now.Line-v.Now.Line, cmp.Compare(u.Type, v.Type), u.Now.Named-v.Now.Named)
}

// Contested lists the spaces in which something is to be decided, in ID order: own units stand next to enemy ones, or
// in enemy land, or are to land there, even if others have taken it by blitz. Undefended land is among them;
// it changes hands at its place in the order (fine print 5). An undefended convoy centre is taken by sailing into it,
// not here.
func Contested(t *Turn) []board.SpaceID {
	own, foe := make([]bool, len(t.Board.Spaces)), make([]bool, len(t.Board.Spaces))
	for u := range t.Pos.Units() {
		own[u.At] = own[u.At] || t.Controls(u.Owner) && t.IsFighting(u)
		foe[u.At] = foe[u.At] || t.IsEnemy(u.Owner) && t.IsFighting(u)
	}
	for _, l := range Landings(t) {
		own[l.Target], foe[l.Target] = true, true
	}
	var spaces []board.SpaceID
	for i := range t.Board.Spaces {
		id := board.SpaceID(i)
		if own[i] && (foe[i] || t.IsEnemy(t.Pos.Owner(id)) && !t.Board.Space(id).Sea) {
			spaces = append(spaces, id)
		}
	}
	return spaces
}

// Landings are the plan's landings whose ship is still afloat, with the cargo that is still aboard.
func Landings(t *Turn) []position.Landing {
	var ls []position.Landing
	for l := range t.Pos.Turn().Landings() {
		l.Cargo = slices.DeleteFunc(l.Cargo, func(id int) bool {
			u := t.Pos.Unit(id)
			return u.ID == 0 || u.Aboard != l.Ship
		})
		if len(l.Cargo) > 0 && t.Pos.Unit(l.Ship).ID != 0 {
			ls = append(ls, l)
		}
	}
	return ls
}
