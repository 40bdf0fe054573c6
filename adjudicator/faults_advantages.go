package adjudicator

import "fieldpost/adjudicator/order"

// The faults of national advantages. The comment names the fields that their messages use.
const (
	NotDeclarable  order.Code = "not-declarable"   // Word: an advantage that is not used by declaring it
	AdvantageUsed  order.Code = "advantage-used"   // Word: an advantage that Power has used up
	NotDeclaredNow order.Code = "not-declared-now" // Word: an advantage whose time is not now
	SitsOut        order.Code = "sits-out"         // Power has declared that it does not fight on this turn
	GarrisonLate   order.Code = "garrison-late"    // the game has begun
	GarrisonSite   order.Code = "garrison-site"    // Space is none of Power's own territories with an income
	NotAttacked    order.Code = "not-attacked"     // no battle is to come in Space, nor in Other if it is set, in which this could help
	OneStart       order.Code = "one-start"        // Space and Other: the units of this move come from one space
	OneStays       order.Code = "one-stays"        // Power: a unit must stay in Space
)
