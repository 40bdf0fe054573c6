package main

import (
	"fmt"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/archive"
	"fieldpost/orders"
	"fieldpost/orders/messages"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/templates/report"
)

// whatIfAnswer is what --json prints.
type whatIfAnswer struct {
	Note    string           `json:"note"`
	Round   int              `json:"round"`
	Power   string           `json:"power"`
	Rolls   []string         `json:"rolls"`
	Changes []archive.Change `json:"changes"` // from before the orders to after them
}

// whatIfNote is printed above everything that was only imagined.
const whatIfNote = "WHAT IF: these dice are not those of the game, and tell nothing of them"

// whatIf plays other orders from a past position.
func (c *replayCmd) whatIf(e *invocation, g *replay.Game, when int) error {
	if when == len(g.Resolutions) {
		return usage("--what-if needs a turn that was played: say which with --round and --power")
	}
	x := g.Resolutions[when]
	src, err := readSource(c.WhatIf)
	if err != nil {
		return err
	}
	f := src.parse(orders.Context{Board: g.Rules.Board, Phase: x.Before.Phase(), Power: x.Power, Preamble: true})
	f.Header = order.Header{}
	if faults := f.Merge(f.Faults, adjudicator.Judge(g.Rules, x.Before, x.Power, f.File)); order.Refuses(faults) {
		ground := remedy.Ground{Rules: g.Rules, Position: x.Before, Power: x.Power, Lang: syntax.Lang(c.Lang)}
		for _, fault := range remedy.Find(ground, &f, faults) {
			what, fix := messages.Text(fault, syntax.Lang(c.Lang), g.Rules.Board)
			fmt.Fprintf(e.stderr, "line %d: %s\n  %s %s\n", fault.Line, f.Line(fault.Line), what, fix)
		}
		return errNo
	}
	res, rolls, err := g.WhatIf(x, f.File, "what-if")
	if err != nil {
		return err
	}
	changes := archive.Diff(g.Rules.Board, x.Before, res.Position)
	if c.JSON {
		return e.json(whatIfAnswer{whatIfNote, x.Before.Round(), string(x.Power), texts(rolls), changes})
	}
	return c.printWhatIf(e, g, res, changes)
}

func texts(rolls []dice.Roll) []string {
	out := []string{}
	for _, r := range rolls {
		out = append(out, r.String())
	}
	return out
}

// printWhatIf prints what would have happened.
func (c *replayCmd) printWhatIf(e *invocation, g *replay.Game, res adjudicator.Result, changes []archive.Change) error {
	story, err := report.Narrative(g.Rules, event.Report(g.Rules.Board, res.Events), syntax.Lang(c.Lang))
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s\n\n%s\n", whatIfNote, story)
	for _, x := range changes {
		fmt.Fprintln(e.stdout, x)
	}
	return nil
}
