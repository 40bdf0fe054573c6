package main

import (
	"fmt"
	"io"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/proofs"
)

type verifyCmd struct {
	Files []string `arg:"" name:"file" help:"Reports (.eml), records and other files saved from them, exported games; folders of them."`
	All   bool     `help:"Print what holds, too."`
	JSON  bool     `help:"Print JSON."`
}

// verifyAnswer is what --json prints.
type verifyAnswer struct {
	Holds     int              `json:"holds"`
	Fails     int              `json:"fails"`
	Unchecked int              `json:"unchecked"`
	Findings  history.Findings `json:"findings"`
	Ignored   []string         `json:"ignored"` // files that prove nothing
}

// Run checks what the files allow to check: they alone, nothing of the store.
func (c *verifyCmd) Run(e *env) error {
	p := &proofs.Proofs{}
	for _, path := range c.Files {
		if err := p.Add(path); err != nil {
			return err
		}
	}
	found := p.Findings()
	a := verifyAnswer{Holds: len(found.With(history.Holds)), Fails: len(found.With(history.Fails)), Unchecked: len(found.With(history.Unchecked)),
		Findings: found, Ignored: append([]string{}, p.Ignored...)}
	if a.Holds+a.Fails+a.Unchecked == 0 {
		return usage("there is nothing to check in these files: give the .eml of reports, or the files attached to them")
	}
	if c.JSON {
		if err := e.json(a); err != nil {
			return err
		}
	} else {
		c.print(e, a)
	}
	if a.Fails > 0 {
		return errNo
	}
	return nil
}

func (c *verifyCmd) print(e *env, a verifyAnswer) {
	for _, f := range a.Findings {
		if c.All || f.Status == history.Fails {
			fmt.Fprintln(e.stdout, f)
		}
	}
	if !c.All {
		printUnchecked(e.stdout, a.Findings.With(history.Unchecked))
	}
	fmt.Fprintf(e.stdout, "%d checks hold, %d fail, %d could not be made\n", a.Holds, a.Fails, a.Unchecked)
	if a.Fails == 0 {
		fmt.Fprintln(e.stdout, "everything that can be checked with these files is sound")
	} else {
		fmt.Fprintln(e.stdout, "the proof does not hold")
	}
	for _, name := range a.Ignored {
		fmt.Fprintln(e.stderr, "not used:", name)
	}
}

// printUnchecked tells what could not be checked, each reason once.
func printUnchecked(w io.Writer, fs history.Findings) {
	count := map[string]int{}
	var order []string
	for _, f := range fs {
		if count[f.Why]++; count[f.Why] == 1 {
			order = append(order, f.Why)
		}
	}
	for _, why := range order {
		fmt.Fprintf(w, "not checked (%d): %s\n", count[why], why)
	}
}
