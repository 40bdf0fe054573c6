package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fieldpost/orders/cases"
)

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
func (c *caseCmd) Run(e *invocation) error {
	files, err := findCases(c.Paths)
	if err != nil {
		return err
	}
	answers, failed := []caseAnswer{}, 0
	for _, f := range files {
		r := f.Run()
		a := caseAnswer{ID: r.ID, OK: len(r.Diff) == 0, Diff: r.Diff}
		if !a.OK {
			failed++
		}
		answers = append(answers, a)
		if !c.JSON {
			a.print(e)
		}
	}
	if c.JSON {
		err = e.json(answers)
	} else {
		_, err = fmt.Fprintf(e.stdout, "%d passed, %d failed\n", len(files)-failed, failed)
	}
	if err == nil && failed > 0 {
		err = errNo
	}
	return err
}

func (a *caseAnswer) print(e *invocation) {
	if a.OK {
		fmt.Fprintf(e.stdout, "ok %s\n", a.ID)
		return
	}
	fmt.Fprintf(e.stdout, "FAIL %s\n", a.ID)
	for _, d := range a.Diff {
		fmt.Fprintf(e.stdout, "    %s\n", strings.ReplaceAll(d, "\n", "\n    "))
	}
}

// findCases reads files as they are, and of folders every *.txtar.
func findCases(paths []string) ([]cases.File, error) {
	var files []cases.File
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		found := []cases.File{{Name: filepath.Base(p)}}
		if info.IsDir() {
			found, err = cases.Find(os.DirFS(p))
		} else {
			found[0].Text, err = os.ReadFile(p)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}
