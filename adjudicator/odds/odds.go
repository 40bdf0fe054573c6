// Package odds computes the exact chances of a battle. It walks through the combat steps of package battle with
// probabilities instead of dice, so that no rule is written twice. Nothing is simulated where a chance decides an order
// ([Chance]), and equal battles give equal bits on every machine: sums are made in a fixed order, and every product is
// rounded by itself before it is added (an explicit float64 keeps the compiler from fusing the two).
//
// Where to look: walk.go goes through the battle, state by state; states.go numbers the states of a side and remembers
// what happens to them; dist.go holds the distribution of the hits of one volley; limit.go says up to which size odds
// are computed.
package odds

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// Options say how a battle is fought on.
type Options struct {
	Retreats bool // by the attacker's retreat and withdraw lines; else to its end
	Steps    int  // of the search, at most MaxSteps; 0: MaxSteps
}

// Result is the distribution of a battle's outcome. Chances are from 0 to 1.
type Result struct {
	Attacker float64 `json:"attacker"` // only the attacker has fighting units left
	Defender float64 `json:"defender"` // only the defender
	Draw     float64 `json:"draw"`     // neither, or (stalemate, retreat) both
	Takes    float64 `json:"takes"`    // the attacker wins with a land unit left
	Rounds   float64 `json:"rounds"`   // mean number of rounds fought

	Attackers Side `json:"attackers"`
	Defenders Side `json:"defenders"`

	Steps int `json:"-"` // that the search took
}

// Side is what is left of one side on average, cargo included, and how likely each set of survivors is.
type Side struct {
	Units     float64     `json:"units"`      // it begins with
	IPC       float64     `json:"ipc"`        //
	LostUnits float64     `json:"lost_units"` // mean
	LostIPC   float64     `json:"lost_ipc"`   //
	Survivors []Survivors `json:"survivors"`  // the likeliest first
}

// Survivors are the units left at the end, submerged and withdrawn ones included.
type Survivors struct {
	Units  []event.Stack `json:"units"`
	IPC    int           `json:"ipc"`
	Chance float64       `json:"chance"`
}

// Compute returns the chances of a battle as it stands. The error is a *LimitError if the battle is too large, else
// battle.Ready's.
func Compute(b battle.Battle, opt Options) (Result, error) {
	w, err := newWalk(b, opt)
	if err != nil {
		return Result{}, err
	}
	if err := w.run(); err != nil {
		return Result{}, err
	}
	return w.result(), nil
}

// Chance returns the chance that the attacker takes the space, at sea that they win, if the battle is fought to its end
// by the lists on file: what `if odds below` asks. The error is as Compute's.
func Chance(b battle.Battle) (float64, error) {
	w, err := newWalk(b, Options{})
	if err != nil {
		return 0, err
	}
	if err := w.run(); err != nil {
		return 0, err
	}
	if b.Sea {
		return w.out.Attacker, nil
	}
	return w.takeChance(), nil
}

// simplified strips a battle of what does not bear on its chances, so that equal units are equal: where they came from,
// where the orders name them; and of lines that stop it.
func simplified(b battle.Battle, opt Options) battle.Battle {
	b.Odds, b.Paused = nil, false
	if !opt.Retreats {
		b.Ways = nil
	}
	b.Attacker, b.Defender = simplifiedSide(b.Attacker, opt), simplifiedSide(b.Defender, opt)
	return b
}

func simplifiedSide(s battle.Side, opt Options) battle.Side {
	s.Units = slices.Clone(s.Units)
	slices.SortStableFunc(s.Units, func(u, v battle.Unit) int { return cmp.Compare(u.Rank, v.Rank) })
	for i := range s.Units {
		s.Units[i].ID, s.Units[i].Rank, s.Units[i].Left = i+1, 0, 0
	}
	s.Armies = slices.Clone(s.Armies)
	for i := range s.Armies {
		s.Armies[i].Tactics = slices.DeleteFunc(slices.Clone(s.Armies[i].Tactics), func(t order.Tactic) bool {
			stops := t.Do == order.Retreat || t.Do == order.WithdrawAircraft
			return t.Do == order.Pause || t.Do == order.CallOff || stops && !opt.Retreats
		})
	}
	return s
}

// worth is the price of units with their cargo, and how many they are.
func worth(b *battle.Battle, us []battle.Unit) (n, ipc int) {
	for _, u := range us {
		cn, ci := worth(b, u.Cargo)
		n, ipc = n+1+cn, ipc+b.Set.Cost(u.Type)+ci
	}
	return n, ipc
}

// landLeft reports whether a unit is left that can take a territory.
func landLeft(us []battle.Unit) bool {
	return slices.ContainsFunc(us, func(u battle.Unit) bool { return u.Type.IsFightingLand() })
}
