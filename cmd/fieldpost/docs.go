package main

import (
	"io"

	"github.com/alecthomas/kong"

	"fieldpost/cmd/internal/manual"
)

type docsCmd struct {
	Man        docsManCmd        `cmd:"" help:"Print the manual page."`
	Completion docsCompletionCmd `cmd:"" help:"Print the completions of a shell."`
}

type docsManCmd struct{}

// Run prints the manual page.
func (*docsManCmd) Run(e *invocation, app *kong.Kong) error {
	_, err := io.WriteString(e.stdout, manual.Man(app.Model, version()))
	return err
}

type docsCompletionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Which shell: bash, zsh, fish."`
}

// Run prints the completions.
func (c *docsCompletionCmd) Run(e *invocation, app *kong.Kong) error {
	text, err := manual.Completion(app.Model, c.Shell)
	if err != nil {
		return err
	}
	_, err = io.WriteString(e.stdout, text)
	return err
}
