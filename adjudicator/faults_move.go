package adjudicator

import "fieldpost/adjudicator/order"

// The faults of both movement phases. The comment names the fields that their messages use.
const (
	AlreadyMoved    order.Code = "already-moved"      // Power has Have of Unit in Space that can still move, Want were ordered; Word: what those did, if all
	NotYours        order.Code = "not-yours"          // Power's Unit in Space cannot be ordered
	NothingToMove   order.Code = "nothing-to-move"    // `all` finds nothing in Space that can move
	CannotMoveThere order.Code = "cannot-move-there"  // Unit can never stand in Space (land at sea, ship on land)
	CannotMoveNow   order.Code = "cannot-move-now"    // Unit does not move in this phase (guns in combat, complexes)
	NoncombatOnly   order.Code = "only-in-noncombat"  // Unit moves, and is shipped, in noncombat only
	ComplexStays    order.Code = "complex-stays"      // complexes do not move; only those of Power do, by the advantage Word; Nobody: none
	AboardShip      order.Code = "aboard-ship"        // Unit in Space is cargo: unload it, or move its ship
	SameSpace       order.Code = "same-space"         // Space: the move ends where it begins
	NotAdjacent     order.Code = "not-adjacent"       // via: Space and Other do not touch, or nothing may pass between them
	NeutralLand     order.Code = "neutral-land"       // Space is neutral: nothing enters or overflies it
	TooFar          order.Code = "too-far"            // Unit from Space to Other: Want spaces, Have movement
	NoWay           order.Code = "no-way"             // Unit from Space to Other: there is no way at all
	CanalClosed     order.Code = "canal-closed"       // between Space and Other: Spaces were not held when the turn began
	EnemyOnWay      order.Code = "enemy-on-way"       // Unit must stop in Space on its way to Other
	FriendlyTarget  order.Code = "friendly-target"    // Space is friendly: moves into it are noncombat
	NothingThere    order.Code = "nothing-there"      // Space: no enemy that Unit could attack
	HostileTarget   order.Code = "hostile-target"     // Space is hostile: not in noncombat
	NoLandingPlace  order.Code = "no-landing-place"   // Unit that goes to Space could land nowhere: Have movement left there
	NoLandForBomber order.Code = "no-land-for-bomber" // no land within Have spaces of Space on which a bomber could land
	BombersAshore   order.Code = "bombers-ashore"     // Space is a sea zone: bombers land on land
	NotBeside       order.Code = "not-beside"         // Other does not lie beside Space, and the move goes one space
	NoLandingHere   order.Code = "no-landing-here"    // Unit may not land in Space (captured this turn, hostile)
	NoDeck          order.Code = "no-deck"            // Space: no carrier with room for Unit
	NotABomber      order.Code = "not-a-bomber"       // Unit cannot raid
	NoComplexThere  order.Code = "no-complex-there"   // Space: no enemy complex to raid or fire at
	NoRockets       order.Code = "no-rockets"         // Power has not developed rockets
	GunMoved        order.Code = "gun-not-ready"      // the gun in Space moved, was captured this turn, or has fired
	GunCaptured     order.Code = "gun-captured"       // the gun in Space was captured this turn and stays there
	GunMovedAlready order.Code = "gun-moved-already"  // the Middle East's gun in Space was moved this round
	NoBomber        order.Code = "no-bomber"          // Space: the raid on it has no bomber, fighters only escort one
	RocketTwice     order.Code = "rocket-twice"       // Space is the target of a rocket already
	NoKamikaze      order.Code = "no-kamikaze"        // Power has no Kamikaze advantage, or Space is no sea zone
	NoCarrierThere  order.Code = "no-carrier-there"   // Space: no carrier of Power that can still go to Other
	NoFlightOn      order.Code = "no-flight-on"       // planes that land in Space do not fly on from there
	PledgeBinds     order.Code = "pledge-binds"       // the carrier in Space was pledged to Other, where fighters wait
	CarrierStays    order.Code = "carrier-stays"      // a fighter landed on the carrier in Space: it moves no more
	WayTaken        order.Code = "way-taken"          // hint: Unit goes from Space to Other over Spaces, the way found for it
	GunsAvoidable   order.Code = "guns-avoidable"     // hint: Unit flies past guns in Spaces, another way, Suggest, is free of them
)

// The faults of transports.
const (
	NoTransport    order.Code = "no-transport"     // no ship can take Unit from Space, to Other if it is set; Spaces: the nearest, Want spaces away
	Inland         order.Code = "inland"           // Space does not lie on the sea
	ShipFull       order.Code = "ship-full"        // the ship in Space has no room for Unit
	TooMuchCargo   order.Code = "too-much-cargo"   // Have ships of Want that the cargo needs; Space
	NotCargo       order.Code = "not-cargo"        // Unit cannot be carried (in this phase)
	NoCargoAboard  order.Code = "no-cargo-aboard"  // no ship in Space carries Want of Unit, Have do
	NoCoast        order.Code = "no-coast"         // Space and the sea zone Other do not touch
	OneTerritory   order.Code = "one-territory"    // the ship lands in Space already; Other cannot be second
	ShipDone       order.Code = "ship-done"        // the ship in Space moved or fought and can do no more this turn
	LandingFriend  order.Code = "landing-friend"   // Space is friendly: units go ashore there in noncombat
	ZoneHostile    order.Code = "zone-hostile"     // Space: no loading or unloading beside enemy ships
	LoadedThisTurn order.Code = "loaded-this-turn" // Unit went aboard an ally's ship this turn: it lands on a later one
	MustLand       order.Code = "must-land"        // Unit loaded in Space must land this turn
	NoLandingThere order.Code = "no-landing-there" // no units land in Space from the zone Other
	NoBombarder    order.Code = "no-bombarder"     // Have ships in Space can bombard Other, Want were ordered
)
