package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	games   map[string]*history.Evidence // by game: a mailbox may hold several
	bundles []history.Bundle
	broken  history.Findings // files of ours that cannot be read
	ignored []string
}

func (p *proofs) findings() history.Findings {
	out := p.broken
	for _, b := range p.bundles {
		out = append(out, b.Verify()...)
	}
	for _, game := range slices.Sorted(maps.Keys(p.games)) {
		for _, f := range history.Verify(*p.games[game]) {
			if len(p.games) > 1 {
				f.Field = game + ": " + f.Field
			}
			out = append(out, f)
		}
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
	var heap history.Evidence
	err := heap.Add(data)
	switch {
	case err != nil && (named.MatchString(name) || bytes.Contains(data, []byte("\npbd1 "))):
		p.fail(name, err)
	case err != nil:
		p.ignored = append(p.ignored, name)
	default:
		if ev := p.of(gameOf(name, data)); !has(ev, data) {
			if err := ev.Add(data); err != nil {
				p.fail(name, err)
			}
		}
	}
}

// of is the evidence of a game.
func (p *proofs) of(game string) *history.Evidence {
	if p.games == nil {
		p.games = map[string]*history.Evidence{}
	}
	if p.games[game] == nil {
		p.games[game] = &history.Evidence{}
	}
	return p.games[game]
}

// gameOf tells whose file it is: by its name, which a changed text cannot change, or by its second line.
func gameOf(name string, data []byte) string {
	if m := named.FindStringSubmatch(name); m != nil {
		return strings.TrimSuffix(m[1], "-receipt")
	}
	lines := strings.SplitN(string(data), "\n", 3)
	game, _ := strings.CutPrefix(lines[min(1, len(lines)-1)], "game ")
	return game
}

// named are the names of files that reports attach; the game stands first. One of them that cannot be read was changed.
var named = regexp.MustCompile(`([a-z0-9-]+)-[0-9]+(?:-[A-Z]{2,8}-(?:turn|standing)|-intake|-state|-checkpoint)?\.txt$`)

func (p *proofs) fail(name string, err error) {
	p.broken = append(p.broken, history.Finding{Status: history.Fails, Record: history.NoRecord, Field: name, Why: "cannot be read: it was changed (" + err.Error() + ")"})
}

// has tells whether the same text came before: each report brings the record before its own again.
func has(ev *history.Evidence, data []byte) bool {
	for _, list := range [][][]byte{ev.Records, ev.Sets, ev.Intakes, ev.States, ev.Checkpoints, ev.Receipts} {
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
	var heads []dice.Hash
	game := ""
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
			if bytes.HasPrefix(body, []byte("pbd1 record\n")) {
				game = gameOf(file, body)
			}
		case file == "":
			heads = append(heads, headsIn(string(body))...)
		}
		return nil
	})
	if game != "" { // a mail that attaches no records names a head that another has
		ev := p.of(game)
		ev.Heads = append(ev.Heads, heads...)
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
