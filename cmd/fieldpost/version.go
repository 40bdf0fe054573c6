package main

import "fmt"

type versionCmd struct {
	JSON bool `help:"Print JSON."`
}

// Run prints which fieldpost this is.
func (c *versionCmd) Run(e *env) error {
	if c.JSON {
		return e.json(map[string]string{"version": version()})
	}
	_, err := fmt.Fprintln(e.stdout, "fieldpost", version())
	return err
}
