package receipt

import (
	"strings"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
)

// Forecast is what a file leads to, in lines of plain text, for the command line. The error names a message that
// could not be made.
func Forecast(set *rules.Set, fc forecast.Forecast, lang syntax.Lang) ([]string, error) {
	s, err := newWriter(set, lang)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, part := range s.foreseen(fc) {
		lines = append(lines, part.title)
		for _, item := range part.items {
			lines = append(lines, "  "+layout.Unglue(item))
		}
	}
	return lines, s.Err()
}

// chapter is a part of a forecast.
type chapter struct {
	title string
	items []string
}

// foreseen is a forecast in words, without its empty parts.
func (s writer) foreseen(fc forecast.Forecast) []chapter {
	all := []chapter{{title: s.Text("foresee-money")}, {title: s.Text("foresee-ways")},
		{title: s.Text("foresee-flights")}, {title: s.Text("foresee-battles")}}
	if fc.Buys {
		all[0].items = []string{s.Text("foresee-left", "IPC", s.IPC(fc.Money))}
	}
	for _, e := range fc.Moves {
		all[1].items = append(all[1].items, s.route(e, fc.Power))
	}
	for _, f := range fc.Flights {
		all[2].items = append(all[2].items, s.flight(f, fc.Power))
	}
	for _, p := range fc.Battles {
		all[3].items = append(all[3].items, s.prospect(p, fc.Power))
	}
	var told []chapter
	for _, c := range all {
		if len(c.items) > 0 {
			told = append(told, c)
		}
	}
	return told
}

// route is who goes where, by which spaces.
func (s writer) route(e event.Reported, p board.Power) string {
	path := e.Path
	if len(path) == 0 {
		path = []board.SpaceID{e.To}
	}
	names := []string{s.Space(e.From)}
	for _, id := range path {
		names = append(names, s.Space(id))
	}
	return s.Text("foresee-way", "Units", s.Stacks(e.Units, p), "Way", strings.Join(names, " – "))
}

// flight is planes, the guns that fire at them, and where they could land.
func (s writer) flight(f forecast.Flight, p board.Power) string {
	text := s.way(s.Stacks(f.Units, p), f.From, f.To)
	flak := s.Text("foresee-no-flak")
	if len(f.Guns) > 0 {
		flak = s.Text("foresee-flak", "Spaces", s.Spaces(f.Guns))
	}
	land := s.Text("foresee-no-refuge")
	if len(f.Refuge) > 0 {
		land = s.Text("foresee-refuge", "Spaces", s.Spaces(f.Refuge))
	}
	return text + "; " + flak + "; " + land
}

// prospect is a battle and its exact odds.
func (s writer) prospect(p forecast.Prospect, mine board.Power) string {
	b, o := p.Battle, p.Odds
	key := "foresee-wins"
	if !b.Sea && p.Takes() {
		key = "foresee-takes"
	}
	text := s.Text("foresee-battle", "Space", s.Space(b.Space), "Attackers",
		s.Stacks(battle.Stacks(b.Attacker.Units), mine),
		"Defenders", s.Stacks(battle.Stacks(b.Defender.Units), mine))
	if len(b.Ships) > 0 {
		text += " " + s.Text("foresee-bombard", "Ships", s.Stacks(battle.Stacks(b.Ships), mine))
	}
	if p.TooLarge {
		return text + ": " + s.Text("foresee-too-large")
	}
	text += ": " + s.Text(key, "Percent", s.Decimal(100*p.Chance(), 1))
	text += "; " + s.Text("foresee-losses", "Rounds", s.Decimal(o.Rounds, 1), "Own",
		s.Decimal(o.Attackers.LostIPC, 1), "Theirs", s.Decimal(o.Defenders.LostIPC, 1))
	return text
}
