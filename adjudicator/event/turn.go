package event

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// PhaseBegan is the beginning of a phase of a power's turn.
type PhaseBegan struct {
	Power board.Power
	Phase order.Phase
	Round int
}

// Researched is dice paid and rolled for a technology.
type Researched struct {
	Power   board.Power
	Tech    int
	N       int // dice paid
	Paid    int // IPC
	Dice    []int
	Success bool
	AtOnce  bool // a technology that was found counts at once, not with the end of the turn
}

// Bought is units bought; they wait to be placed.
type Bought struct {
	Power board.Power
	Units []Stack // as ordered
	Paid  int     // IPC
}

// Refunded is units that could be placed nowhere, given back for their price.
type Refunded struct {
	Power board.Power
	Units []Stack
	Paid  int // IPC returned
}

// Converted is allies' units in a territory that are Power's from now on.
type Converted struct {
	Power board.Power
	Space board.SpaceID
	Units []Unit // with their old owners
}

// Placed is new units on the board.
type Placed struct {
	Power     board.Power
	Space     board.SpaceID
	Units     []Unit // Aboard: the carrier on which a fighter is placed
	Waited    bool   // they were bought in this game's purchase phase and waited; else they come from elsewhere
	ThisTurn  bool   // they count as placed this turn
	Paid      int    // IPC, before round 1
	Advantage string // that gave them for nothing
}

// Boarded is fighters of a territory that go on a carrier placed this turn.
type Boarded struct {
	Power    board.Power
	Units    []Unit
	From, To board.SpaceID
}

// Income is what a power collects.
type Income struct {
	Power      board.Power
	Paid       int // IPC received
	Production int // national production
}

// Payment is money that a power pays to another.
type Payment struct {
	Power, To board.Power
	Paid      int // IPC
}

// AdvantagesAssigned is the national advantages that a power has from now on.
type AdvantagesAssigned struct {
	Power      board.Power
	Advantages []string
	Dice       []int // that chose them
}

// Declared is a national advantage that its power declares, and has used with it.
type Declared struct {
	Power     board.Power
	Advantage string
	Space     board.SpaceID // where it raises units, else NoSpace
	Lasts     bool          // it is in force until the power's next turn
}

// Raised is a national advantage that gives units, or lets units of a battle move again.
type Raised struct {
	Power     board.Power
	Advantage string
	Space     board.SpaceID
	Units     []Unit // new ones
	ThisTurn  bool   // the new ones count as placed this turn
	FromStart bool   // complexes among them count as there since the turn began
	Again     []Unit // those that may move again
}

// SteppedAside is a national advantage by which units move between an enemy's combat moves and the fight.
type SteppedAside struct {
	Power     board.Power
	Advantage string
	From, To  board.SpaceID
	Units     []Unit // Aboard: the carrier on which a fighter lands
}

// CityCount is the victory cities of both sides after a round.
type CityCount struct{ Axis, Allies int }

// Victory ends the game by the rules. Without a side it is a draw, and Note says why.
type Victory struct {
	Side   board.Side
	Powers []board.Power // individual winners, several if they are equal
	Note   string
}

// AgreedEnd ends the game by agreement; Side is the winner after a surrender.
type AgreedEnd struct {
	Side board.Side
	How  string // draw, end, surrender
}

// PhaseFailed is a later phase of a file that could not be played; its lines are dropped.
type PhaseFailed struct {
	Power  board.Power
	Phase  order.Phase
	Faults []order.Fault
}

// TurnIdle is a turn in which a power has nothing to decide.
type TurnIdle struct {
	Power board.Power
	Round int
}

// TurnEnded is the end of a power's turn.
type TurnEnded struct {
	Power   board.Power
	Round   int
	Learned int // technology that counts from now on, 0: none
}

// The bookkeeping of turns.
type (
	// Filed is turn orders put on file or taken off: all that are on file from now on.
	Filed struct{ Sheet order.Sheet }
	// StandingFiled is all standing orders and answers that a power has on file from now on.
	StandingFiled struct {
		Power    board.Power
		Standing []order.Standing
		Answers  []order.Order
	}
	// PhaseEnded is the end of a phase. Its lines are played; Next is the phase that follows in this turn, NoPhase if
	// none does.
	PhaseEnded struct{ Phase, Next order.Phase }
	// TurnBegan begins a turn: what units did and what was planned in the turn before is forgotten.
	TurnBegan struct {
		Power board.Power
		Round int
		Phase order.Phase
	}
	// EnemiesNoted is the spaces in which units of the power on turn began the turn next to enemy ones.
	EnemiesNoted struct{ Spaces []board.SpaceID }
	// Granted is money that a power gets before round 1.
	Granted struct {
		Power board.Power
		Paid  int // IPC
	}
	// Asked is a question to a power.
	Asked struct {
		Power board.Power
		What  string
		Space board.SpaceID
	}
	// Answered takes a question off.
	Answered struct {
		Power board.Power
		What  string
	}
	// ReactionsHeard notes that the advantages of the attacked had their say this turn.
	ReactionsHeard struct{}
	// AttackedFirst notes that an enemy attacked Power before Power attacked it.
	AttackedFirst struct{ Power, By board.Power }
	// AdvantageUsed is a national advantage that is used up.
	AdvantageUsed struct {
		Power     board.Power
		Advantage string
	}
	// ComplexWithdrawn takes back the complex that an advantage put into a territory before anything was played.
	ComplexWithdrawn struct{ Space board.SpaceID }
)
