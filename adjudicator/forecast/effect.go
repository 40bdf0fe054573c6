package forecast

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Effect describes what a file that Judge does not refuse leads to if luck holds: its ways, battles with those who
// fight, and the money that purchases leave. Equal texts are equal effects. Odds are not computed.
func Effect(set *rules.Set, pos *position.Position, who board.Power, f order.File) string {
	s, moved := scan(set, pos, who, f, &Forecast{Power: who}), map[string]int{}
	if s.Turn == nil {
		return ""
	}
	for _, e := range event.Report(s.Board, s.Journal.Events()) {
		switch e.Kind {
		case event.KindMoved, event.KindLanded, event.KindLoaded, event.KindUnloaded:
			for _, u := range e.Units {
				moved[fmt.Sprint(e.Kind, u.Power, u.Type, u.Aboard, e.From, e.To, e.Path)] += u.N
			}
		}
	}
	lines := []string{}
	for way, n := range moved {
		lines = append(lines, fmt.Sprint(way, n))
	}
	for _, b := range s.Battles {
		lines = append(lines, fmt.Sprint(b.Space, battle.Stacks(b.Attacker.Units), battle.Stacks(b.Defender.Units)))
	}
	slices.Sort(lines)
	return strings.Join(append(lines, fmt.Sprint(s.fc.Buys, s.fc.Money)), "\n")
}

// LeavesUnplaced reports whether a file ends the turn and leaves unplaced what could be placed.
func LeavesUnplaced(set *rules.Set, pos *position.Position, who board.Power, f order.File) bool {
	s := scan(set, pos, who, f, &Forecast{Power: who})
	return s.Turn != nil && len(s.left) > 0 && (s.Power != who || s.Pos.Winner() != board.NoSide)
}
