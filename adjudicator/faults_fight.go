package adjudicator

import "fieldpost/adjudicator/order"

// The faults of battles. The comment names the fields that their messages use.
const (
	NobodyFights     order.Code = "nobody-fights"       // Space: the line or section names a space where nobody fights
	LandingFirst     order.Code = "landing-first"       // Space, a landing, is listed before its sea battle in Other
	NoSuchRetreat    order.Code = "no-such-retreat"     // Space: the battle, Other: where nobody may retreat from it; Spaces: where one may
	NoPlanesToCall   order.Code = "no-planes-withdraw"  // Space: the planes of this battle cannot leave it alone
	NothingToCallOff order.Code = "nothing-to-call-off" // Space: no landing there
	NoCallingOff     order.Code = "no-calling-off"      // Space: by the options of this game a landing cannot be called off
)
