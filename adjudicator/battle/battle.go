// Package battle fights battles: the combat steps in the rulebook's order, which units may hit which, which are lost,
// when a battle ends. The engine (package adjudicator) makes a [Battle] from the position and calls [Fight]; package
// odds walks through the same steps with probabilities instead of dice. No step knows which game is played: it asks the
// rule set.
//
// Where to look: field.go makes a battle ready and gives units their values; steps.go lists the steps of a round;
// loss.go chooses who is lost; end.go is the end of a round (submerging, retreat, pause, stalemate); fight.go drives it
// with dice and emits the events.
package battle

import (
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// Unit is one combatant. Antiaircraft guns and complexes are never units of a battle; what is aboard a ship is
// its Cargo and does not fight.
type Unit struct {
	ID        int
	Type      board.UnitType
	Owner     board.Power
	Damaged   bool // battleship with one hit
	Submerged bool // out of this battle, but still in the zone
	FromSea   bool // came ashore in this assault (Marines)
	Suicide   bool // Kamikaze: fires once in the opening fire, then is gone
	Kaiten    bool // a defending submarine, in the same way
	Beside    bool // an ally's ship that takes no part; a submarine's hit may be taken on it (Europe, 3.14)
	Left      int  // movement left of a plane, in spaces: of equal planes that with the least is lost first
	Rank      int  // place in which the orders name it; equal ranks go fighters before bombers, then by ID
	Cargo     []Unit
}

// Loss describes a unit as an order of loss names it.
func (u Unit) Loss() order.Loss {
	l := order.Loss{Type: u.Type, Power: u.Owner}
	if u.Type == board.Transport {
		l.Cargo = order.Empty
		if len(u.Cargo) > 0 {
			l.Cargo = order.Loaded
		}
	}
	return l
}

// Army is one power's part of a side.
type Army struct {
	Power      board.Power
	Advantages []*rules.Advantage // what works for its units (rules.Set.Active)
	Tactics    []order.Tactic     // its lines for this battle: the battle section, or the standing orders for it
}

// Side is the attackers or the defenders. The first army is the one whose order of loss counts: the power on turn, the
// controller of the territory, at sea [Leader]. Equal units are lost in the order of the armies, so the others follow
// in turn order. Every unit's owner has an army.
type Side struct {
	Armies []Army
	Units  []Unit
}

// Gun is the antiaircraft gun that fires in this battle, the best there. Value 0 is none.
type Gun struct {
	Owner board.Power
	Value int // hits at or below
}

// Battle is everything that the course of a battle depends on, except for the dice. It is a value: Fight returns a new
// one.
type Battle struct {
	Set                *rules.Set
	Space              board.SpaceID // NoSpace in a question of odds
	Sea                bool
	OriginalController board.Power // original controller of the territory
	Controller         board.Power // its controller now
	Island             bool        // enclosed by one sea zone
	Landing            bool        // units from the sea take part: no retreat for land units

	Round        int  // rounds fought
	Paused       bool // it waits at the end of that round, before the attacker decides
	InfantryOnly bool // the attack began with infantry only (Banzai); counted in round 0
	Subs         int  // submarines of the first attacking army when it began (Wolf Packs); counted in round 0

	Attacker Side
	Defender Side
	Gun      Gun
	Ships    []Unit          // that bombard the coast; their owners are attacking armies
	Ways     []board.SpaceID // spaces to which the attacker may retreat, the first one by default

	// Odds is the chance from 0 to 1 that the attacker takes the space (at sea: wins) if the battle is fought to its
	// end, for `if odds below`. Without it, or where it returns an error because the battle is too large, such lines do
	// not apply.
	Odds func(Battle) (float64, error)
}

// New returns a battle in a space, without units. Holder is the current controller of the space.
func New(set *rules.Set, at board.SpaceID, holder board.Power) Battle {
	s := set.Board.Space(at)
	return Battle{Set: set, Space: at, Sea: s.Sea, OriginalController: s.OriginalController, Controller: holder,
		Island: s.Island != board.NoSpace}
}

// Result is how a battle stands.
type Result string

// The results. They are the outcomes of event.BattleEnded.
const (
	Undecided    Result = ""         // paused
	AttackerWins Result = "attacker" // only attackers are left
	DefenderWins Result = "defender" // only defenders are left
	Draw         Result = "draw"     // no unit is left, or none can hit another
	Retreated    Result = "retreat"  // the attackers broke off; To says where, NoSpace for planes alone
)

// Outcome is the result of a fight, in addition to the changed battle. Units include the cargo that shares their fate.
type Outcome struct {
	Result    Result
	To        board.SpaceID
	Lost      Casualties
	Withdrawn []Unit // planes that left a landing or ended an attack by planes alone
}

// Casualties are the losses of both sides, in the order in which they were hit.
type Casualties struct{ Attacker, Defender []Unit }

// Leader is whose order of loss counts for a fleet of several powers: the owner of the most valuable ships; of
// equals the first in turn order.
func Leader(set *rules.Set, units []Unit) board.Power {
	worth := make([]int, len(set.Board.Seats)+1)
	for _, u := range units {
		if u.Type.IsShip() {
			worth[set.Board.Index(u.Owner)] += set.Cost(u.Type)
		}
	}
	best, leader := 0, board.Nobody
	for i, s := range set.Board.Seats {
		if worth[i] > best {
			best, leader = worth[i], s.Power
		}
	}
	if leader == board.Nobody && len(units) > 0 {
		leader = units[0].Owner
	}
	return leader
}

// CallsOff reports whether the attacker's lines drop the landing before its first die.
func (b Battle) CallsOff() bool {
	for _, t := range b.Attacker.tactics() {
		if t.Do == order.CallOff &&
			(t.Cond.When == order.Always || t.Cond.When == order.OddsBelow && b.oddsBelow(t.Cond.Percent)) {
			return true
		}
	}
	return false
}

// nearly is how far below a threshold odds still count as having reached it.
const nearly = 1e-9

func (b Battle) oddsBelow(percent float64) bool {
	if b.Odds == nil {
		return false
	}
	p, err := b.Odds(b)
	return err == nil && p < percent/100-nearly
}

// tactics are the lines of the army whose order of loss counts.
func (s *Side) tactics() []order.Tactic {
	if len(s.Armies) == 0 {
		return nil
	}
	return s.Armies[0].Tactics
}

// army is the index of a power's army, or -1.
func (s *Side) army(p board.Power) int {
	for i := range s.Armies {
		if s.Armies[i].Power == p {
			return i
		}
	}
	return -1
}

// check finds what the engine must never hand over.
func (b *Battle) check() error {
	for _, s := range []*Side{&b.Attacker, &b.Defender} {
		for _, u := range s.Units {
			if s.army(u.Owner) < 0 {
				return fmt.Errorf("battle in %s: unit %d of %s has no army", b.place(), u.ID, u.Owner)
			}
			if u.Type.IsShip() != b.Sea && !u.Type.IsAir() || u.Type == board.AAGun || u.Type == board.Complex {
				return fmt.Errorf("battle in %s: unit %d is a %s and cannot fight there", b.place(), u.ID, u.Type)
			}
		}
	}
	for _, u := range b.Ships {
		if b.Attacker.army(u.Owner) < 0 {
			return fmt.Errorf("battle in %s: ship %d of %s has no army", b.place(), u.ID, u.Owner)
		}
	}
	return nil
}

// place is the space's name, for labels and errors.
func (b *Battle) place() string {
	if b.Space == board.NoSpace {
		return "nowhere"
	}
	return b.Set.Board.Name(b.Space)
}
