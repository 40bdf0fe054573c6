package phase

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

// DeckRoom is how many more fighters fit on a carrier now.
func (t *Turn) DeckRoom(carrier int) int { return position.DeckRoom - len(t.Pos.CargoOf(carrier)) }

// RemoveStranded takes planes off the board that have no place to land, and tells of them space by space.
func RemoveStranded(t *Turn, planes []int) {
	for len(planes) > 0 {
		at := t.Pos.Unit(planes[0]).At
		here := slices.DeleteFunc(slices.Clone(planes), func(id int) bool { return t.Pos.Unit(id).At != at })
		planes = slices.DeleteFunc(planes, func(id int) bool { return slices.Contains(here, id) })
		t.Emit(event.NoLanding{Power: t.Power, Space: at, Units: t.Units(here)})
	}
}

// HasNoDeck reports whether an own fighter is over the sea without a deck.
func (t *Turn) HasNoDeck(u position.Unit) bool {
	return u.Type == board.Fighter && t.Controls(u.Owner) && u.Aboard == 0 && t.Board.Space(u.At).Sea
}

// gunsIn counts the guns that stand in a territory, whosever they are.
func gunsIn(t *Turn, at board.SpaceID) int {
	return len(t.UnitsIn(at, func(u position.Unit) bool { return u.Type == board.AAGun && u.Aboard == 0 }))
}

// RoomForGuns is how many more guns a territory takes (Europe, 3.12).
func RoomForGuns(t *Turn, at board.SpaceID) int {
	if !t.Rules.Guns.OneEach || t.Board.Space(at).Sea {
		return Unlimited
	}
	return max(0, 1-gunsIn(t, at))
}

// UsableComplexes lists the territories whose complex may be used: held since the turn began, and so was the
// territory where the complex then stood. One that was taken this turn builds nothing, even if it has been
// moved.
func UsableComplexes(t *Turn) []board.SpaceID {
	var ids []board.SpaceID
	for u := range t.Pos.Units() {
		if u.Type == board.Complex && t.Pos.Owner(u.At) == t.Power && t.Pos.Turn().StartOwner(u.At) == t.Power &&
			!u.Now.Did.Has(position.PlacedNow) && t.Pos.Turn().StartOwner(u.Now.Start) == t.Power &&
			t.Pos.Turn().StartComplex(u.Now.Start) {
			ids = append(ids, u.At)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Unlimited stands for the room of a complex without limit: more than anybody can pay for.
const Unlimited = 200
