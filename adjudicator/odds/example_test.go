package odds_test

import (
	"fmt"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/rules"
)

// Three infantry and a tank attack two infantry: what are the chances?
func ExampleCompute() {
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	unit := func(id int, p board.Power, t board.UnitType) battle.Unit {
		return battle.Unit{ID: id, Owner: p, Type: t}
	}
	b := battle.Battle{
		Set: set, Space: board.NoSpace,
		Attacker: battle.Side{Armies: []battle.Army{{Power: "Germany"}}, Units: []battle.Unit{
			unit(1, "Germany", board.Infantry), unit(2, "Germany", board.Infantry), unit(3, "Germany", board.Infantry), unit(4, "Germany", board.Tank)}},
		Defender: battle.Side{Armies: []battle.Army{{Power: "UK"}}, Units: []battle.Unit{
			unit(5, "UK", board.Infantry), unit(6, "UK", board.Infantry)}},
	}
	r, err := odds.Compute(b, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("takes it with %.1f %%, after %.1f rounds, for %.1f IPC\n", 100*r.Takes, r.Rounds, r.Attackers.LostIPC)
	// Output: takes it with 94.4 %, after 2.4 rounds, for 4.0 IPC
}
