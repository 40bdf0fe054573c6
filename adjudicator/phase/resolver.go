package phase

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// Resolver answers what dice decide, and whether anybody is asked. Rolled plays a phase, Assumed judges one.
type Resolver interface {
	// Research rolls n dice for a technology, 1 to 6. It succeeds if one of them shows its number.
	Research(l dice.Label, n, tech int) (faces []int, success bool, err error)
	// Fires reports whether antiaircraft guns, rockets and raids hit anything at all. It is asked only where one would.
	Fires() bool
	// Roll rolls n six-sided dice of those that fire.
	Roll(l dice.Label, n int) ([]int, error)
	// Battle fights a battle until it ends or pauses. It returns the battle as it then stands.
	Battle(b battle.Battle) (battle.Battle, battle.Outcome, []event.Event, error)
	// CallsOff reports whether the attacker drops a landing, given the battle that it would lead to.
	CallsOff(b battle.Battle) bool
	// Asks reports whether players are asked, and a battle that has paused waits for its attacker.
	Asks() bool
}

// Rolled asks a source for dice by their labels.
func Rolled(d dice.Source) Resolver { return rolled{d} }

type rolled struct{ dice dice.Source }

func (r rolled) Research(l dice.Label, n, tech int) ([]int, bool, error) {
	faces, err := r.dice.Roll(l, n, 6)
	return faces, slices.Contains(faces, tech), err
}

func (r rolled) Fires() bool { return true }

func (r rolled) Roll(l dice.Label, n int) ([]int, error) { return r.dice.Roll(l, n, 6) }

func (r rolled) Battle(b battle.Battle) (battle.Battle, battle.Outcome, []event.Event, error) {
	return battle.Fight(b, r.dice)
}

func (r rolled) CallsOff(b battle.Battle) bool { return b.CallsOff() }

func (r rolled) Asks() bool { return true }

// Assumed rolls no die (fine print 9): research succeeds, nothing fires at planes, rockets and raids do nothing,
// battles are won without loss in their first round, and no power is asked.
func Assumed() Resolver { return assumed{} }

type assumed struct{}

func (assumed) Research(dice.Label, int, int) ([]int, bool, error) { return nil, true, nil }

func (assumed) Fires() bool { return false }

func (assumed) Roll(dice.Label, int) ([]int, error) { return nil, nil }

// Battle removes the defenders, and the planes that fly into their target.
func (assumed) Battle(b battle.Battle) (battle.Battle, battle.Outcome, []event.Event, error) {
	var gone []int
	for _, u := range b.Defender.Units {
		gone = append(gone, u.ID)
		for _, c := range u.Cargo {
			gone = append(gone, c.ID)
		}
	}
	for _, u := range b.Attacker.Units {
		if u.Suicide {
			gone = append(gone, u.ID)
		}
	}
	won := battle.Outcome{Result: battle.AttackerWins}
	won.Lost.Defender = b.Defender.Units
	b.Round, b.Paused, b.Defender.Units = 1, false, nil
	return b, won, []event.Event{event.Removed{Units: gone}}, nil
}

// CallsOff leaves aside lines with conditions, which ask for odds.
func (assumed) CallsOff(b battle.Battle) bool {
	return slices.ContainsFunc(b.Attacker.Armies[0].Tactics, func(t order.Tactic) bool {
		return t.Do == order.CallOff && t.Cond.When == order.Always
	})
}

func (assumed) Asks() bool { return false }
