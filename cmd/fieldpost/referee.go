package main

import (
	"fmt"
	"os"
	"strings"

	"fieldpost/cmd/internal/steps"
)

// The referee's acts by command are the lines that a referee mails: `fieldpost game roll-back NAME to round 3 Germany`
// is the mail `roll back to round 3 Germany`.

// refereeCmd gives lines of the referee to the daemon, and prints what it answers.
type refereeCmd struct {
	storePlace
	Name string `arg:"" help:"The game."`
	JSON bool   `help:"Print JSON."`
}

// refereeRefused is the error of an act that was not done; the answer says why.
type refereeRefused struct{ reason string }

func (r refereeRefused) Error() string { return "not done: " + r.reason }

func (c *refereeCmd) send(e *invocation, check bool, lines ...string) error {
	var a steps.RefereeAnswer
	if err := c.request(e, "game.referee", steps.RefereeLines{Game: c.Name, Lines: lines, Check: check},
		&a); err != nil {
		return err
	}
	if c.JSON {
		if err := e.json(a); err != nil {
			return err
		}
	} else {
		for _, text := range a.Answers {
			fmt.Fprintln(e.stdout, strings.TrimRight(text, "\n"))
		}
		if len(a.Answers) == 0 {
			fmt.Fprintf(e.stdout, "game %s: done; everybody is told\n", c.Name)
		}
	}
	if a.Refused() {
		return refereeRefused{a.Reason}
	}
	return nil
}

type gameRollBackCmd struct {
	refereeCmd
	To    []string `arg:"" help:"to round 3 [POWER], after round 3, or to record 41."`
	Check bool     `help:"Tell what it would undo, and change nothing."`
}

// Run goes back.
func (c *gameRollBackCmd) Run(e *invocation) error {
	return c.send(e, c.Check, "roll back "+strings.Join(c.To, " "))
}

type gameCorrectCmd struct {
	refereeCmd
	What  []string `arg:"" optional:"" help:"round 3 POWER [PHASE], or record 41; without it the go that was played last."`
	File  string   `type:"existingfile" placeholder:"FILE" help:"The lines that are different: orders, edits."`
	Check bool     `help:"Tell what would be played again, and change nothing."`
}

// Run has the daemon play a resolution again.
func (c *gameCorrectCmd) Run(e *invocation) error {
	lines := []string{strings.TrimSpace("correct " + strings.Join(c.What, " "))}
	if c.File != "" {
		text, err := os.ReadFile(c.File)
		if err != nil {
			return err
		}
		lines = append(lines, strings.Split(strings.TrimRight(string(text), "\n"), "\n")...)
	}
	return c.send(e, c.Check, lines...)
}

type gameEditCmd struct {
	refereeCmd
	What  []string `arg:"" help:"As in a mail: money Germany 44, add 1 infantry Germany in Poland, ..."`
	Check bool     `help:"Only tell whether it can be done."`
}

// Run changes the position.
func (c *gameEditCmd) Run(e *invocation) error {
	return c.send(e, c.Check, "edit "+strings.Join(c.What, " "))
}

type gameGoOnCmd struct{ refereeCmd }

// Run lets a game go on that was rolled back.
func (c *gameGoOnCmd) Run(e *invocation) error { return c.send(e, false, "go on") }

type gameRulingCmd struct {
	refereeCmd
	Words []string `arg:"" help:"The ruling; a case such as R-77 may stand before it."`
}

// Run rules.
func (c *gameRulingCmd) Run(e *invocation) error {
	return c.send(e, false, "ruling "+strings.Join(c.Words, " "))
}

type gameAnnounceCmd struct {
	refereeCmd
	Words []string `arg:"" help:"What everybody is told."`
}

// Run announces.
func (c *gameAnnounceCmd) Run(e *invocation) error {
	return c.send(e, false, "announce "+strings.Join(c.Words, " "))
}
