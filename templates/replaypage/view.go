// Package replaypage makes replay.html: a whole game in one file that needs nothing else, no network and no server. It
// shows the map after every phase of every turn, with slider, moves as arrows, the dice of the battles, charts, and an
// address for each step.
//
// Three things are put together: the geometry of the board (package atlas), the game as frames (frame.go), each of
// which holds only what changed since the one before it, and the program page.js, which draws them in the reader's
// browser.
package replaypage

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/luck"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
)

// View is what a page shows: a game, resolution by resolution.
type View struct {
	Game        string
	Lang        syntax.Lang
	Rules       *rules.Set
	Start       *position.Position
	Resolutions []Resolution
}

// Resolution is one resolution: of which power, what happened, and the position after it.
type Resolution struct {
	Round  int
	Power  board.Power // Nobody for what precedes the first turn
	Events []event.Reported
	After  *position.Position
	Luck   []float64 // net swing of every power so far in IPC, in turn order, as package luck counts it; nil: as it was
}

// Of views a game that was played again.
func Of(g *replay.Game, lang syntax.Lang) View {
	g = g.Standing()
	v := View{Game: g.Setup.Name, Lang: lang, Rules: g.Rules, Start: g.Start}
	swings := map[int][]float64{} // by record
	for _, p := range luck.Of(g).Course {
		swings[p.Record] = p.Net
	}
	for i := range g.Resolutions {
		x := g.Resolutions[i]
		v.Resolutions = append(v.Resolutions, Resolution{Round: x.Before.Round(), Power: x.Before.Power(),
			Events: event.Report(g.Rules.Board, x.Events), After: x.Position, Luck: swings[x.Turn]})
	}
	return v
}
