package event

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

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
	Fallen                       []order.Loss // the defenders lost so far; what standing orders count has taken them
}

// Clone copies a plan with its lists.
func (p *Plan) Clone() Plan {
	c := Plan{Rockets: slices.Clone(p.Rockets), Bombards: slices.Clone(p.Bombards), Pledges: slices.Clone(p.Pledges),
		BattleOrder: slices.Clone(p.BattleOrder), Declared: slices.Clone(p.Declared),
		Routes: slices.Clone(p.Routes), Raids: slices.Clone(p.Raids), Landings: slices.Clone(p.Landings)}
	for i := range c.Routes {
		c.Routes[i].Over = slices.Clone(c.Routes[i].Over)
	}
	for i := range c.Raids {
		c.Raids[i].Planes = slices.Clone(c.Raids[i].Planes)
	}
	for i := range c.Landings {
		c.Landings[i].Cargo = slices.Clone(c.Landings[i].Cargo)
	}
	return c
}

// Clone copies a battle with its lists.
func (b *Battle) Clone() Battle {
	c := *b
	c.Attackers, c.Defenders = slices.Clone(b.Attackers), slices.Clone(b.Defenders)
	c.Tactics = order.CloneTactics(b.Tactics)
	c.Origins, c.Powers = slices.Clone(b.Origins), slices.Clone(b.Powers)
	c.LostAttackers, c.LostDefenders = slices.Clone(b.LostAttackers), slices.Clone(b.LostDefenders)
	c.Fallen = slices.Clone(b.Fallen)
	return c
}
