package main

import "github.com/alecthomas/kong"

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command that is explained; without one, all are listed."`
}

// Run prints what --help prints.
func (c *helpCmd) Run(app *kong.Kong) error {
	asked, err := kong.Trace(app, c.Command)
	if err != nil {
		return err
	}
	if asked.Error != nil {
		return asked.Error
	}
	return asked.PrintUsage(false)
}
