package rules

import "fieldpost/adjudicator/board"

// Bombard is the value at which a ship type bombards a coast; 0 means that it does not.
func (s *Set) Bombard(active []Trait, t board.UnitType) int {
	v := s.Landing.Bombard[t]
	for _, a := range active {
		if h, ok := a.(Bombarder); ok {
			v = h.Bombard(t, v)
		}
	}
	return v
}

// GunHits is the number at which an owner's gun hits planes over a territory.
func (s *Set) GunHits(active []Trait, home, holder board.Power) int {
	v := s.Chart[board.AAGun].Defence
	for _, a := range active {
		if h, ok := a.(GunSight); ok {
			v = h.GunHits(home, holder, v)
		}
	}
	return v
}

// Untouchable tells whether guns never fire at a plane type of a power with these traits.
func (s *Set) Untouchable(active []Trait, t board.UnitType) bool {
	for _, a := range active {
		if h, ok := a.(Untouchable); ok && h.Untouchable(t) {
			return true
		}
	}
	return false
}
