package advantages

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

func uk(v Variants) []trait.Trait {
	of := func(name string) named { return named{name, "UK"} }
	return []trait.Trait{
		radar{of("Radar")},
		jointStrike{of("Joint Strike"), v.JointStrikeEarly},
		enigma{of("Enigma Decoded"), v.EnigmaAtSea},
		mideastOil{of("Mideast Oil")},
		frenchResistance{of("French Resistance")},
		colonialGarrison{of("Colonial Garrison")},
	}
}

// radar: British guns in tan land hit at 2 (T-65).
type radar struct{ named }

func (a radar) GunHits(home, holder board.Power, v int) int {
	if home == a.power && holder == a.power {
		return 2
	}
	return v
}

// jointStrike: once, the UK does not fight on its own turn, and its units fight on the following turn of the USA.
type jointStrike struct {
	named
	early bool // declared before the Soviet turn
}

func (jointStrike) Declared()              {}
func (jointStrike) DeclaredAt() trait.Step { return trait.BeforeCombat }
func (jointStrike) SitsOut() bool          { return true }
func (jointStrike) LendsTo() board.Power   { return "USA" }

func (a jointStrike) MayDeclare(p *position.Position) bool {
	if a.early {
		return p.Power == "Japan" || p.Power == "USA" || p.Power == "USSR" && p.Phase <= order.Research
	}
	return p.Power == a.power && p.Phase <= order.Combat && !p.Turn.Moved
}

// enigma: once, a move of one step between Germany's combat moves and the fight.
type enigma struct {
	named
	sea bool // between sea zones only
}

func (enigma) Question() string     { return "enigma" }
func (enigma) Against() board.Power { return "Germany" }
func (a enigma) SeaOnly() bool      { return a.sea }

// mideastOil: planes that land in noncombat at the oil fly their whole range once more.
type mideastOil struct{ named }

func (mideastOil) FliesOn(t board.UnitType, from string) bool {
	return t.IsAir() && slices.Contains([]string{"Anglo-Egypt", "Trans-Jordan", "Persia"}, from)
}

// frenchResistance: once, three British infantry (T-70) rise in Western Europe when it comes under Allied control, or later.
type frenchResistance struct{ named }

func (frenchResistance) Question() string       { return "resistance" }
func (frenchResistance) DeclaredAt() trait.Step { return trait.AtPlacing }

func (a frenchResistance) MayDeclare(p *position.Position) bool {
	asked := slices.ContainsFunc(p.Turn.Asked, func(q position.Question) bool { return q.Power == a.power && q.What == a.Question() })
	return asked || p.Power == a.power
}

func (frenchResistance) Rallies() ([]board.UnitType, string) {
	return slices.Repeat([]board.UnitType{board.Infantry}, 3), "Western Europe"
}

func (a frenchResistance) React(x trait.Aftermath, p *position.Position) trait.Reaction {
	if x.Name != "Western Europe" || x.Changed != board.Allies {
		return trait.Reaction{}
	}
	for _, o := range p.Nation(a.power).Answers {
		if o, ok := o.(order.Resistance); ok && o.Asked {
			return trait.Reaction{Ask: true}
		}
	}
	units, _ := a.Rallies()
	return trait.Reaction{Place: units, Uses: true}
}

// colonialGarrison: a complex more at the start, in tan land with an income.
type colonialGarrison struct{ named }

func (a colonialGarrison) Site(s *board.Space) bool {
	return s.Home == a.power && !s.Sea && s.Income > 0
}
func (colonialGarrison) DefaultSite() string { return "India" }
