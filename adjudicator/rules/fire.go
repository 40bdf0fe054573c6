package rules

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

// Bombard is the value at which a ship type bombards a coast; 0 means that it does not.
func (s *Set) Bombard(active []trait.Trait, t board.UnitType) int {
	v := s.Landing.Bombard[t]
	for _, a := range active {
		if h, ok := a.(trait.Bombarder); ok {
			v = h.Bombard(t, v)
		}
	}
	return v
}

// GunHits is the number at which an owner's gun hits planes over a territory.
func (s *Set) GunHits(active []trait.Trait, home, holder board.Power) int {
	v := s.Chart[board.AAGun].Defence
	for _, a := range active {
		if h, ok := a.(trait.GunSight); ok {
			v = h.GunHits(home, holder, v)
		}
	}
	return v
}

// Untouchable tells whether guns never fire at a plane type of a power with these traits.
func (s *Set) Untouchable(active []trait.Trait, t board.UnitType) bool {
	for _, a := range active {
		if h, ok := a.(trait.Untouchable); ok && h.Untouchable(t) {
			return true
		}
	}
	return false
}
