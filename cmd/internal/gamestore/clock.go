package gamestore

import (
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/roster"
	"fieldpost/templates/reader"
)

// timetable is the plan that some settings come to: working it out takes longer than all else that is done with it.
type timetable struct {
	of   []rules.Setting
	plan clock.Plan
}

// Plan is what the settings of the game say of deadlines.
func (g *Game) Plan() clock.Plan {
	if g.times == nil || !slices.Equal(g.times.of, g.Life.House.Settings) {
		g.times = &timetable{slices.Clone(g.Life.House.Settings), g.Life.House.Plan()}
	}
	return g.times.plan
}

// AskedNow is whom the game waits for, as its clock sees it.
func (g *Game) AskedNow(p clock.Plan) []clock.Asked {
	if !g.Running() {
		return nil
	}
	return g.Asked(p, func(power board.Power) game.Sitter {
		s := g.Seat(power)
		return game.Sitter{Bot: s.Bot, Bounced: s.Bounced != ""}
	})
}

// DeadlineFor is the deadline that a reader is told: his own, else the first.
func DeadlineFor(e *env.Env, g *Game, s *roster.Seat) reader.Deadline {
	d := reader.Deadline{Now: e.Now(), Zone: s.Location()}
	c := &g.Life.Clock
	w := c.Of(s.Role)
	if w == nil || !w.Stood.IsZero() {
		w = c.First()
	}
	if w != nil {
		d.At = w.At
	}
	if c.Pause != nil {
		d.Paused, d.Until = true, c.Pause.Until
	}
	return d
}

// Deadlines are those of all whom the game waits for and whose clock runs.
func Deadlines(g *Game) map[board.Power]time.Time {
	all := map[board.Power]time.Time{}
	for _, a := range g.Awaited() {
		if w := g.Life.Clock.Of(g.Rules.Board.SeatOf(a.Power).Role); w != nil && w.Stood.IsZero() {
			all[a.Power] = w.At
		}
	}
	return all
}
