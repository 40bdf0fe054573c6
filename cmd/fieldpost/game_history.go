package main

import (
	"fmt"

	"fieldpost/cmd/internal/daemon"
)

// reasoned is what commands have in common that a record gives a reason for, which all players read.
type reasoned struct {
	where
	Name   string `arg:"" help:"The game."`
	Reason string `required:"" help:"Why, in a line of words: the history and the mail to everybody say it."`
	JSON   bool   `help:"Print JSON."`
}

// run has the act done and says in a sentence what came of it.
func (c *reasoned) run(e *env, do, sentence string) error {
	var row daemon.GameRow
	if err := c.ask(e, do, daemon.Reasoned{Game: c.Name, Reason: c.Reason}, &row); err != nil {
		return err
	}
	if c.JSON {
		return e.json(row)
	}
	_, err := fmt.Fprintf(e.stdout, "game %s: %s\n", row.Name, sentence)
	return err
}

type gameRekeyCmd struct{ reasoned }

// Run replaces the master secret.
func (c *gameRekeyCmd) Run(e *env) error {
	return c.run(e, "game.rekey", "the dice come from a new master secret, whose file lies beside the old one: keep both, and make a new backup of the secrets folder")
}

type gameUpgradeCmd struct{ reasoned }

// Run approves this version of the program for the game.
func (c *gameUpgradeCmd) Run(e *env) error {
	return c.run(e, "game.upgrade", "its past was played again and is the same; this version of the program goes on with it")
}

type gameReleaseCmd struct{ reasoned }

// Run lets a game go on that is held.
func (c *gameReleaseCmd) Run(e *env) error {
	return c.run(e, "game.release", "it goes on without the records that are missing, and everybody is told")
}
