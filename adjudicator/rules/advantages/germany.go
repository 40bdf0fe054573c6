package advantages

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules/trait"
)

func germany() []trait.Trait {
	of := func(name string) named { return named{name, "Germany"} }
	return []trait.Trait{
		uBoatInterdiction{of("U-Boat Interdiction")},
		atlanticWall{of("Atlantic Wall")},
		panzerblitz{of("Panzerblitz")},
		wolfPacks{of("Wolf Packs")},
		diveBombers{of("Dive-Bombers")},
		fortressEurope{of("Fortress Europe")},
	}
}

// uBoatInterdiction: the UK and the USA collect 1 IPC less for each German submarine on the board, submerged or not.
type uBoatInterdiction struct{ named }

func (a uBoatInterdiction) TakesIncome(p *position.Position, from board.Power) int {
	if from != "UK" && from != "USA" {
		return 0
	}
	n := 0
	for i := range p.Units {
		if u := &p.Units[i]; u.Type == board.Submarine && u.Owner == a.power {
			n++
		}
	}
	return n
}

// atlanticWall: in the first cycle of a landing on grey land German infantry defends at 3.
type atlanticWall struct{ named }

func (a atlanticWall) Strength(s trait.Shot, v int) int {
	if a.defends(s, board.Infantry) && a.at(s) && s.Amphibious && s.Round == 1 {
		return 3
	}
	return v
}

// panzerblitz: if an attack destroys all defenders in the first cycle, its tanks move one territory in noncombat.
type panzerblitz struct{ named }

func (a panzerblitz) React(x trait.Aftermath, _ *position.Position) trait.Reaction {
	if x.Attacker == a.power && x.Won && x.Rounds == 1 && len(x.LostDefenders) > 0 {
		return trait.Reaction{Again: board.Tank}
	}
	return trait.Reaction{}
}

func (a panzerblitz) MovesAgain(_ *position.Position, u *position.Unit) int {
	if u.Type == board.Tank && u.Owner == a.power && u.Now.Did.Has(position.MovesAgain) {
		return 1
	}
	return 0
}

// wolfPacks: three or more submarines that attack together do so at 3, or 4 with super submarines (T-64).
type wolfPacks struct{ named }

func (a wolfPacks) Strength(s trait.Shot, v int) int {
	if a.attacks(s, board.Submarine) && s.Subs >= 3 {
		return v + 1
	}
	return v
}

// diveBombers: fighters raid for half a die, rounded up.
type diveBombers struct{ named }

func (diveBombers) Raids(t board.UnitType) bool { return t == board.Fighter }

func (diveBombers) RaidDamage(t board.UnitType, die int) int {
	if t == board.Fighter {
		return (die + 1) / 2
	}
	return die
}

// fortressEurope: German artillery in grey land defends at 3.
type fortressEurope struct{ named }

func (a fortressEurope) Strength(s trait.Shot, v int) int {
	if a.defends(s, board.Artillery) && a.at(s) {
		return 3
	}
	return v
}
