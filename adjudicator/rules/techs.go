package rules

import "fieldpost/adjudicator/board"

// The technologies by number; they survive the loss of the capital.
const (
	JetFighters = iota + 1
	Rockets
	SuperSubmarines
	LongRangeAircraft
	CombinedBombardment
	HeavyBombers
	NumTechs = HeavyBombers
)

// technologies are the six technologies, in the order of the dice. What super submarines defend at is an option.
func technologies(superSubDefence int) []Advantage {
	return []Advantage{
		{Name: "jet fighters", Tech: JetFighters, Strength: []Strength{{board.Fighter, Defending, 5}}},
		{Name: "rockets", Tech: Rockets, RocketRange: 3}, // R-102, T-60
		{Name: "super submarines", Tech: SuperSubmarines, Strength: []Strength{
			{board.Submarine, Attacking, 3},
			{board.Submarine, Defending, superSubDefence},
		}},
		{Name: "long-range aircraft", Tech: LongRangeAircraft, Range: ByType{board.Fighter: 6, board.Bomber: 8}},
		{Name: "combined bombardment", Tech: CombinedBombardment, Bombard: ByType{board.Destroyer: 3}},
		{Name: "heavy bombers", Tech: HeavyBombers, AttackDice: ByType{board.Bomber: 2}},
	}
}

// TechNames are the canonical names; index 0 is unused.
var TechNames = func() (names [NumTechs + 1]string) {
	for _, t := range technologies(0) {
		names[t.Tech] = t.Name
	}
	return names
}()
