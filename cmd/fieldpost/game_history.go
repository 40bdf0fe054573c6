package main

import (
	"errors"
	"fmt"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/people"
)

// reasonFlag is what commands have in common that a record gives a reason for, which all players read.
type reasonFlag struct {
	storePlace
	Name   string `arg:"" help:"The game."`
	Reason string `required:"" help:"Why, in a line of words: the history and the mail to everybody say it."`
	JSON   bool   `help:"Print JSON."`
}

// run has the act done and says in a sentence what came of it.
func (c *reasonFlag) run(e *invocation, do, sentence string) error {
	var row gamestore.Summary
	if err := c.request(e, do, guard.ReasonedRequest{Game: c.Name, Reason: c.Reason}, &row); err != nil {
		return err
	}
	if c.JSON {
		return e.json(row)
	}
	_, err := fmt.Fprintf(e.stdout, "game %s: %s\n", row.Name, sentence)
	return err
}

type gameRekeyCmd struct {
	storePlace
	Name   string `arg:"" optional:"" help:"The game whose master secret is replaced."`
	Reason string `help:"Why, in a line of words: the history and the mail to everybody say it."`
	Keys   bool   `help:"Replace the secret of the seats' keys instead: every key is void at once, and everybody gets a new one."`
	JSON   bool   `help:"Print JSON."`
}

// Run replaces a secret.
func (c *gameRekeyCmd) Run(e *invocation) error {
	switch {
	case c.Keys && (c.Name != "" || c.Reason != ""):
		return errors.New("--keys is about all games, and needs no reason")
	case c.Keys:
		return c.keys(e)
	case c.Name == "" || c.Reason == "":
		return errors.New("which game, and why? fieldpost game rekey NAME --reason WORDS; or --keys for the secret of all seats' keys")
	}
	r := reasonFlag{c.storePlace, c.Name, c.Reason, c.JSON}
	return r.run(e, "game.rekey",
		"the dice come from a new master secret, whose file lies beside the old one: keep both, and make a new backup of the secrets folder")
}

// keys replaces the secret of the seats' keys.
func (c *gameRekeyCmd) keys(e *invocation) error {
	var done people.RekeyResult
	if err := c.request(e, "keys.rekey", struct{}{}, &done); err != nil {
		return err
	}
	if c.JSON {
		return e.json(done)
	}
	_, err := fmt.Fprintf(e.stdout,
		"%d new keys are mailed in %d games; all earlier ones are void: make a new backup of the secrets folder\n",
		done.Keys, done.Games)
	return err
}

type gameUpgradeCmd struct{ reasonFlag }

// Run approves this version of the program for the game.
func (c *gameUpgradeCmd) Run(e *invocation) error {
	return c.run(e, "game.upgrade",
		"its past was played again and is the same; this version of the program goes on with it")
}

type gameReleaseCmd struct{ reasonFlag }

// Run lets a game go on that is held.
func (c *gameReleaseCmd) Run(e *invocation) error {
	return c.run(e, "game.release", "it goes on without the records that are missing, and everybody is told")
}
