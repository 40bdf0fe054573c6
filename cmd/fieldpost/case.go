package main

import "fieldpost/cmd/internal/cases"

type caseCmd struct {
	Paths []string `arg:"" name:"path" help:"Case files, and folders that are searched for *.txtar."`
	JSON  bool     `help:"Print JSON."`
}

// caseAnswer is what --json prints for one case.
type caseAnswer struct {
	ID   string   `json:"id"`
	OK   bool     `json:"ok"`
	Diff []string `json:"diff,omitempty"`
}

// Run plays conformance cases; the answer is no if one fails.
func (c *caseCmd) Run(e *env) error {
	if c.JSON {
		return c.runJSON(e)
	}
	failed, err := cases.Run(e.stdout, c.Paths...)
	if err != nil {
		return err
	}
	if failed > 0 {
		return errNo
	}
	return nil
}

func (c *caseCmd) runJSON(e *env) error {
	results, err := cases.RunAll(c.Paths...)
	if err != nil {
		return err
	}
	answers, no := []caseAnswer{}, false
	for _, r := range results {
		answers = append(answers, caseAnswer{ID: r.ID, OK: len(r.Diff) == 0, Diff: r.Diff})
		no = no || len(r.Diff) > 0
	}
	if err := e.json(answers); err != nil {
		return err
	}
	if no {
		return errNo
	}
	return nil
}
