package order

import "fieldpost/adjudicator/board"

// EditVerb is what an edit does.
type EditVerb string

// The verbs. Each comment names the fields of an [Edit] that it uses.
const (
	EditAdd    EditVerb = "add"     // N units of Type, of Power, in Space
	EditRemove EditVerb = "remove"  // likewise
	EditOwner  EditVerb = "owner"   // Space is Power's from now on
	EditMoney  EditVerb = "money"   // Power has N IPC
	EditTech   EditVerb = "tech"    // Power has technology N
	EditNoTech EditVerb = "no-tech" // Power has it no more
	EditPhase  EditVerb = "phase"   // Power is on turn in round N, at the beginning of Phase
)

// Edit is one change that a referee makes to a position by hand.
type Edit struct {
	At    // the line that says it, for faults
	Do    EditVerb
	Power board.Power
	Space board.SpaceID // NoSpace where unused
	Type  board.UnitType
	N     int
	Phase Phase
}
