package advantages

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

func japan() []trait.Trait {
	of := func(name string) named { return named{name, "Japan"} }
	return []trait.Trait{
		tokyoExpress{of("Tokyo Express")},
		kamikaze{of("Kamikaze")},
		kaiten{of("Kaiten Torpedoes")},
		lightningAssaults{of("Lightning Assaults")},
		dugIn{of("Dug-In Defenders")},
		banzai{of("Banzai Attacks")},
	}
}

// tokyoExpress: a destroyer carries one infantry as a transport would.
type tokyoExpress struct{ named }

func (tokyoExpress) Carries(ship board.UnitType, cargo []board.UnitType) bool {
	return ship == board.Destroyer && len(cargo) == 1 && cargo[0] == board.Infantry
}

// kamikaze: planes attack ships without a way home and fire in the opening fire.
type kamikaze struct{ named }

func (kamikaze) Suicidal() bool { return true }

// kaiten: a defending submarine beside orange land that Japan holds fires once at 3, or 4 with super submarines, and is lost.
type kaiten struct{ named }

func (a kaiten) Strength(s trait.Shot, v int) int {
	switch {
	case !a.defends(s, board.Submarine) || !s.Kaiten:
		return v
	case s.SuperSubs:
		return 4
	}
	return 3
}

func (a kaiten) MayKaiten(home, holder board.Power) bool { return home == a.power && holder == a.power }

// lightningAssaults: a transport lands more than once a turn.
type lightningAssaults struct{ named }

func (lightningAssaults) Hops() bool { return true }

// dugIn: Japanese infantry on islands defends at 3, on captured ones too.
type dugIn struct{ named }

func (a dugIn) Strength(s trait.Shot, v int) int {
	if a.defends(s, board.Infantry) && s.Island {
		return 3
	}
	return v
}

// banzai: an attack on land that begins with infantry alone hits at 2.
type banzai struct{ named }

func (a banzai) Strength(s trait.Shot, v int) int {
	if a.attacks(s, board.Infantry) && s.Foot {
		return max(v, 2)
	}
	return v
}
