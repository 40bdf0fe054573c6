package advantages

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

func ussr() []trait.Trait {
	of := func(name string) named { return named{name, "USSR"} }
	return []trait.Trait{
		russianWinter{of("Russian Winter")},
		nonaggression{of("Nonaggression Treaty")},
		mobileIndustry{of("Mobile Industry")},
		salvage{of("Salvage")},
		lendLease{of("Lend-Lease")},
		transSiberian{of("Trans-Siberian Railway")},
	}
}

// russianWinter: once, from its declaration at the end of a turn to the start of the next, infantry defends at 3, anywhere.
type russianWinter struct{ named }

func (russianWinter) Declared() {}

func (russianWinter) DeclaredAt() trait.Step { return trait.AtEnd }

func (a russianWinter) MayDeclare(p *position.Position) bool { return p.Power == a.power }

func (a russianWinter) Strength(s trait.Shot, v int) int {
	if a.defends(s, board.Infantry) {
		return 3
	}
	return v
}

// nonaggression: the first time that Japan attacks red land four infantry appear there before the fight; lost if the USSR
// attacks Japan first (T-61, R-146).
type nonaggression struct{ named }

func (nonaggression) Question() string     { return "nonaggression" }
func (nonaggression) Against() board.Power { return "Japan" }

func (a nonaggression) Reinforces(home, holder board.Power) []board.UnitType {
	if home == a.power && holder == a.power {
		return slices.Repeat([]board.UnitType{board.Infantry}, 4)
	}
	return nil
}

// mobileIndustry: complexes move one territory in noncombat, into land of the power that has none.
type mobileIndustry struct{ named }

func (mobileIndustry) Range(t board.UnitType, n int) int {
	if t == board.Complex {
		return 1
	}
	return n
}

func (a mobileIndustry) MayEnter(p *position.Position, u *position.Unit, to board.SpaceID) bool {
	if u.Type != board.Complex {
		return true
	}
	taken := slices.ContainsFunc(p.In(to), func(x *position.Unit) bool { return x.Type == board.Complex })
	return p.Owner[to] == a.power && !taken
}

// salvage: after a won defence of red land against tanks, one of which was destroyed, a tank is found there (T-62). Where nobody
// is left, nobody has won.
type salvage struct{ named }

func (a salvage) React(x trait.Aftermath, _ *position.Position) trait.Reaction {
	won := x.Rounds > 0 && x.Driven && x.Held && x.Before == a.power && x.Now == a.power
	if won && x.Home == a.power && slices.Contains(x.Defended, a.power) && slices.Contains(x.LostAttackers, board.Tank) {
		return trait.Reaction{Place: []board.UnitType{board.Tank}}
	}
	return trait.Reaction{}
}

// lendLease: allied land and air units in red land become Soviet in the purchase phase (T-63).
type lendLease struct{ named }

func (a lendLease) Converts(home, holder board.Power, t board.UnitType) bool {
	return home == a.power && holder == a.power && !t.IsShip() && t != board.Complex
}

// transSiberian: infantry, artillery and guns ride two spaces along the line from Russia to Buryatia.
type transSiberian struct{ named }

func (transSiberian) Rides(t board.UnitType) int {
	if t == board.Infantry || t == board.Artillery || t == board.AAGun {
		return 2
	}
	return 0
}

func (transSiberian) Station(space string) bool {
	return slices.Contains([]string{"Russia", "Novosibirsk", "Yakut S.S.R.", "Buryatia S.S.R."}, space)
}
