package main

import (
	"fmt"

	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/daemon"
)

type auditCmd struct {
	where
	Game string `arg:"" help:"The game."`
	JSON bool   `help:"Print JSON."`
}

// auditAnswer is what --json prints.
type auditAnswer struct {
	*replay.Audit
	OK    bool      `json:"ok"`
	Turns []auditGo `json:"turns"`
}

type auditGo struct {
	Record int    `json:"record"`
	Round  int    `json:"round"`
	Power  string `json:"power"`
	Rolls  int    `json:"rolls"`
}

// Run plays the game again from its orders and seeds, and compares every die and every position.
func (c *auditCmd) Run(e *env) error {
	var d daemon.GameData
	if err := c.ask(e, "game.data", daemon.GameName{Game: c.Game}, &d); err != nil {
		return err
	}
	evidence, err := d.Evidence()
	if err != nil {
		return err
	}
	found, err := replay.Check(evidence)
	if err != nil {
		return err
	}
	a := auditAnswer{Audit: found, OK: found.OK(), Turns: []auditGo{}}
	if a.Differences == nil {
		a.Differences = []replay.Difference{}
	}
	for _, g := range found.Replayed.Goes {
		a.Turns = append(a.Turns, auditGo{Record: g.Turn, Round: g.Round, Power: string(g.Power), Rolls: len(g.Rolls)})
	}
	if c.JSON {
		err = e.json(a)
	} else {
		err = a.print(e)
	}
	if err == nil && !a.OK {
		err = errNo
	}
	return err
}

func (a auditAnswer) print(e *env) error {
	for _, t := range a.Turns {
		fmt.Fprintf(e.stdout, "record %3d  round %d  %-8s %3d rolls\n", t.Record, t.Round, t.Power, t.Rolls)
	}
	for _, d := range a.Differences {
		fmt.Fprintln(e.stdout, "DIFFERS:", d)
	}
	says := "every die and every position is as recorded"
	if !a.OK {
		says = "the store does not hold what was played"
	}
	_, err := fmt.Fprintf(e.stdout, "%s: %d goes, %d dice: %s\n", a.Game, a.Goes, a.Dice, says)
	return err
}
