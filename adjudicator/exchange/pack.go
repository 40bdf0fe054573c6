package exchange

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// room is what a transport carries in TripleA; an infantry takes 2 of it, any other land unit 3. With at most two units
// aboard that is the rule of the box: one land unit and an infantry.
const room = 5

func size(t board.UnitType) int {
	if t == board.Infantry {
		return 2
	}
	return 3
}

// pack puts land units aboard transports as TripleA does when it starts: each goes onto the first with room, in the
// order of the file, whoever owns them. It returns for each unit the place of its ship, -1 where none has room.
func pack(ships int, cargo []board.UnitType) []int {
	left := slices.Repeat([]int{room}, ships)
	aboard := make([]int, len(cargo))
	for i, t := range cargo {
		aboard[i] = slices.IndexFunc(left, func(n int) bool { return n >= size(t) })
		if aboard[i] >= 0 {
			left[aboard[i]] -= size(t)
		}
	}
	return aboard
}

// atSea is the units of a sea zone in the order in which they are written: transports first, the fullest before the
// others, each with its cargo behind it, then the rest in the order of powers and types. So TripleA packs most of them
// as they are; otherwise says that it does not, unfit for how many units it would find no room.
func atSea(b *board.Board, pos *position.Position, zone board.SpaceID) (
	units []position.Unit, otherwise bool, unfit int,
) {
	var ships []position.Unit
	var rest []position.Unit
	for u := range pos.In(zone) {
		switch {
		case u.Type == board.Transport:
			ships = append(ships, u)
		case !u.Type.IsLand():
			rest = append(rest, u)
		}
	}
	load := func(ship position.Unit) (n int) {
		for _, id := range pos.CargoOf(ship.ID) {
			n += size(pos.Unit(id).Type)
		}
		return n
	}
	slices.SortStableFunc(ships, func(a, c position.Unit) int {
		return cmp.Or(load(c)-load(a), b.Index(a.Owner)-b.Index(c.Owner), a.ID-c.ID)
	})
	var cargo []board.UnitType
	var want []int
	place := func(ship, k int) {
		for _, id := range pos.CargoOf(ship) {
			c := pos.Unit(id)
			units, cargo, want = append(units, c), append(cargo, c.Type), append(want, k)
		}
	}
	for k, s := range ships {
		units = append(units, s)
		place(s.ID, k)
	}
	slices.SortStableFunc(rest, func(a, c position.Unit) int { return byType(b, a, c) })
	units = append(units, rest...)
	for u := range pos.In(zone) {
		if u.Type.IsLand() && pos.Unit(u.Aboard).Type != board.Transport {
			units, cargo, want = append(units, u), append(cargo, u.Type), append(want, -1)
		}
	}
	for i, k := range pack(len(ships), cargo) {
		otherwise = otherwise || k != want[i]
		if k < 0 {
			unfit++
		}
	}
	return units, otherwise, unfit
}

// byType sorts the units of a space by power and type.
func byType(b *board.Board, a, c position.Unit) int {
	return cmp.Or(b.Index(a.Owner)-b.Index(c.Owner), int(a.Type)-int(c.Type), damage(a)-damage(c), a.ID-c.ID)
}

func damage(u position.Unit) int {
	if u.Damaged {
		return 1
	}
	return 0
}
