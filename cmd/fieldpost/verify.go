package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/proofs"
)

type verifyCmd struct {
	overwrite
	Files   []string `arg:"" name:"file" help:"Reports (.eml), what is attached to them, records and other files saved from them, exported games; folders of them."`
	All     bool     `help:"Print what holds, too."`
	Replay  bool     `help:"Play the orders, too, and compare every position with the one that its record names, as far as the orders are open."`
	Extract string   `placeholder:"DIR" help:"Write the texts out, a file each, and check nothing." type:"path"`
	JSON    bool     `help:"Print JSON."`
}

// verifyAnswer is what --json prints.
type verifyAnswer struct {
	Verdict   history.Verdict  `json:"verdict"`
	Holds     int              `json:"holds"`
	Fails     int              `json:"fails"`
	Unchecked int              `json:"unchecked"`
	Findings  history.Findings `json:"findings"`
	Ignored   []string         `json:"ignored"` // files that prove nothing
}

// errUnsigned is the answer that no signed checkpoint covers the newest record: exit code 3.
var errUnsigned = errors.New("unsigned")

// Run checks what the files allow to check: they alone, nothing of the store.
func (c *verifyCmd) Run(e *invocation) error {
	p := &proofs.Proofs{}
	for _, path := range c.Files {
		if err := p.Add(path); err != nil {
			return err
		}
	}
	if len(p.Games)+len(p.Bundles)+len(p.Broken) == 0 {
		return usage("there is nothing to check in these files: give the .eml of reports, or the files attached to them")
	}
	if c.Extract != "" {
		return c.extract(e, p)
	}
	found := p.Findings()
	if c.Replay {
		found = append(found, p.Replay()...)
	}
	a := verifyAnswer{Verdict: found.Verdict(), Holds: len(found.With(history.Holds)),
		Fails: len(found.With(history.Fails)), Unchecked: len(found.With(history.Unchecked)),
		Findings: found, Ignored: append([]string{}, p.Ignored...)}
	if c.JSON {
		if err := e.json(a); err != nil {
			return err
		}
	} else {
		c.print(e, a)
	}
	switch a.Verdict {
	case history.NotSound:
		return errNo
	case history.NotSigned:
		return errUnsigned
	}
	return nil
}

// says are the verdicts in words.
var says = map[history.Verdict]string{
	history.Sound:     "sound: everything that is there holds, and a signed checkpoint covers the newest record",
	history.NotSound:  "not sound: the proof does not hold",
	history.NotSigned: "unsigned: everything that is there holds, but no signed checkpoint covers the newest record, so anybody could have changed what comes after the last signed one",
}

func (c *verifyCmd) print(e *invocation, a verifyAnswer) {
	for _, f := range a.Findings {
		if c.All || f.Status == history.Fails || f.Status == history.Unsigned {
			fmt.Fprintln(e.stdout, f)
		}
	}
	if !c.All {
		printUnchecked(e.stdout, a.Findings.With(history.Unchecked))
	}
	fmt.Fprintf(e.stdout, "%d checks hold, %d fail, %d could not be made\n%s\n", a.Holds, a.Fails, a.Unchecked,
		says[a.Verdict])
	for _, name := range a.Ignored {
		fmt.Fprintln(e.stderr, "not used:", name)
	}
}

// printUnchecked prints what could not be checked, each reason once.
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

// extract writes the texts into a folder.
func (c *verifyCmd) extract(e *invocation, p *proofs.Proofs) error {
	texts := p.Texts()
	names := slices.Sorted(maps.Keys(texts))
	if err := os.MkdirAll(c.Extract, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		if err := c.free(filepath.Join(c.Extract, name)); err != nil {
			return err
		}
	}
	for _, name := range names {
		err := c.write(filepath.Join(c.Extract, name), 0o644, func(w io.Writer) error {
			_, err := w.Write(texts[name])
			return err
		})
		if err != nil {
			return err
		}
	}
	if c.JSON {
		return e.json(map[string]any{"folder": c.Extract, "files": names})
	}
	_, err := fmt.Fprintf(e.stdout, "%s: %d files\n", c.Extract, len(names))
	return err
}
