package rules

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Variants are the options of a game that change an advantage; the zero value is the box rules.
type Variants struct {
	EnigmaAtSea      bool // option enigma sea
	JointStrikeEarly bool // option joint-strike before-ussr
}

// NationalAdvantages are the thirty of the box rules, by power in turn order, then by the number that a die shows.
// Where translations agree on one (T-71), only its name had to be chosen (T-72).
func NationalAdvantages() []Advantage { return slices.Clone(boxAdvantages) }

// boxAdvantages is made once: stored games are opened for most mails, and their advantages are checked each time.
var boxAdvantages = makeAdvantages(Variants{})

// nationalAdvantages returns the table for these variants. Callers must not change it.
func nationalAdvantages(v Variants) []Advantage {
	if v == (Variants{}) {
		return boxAdvantages
	}
	return makeAdvantages(v)
}

func makeAdvantages(v Variants) []Advantage {
	return slices.Concat(sovietAdvantages(), germanAdvantages(), britishAdvantages(v), japaneseAdvantages(),
		americanAdvantages())
}

func sovietAdvantages() []Advantage {
	return []Advantage{
		{Name: "Russian Winter", Power: "USSR", Once: true, // USSR-1
			Declare: Declaration{At: AtEnd, Lasts: true}, Strength: []Strength{{board.Infantry, Defending, 3}}},
		{Name: "Nonaggression Treaty", Power: "USSR", Once: true, // USSR-2, T-61, R-146
			Question: "nonaggression", Against: "Japan", Reinforce: Raise{4, board.Infantry}},
		{Name: "Mobile Industry", Power: "USSR", // USSR-3
			Range: ByType{board.Complex: 1}, OnePerTerritory: Types(board.Complex)},
		{Name: "Salvage", Power: "USSR", // USSR-4, T-62, R-136
			After: After{When: Defending | OwnSoil | Won, Destroyed: board.Tank, Raise: Raise{1, board.Tank}}},
		{Name: "Lend-Lease", Power: "USSR", Converts: true}, // USSR-5, T-63
		{Name: "Trans-Siberian Railway", Power: "USSR", Railway: Railway{ // USSR-6
			Range:    ByType{board.Infantry: 2, board.Artillery: 2, board.AAGun: 2},
			Stations: []string{"Russia", "Novosibirsk", "Yakut S.S.R.", "Buryatia S.S.R."}}},
	}
}

func germanAdvantages() []Advantage {
	return []Advantage{
		{Name: "U-Boat Interdiction", Power: "Germany", // GER-1
			TakesIncome: Levy{Each: board.Submarine, From: []board.Power{"UK", "USA"}}},
		{Name: "Atlantic Wall", Power: "Germany", // GER-2
			Strength: []Strength{{board.Infantry, Defending | OwnSoil | Amphibious | FirstRound, 3}}},
		{Name: "Panzerblitz", Power: "Germany", // GER-3
			After: After{When: Attacking | Won | FirstRound, MoveAgain: board.Tank, Spaces: 1}},
		{Name: "Wolf Packs", Power: "Germany", Strength: []Strength{ // GER-4, T-64
			{board.Submarine, Attacking | ThreeSubmarines, 3},
			{board.Submarine, Attacking | ThreeSubmarines | SuperSubs, 4}}},
		{Name: "Dive-Bombers", Power: "Germany", RaidsForHalf: Types(board.Fighter)}, // GER-5
		{Name: "Fortress Europe", Power: "Germany", // GER-6
			Strength: []Strength{{board.Artillery, Defending | OwnSoil, 3}}},
	}
}

func britishAdvantages(v Variants) []Advantage {
	strike := Declaration{At: BeforeCombat, Lasts: true}
	if v.JointStrikeEarly {
		strike.Before = "USSR"
	}
	return []Advantage{
		{Name: "Radar", Power: "UK", GunHits: 2}, // UK-1, T-65
		{Name: "Joint Strike", Power: "UK", Once: true, // UK-2
			Declare: strike, SitsOut: true, LendsTo: "USA"},
		{Name: "Enigma Decoded", Power: "UK", Once: true, // UK-3, T-66
			Question: "enigma", Against: "Germany", Sidestep: true, SeaOnly: v.EnigmaAtSea},
		{Name: "Mideast Oil", Power: "UK", FliesOn: []string{"Anglo-Egypt", "Trans-Jordan", "Persia"}}, // UK-4
		{Name: "French Resistance", Power: "UK", Once: true, // UK-5, T-70
			Question: "resistance", Declare: Declaration{At: AtPlacing},
			After: After{When: Liberated, In: "Western Europe", Raise: Raise{3, board.Infantry}}},
		{Name: "Colonial Garrison", Power: "UK", Once: true, Garrison: "India"}, // UK-6
	}
}

func japaneseAdvantages() []Advantage {
	return []Advantage{
		{Name: "Tokyo Express", Power: "Japan", Carries: Cargo{board.Destroyer, board.Infantry}}, // JPN-1
		{Name: "Kamikaze", Power: "Japan", SuicideAttacks: true},                                 // JPN-2
		{Name: "Kaiten Torpedoes", Power: "Japan", OneShotSubmarines: true, Strength: []Strength{ // JPN-3, T-64
			{board.Submarine, Defending | OneShot, 3},
			{board.Submarine, Defending | OneShot | SuperSubs, 4}}},
		{Name: "Lightning Assaults", Power: "Japan", LandsAgain: true}, // JPN-4, R-144
		{Name: "Dug-In Defenders", Power: "Japan", // JPN-5
			Strength: []Strength{{board.Infantry, Defending | OnIsland, 3}}},
		{Name: "Banzai Attacks", Power: "Japan", // JPN-6
			Strength: []Strength{{board.Infantry, Attacking | InfantryOnly, 2}}},
	}
}

func americanAdvantages() []Advantage {
	return []Advantage{
		{Name: "Island Bases", Power: "USA", IslandBases: true}, // USA-1, T-67, R-143
		{Name: "Chinese Divisions", Power: "USA", // USA-2, T-69
			Recruit: Recruit{board.Infantry, []string{"China", "Sinkiang", "French Indochina", "Kwangtung"}}},
		{Name: "Marines", Power: "USA", // USA-3
			Strength: []Strength{{board.Infantry, Attacking | FromSea | FirstRound, 2}}},
		{Name: "Motorized Infantry", Power: "USA", // USA-4
			Range: ByType{board.Infantry: 2}, Blitzes: Types(board.Infantry)},
		{Name: "Fast Carriers", Power: "USA", Range: ByType{board.Carrier: 3}},     // USA-5
		{Name: "Superfortresses", Power: "USA", SafeFromGuns: Types(board.Bomber)}, // USA-6, T-68
	}
}
