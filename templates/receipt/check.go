package receipt

import (
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// checked is the answer to check: a table of the battles, and what is missing. The orders are shown only if
// they were read from the sender's own words.
func (s writer) checked(l *reader.Page, v View) {
	if len(v.Read.Said)+len(v.Read.Guesses) > 0 || len(v.Forecast.Battles) == 0 {
		s.understood(l, v)
	}
	s.battles(l, v.Forecast)
	if v.Forecast.Buys {
		l.Add(layout.Paragraph(s.Text("foresee-left", "IPC", s.IPC(v.Forecast.Money))))
	}
	if v.Draft != nil {
		s.missing(l, v.Draft)
	}
}

// battles is a table of all battles with their exact odds; the second row of each is who defends.
func (s writer) battles(l *reader.Page, fc forecast.Forecast) {
	if len(fc.Battles) == 0 {
		return
	}
	t := &layout.Table{Align: "llrrrr"}
	t.Head = []string{s.Text("check-battle"), s.Text("check-against"), s.Text("draft-takes"), s.Text("draft-you-lose"),
		s.Text("draft-they-lose"), s.Text("draft-rounds")}
	for _, p := range fc.Battles {
		b := p.Battle
		attackers := s.Stacks(battle.Stacks(b.Attacker.Units), fc.Power)
		if len(b.Ships) > 0 {
			attackers += " " + s.Text("foresee-bombard", "Ships", s.Stacks(battle.Stacks(b.Ships), fc.Power))
		}
		t.Add(append([]string{s.Space(b.Space), attackers}, s.odds(p)...)...)
		t.Add("", s.Text("check-defenders", "Units", s.Stacks(battle.Stacks(b.Defender.Units), fc.Power)), "", "", "", "")
	}
	l.Add(t)
}

// risks says of planes what needs a look: guns that fire at them, and fewer than two places to land.
func (s writer) risks(fc forecast.Forecast) (items []string) {
	for _, f := range fc.Flights {
		if len(f.Guns) > 0 || len(f.Refuge) < 2 {
			items = append(items, s.flight(f, fc.Power))
		}
	}
	return items
}

// way is units and two spaces between which they go.
func (s writer) way(units string, from, to board.SpaceID) string {
	return s.Text("foresee-way", "Units", units, "Way", s.Space(from)+" – "+s.Space(to))
}
