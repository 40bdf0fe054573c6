package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // other charsets than UTF-8

	"fieldpost/adjudicator/dice"
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

// proofs is what files bring to check a game with.
type proofs struct {
	evidence history.Evidence
	bundles  []history.Bundle
	broken   history.Findings // files of ours that cannot be read
	ignored  []string
}

func (p *proofs) findings() history.Findings {
	out := p.broken
	for _, b := range p.bundles {
		out = append(out, b.Verify()...)
	}
	if len(p.evidence.Records) > 0 || len(p.evidence.Receipts) > 0 {
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
			p.fail(name, err)
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
	switch err := p.evidence.Add(data); {
	case err != nil && (ours.MatchString(name) || bytes.Contains(data, []byte("\npbd1 "))):
		p.fail(name, err)
	case err != nil:
		p.ignored = append(p.ignored, name)
	}
}

// ours are the names of files that reports attach. One of them that cannot be read was changed.
var ours = regexp.MustCompile(`[a-z0-9-]+-[0-9]+(-[A-Z]{2,8}-(turn|standing)|-intake|-state|-checkpoint)?\.txt$|-receipt-[0-9]+\.txt$`)

func (p *proofs) fail(name string, err error) {
	p.broken = append(p.broken, history.Finding{Status: history.Fails, Record: history.NoRecord, Field: name, Why: "cannot be read: it was changed (" + err.Error() + ")"})
}

// has tells whether the same text came before: each report brings the record before its own again.
func (p *proofs) has(data []byte) bool {
	for _, list := range [][][]byte{p.evidence.Records, p.evidence.Sets, p.evidence.Intakes, p.evidence.States, p.evidence.Checkpoints, p.evidence.Receipts} {
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
	records := len(p.evidence.Records)
	var heads []dice.Hash
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		_, disposition, _ := part.Header.ContentDisposition() // a part without one is no file
		file := disposition["filename"]
		kind, _, _ := part.Header.ContentType()
		if !strings.HasSuffix(file, ".txt") && kind != "text/plain" {
			return nil
		}
		body, err := io.ReadAll(io.LimitReader(part.Body, history.MaxText+1))
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(file, ".txt"):
			p.text(name+": "+file, body)
		case file == "":
			heads = append(heads, headsIn(string(body))...)
		}
		return nil
	})
	if len(p.evidence.Records) > records { // a mail that attaches no records names a head that another has
		p.evidence.Heads = append(p.evidence.Heads, heads...)
	}
	if err != nil {
		p.ignored = append(p.ignored, name)
	}
}

// headsIn finds the newest record that a report names: a line with its hash and nothing else.
func headsIn(text string) []dice.Hash {
	var out []dice.Hash
	for line := range strings.Lines(text) {
		if h, err := dice.ParseHash(strings.TrimSpace(line)); err == nil {
			out = append(out, h)
		}
	}
	return out
}
