package main

import (
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/audit"
	"fieldpost/cmd/internal/daemon"
)

type auditCmd struct {
	where
	Game string `arg:"" help:"The game."`
	JSON bool   `help:"Print JSON."`
}

// auditAnswer is what --json prints.
type auditAnswer struct {
	Game   string    `json:"game"`
	OK     bool      `json:"ok"`
	Chain  []string  `json:"chain"` // what is wrong with the records
	Turns  []auditGo `json:"turns"`
	Rolled int       `json:"rolled"` // dice in all
}

type auditGo struct {
	Record  int         `json:"record"`
	Round   int         `json:"round"`
	Power   board.Power `json:"power"`
	Rolls   int         `json:"rolls"`
	Differs []string    `json:"differs"`
}

// Run plays the game again from its orders and seeds, and compares every die and every position.
func (c *auditCmd) Run(e *env) error {
	var d daemon.GameData
	if err := c.ask(e, "game.data", daemon.GameName{Game: c.Game}, &d); err != nil {
		return err
	}
	replayed, err := audit.Replay(d.Setup, d.Records, d.Sets)
	if err != nil {
		return err
	}
	a := auditAnswer{Game: c.Game, OK: replayed.OK(), Chain: []string{}, Turns: []auditGo{}}
	found := history.Verify(history.Evidence{Records: d.Records, Sets: d.Sets, Intakes: d.Intakes, Whole: true})
	for _, f := range found.With(history.Fails) {
		a.Chain, a.OK = append(a.Chain, f.String()), false
	}
	for _, s := range replayed.Steps {
		for _, r := range s.Rolls {
			a.Rolled += len(r.Dice)
		}
		a.Turns = append(a.Turns, auditGo{Record: s.Seq, Round: s.Round, Power: s.Power, Rolls: len(s.Rolls), Differs: append([]string{}, s.Differs...)})
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
	for _, bad := range a.Chain {
		fmt.Fprintln(e.stdout, bad)
	}
	for _, t := range a.Turns {
		verdict := "as recorded"
		if len(t.Differs) > 0 {
			verdict = "DIFFERS"
		}
		fmt.Fprintf(e.stdout, "record %3d  round %d  %-8s %3d rolls  %s\n", t.Record, t.Round, t.Power, t.Rolls, verdict)
		for _, d := range t.Differs {
			fmt.Fprintln(e.stdout, "   ", d)
		}
	}
	says := "every die and every position is as recorded"
	if !a.OK {
		says = "the store does not hold what was played"
	}
	_, err := fmt.Fprintf(e.stdout, "%s: %d goes, %d dice: %s\n", a.Game, len(a.Turns), a.Rolled, says)
	return err
}
