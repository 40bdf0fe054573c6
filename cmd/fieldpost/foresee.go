package main

import (
	"fmt"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/odds"
	"fieldpost/orders/syntax"
	"fieldpost/templates/receipt"
)

// forecastRow is what the orders lead to if luck holds, as --json prints it. Spaces are written by their canonical
// names.
type forecastRow struct {
	MoneyLeft *int        `json:"money_left,omitempty"` // after the purchases; absent if the orders do not reach them
	Ways      []wayRow    `json:"ways"`
	Flights   []flightRow `json:"flights"`
	Battles   []battleRow `json:"battles"`
}

type wayRow struct {
	Units []event.Stack `json:"units"`
	Path  []string      `json:"path"` // from where, then every space entered
}

type flightRow struct {
	Line  int           `json:"line"`
	Units []event.Stack `json:"units"`
	From  string        `json:"from"`
	To    string        `json:"to"`
	Flak  []string      `json:"flak"`
	Lands []string      `json:"lands"` // where they could land
}

type battleRow struct {
	Space     string        `json:"space"`
	Attackers []event.Stack `json:"attackers"`
	Defenders []event.Stack `json:"defenders"`
	Chance    *float64      `json:"chance"` // to take the space, or to win without land units; null: too large
	Odds      *odds.Result  `json:"odds"`   // also null then
}

// forecastRowOf writes a forecast for --json.
func forecastRowOf(b *board.Board, fc forecast.Forecast) *forecastRow {
	names := func(ids ...board.SpaceID) []string {
		list := []string{}
		for _, id := range ids {
			list = append(list, b.Name(id))
		}
		return list
	}
	row := &forecastRow{Ways: []wayRow{}, Flights: []flightRow{}, Battles: []battleRow{}}
	if fc.Buys {
		row.MoneyLeft = &fc.Money
	}
	for _, e := range fc.Moves {
		path := e.Path
		if len(path) == 0 {
			path = []board.SpaceID{e.To}
		}
		row.Ways = append(row.Ways, wayRow{e.Units, append(names(e.From), names(path...)...)})
	}
	for _, f := range fc.Flights {
		row.Flights = append(row.Flights, flightRow{f.Line, f.Units, b.Name(f.From), b.Name(f.To), names(f.Guns...),
			names(f.Refuge...)})
	}
	for _, p := range fc.Battles {
		x := battleRow{Space: b.Name(p.Battle.Space), Attackers: battle.Stacks(p.Battle.Attacker.Units),
			Defenders: battle.Stacks(p.Battle.Defender.Units)}
		if chance := p.Chance(); !p.TooLarge {
			x.Chance, x.Odds = &chance, &p.Odds
		}
		row.Battles = append(row.Battles, x)
	}
	return row
}

// printForecast prints a forecast for people.
func printForecast(e *invocation, g ground, fc forecast.Forecast, lang syntax.Lang) error {
	lines, err := receipt.Forecast(g.set, fc, lang)
	for _, l := range lines {
		fmt.Fprintln(e.stdout, l)
	}
	return err
}
