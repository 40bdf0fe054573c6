package rules

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// revised is Axis & Allies Revised: the box rules with the publisher's errata (rulings, section 0).
func revised() *Set {
	s := &Set{
		Name:   "revised",
		Board:  board.Revised(),
		Phases: []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place},
		Flak:   Flak{Return: true, Retreat: true, Noncombat: true},
		Subs:   Subs{AttackFirst: true, DefendFirst: true, VictimsFire: true, DiveAtEnd: true, Slip: true, SurfaceAtOnce: true},
		Ships:  Ships{RepairAtOnce: true, RefugeOnLand: true},
		Raid:   Raid{Cap: CapUnit},
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

// revisedCargo is R-54: any one land unit but a complex, and one infantry beside it.
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
