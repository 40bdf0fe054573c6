package event

import "fieldpost/adjudicator/board"

// What a referee changes by hand.
type (
	// MoneySet is a power's money from now on.
	MoneySet struct {
		Power board.Power
		Money int // IPC
	}
	// TechSet gives a power a technology, or takes it back.
	TechSet struct {
		Power board.Power
		Tech  int
		Has   bool
	}
	// UnitsAdded is new units on the board.
	UnitsAdded struct {
		Space board.SpaceID
		Units []Unit
	}
	// OwnerSet is the controller of a space from now on.
	OwnerSet struct {
		Space board.SpaceID
		To    board.Power
		Taken []Unit // guns and complexes that change hands with it, with their new owners
	}
	// StartNoted notes again for some spaces what the turn's rules look back to: who held them when it began, where a
	// complex stood.
	StartNoted struct{ Spaces []board.SpaceID }
)
