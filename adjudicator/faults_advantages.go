package adjudicator

import "fieldpost/adjudicator/order"

// The faults of national advantages. The comment names the fields that their messages use.
const (
	NotDeclarable  order.Code = "not-declarable"   // Word: an advantage that is not used by declaring it
	AdvantageUsed  order.Code = "advantage-used"   // Word: an advantage that Power has used up
	NotDeclaredNow order.Code = "not-declared-now" // Word: an advantage whose time is not now
	NeedsCapital   order.Code = "needs-capital"    // Word: an advantage that is declared at the end of a turn of which Power, without its capital, has none
	Contradicts    order.Code = "contradicts"      // the line does not agree with line Have of the same answer
	SitsOut        order.Code = "sits-out"         // Power has declared that it does not fight on this turn
	GarrisonLate   order.Code = "garrison-late"    // the game has begun
	GarrisonSite   order.Code = "garrison-site"    // Space is none of Power's own territories with an income
	NotAttacked    order.Code = "not-attacked"     // no battle is to come in Space, nor in Other if it is set, in which this could help
	OneStart       order.Code = "one-start"        // Space and Other: the units of this move come from one space
	NotChoosing    order.Code = "not-choosing"     // no advantages are to be chosen in this game, or no more
	NotItsOwn      order.Code = "not-its-own"      // Word: no advantage of Power; Suggest: those that it has
	ChosenTwice    order.Code = "chosen-twice"     // Word: an advantage that stands twice
	WrongNumber    order.Code = "wrong-number"     // Have advantages chosen, Want to be chosen
	NotDealt       order.Code = "not-dealt"        // the turn of Power waits until the advantages are in force
	OneStays       order.Code = "one-stays"        // Power: a unit must stay in Space
)
