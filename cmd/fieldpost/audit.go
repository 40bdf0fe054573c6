package main

import (
	"fmt"

	"fieldpost/adjudicator/luck"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/gamestore"
)

type auditCmd struct {
	storePlace
	overwrite
	Game string `arg:"" help:"The game."`
	JSON bool   `help:"Print JSON."`
	CSV  string `name:"csv" placeholder:"FILE" help:"Write the luck as a table too; - is stdout." type:"path"`
	HTML string `name:"html" placeholder:"FILE" help:"Write the luck as a page with plots too." type:"path"`
}

// auditAnswer is what --json prints.
type auditAnswer struct {
	*replay.Audit
	OK    bool        `json:"ok"`
	Turns []auditGo   `json:"turns"`
	Luck  luck.Report `json:"luck"`
}

type auditGo struct {
	Record int    `json:"record"`
	Round  int    `json:"round"`
	Power  string `json:"power"`
	Rolls  int    `json:"rolls"`
}

// Run plays the game again from its orders and seeds, and compares every die and every position.
func (c *auditCmd) Run(e *invocation) error {
	for _, name := range []string{c.CSV, c.HTML} {
		if name == "" || name == "-" {
			continue
		}
		if err := c.free(name); err != nil {
			return err
		}
	}
	var d gamestore.Data
	if err := c.request(e, "game.data", gamestore.GameName{Game: c.Game}, &d); err != nil {
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
	a := auditAnswer{Audit: found, OK: found.OK(), Turns: []auditGo{}, Luck: luck.Of(found.Replayed.Standing())}
	for _, g := range found.Replayed.Resolutions {
		a.Turns = append(a.Turns, auditGo{Record: g.Turn, Round: g.Round, Power: string(g.Power), Rolls: len(g.Rolls)})
	}
	if err := c.show(e, a); err != nil {
		return err
	}
	if !a.OK {
		return errNo
	}
	return nil
}

// show prints the audit, and the luck into the files that were asked for.
func (c *auditCmd) show(e *invocation, a auditAnswer) error {
	switch {
	case c.JSON && c.CSV == "-":
		return usage("--json and --csv - both want stdout")
	case c.JSON:
		if err := e.json(a); err != nil {
			return err
		}
	case c.CSV != "-":
		if err := a.print(e); err != nil {
			return err
		}
	}
	if c.CSV == "-" {
		if err := a.Luck.CSV(e.stdout); err != nil {
			return err
		}
	} else if err := c.overwrite.write(c.CSV, 0o644, a.Luck.CSV); err != nil {
		return err
	}
	return c.overwrite.write(c.HTML, 0o644, a.Luck.HTML)
}

func (a auditAnswer) print(e *invocation) error {
	for _, t := range a.Turns {
		fmt.Fprintf(e.stdout, "record %4d  round %2d  %-8s %4d rolls\n", t.Record, t.Round, t.Power, t.Rolls)
	}
	for _, d := range a.Differences {
		fmt.Fprintln(e.stdout, "DIFFERS:", d)
	}
	says := "every die and every position is as recorded"
	if !a.OK {
		says = "the store does not hold what was played"
	}
	fmt.Fprintf(e.stdout, "%s: %d goes, %d dice: %s\n\n", a.Game, a.Resolutions, a.Dice, says)
	return a.Luck.Text(e.stdout)
}
