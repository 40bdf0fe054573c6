package rules

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// europe is Axis & Allies: Europe, first edition of 1999, with the defaults chosen where its sources differ. This
// function, the board's data and the options that name it are all that makes Europe Europe.
func europe() *Set {
	s := &Set{
		Name:             "europe",
		Board:            board.Named("europe"),
		Pregame:          order.Bonus,
		Advance:          12,
		Phases:           []order.Phase{order.Buy, order.Combat, order.Noncombat, order.Place},
		AntiaircraftFire: AntiaircraftFire{Retreat: true, OwnerPicks: true}, // guns do not fire in noncombat
		Guns:             Guns{OneEach: true, CapturedStay: true, Common: true},
		Subs:             Subs{AttackFirst: true, AirNeedsHelp: true, DiveInPeril: true},
		Ships:            Ships{Convoys: true, MendAll: true, BesideAllies: true},
		Air:              Air{LandInNoncombat: true},
		Raid:             Raid{Cap: CapNone, Intercept: true, InterceptorHit: 2, EscortHit: 1, InterceptorsStay: true},
		Landing: Landing{
			Fits:         europeCargo,
			LoadAfter:    true,
			CallOff:      true,
			BombardFirst: true,
			VictimsFire:  true,
		},
		Factory: Factory{UnlimitedAtHome: true},
		Victory: Victory{Capitals: true, HoldOwn: true},
		Oil:     Oil{Paid: true},
		Patriot: Patriot{Power: "USSR"},
	}
	s.Landing.Bombard[board.Battleship] = 4
	s.Landing.Bombard[board.Destroyer] = 3
	s.Chart = [board.NumUnitTypes]Profile{
		board.Infantry:   {3, 1, 2, 1},
		board.Artillery:  {4, 2, 2, 1},
		board.Tank:       {5, 3, 2, 2},
		board.AAGun:      {5, 0, 1, 1},
		board.Fighter:    {12, 3, 4, 4},
		board.Bomber:     {15, 4, 1, 6},
		board.Battleship: {24, 4, 4, 2},
		board.Destroyer:  {12, 3, 3, 2},
		board.Carrier:    {18, 1, 3, 2},
		board.Transport:  {8, 0, 1, 2},
		board.Submarine:  {8, 2, 2, 2},
	}
	return s
}

// europeCargo is two of infantry, artillery, gun, or one tank alone.
func europeCargo(cargo []board.UnitType) bool {
	for _, t := range cargo {
		switch {
		case t == board.Tank && len(cargo) > 1, !t.IsLand(), t == board.Complex:
			return false
		}
	}
	return len(cargo) <= 2
}

// europeCargoWithTank lets one infantry ride with the tank.
func europeCargoWithTank(cargo []board.UnitType) bool {
	if len(cargo) == 2 && (cargo[0] == board.Tank && cargo[1] == board.Infantry ||
		cargo[0] == board.Infantry && cargo[1] == board.Tank) {
		return true
	}
	return europeCargo(cargo)
}

// gibraltarRefuge is the land that counts as an island though two zones touch it.
func gibraltarRefuge(yes bool) []string {
	if yes {
		return []string{"Gibraltar"}
	}
	return nil
}

// europeOptions are the settings that the sources of Europe leave to a group.
var europeOptions = []Option{
	{Name: "raid-cap", Values: []string{"none", "territory"}, apply: func(s *Set, v string) {
		s.Raid.Cap = map[string]Cap{"none": CapNone, "territory": CapTerritory}[v]
	}},
	{Name: "call-off", Values: []string{"yes", "no"}, apply: func(s *Set, v string) { s.Landing.CallOff = v == "yes" }},
	{Name: "fire-order", Values: []string{"attacker-first", "defender-first"}, apply: func(s *Set, v string) { s.Combat.DefenderFirst = v == "defender-first" }},
	{Name: "tank-with-infantry", Values: []string{"no", "yes"}, apply: func(s *Set, v string) {
		if v == "yes" {
			s.Landing.Fits = europeCargoWithTank
		}
	}},
	{Name: "victory-check", Values: []string{"end", "start"}, apply: func(s *Set, v string) { s.Victory.AtStart = v == "start" }},
	{Name: "hold-berlin", Values: []string{"yes", "no"}, apply: func(s *Set, v string) { s.Victory.HoldOwn = v == "yes" }},
	{Name: "defending-sub-first-strike", Values: []string{"no", "yes"}, apply: func(s *Set, v string) { s.Subs.DefendFirst = v == "yes" }},
	{Name: "interceptor-hit", Values: []string{"2", "1"}, apply: func(s *Set, v string) { s.Raid.InterceptorHit, _ = strconv.Atoi(v) }},
	{Name: "oil-debt", Values: []string{"pay-what-they-have", "none"}, apply: func(s *Set, v string) { s.Oil.NoDebt = v == "none" }},
	{Name: "middle-east-retaken", Values: []string{"returns", "captor"}, apply: func(s *Set, v string) { s.Oil.ToCaptor = v == "captor" }},
	{Name: "interceptors-fight-on", Values: []string{"yes", "no"}, Before: "no", apply: func(s *Set, v string) { s.Raid.InterceptorsStay = v == "yes" }},
	{Name: "surface", Values: []string{"all", "owner"}, Before: "owner", apply: func(s *Set, v string) { s.Ships.MendAll = v == "all" }},
	{Name: "individual-winner", Values: []string{"off", "on"}, apply: func(s *Set, v string) { s.Victory.Individual = individual(v, ByProduction) }},
	{Name: "gibraltar-island", Values: []string{"no", "yes"}, apply: func(s *Set, v string) { s.Ships.Refuges = gibraltarRefuge(v == "yes") }},
	{Name: "destroyer-bombardment", Values: []string{"3", "2"}, apply: func(s *Set, v string) { s.Landing.Bombard[board.Destroyer], _ = strconv.Atoi(v) }},
	{Name: "patriotic-war", Values: []string{"anywhere", "factory"}, apply: func(s *Set, v string) { s.Patriot.OnlyFactory = v == "factory" }},
}
