package rules

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// revised is Axis & Allies Revised: the box rules with the publisher's errata. Every power pays 10 for a fighter (T-7);
// tanks are 3 in attack and defence (T-10).
func revised() *Set {
	s := &Set{
		Name:             "revised",
		Board:            board.Named("revised"),
		Phases:           []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place},
		AntiaircraftFire: AntiaircraftFire{Return: true, Noncombat: true},
		Subs: Subs{AttackFirst: true, DefendFirst: true, VictimsFire: true, DiveAtEnd: true, Slip: true,
			SurfaceAtOnce: true},
		Ships: Ships{RepairAtOnce: true, RefugeOnLand: true},
		Raid:  Raid{Cap: CapUnit},
		Landing: Landing{
			Fits:      revisedCargo,
			LoadAfter: true,
			CallOff:   true,
		},
		Factory: Factory{Build: true, NewOnNewCarriers: true, OldOnNewCarriers: true},
		Combat:  Combat{SuperSubDef: 2},
		Tech:    Tech{Research: true},
		Victory: Victory{Cities: 8},
	}
	s.Landing.Bombard[board.Battleship] = 4
	s.Chart = [board.NumUnitTypes]Profile{
		board.Infantry:   {3, 1, 2, 1},
		board.Artillery:  {4, 2, 2, 1},
		board.Tank:       {5, 3, 3, 2},
		board.AAGun:      {5, 0, 1, 1},
		board.Complex:    {15, 0, 0, 0},
		board.Fighter:    {10, 3, 4, 4},
		board.Bomber:     {15, 4, 1, 6},
		board.Battleship: {24, 4, 4, 2},
		board.Destroyer:  {12, 3, 3, 2},
		board.Carrier:    {16, 1, 3, 2},
		board.Transport:  {8, 0, 1, 2},
		board.Submarine:  {8, 2, 2, 2},
	}
	return s
}

// revisedCargo is R-54: any one land unit but a complex, and one infantry in addition.
func revisedCargo(cargo []board.UnitType) bool {
	heavy := 0
	for _, t := range cargo {
		switch t {
		case board.Infantry:
		case board.Artillery, board.Tank, board.AAGun:
			heavy++
		default:
			return false
		}
	}
	return len(cargo) <= 2 && heavy <= 1
}

// revisedOptions are the options of Revised alone; LHTR marks the tournament switches (rulings, section 7).
var revisedOptions = []Option{
	{Name: "victory", Values: []string{"minor", "major", "total", "9"}, apply: func(s *Set, v string) {
		s.Victory.Cities = map[string]int{"minor": 8, "major": 10, "total": 12, "9": 9}[v]
	}},
	{Name: "advantages", Values: []string{"off", "on"}},
	{Name: "advantage-count", check: checkCount},
	{Name: "advantage-choice", Values: []string{"chosen", "rolled"}},
	{Name: "technologies", Values: []string{"on", "off"}, apply: func(s *Set, v string) {
		s.Tech.Research = v == "on"
		if v == "off" {
			s.Phases = slices.DeleteFunc(slices.Clone(s.Phases), func(p order.Phase) bool {
				return p == order.Research
			})
		}
	}},
	{Name: "individual-winner", Values: []string{"off", "on"}, apply: func(s *Set, v string) { s.Victory.Individual = individual(v, ByRise) }},
	{Name: "lhtr", Values: []string{"off", "on"}},
	{Name: "flak", Values: []string{"always", "combat"}, LHTR: "combat", apply: func(s *Set, v string) {
		all := v == "always"
		s.AntiaircraftFire.Return, s.AntiaircraftFire.Noncombat = all, all
	}},
	{Name: "planes-land", Values: []string{"combat", "noncombat"}, LHTR: "noncombat", apply: func(s *Set, v string) { s.Air.LandInNoncombat = v == "noncombat" }},
	{Name: "tech-effect", Values: []string{"at-once", "end"}, LHTR: "end", apply: func(s *Set, v string) { s.Tech.AtEnd = v == "end" }},
	{Name: "super-submarine-defence", Values: []string{"2", "3"}, LHTR: "3", apply: func(s *Set, v string) { s.Combat.SuperSubDef, _ = strconv.Atoi(v) }},
	{Name: "heavy-bombers", Values: []string{"both", "best"}, LHTR: "best", apply: func(s *Set, v string) { s.Combat.HeavyBest = v == "best" }},
	{Name: "raid-cap", Values: []string{"unit", "territory"}, LHTR: "territory", apply: func(s *Set, v string) {
		s.Raid.Cap = map[string]Cap{"unit": CapUnit, "territory": CapTerritory}[v]
	}},
	{Name: "wait-for-new-carrier", Values: []string{"no", "yes"}, LHTR: "yes", apply: func(s *Set, v string) { s.Air.WaitForCarrier = v == "yes" }},
	{Name: "old-fighters-on-new-carriers", Values: []string{"yes", "no"}, LHTR: "no", apply: func(s *Set, v string) { s.Factory.OldOnNewCarriers = v == "yes" }},
	{Name: "new-fighters-on-old-carriers", Values: []string{"no", "yes"}, LHTR: "yes", apply: func(s *Set, v string) { s.Factory.NewOnOldCarriers = v == "yes" }},
	{Name: "loaded-must-land", Values: []string{"no", "yes"}, LHTR: "yes", apply: func(s *Set, v string) { s.Landing.MustLand = v == "yes" }},
	{Name: "transport-after-combat", Values: []string{"either", "unload"}, LHTR: "unload", apply: func(s *Set, v string) { s.Landing.LoadAfter = v == "either" }},
	{Name: "call-off", Values: []string{"yes", "no"}, LHTR: "no", apply: func(s *Set, v string) { s.Landing.CallOff = v == "yes" }},
	{Name: "enigma", Values: []string{"any", "sea"}, LHTR: "sea", apply: func(s *Set, v string) { s.Variants.EnigmaAtSea = v == "sea" }},
	{Name: "joint-strike", Values: []string{"uk-turn", "before-ussr"}, LHTR: "before-ussr", apply: func(s *Set, v string) { s.Variants.JointStrikeEarly = v == "before-ussr" }},
}
