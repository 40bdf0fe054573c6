package event

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Moved is units of one line that go the same way, with what is aboard them. Without a Path they stay, and the line
// only counts.
type Moved struct {
	Power    board.Power
	Units    []Unit // as the orders name them
	From, To board.SpaceID
	Path     []board.SpaceID // every space entered, To last
	Cost     int             // movement used, in spaces
	Line     int             // of the order, 0 without one
	Phase    order.Phase     // Combat or Noncombat
	Battle   board.SpaceID   // combat: the battle that they join, NoSpace without one
	Lands    bool            // planes that fly to where they stay
}

// Loaded is cargo that goes aboard a ship.
type Loaded struct {
	Power board.Power
	Units []Unit
	From  board.SpaceID // land
	To    board.SpaceID // sea zone in which the ship takes it aboard
	Ship  int           // ID
	Line  int           // of the order
	Phase order.Phase   // Combat or Noncombat
}

// Unloaded is cargo that a ship puts ashore.
type Unloaded struct {
	Power board.Power
	Units []Unit
	From  board.SpaceID // sea zone
	To    board.SpaceID // land
	Ship  int           // ID
	Phase order.Phase   // Combat: an assault; Noncombat
}

// FoundRefuge is a fighter whose carrier was sunk, and that lands elsewhere.
type FoundRefuge struct {
	Power    board.Power
	Unit     Unit // Aboard: the carrier on which it lands
	From, To board.SpaceID
	Whose    board.Power // that carrier's power
}

// Stayed is a line that could not be carried out as its units are gone.
type Stayed struct {
	Power board.Power
	Space board.SpaceID
	N     int // how many were meant
}

// Pledged is a carrier that promises to go to a sea zone in noncombat.
type Pledged struct {
	Power    board.Power
	Carrier  int // ID
	From, To board.SpaceID
}

// Surfaced is submarines that come up.
type Surfaced struct {
	Power board.Power
	Space board.SpaceID
	Units []Unit // as they are after it
}

// Repaired is battleships that are repaired.
type Repaired struct {
	Power board.Power
	Space board.SpaceID
	Units []Unit // as they are after it
}

// NoLanding is planes that are lost because they have no place to land.
type NoLanding struct {
	Power board.Power
	Space board.SpaceID
	Units []Unit
}

// Captured is a territory or convoy centre that Power takes; it is To's from now on, by liberation if that is not
// Power.
type Captured struct {
	Power    board.Power
	Space    board.SpaceID
	From, To board.Power
	Taken    []Unit // guns and complexes that change hands with it, with their new owners
}

// Returned is a territory that an ally held in trust and that goes back to its original controller with the capital
//
type Returned struct {
	Power board.Power // who held it
	Space board.SpaceID
	To    board.Power
	Taken []Unit // guns and complexes that change hands with it, with their new owners
}

// CapitalLost is a capital that Power takes from Whose, with its money.
type CapitalLost struct {
	Power, Whose board.Power
	Space        board.SpaceID
	Paid         int // IPC
}

// CapitalFreed is a capital that Power retakes for Whose.
type CapitalFreed struct {
	Power, Whose board.Power
	Space        board.SpaceID
}

// The bookkeeping of moves.
type (
	// Planned is additions to what the combat moves fix.
	Planned struct{ Plan Plan }
	// Marked is what units did this turn, where no other event says so.
	Marked struct {
		Units []int // IDs
		Did   Activity
	}
	// Embarked is units that are aboard a ship in their space from now on.
	Embarked struct {
		Units []int // IDs
		Ship  int   // ID
	}
	// RangeRenewed gives planes their whole range again.
	RangeRenewed struct{ Units []int }
	// FlightTracked counts a way home past guns; the count numbers their dice.
	FlightTracked struct{}
	// GunsTended notes that guns without an owner were moved this round (Europe, 3.13).
	GunsTended struct{ Units []int }
	// MovesMade is the end of the combat moves; the fight follows.
	MovesMade struct{}
)
