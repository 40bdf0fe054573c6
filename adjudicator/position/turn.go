package position

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Turn is how far the turn of the power on turn has come, and what was fixed for the rest of it. It is cleared when the
// next turn begins.
type Turn struct {
	Sheet      order.Sheet     // filed and not yet played
	StartOwner []board.Power   // control when the turn began: landings, canals, complexes
	StartIC    []board.SpaceID // territories with a complex when the turn began
	StartEnemy []board.SpaceID // spaces where own units began the turn beside enemy ones
	Captured   []board.SpaceID // taken this turn
	Tech       int             // technology that this turn's research brought, 0: none
	Moved      bool            // the combat moves are made; the fight has not ended
	Heard      bool            // what comes between the moves and the fight was seen to
	Recruited  bool            // the free unit of this turn was placed
	Named      int             // units that orders moved so far
	Plan       Plan            // what the combat moves fixed
	Fight      Fight           // how far the fighting has come
	Asked      []Question      // open questions to others
	Flights    int             // ways home and in noncombat that guns fired at so far; numbers their dice
}

// Plan is what the combat move phase fixed and the conduct of combat carries out.
type Plan struct {
	Routes      []Route
	Rockets     []Rocket
	Raids       []Raid
	Landings    []Landing
	Bombards    []Bombard
	Pledges     []Pledge
	BattleOrder []board.SpaceID // the player's list, then the default order
	Declared    []string        // advantages declared for this turn
}

// Route is a plane's way over enemy guns, to be shot at before battles.
type Route struct {
	Unit int
	Over []board.SpaceID // spaces entered between start and destination
}

// Rocket is a gun's shot.
type Rocket struct {
	Gun          int
	From, Target board.SpaceID
}

// Raid is all planes that raid one complex, in the order of the lines.
type Raid struct {
	Target board.SpaceID
	Planes []int
}

// Landing is one ship's assault on one territory.
type Landing struct {
	Ship   int
	Zone   board.SpaceID
	Target board.SpaceID
	Cargo  []int
}

// Bombard assigns a ship to a landing.
type Bombard struct {
	Ship   int
	Target board.SpaceID
}

// Pledge is a carrier that must go to a zone in noncombat.
type Pledge struct {
	Carrier int
	To      board.SpaceID
}

// Fight is the progress of the conduct of combat.
type Fight struct {
	Begun  bool            // rockets, overflights and raids are done
	Queue  []Battle        // battles still to fight, in order; the first may have begun
	Fought []board.SpaceID // sea zones in which a battle was fought this turn

	Damage      []Damage // of raids and rockets this turn, kept where the rules limit it by territory
	Intercepted []int    // defending fighters that rose against a raid and fight no other battle
	Homeless    []int    // defending fighters whose carrier was sunk; they seek refuge after all battles
}

// Damage is what raids and rockets did to a territory.
type Damage struct {
	Target board.SpaceID
	N      int // IPC
}

// Battle is a battle that waits or has begun.
type Battle struct {
	Space     board.SpaceID
	Sea       bool
	Round     int   // rounds fought
	Attackers []int // unit IDs that take part; empty before it begins
	Defenders []int
	Tactics   []order.Tactic // the attacker's, as amended
	Landing   bool           // units from the sea take part
	Paused    bool           // it waits for the attacker
	Answered  bool           // the attacker answered: a retreat without a condition applies before the next round
	Foot      bool           // the attack began with infantry only (Banzai)
	Subs      int            // and with so many submarines (Wolf Packs)

	Holder  board.Power     // controller when it began
	Origins []board.SpaceID // from which attacking land and sea units came
	Powers  []board.Power   // whose units defended

	LostAttackers, LostDefenders []board.UnitType
}

// Question is what another power is asked in mid-turn; What is a word of names.md.
type Question struct {
	Power board.Power
	What  string
	Space board.SpaceID
}

func (t *Turn) clone() Turn {
	c := *t
	c.StartOwner = slices.Clone(t.StartOwner)
	c.StartIC = slices.Clone(t.StartIC)
	c.StartEnemy = slices.Clone(t.StartEnemy)
	c.Captured = slices.Clone(t.Captured)
	c.Plan.Routes = slices.Clone(t.Plan.Routes)
	c.Plan.Rockets = slices.Clone(t.Plan.Rockets)
	c.Plan.Raids = slices.Clone(t.Plan.Raids)
	for i := range c.Plan.Raids {
		c.Plan.Raids[i].Planes = slices.Clone(c.Plan.Raids[i].Planes)
	}
	c.Plan.Landings = slices.Clone(t.Plan.Landings)
	for i := range c.Plan.Landings {
		c.Plan.Landings[i].Cargo = slices.Clone(c.Plan.Landings[i].Cargo)
	}
	c.Plan.Bombards = slices.Clone(t.Plan.Bombards)
	c.Plan.Pledges = slices.Clone(t.Plan.Pledges)
	c.Plan.BattleOrder = slices.Clone(t.Plan.BattleOrder)
	c.Plan.Declared = slices.Clone(t.Plan.Declared)
	c.Fight.Queue = slices.Clone(t.Fight.Queue)
	for i := range c.Fight.Queue {
		b := &c.Fight.Queue[i]
		b.Attackers, b.Defenders, b.Tactics = slices.Clone(b.Attackers), slices.Clone(b.Defenders), slices.Clone(b.Tactics)
		b.Origins, b.Powers = slices.Clone(b.Origins), slices.Clone(b.Powers)
		b.LostAttackers, b.LostDefenders = slices.Clone(b.LostAttackers), slices.Clone(b.LostDefenders)
	}
	c.Asked = slices.Clone(t.Asked)
	c.Fight.Fought = slices.Clone(t.Fight.Fought)
	c.Fight.Damage = slices.Clone(t.Fight.Damage)
	c.Fight.Intercepted = slices.Clone(t.Fight.Intercepted)
	c.Fight.Homeless = slices.Clone(t.Fight.Homeless)
	return c
}
