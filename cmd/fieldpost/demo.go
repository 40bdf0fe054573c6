package main

import (
	"fieldpost/cmd/internal/demo"
)

type demoCmd struct {
	Dir    string `default:"./fieldpost-demo" help:"Folder for store, mails and reports." type:"path"`
	Rules  string `enum:"revised,europe" default:"revised" help:"Which game: revised, europe."`
	Rounds int    `default:"1" help:"How many rounds."`
	Lang   string `enum:"en,de,da" default:"en" help:"Language of the reports: en, de, da."`
	Serve  bool   `help:"Keep running, open to a real mail program."`
}

// Run plays the demo.
func (c *demoCmd) Run(e *invocation) error {
	if c.Rounds < 1 || c.Rounds > 50 {
		return usage("--rounds is from 1 to 50")
	}
	return demo.Run(e.ctx, demo.Options{Dir: c.Dir, Rules: c.Rules, Lang: c.Lang, Rounds: c.Rounds, Serve: c.Serve,
		Version: "fieldpost " + version(), Out: e.stdout})
}
