// Package event holds what happened in a game as typed values: moved, fired, hit, lost, captured, paid. Events are data, not
// prose: package templates tells them in the reader's language, package history hashes what the dice need of them.
package event

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Kind is what happened.
type Kind string

// The kinds of events. Each comment names the fields it uses beside Kind and Power (who it happened to, or who did it).
const (
	PhaseBegan Kind = "phase" // Phase, Round: a phase of Power's turn begins

	Researched Kind = "researched" // Tech, N dice paid, Dice, Hits (1 = success)
	Bought     Kind = "bought"     // Units, Paid
	Refunded   Kind = "refunded"   // Units, Paid (returned)
	Converted  Kind = "converted"  // Units (their old owners), Space: now Power's

	Moved    Kind = "moved"     // Units, From, To, Path (every space entered, To last)
	Loaded   Kind = "loaded"    // Units, From (land), To (sea zone)
	Unloaded Kind = "unloaded"  // Units, From (sea zone), To (land)
	Landed   Kind = "landed"    // planes: Units, From, To, Path; Other carrier's power in Whose
	Stayed   Kind = "stayed"    // Units, Space: a line that could not be carried out as the units are gone (Note says how many were meant in N)
	Pledged  Kind = "pledged"   // Space → To
	Declared Kind = "declared"  // Advantage
	Placed   Kind = "placed"    // Units, Space; Paid before round 1; Advantage that gave them for nothing
	Retreats Kind = "retreated" // Units, From, To
	Submerge Kind = "submerged" // Units, Space
	Surfaced Kind = "surfaced"  // Units, Space
	Repaired Kind = "repaired"  // Units, Space

	Rocket       Kind = "rocket"        // From, Space (target), Dice, Paid, Whose pays
	Flak         Kind = "flak"          // Space, Units (the planes shot at), Dice, Hits, Value; Whose gun
	Raid         Kind = "raid"          // Space, Units (raiders), Dice, Paid, Whose pays
	Interception Kind = "interception"  // Space, Units, Dice, Hits, Side
	BattleBegan  Kind = "battle"        // Space, Battle, Attackers, Defenders
	RoundBegan   Kind = "round"         // Space, Round
	Fired        Kind = "fired"         // Space, Round, Side, Step, Volleys
	Lost         Kind = "lost"          // Space, Units (with owners), Side, Step; Damaged in Note "damaged"
	BattlePaused Kind = "paused"        // Space, Round
	BattleEnded  Kind = "battle-ended"  // Space, Outcome, Attackers and Defenders left, Round
	CalledOff    Kind = "called-off"    // Space: the landing there is dropped
	Captured     Kind = "captured"      // Space, Whose it was
	Liberated    Kind = "liberated"     // Space, Whose it is now; Power freed it
	CapitalLost  Kind = "capital-lost"  // Space, Whose; Paid (loot)
	CapitalFreed Kind = "capital-freed" // Space, Whose
	NoLanding    Kind = "no-landing"    // planes lost for want of a place: Units, Space
	Drowned      Kind = "drowned"       // cargo and fighters lost with their ship: Units, Space

	Income      Kind = "income"     // Paid (received), N (national production)
	Payment     Kind = "payment"    // Power pays Whose: Paid
	Advantage   Kind = "advantage"  // Advantage took effect: Space, Units, Paid as it needs
	Dealt       Kind = "dealt"      // Advantages that Power has from now on; Dice that chose them
	Rolled      Kind = "rolled"     // a die outside battles: Dice, Note what for
	CityCount   Kind = "cities"     // N Axis, Value Allied victory cities after a round
	Victory     Kind = "victory"    // Side, Power an individual winner or Nobody; without a side Note says why the game is over
	PhaseFailed Kind = "not-played" // Phase: a later phase of the file could not be played; Faults
	TurnIdle    Kind = "turn-idle"  // Round: Power has nothing to decide, and its turn is empty
	TurnEnded   Kind = "turn-ended" // Round
)

// Stack is equal units in an event.
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

// Event is one thing that happened. Which fields count depends on Kind.
type Event struct {
	Kind  Kind            `json:"kind"`
	Power board.Power     `json:"power,omitempty"`
	Whose board.Power     `json:"whose,omitempty"`
	Space board.SpaceID   `json:"space"` // NoSpace where unused, likewise From and To
	From  board.SpaceID   `json:"from"`
	To    board.SpaceID   `json:"to"`
	Path  []board.SpaceID `json:"path,omitempty"`
	Phase order.Phase     `json:"phase,omitempty"`
	Round int             `json:"round,omitempty"`
	Units []Stack         `json:"units,omitempty"`

	Attackers  []Stack       `json:"attackers,omitempty"`
	Defenders  []Stack       `json:"defenders,omitempty"`
	Side       board.Side    `json:"side,omitempty"`      // Victory
	Powers     []board.Power `json:"powers,omitempty"`    // Victory: the individual winners
	Attacking  bool          `json:"attacking,omitempty"` // Fired, Lost: the attacker's
	Step       string        `json:"step,omitempty"`      // Fired, Lost: name of the combat step
	Battle     string        `json:"battle,omitempty"`    // "land", "sea", "amphibious"
	Outcome    string        `json:"outcome,omitempty"`   // "attacker", "defender", "draw", "retreat"
	Volleys    []Volley      `json:"volleys,omitempty"`
	Dice       []int         `json:"dice,omitempty"`
	Value      int           `json:"value,omitempty"`
	Hits       int           `json:"hits,omitempty"`
	N          int           `json:"n,omitempty"`
	Paid       int           `json:"paid,omitempty"` // IPC
	Tech       int           `json:"tech,omitempty"`
	Advantage  string        `json:"advantage,omitempty"`
	Advantages []string      `json:"advantages,omitempty"`
	Note       string        `json:"note,omitempty"`
	Faults     []order.Fault `json:"faults,omitempty"`
}

// New is an event with its spaces unset.
func New(k Kind, p board.Power) Event {
	return Event{Kind: k, Power: p, Space: board.NoSpace, From: board.NoSpace, To: board.NoSpace}
}
