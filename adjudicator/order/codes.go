package order

// The faults of turns, research, purchase and placing. The comments name the fields of a fault that its message uses.
const (
	NotOnTurn     Code = "not-on-turn"     // Power is on turn, not the sender
	WrongRound    Code = "wrong-round"     // Want the current round, Have the one ordered
	GameOver      Code = "game-over"       //
	PhaseOver     Code = "phase-over"      // Word the phase; the turn stands after it
	NoSuchPhase   Code = "no-such-phase"   // Word the phase: these rules do not have it
	CapitalIsLost Code = "capital-lost"    // Word the phase: without the capital there is none
	OneTechnology Code = "one-technology"  // one technology a turn
	TechKnown     Code = "tech-known"      // Want the technology's number
	NoDice        Code = "no-dice"         // at least one die
	TooDear       Code = "too-dear"        // Want what the line costs, Have what is left
	NotForSale    Code = "not-for-sale"    // Unit
	OverCapacity  Code = "over-capacity"   // Want units in the mobilization zone, Have what the complexes can place
	NotBought     Code = "not-bought"      // Unit, Want ordered, Have waiting
	NoComplexHere Code = "no-complex-here" // Space: no complex that may be used; Spaces: those that may
	ComplexFull   Code = "complex-full"    // Space, Want, Have
	NotPlaceable  Code = "not-placeable"   // Unit in Space
	ComplexHere   Code = "complex-here"    // Space has one already
	PoorLand      Code = "poor-land"       // Space has no income
	NotHeldSince  Code = "not-held-since"  // Space was not held when the turn began
	NoNewCarrier  Code = "no-new-carrier"  // Space: no carrier with room that was placed this turn
	NotPaused     Code = "not-paused"      // Space: no battle waits there
	BattleWaits   Code = "battle-waits"    // Space: the battle there waits for its answer first
	TooFew        Code = "too-few"         // Power has Have Unit in Space, the line names Want
	NoAdvantage   Code = "no-advantage"    // Word: what the line does needs an advantage that Power does not have
	// Power has no units in Space to which new ones could go; Spaces: where it has
	NoOwnUnits Code = "no-own-units"
	// Unit of the bonus cannot go into Space, a sea zone; Spaces: land with own units
	OnlyShips Code = "only-ships-at-sea"
	// Unit of the bonus, a ship, cannot go into Space, land; Spaces: zones with own ships
	OnlyAshore     Code = "ships-not-ashore"
	NotInShare     Code = "not-in-share"     // Power is not of the side that shares
	WrongSum       Code = "wrong-sum"        // Have the sum of the shares, Want what there is to share
	NoTakeOver     Code = "no-take-over"     // Power may not take over units in Space
	BonusNotAsked  Code = "bonus-not-asked"  // Power is not asked to spend a bonus now
	SecondGun      Code = "second-gun"       // Space has an antiaircraft gun, or a line above brings one
	AnotherAsked   Code = "another-is-asked" // Power is asked first
	YouAreAsked    Code = "you-are-asked"    // Word: what the sender is asked for first, "bonus" or "share"
	NotRedLand     Code = "not-red-land"     // Space is no original territory of the USSR
	NoOwnComplex   Code = "no-own-complex"   // Space has no industrial complex
	DiceTooDear    Code = "dice-too-dear"    // Want what the dice cost, Have what is left
	NotHomeLand    Code = "not-home-land"    // Space is no original territory of Power
	NotControlled  Code = "not-controlled"   // Space is not the sender's
	NotConvertible Code = "not-convertible"  // Unit cannot be taken over
	OneComplex     Code = "one-complex"      // a territory takes one complex; the line places Want in Space
	FightersLand   Code = "fighters-on-land" // Space: by these rules fighters are placed on land; Spaces: where
	// Space: no own carrier with room there, old or new; Spaces: where fighters can be placed
	NoNewDeck    Code = "no-deck-to-place"
	NoTechnology Code = "no-technology" // the rules of this game have no technologies
)

// The faults of national advantages.
const (
	NotDeclarable  Code = "not-declarable"   // Word: an advantage that is not used by declaring it
	AdvantageUsed  Code = "advantage-used"   // Word: an advantage that Power has used up
	NotDeclaredNow Code = "not-declared-now" // Word: an advantage whose time is not now
	// Word: an advantage declared at the end of a turn, which Power, without its capital, has not
	NeedsCapital Code = "needs-capital"
	Contradicts  Code = "contradicts"   // the line does not agree with line Have of the same answer
	SitsOut      Code = "sits-out"      // Power has declared that it does not fight on this turn
	GarrisonLate Code = "garrison-late" // the game has begun
	GarrisonSite Code = "garrison-site" // Space is none of Power's own territories with an income
	// no battle will be in Space, or in Other if it is set, in which this could help
	NotAttacked Code = "not-attacked"
	OneStart    Code = "one-start"    // Space and Other: the units of this move come from one space
	NotChoosing Code = "not-choosing" // no advantages are to be chosen in this game, or no more
	NotItsOwn   Code = "not-its-own"  // Word: no advantage of Power; Suggest: those that it has
	ChosenTwice Code = "chosen-twice" // Word: an advantage that stands twice
	WrongNumber Code = "wrong-number" // Have advantages chosen, Want to be chosen
	NotDealt    Code = "not-dealt"    // the turn of Power waits until the advantages are in force
	OneStays    Code = "one-stays"    // Power: a unit must stay in Space
)

// The faults of battles.
const (
	NobodyFights Code = "nobody-fights" // Space: the line or section names a space without a battle
	LandingFirst Code = "landing-first" // Space, a landing, is listed before its sea battle in Other
	// Space: the battle, Other: no way of retreat; Spaces: the ways that there are
	NoSuchRetreat    Code = "no-such-retreat"
	NoPlanesToCall   Code = "no-planes-withdraw"  // Space: the planes of this battle cannot leave it alone
	NothingToCallOff Code = "nothing-to-call-off" // Space: no landing there
	NoCallingOff     Code = "no-calling-off"      // Space: by the options of this game a landing cannot be called off
)

// The faults of both movement phases, and of transports.
const (
	// Power has Have of Unit in Space that can move, Want were ordered; Word: what they did
	AlreadyMoved    Code = "already-moved"
	NotYours        Code = "not-yours"         // Power's Unit in Space cannot be ordered
	NothingToMove   Code = "nothing-to-move"   // `all` finds nothing in Space that can move
	CannotMoveThere Code = "cannot-move-there" // Unit can never stand in Space (land at sea, ship on land)
	CannotMoveNow   Code = "cannot-move-now"   // Unit does not move in this phase (guns in combat, complexes)
	NoncombatOnly   Code = "only-in-noncombat" // Unit moves, and is shipped, in noncombat only
	// complexes move only for Power, by the advantage Word; Nobody: none
	ComplexStays    Code = "complex-stays"
	AboardShip      Code = "aboard-ship"        // Unit in Space is cargo: unload it, or move its ship
	SameSpace       Code = "same-space"         // Space: the move ends where it begins
	NotAdjacent     Code = "not-adjacent"       // via: Space and Other do not touch, or nothing may pass between them
	NeutralLand     Code = "neutral-land"       // Space is neutral: nothing enters or overflies it
	TooFar          Code = "too-far"            // Unit from Space to Other: Want spaces, Have movement
	NoWay           Code = "no-way"             // Unit from Space to Other: there is no way at all
	CanalClosed     Code = "canal-closed"       // between Space and Other: Spaces were not held when the turn began
	EnemyOnWay      Code = "enemy-on-way"       // Unit must stop in Space on its way to Other
	FriendlyTarget  Code = "friendly-target"    // Space is friendly: moves into it are noncombat
	NothingThere    Code = "nothing-there"      // Space: no enemy that Unit could attack
	HostileTarget   Code = "hostile-target"     // Space is hostile: not in noncombat
	NoLandingPlace  Code = "no-landing-place"   // Unit that goes to Space could land nowhere: Have movement left there
	NoLandForBomber Code = "no-land-for-bomber" // no land within Have spaces of Space on which a bomber could land
	BombersAshore   Code = "bombers-ashore"     // Space is a sea zone: bombers land on land
	NotBeside       Code = "not-beside"         // Other does not lie next to Space, and the move goes one space
	NoLandingHere   Code = "no-landing-here"    // Unit may not land in Space (captured this turn, hostile)
	NoDeck          Code = "no-deck"            // Space: no carrier with room for Unit
	NotABomber      Code = "not-a-bomber"       // Unit cannot raid
	NoComplexThere  Code = "no-complex-there"   // Space: no enemy complex to raid or fire at
	NoRockets       Code = "no-rockets"         // Power has not developed rockets
	GunMoved        Code = "gun-not-ready"      // the gun in Space moved, was captured this turn, or has fired
	GunCaptured     Code = "gun-captured"       // the gun in Space was captured this turn and stays there
	GunMovedAlready Code = "gun-moved-already"  // the Middle East's gun in Space was moved this round
	NoBomber        Code = "no-bomber"          // Space: the raid on it has no bomber, fighters only escort one
	RocketTwice     Code = "rocket-twice"       // Space is the target of a rocket already
	NoKamikaze      Code = "no-kamikaze"        // Power has no Kamikaze advantage, or Space is no sea zone
	NoCarrierThere  Code = "no-carrier-there"   // Space: no carrier of Power that can still go to Other
	NoFlightOn      Code = "no-flight-on"       // planes that land in Space do not fly on from there
	PledgeBinds     Code = "pledge-binds"       // the carrier in Space was pledged to Other, where fighters wait
	CarrierStays    Code = "carrier-stays"      // a fighter landed on the carrier in Space: it moves no more
	WayTaken        Code = "way-taken"          // hint: Unit goes from Space to Other over Spaces, the way found for it
	// hint: Unit flies past guns in Spaces; Suggest is a way without
	GunsAvoidable Code = "guns-avoidable"
	// no ship can load Unit in Space, for Other if set; Spaces: the nearest, Want spaces away
	NoTransport    Code = "no-transport"
	Inland         Code = "inland"           // Space does not lie on the sea
	ShipFull       Code = "ship-full"        // the ship in Space has no room for Unit
	TooMuchCargo   Code = "too-much-cargo"   // Have ships of Want that the cargo needs; Space
	NotCargo       Code = "not-cargo"        // Unit cannot be carried (in this phase)
	NoCargoAboard  Code = "no-cargo-aboard"  // no ship in Space carries Want of Unit, Have do
	NoCoast        Code = "no-coast"         // Space and the sea zone Other do not touch
	OneTerritory   Code = "one-territory"    // the ship lands in Space already; Other cannot be second
	ShipDone       Code = "ship-done"        // the ship in Space moved or fought and can do no more this turn
	LandingFriend  Code = "landing-friend"   // Space is friendly: units go ashore there in noncombat
	ZoneHostile    Code = "zone-hostile"     // Space: no loading or unloading next to enemy ships
	LoadedThisTurn Code = "loaded-this-turn" // Unit went aboard an ally's ship this turn: it lands on a later one
	MustLand       Code = "must-land"        // Unit loaded in Space must land this turn
	NoLandingThere Code = "no-landing-there" // no units land in Space from the zone Other
	NoBombarder    Code = "no-bombarder"     // Have ships in Space can bombard Other, Want were ordered
)

// The hints of a forecast: what is legal but odd. They refuse nothing.
const (
	PoorOdds       Code = "poor-odds"       // Space, Word the chance in percent: an attack that hardly ever succeeds
	CapitalEmpty   Code = "capital-empty"   // Space, the own capital, without a defender; Power can come there
	CapitalWeak    Code = "capital-weak"    // Space, Word the chance in percent with which Power could take it
	LeftUnplaced   Code = "left-unplaced"   // Have of Unit could have been placed and wait for the next turn
	MoneyUnspent   Code = "money-unspent"   // nothing was bought: Have IPC are left, Unit costs Want
	TransportAlone Code = "transport-alone" // Space: a transport without a warship, where Power can come
)
