package advantages

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

func uk() []trait.Trait {
	of := func(name string) named { return named{name, "UK"} }
	return []trait.Trait{
		radar{of("Radar")},
		of("Joint Strike"),
		of("Enigma Decoded"),
		mideastOil{of("Mideast Oil")},
		of("French Resistance"),
		of("Colonial Garrison"),
	}
}

// radar: British guns in tan land hit at 2 (T-65).
type radar struct{ named }

func (a radar) GunHits(home, holder board.Power, v int) int {
	if home == a.power && holder == a.power {
		return 2
	}
	return v
}

// mideastOil: planes that land in noncombat at the oil fly their whole range once more.
type mideastOil struct{ named }

func (mideastOil) FliesOn(t board.UnitType, from string) bool {
	return t.IsAir() && slices.Contains([]string{"Anglo-Egypt", "Trans-Jordan", "Persia"}, from)
}
