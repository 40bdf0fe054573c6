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
	settings []rules.Setting
	plan     clock.Plan
}

// Plan is what the settings of the game say of deadlines.
func (g *Game) Plan() clock.Plan {
	if g.timetable == nil || !slices.Equal(g.timetable.settings, g.State.House.Settings) {
		g.timetable = &timetable{slices.Clone(g.State.House.Settings), g.State.House.Plan()}
	}
	return g.timetable.plan
}

// AwaitedByClock is whom the game waits for, as its clock sees it.
func (g *Game) AwaitedByClock(p clock.Plan) []clock.Asked {
	if !g.Running() {
		return nil
	}
	return g.Asked(p, func(power board.Power) game.Sitter {
		s := g.Seat(power)
		return game.Sitter{Bot: s.Bot, Bounced: s.Bounced != ""}
	})
}

// DeadlineFor is the deadline that a reader is told: his own, else the first.
func DeadlineFor(e *env.Env, g *Game, s *roster.Participant) reader.Deadline {
	d := reader.Deadline{Now: e.Now(), Zone: s.Location()}
	c := &g.State.Clock
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
		if w := g.State.Clock.Of(g.Rules.Board.SeatOf(a.Power).Role); w != nil && w.Stood.IsZero() {
			all[a.Power] = w.At
		}
	}
	return all
}
