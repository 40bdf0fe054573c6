package rules

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

// Active lists the traits that work for a power in a position, technologies first, in the order of the set.
func (s *Set) Active(p *position.Position, power board.Power) []trait.Trait {
	n := p.Nation(power)
	if n == nil {
		return nil
	}
	var ts []trait.Trait
	for _, t := range s.Traits {
		switch {
		case t.Tech() > 0 && n.HasTech(t.Tech()),
			t.Tech() == 0 && t.Power() == power && n.HasAdvantage(t.Name()) && inForce(n, t):
			ts = append(ts, t)
		}
	}
	return ts
}

// Owned lists a power's advantages in the order of the set, whether they are in force or not.
func (s *Set) Owned(p *position.Position, power board.Power) []trait.Trait {
	n := p.Nation(power)
	if n == nil {
		return nil
	}
	var ts []trait.Trait
	for _, t := range s.Traits {
		if t.Tech() == 0 && t.Power() == power && n.HasAdvantage(t.Name()) {
			ts = append(ts, t)
		}
	}
	return ts
}

// inForce tells whether a trait that must be declared is: others always are.
func inForce(n *position.Nation, t trait.Trait) bool {
	_, declared := t.(trait.Declared)
	return !declared || slices.Contains(n.InForce, t.Name())
}

// Value is a unit's combat number in a shot: the chart's, then what artillery and its owner's traits make of it.
func (s *Set) Value(active []trait.Trait, sh trait.Shot) int {
	pr := s.Chart[sh.Unit]
	v := pr.Defence
	if sh.Attacking {
		v = pr.Attack
	}
	if sh.Supported && v < 2 {
		v = 2
	}
	sh.SuperSubs = slices.ContainsFunc(active, func(t trait.Trait) bool { return t.Tech() == SuperSubmarines })
	for _, t := range active {
		if h, ok := t.(trait.Strengthener); ok {
			v = h.Strength(sh, v)
		}
	}
	return v
}

// Dice is how many dice a unit rolls in a shot.
func (s *Set) Dice(active []trait.Trait, sh trait.Shot) int {
	n := 1
	for _, t := range active {
		if h, ok := t.(trait.DiceThrower); ok {
			n = h.Dice(sh, n)
		}
	}
	return n
}

// Range is how many spaces a unit type moves.
func (s *Set) Range(active []trait.Trait, t board.UnitType) int {
	n := s.Chart[t].Move
	for _, a := range active {
		if h, ok := a.(trait.Ranger); ok {
			n = h.Range(t, n)
		}
	}
	return n
}
