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
