package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // other charsets than UTF-8

	"fieldpost/adjudicator/history"
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
	p := &proofs{}
	for _, path := range c.Files {
		if err := p.add(path); err != nil {
			return err
		}
	}
	found := p.findings()
	a := verifyAnswer{Holds: len(found.With(history.Holds)), Fails: len(found.With(history.Fails)), Unchecked: len(found.With(history.Unchecked)),
		Findings: found, Ignored: append([]string{}, p.ignored...)}
	if a.Holds+a.Fails == 0 {
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

// proofs is what files bring to check a game with.
type proofs struct {
	evidence history.Evidence
	bundles  []history.Bundle
	ignored  []string
}

func (p *proofs) findings() history.Findings {
	var out history.Findings
	for _, b := range p.bundles {
		out = append(out, b.Verify()...)
	}
	if len(p.evidence.Records) > 0 {
		out = append(out, history.Verify(p.evidence)...)
	}
	return out
}

// add takes a file, or all files of a folder.
func (p *proofs) add(path string) error {
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		p.file(name, data)
		return nil
	})
}

// file takes a mail apart, or files a text where it belongs.
func (p *proofs) file(name string, data []byte) {
	switch {
	case bytes.HasPrefix(data, []byte("pbd1 bundle")):
		b, err := history.ParseBundle(data)
		if err != nil {
			p.evidence.Records = append(p.evidence.Records, data) // fails with its reason
			return
		}
		p.bundles = append(p.bundles, b)
	case isMail(name, data):
		p.mail(name, data)
	default:
		p.text(name, data)
	}
}

func (p *proofs) text(name string, data []byte) {
	data = bytes.ReplaceAll(data, []byte("\r"), nil)
	if p.has(data) {
		return
	}
	if err := p.evidence.Add(data); err != nil {
		p.ignored = append(p.ignored, name)
	}
}

// has tells whether the same text came before: each report brings the record before its own again.
func (p *proofs) has(data []byte) bool {
	for _, list := range [][][]byte{p.evidence.Records, p.evidence.Sets, p.evidence.Intakes, p.evidence.Checkpoints} {
		for _, x := range list {
			if bytes.Equal(x, data) {
				return true
			}
		}
	}
	return false
}

// mail takes the attached files of a mail.
func (p *proofs) mail(name string, data []byte) {
	m, err := message.Read(bytes.NewReader(data))
	if err != nil && !message.IsUnknownCharset(err) {
		p.ignored = append(p.ignored, name)
		return
	}
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		_, disposition, _ := part.Header.ContentDisposition() // a part without one is no file
		file := disposition["filename"]
		if !strings.HasSuffix(file, ".txt") {
			return nil
		}
		body, err := io.ReadAll(io.LimitReader(part.Body, history.MaxText+1))
		if err == nil && !strings.Contains(file, "-receipt-") {
			p.text(name+": "+file, body)
		}
		return err
	})
	if err != nil {
		p.ignored = append(p.ignored, name)
	}
}
