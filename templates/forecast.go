package templates

import (
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// Forecast is what a file leads to, in lines of plain text, for the command line. The error names a message that could not be
// made.
func Forecast(set *rules.Set, fc adjudicator.Forecast, lang orders.Lang) ([]string, error) {
	s, err := newSpeaker(set, lang)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, part := range s.foreseen(fc) {
		lines = append(lines, part.title)
		for _, item := range part.items {
			lines = append(lines, "  "+unglued(item))
		}
	}
	return lines, s.err
}

// forecast tells in the answer to `check` what the orders lead to.
func (s *speaker) forecast(l *letter, fc adjudicator.Forecast) {
	for _, part := range s.foreseen(fc) {
		l.add(heading{part.title}, bullets{part.items})
	}
}

// chapter is a part of a forecast.
type chapter struct {
	title string
	items []string
}

// foreseen is a forecast in words, without the parts of which there is nothing to tell.
func (s *speaker) foreseen(fc adjudicator.Forecast) []chapter {
	all := []chapter{{title: s.say("foresee-money")}, {title: s.say("foresee-ways")}, {title: s.say("foresee-flights")}, {title: s.say("foresee-battles")}}
	if fc.Buys {
		all[0].items = []string{s.say("foresee-left", "IPC", s.ipc(fc.Money))}
	}
	for _, e := range fc.Moves {
		all[1].items = append(all[1].items, s.way(e, fc.Power))
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

// way is who goes where, by which spaces.
func (s *speaker) way(e event.Reported, p board.Power) string {
	path := e.Path
	if len(path) == 0 {
		path = []board.SpaceID{e.To}
	}
	names := []string{s.space(e.From)}
	for _, id := range path {
		names = append(names, s.space(id))
	}
	return s.say("foresee-way", "Units", s.stacks(e.Units, p), "Way", strings.Join(names, " – "))
}

// flight is planes, the guns that fire at them, and where they could land.
func (s *speaker) flight(f adjudicator.Flight, p board.Power) string {
	text := s.say("foresee-way", "Units", s.stacks(f.Units, p), "Way", s.space(f.From)+" – "+s.space(f.To))
	flak := s.say("foresee-no-flak")
	if len(f.Guns) > 0 {
		flak = s.say("foresee-flak", "Spaces", s.spaces(f.Guns))
	}
	land := s.say("foresee-no-refuge")
	if len(f.Refuge) > 0 {
		land = s.say("foresee-refuge", "Spaces", s.spaces(f.Refuge))
	}
	return text + "; " + flak + "; " + land
}

// prospect is a battle and its exact odds.
func (s *speaker) prospect(p adjudicator.Prospect, mine board.Power) string {
	b, o := p.Battle, p.Odds
	key := "foresee-wins"
	if !b.Sea && p.Takes() {
		key = "foresee-takes"
	}
	text := s.say("foresee-battle", "Space", s.space(b.Space), "Attackers", s.stacks(battle.Stacks(b.Attacker.Units), mine),
		"Defenders", s.stacks(battle.Stacks(b.Defender.Units), mine))
	if len(b.Ships) > 0 {
		text += " " + s.say("foresee-bombard", "Ships", s.stacks(battle.Stacks(b.Ships), mine))
	}
	if p.TooLarge {
		return text + ": " + s.say("foresee-too-large")
	}
	text += ": " + s.say(key, "Percent", s.decimal(100*p.Chance()))
	text += "; " + s.say("foresee-losses", "Rounds", s.decimal(o.Rounds), "Own", s.decimal(o.Attackers.LostIPC), "Theirs", s.decimal(o.Defenders.LostIPC))
	return text
}
