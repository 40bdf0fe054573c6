package event

import "fieldpost/adjudicator/board"

// RocketFired is the damage of a rocket.
type RocketFired struct {
	Power  board.Power
	From   board.SpaceID
	Space  board.SpaceID // target
	Dice   []int
	Damage int         // IPC
	Paid   int         // IPC: the damage, or all that there was
	Whose  board.Power // who pays
}

// AntiaircraftFired is the fire of an antiaircraft gun at planes.
type AntiaircraftFired struct {
	Power board.Power // whose planes
	Whose board.Power // whose gun
	Space board.SpaceID
	Units []Stack // planes shot at
	Dice  []int
	Value int    // hits at or below
	Hits  int    // with low luck some without a die
	Step  string // outside battles
	Round int    // of a battle
}

// Raided is the damage of a strategic raid.
type Raided struct {
	Power  board.Power
	Space  board.SpaceID
	Units  []Stack // raiders
	Dice   []int
	Damage int         // IPC
	Paid   int         // IPC: the damage, or all that there was
	Whose  board.Power // who pays
}

// Intercepted is the fire of interceptors or escorts over a raid.
type Intercepted struct {
	Power     board.Power
	Space     board.SpaceID
	Units     []Stack
	Dice      []int
	Value     int // hits at or below
	Hits      int
	Step      string
	Attacking bool // the escorts
}

// BattleBegan is two sides that meet.
type BattleBegan struct {
	Power                board.Power
	Space                board.SpaceID
	Battle               string // land, sea, amphibious
	Attackers, Defenders []Stack
}

// RoundBegan is the beginning of a round of a battle.
type RoundBegan struct {
	Power board.Power
	Space board.SpaceID
	Round int
}

// Fired is the fire of one side in one step of a battle.
type Fired struct {
	Power     board.Power
	Space     board.SpaceID
	Round     int
	Attacking bool
	Step      string
	Volleys   []Volley
}

// Lost is units that were hit and are removed. What was aboard them and does not go down with them stays in the space.
type Lost struct {
	Power     board.Power
	Space     board.SpaceID
	Round     int // of a battle
	Attacking bool
	Step      string
	Units     []Unit
}

// Damaged is battleships that took their first hit.
type Damaged struct {
	Power     board.Power
	Space     board.SpaceID
	Round     int
	Attacking bool
	Step      string
	Units     []Unit
}

// Drowned is cargo and fighters that are lost with their ship.
type Drowned struct {
	Power     board.Power
	Space     board.SpaceID
	Round     int // of a battle
	Attacking bool
	Units     []Unit
}

// Submerged is submarines that dive out of a battle.
type Submerged struct {
	Power     board.Power
	Space     board.SpaceID
	Round     int
	Attacking bool
	Units     []Unit
}

// Retreated is units that leave a battle. Planes fly home later: without To they stay over the space until then.
type Retreated struct {
	Power board.Power
	Space board.SpaceID // of the battle
	Round int
	To    board.SpaceID
	Units []Unit
}

// BattlePaused is a battle that waits for its attacker.
type BattlePaused struct {
	Power board.Power
	Space board.SpaceID
	Round int
}

// BattleEnded is the end of a battle.
type BattleEnded struct {
	Power                board.Power
	Space                board.SpaceID
	Round                int
	Outcome              string  // attacker, defender, draw, retreat
	Attackers, Defenders []Stack // those left
}

// CalledOff is a landing that is dropped; its cargo stays aboard.
type CalledOff struct {
	Power board.Power
	Space board.SpaceID // target
	From  board.SpaceID // sea zone
	Ship  int           // ID
	Units []Stack       // the cargo
}

// The bookkeeping of combat.
type (
	// BattlesListed is the battles to be fought, in order. Battle sections of other spaces are dropped.
	BattlesListed struct{ Battles []Battle }
	// BattleAdvanced is the first battle of the list as it is from now on.
	BattleAdvanced struct{ Battle Battle }
	// BattleClosed takes the first battle off the list.
	BattleClosed struct{}
	// SeaFought notes a sea zone in which a battle is fought this turn.
	SeaFought struct{ Space board.SpaceID }
	// LaunchedToFight is fighters that take off from carriers in a sea zone and fight there.
	LaunchedToFight struct {
		Units []int // IDs
		Space board.SpaceID
	}
	// Risen is fighters that rose against a raid and fight no other battle.
	Risen struct{ Units []int }
	// DeckLost is fighters whose carrier was sunk; they seek refuge after all battles.
	DeckLost struct{ Units []int }
	// RefugeSought ends the search for refuge.
	RefugeSought struct{}
	// Removed takes units off the board where no other event does: in a referee's edit, and while judging, where
	// battles are won without loss. What was aboard them stays in the space.
	Removed struct{ Units []int } // IDs
)
