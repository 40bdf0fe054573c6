// Package event holds the changes of a position as values: one struct for each kind. Events are data, not prose:
// package position applies them, the packages below templates describe them in the reader's language, [Report] brings
// them into the form of the JSON of reports.
package event

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Event is one change of a position, or something that happened and changed nothing. Only this package declares events.
type Event interface {
	// Kind is the word of docs/report-schema.md, "" for bookkeeping, which is in no report.
	Kind() Kind
	sealed()
}

// Unit is a unit as it was when an event began, unless the event says otherwise.
type Unit struct {
	ID        int
	Owner     board.Power
	Type      board.UnitType
	Damaged   bool
	Submerged bool
	Aboard    int    // ID of the ship that it is on after the event; 0: none
	Cargo     []Unit // of a ship in a battle: what goes down with it
}

// Activity is a set of things a unit did since its owner's turn began.
type Activity uint32

// What units do.
const (
	MovedInCombat    Activity = 1 << iota // moved in the combat move phase
	MovedInNoncombat                      // moved in the noncombat phase
	Fought                                // took part in combat of any kind (bombardment, rockets, raids too)
	FromSea                               // land unit that came ashore in an assault
	LoadedNow                             // went aboard this phase; cleared between the phases
	LoadedThisTurn                        // went aboard this turn
	UnloadedThisTurn                      // ship: put cargo ashore this turn; land unit: came ashore
	RetreatedNow                          // retreated from a battle this turn
	RaidedNow                             // took part in a raid
	FiredRocket                           //
	Bombarded                             //
	Suicide                               // Kamikaze
	Arrived                               // plane that has finished its landing
	LaunchedNow                           // fighter that left its carrier to fight
	Blitzed                               // captured on its way
	ShotDown                              // marked lost on its route
	PlacedNow                             // came on the board this turn
	MovesAgain                            // may move one space in noncombat although it fought (Panzerblitz)
	CapturedNow                           // gun that changed hands with its territory this turn
)

// Has reports whether all of acts are in the set.
func (a Activity) Has(acts Activity) bool { return a&acts == acts }

// Any reports whether one of acts is in the set.
func (a Activity) Any(acts Activity) bool { return a&acts != 0 }

// Stack is equal units in a report.
type Stack struct {
	Power     board.Power    `json:"power"`
	Type      board.UnitType `json:"type"`
	N         int            `json:"n"`
	Damaged   bool           `json:"damaged,omitempty"`
	Submerged bool           `json:"submerged,omitempty"`
	Aboard    []Stack        `json:"aboard,omitempty"`
}

// Volley is the dice of one column of one side in one step: who rolled what against which number.
type Volley struct {
	Units []Stack `json:"units"`
	Value int     `json:"value"` // hits at or below
	Dice  []int   `json:"dice"`
	Hits  int     `json:"hits"`
}

// Stacks counts equal units, in the order in which they first occur.
func Stacks(us []Unit) []Stack {
	var ss []Stack
	for _, u := range us {
		one := Stack{Power: u.Owner, Type: u.Type, N: 1, Damaged: u.Damaged, Submerged: u.Submerged,
			Aboard: Stacks(u.Cargo)}
		i := slices.IndexFunc(ss, func(s Stack) bool { return sameKind(s, one) })
		if i < 0 {
			ss = append(ss, one)
		} else {
			ss[i].N++
		}
	}
	return ss
}

func sameKind(a, b Stack) bool {
	return a.Power == b.Power && a.Type == b.Type && a.Damaged == b.Damaged && a.Submerged == b.Submerged &&
		slices.EqualFunc(a.Aboard, b.Aboard, func(x, y Stack) bool { return x.N == y.N && sameKind(x, y) })
}
