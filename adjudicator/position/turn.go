package position

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// Turn is how far the turn of the power on turn has come, and what was fixed for the rest of it. It is cleared when the
// next turn begins.
type Turn struct {
	Sheet      order.Sheet     // filed and not yet played
	StartOwner []board.Power   // control when the turn began: landings, canals, complexes
	StartIC    []board.SpaceID // territories with a complex when the turn began
	StartEnemy []board.SpaceID // spaces where own units began the turn next to enemy ones
	Captured   []board.SpaceID // taken this turn
	Tech       int             // technology that this turn's research brought, 0: none
	Moved      bool            // the combat moves are made; the fight has not ended
	Heard      bool            // what comes between the moves and the fight was seen to
	Recruited  bool            // the free unit of this turn was placed
	Named      int             // units that orders moved so far
	Plan       Plan            // what the combat moves fixed
	Fight      Fight           // how far the fighting has come
	Asked      []Question      // open questions to others
	Flights    int             // flights home and in noncombat that guns fired at so far; numbers their dice
}

// The parts of a turn that events carry.
type (
	Plan    = event.Plan
	Route   = event.Route
	Rocket  = event.Rocket
	Raid    = event.Raid
	Landing = event.Landing
	Bombard = event.Bombard
	Pledge  = event.Pledge
	Battle  = event.Battle
)

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

// Question is a question to another power during a turn; What is a word of names.md.
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
		b.Attackers, b.Defenders, b.Tactics = slices.Clone(b.Attackers), slices.Clone(b.Defenders),
			slices.Clone(b.Tactics)
		b.Origins, b.Powers = slices.Clone(b.Origins), slices.Clone(b.Powers)
		b.LostAttackers, b.LostDefenders = slices.Clone(b.LostAttackers), slices.Clone(b.LostDefenders)
		b.Fallen = slices.Clone(b.Fallen)
	}
	c.Asked = slices.Clone(t.Asked)
	c.Fight.Fought = slices.Clone(t.Fight.Fought)
	c.Fight.Damage = slices.Clone(t.Fight.Damage)
	c.Fight.Intercepted = slices.Clone(t.Fight.Intercepted)
	c.Fight.Homeless = slices.Clone(t.Fight.Homeless)
	return c
}
