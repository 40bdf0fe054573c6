// Package proofs gathers evidence to check games with from files as people have them: mails with reports, records saved
// from them, exported games.
package proofs

import (
	"bytes"
	"encoding/hex"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/mailio/message"
)

// Proofs is the evidence in some files.
type Proofs struct {
	Games   map[string]*history.Evidence // by game: a mailbox may hold several
	Setups  [][]byte                     // texts of rules and options
	Bundles []Bundle
	Broken  history.Findings // files of this program that cannot be read
	Ignored []string         // files that prove nothing
}

// Bundle is an exported game and the file in which it stands.
type Bundle struct {
	File string
	history.Bundle
}

// Findings are the outcomes of all checks.
func (p *Proofs) Findings() history.Findings {
	out := slices.Clone(p.Broken)
	for _, b := range p.Bundles {
		out = append(out, inFile(b.File, b.Verify())...)
	}
	for _, game := range slices.Sorted(maps.Keys(p.Games)) {
		out = append(out, p.ofGame(game, history.Verify(*p.Games[game]))...)
	}
	return out
}

// ofGame says of findings which game they are about, if there are several.
func (p *Proofs) ofGame(game string, found history.Findings) history.Findings {
	for i := range found {
		if len(p.Games) > 1 {
			found[i].Field = game + ": " + found[i].Field
		}
	}
	return found
}

func inFile(name string, found history.Findings) history.Findings {
	for i := range found {
		if found[i].File == "" {
			found[i].File = name
		}
	}
	return found
}

// Add adds a file, or all files of a folder. The error says that they could not be read.
func (p *Proofs) Add(path string) error {
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		p.File(name, data)
		return nil
	})
}

// File takes a mail apart, or files a text where it belongs. The name of a mail ends in .eml, or its text begins as
// one.
func (p *Proofs) File(name string, data []byte) {
	switch {
	case bytes.HasPrefix(data, []byte("pbd1 bundle")):
		b, err := history.ParseBundle(data)
		if err != nil {
			p.fail(name, err)
			return
		}
		p.Bundles = append(p.Bundles, Bundle{name, b})
	case IsMail(name, data):
		p.mail(name, data)
	default:
		p.attached(name, data)
	}
}

// attached takes a file of a mail: one text, or an archive of texts (txtar).
func (p *Proofs) attached(name string, data []byte) {
	data = bytes.ReplaceAll(data, []byte("\r"), nil)
	texts := texts(data)
	if texts == nil {
		p.text(name, data)
	}
	for _, f := range texts {
		p.text(name+": "+f.Name, f.Data)
	}
}

// texts returns the files of an archive that hold a text of this program; nil if the data are no archive.
func texts(data []byte) []txtar.File {
	a := txtar.Parse(data)
	if !slices.ContainsFunc(a.Files, func(f txtar.File) bool { return named.MatchString(f.Name) }) {
		return nil
	}
	return a.Files
}

func (p *Proofs) text(name string, data []byte) {
	var heap history.Evidence
	err := heap.Add(data)
	switch {
	case bytes.HasPrefix(data, []byte("pbd1 setup\n")):
		p.Setups = append(p.Setups, data)
	case err != nil && (named.MatchString(name) || bytes.Contains(data, []byte("\npbd1 "))):
		p.fail(name, err)
	case err != nil:
		p.Ignored = append(p.Ignored, name)
	default:
		if ev := p.evidenceOf(gameOf(name, data)); !hasText(ev, data) {
			if err := ev.Add(data); err != nil {
				p.fail(name, err)
			}
			ev.Names[dice.Sum(data)] = name
		}
	}
}

// evidenceOf is the evidence of a game.
func (p *Proofs) evidenceOf(game string) *history.Evidence {
	if p.Games == nil {
		p.Games = map[string]*history.Evidence{}
	}
	if p.Games[game] == nil {
		p.Games[game] = &history.Evidence{Names: map[dice.Hash]string{}}
	}
	return p.Games[game]
}

// gameOf returns the game of a file: by its name, which a changed text cannot change, or by its second line.
func gameOf(name string, data []byte) string {
	if m := named.FindStringSubmatch(name); m != nil {
		if bytes.HasPrefix(data, []byte("pbd1 press\n")) {
			return strings.TrimSuffix(m[1], "-press")
		}
		return strings.TrimSuffix(m[1], "-receipt")
	}
	lines := strings.SplitN(string(data), "\n", 3)
	if game, ok := strings.CutPrefix(lines[min(1, len(lines)-1)], "game "); ok {
		return game
	}
	_, game, _ := strings.Cut(lines[0], "/") // a checkpoint begins with host/game
	return game
}

// named are the names of files that reports attach; the game stands first. One of them that cannot be read was changed.
var named = regexp.MustCompile(`([a-z0-9-]+)-[0-9]+(?:-[A-Z]{2,8}-(?:turn|standing)|-intake|-words|-state|-checkpoint)?\.txt$`)

func (p *Proofs) fail(name string, err error) {
	p.Broken = append(p.Broken, history.Finding{Status: history.Fails, Record: history.NoRecord, Field: "text",
		File: name, Why: "cannot be read: it was changed (" + err.Error() + ")"})
}

// hasText reports whether the same text came before: each report repeats the record before its own.
func hasText(ev *history.Evidence, data []byte) bool {
	for _, list := range [][][]byte{ev.Records, ev.Sets, ev.Intakes, ev.Words, ev.Press, ev.States, ev.Checkpoints,
		ev.Receipts} {
		for _, x := range list {
			if bytes.Equal(x, data) {
				return true
			}
		}
	}
	return false
}

// limits of a mail that is taken apart. It may attach an archive of a turn's texts, or a record of each turn of a long
// game.
var limits = message.Limits{Depth: 8, Parts: 2000, Text: 16 << 20}

// mail takes the attached files of a mail.
func (p *Proofs) mail(name string, data []byte) {
	files, err := message.Files(data, limits)
	var heads []dice.Hash
	game := ""
	for _, f := range files {
		switch {
		case strings.HasSuffix(f.Name, ".txt"):
			p.attached(name+": "+f.Name, f.Data)
			for _, x := range append(texts(f.Data), txtar.File{Name: f.Name, Data: f.Data}) {
				if bytes.HasPrefix(x.Data, []byte("pbd1 record\n")) ||
					bytes.HasPrefix(x.Data, []byte("pbd1 record\r\n")) {
					game = gameOf(x.Name, x.Data)
				}
			}
		case f.Name == "" && f.Type == "text/plain":
			heads = append(heads, headsIn(string(f.Data))...)
		}
	}
	if game != "" { // a mail that attaches no records names a head that another has
		ev := p.evidenceOf(game)
		ev.Heads = append(ev.Heads, heads...)
	}
	if err != nil {
		p.Ignored = append(p.Ignored, name)
	}
}

// headsIn finds the newest record that a report names: a line with its hash and nothing else.
func headsIn(text string) []dice.Hash {
	var out []dice.Hash
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(line) != hex.EncodedLen(len(dice.Hash{})) {
			continue // an error for each of many lines is too much
		}
		if h, err := dice.ParseHash(line); err == nil {
			out = append(out, h)
		}
	}
	return out
}

// signed matches the names of files in which signatures come: an archive, or one text of older mails.
var signed = regexp.MustCompile(`-R[0-9]+(?:-[A-Za-z]+)?\.txt|-checkpoint\.txt|-receipt-`)

// MayHold reports whether a mail may bring signatures with it, by the names of its files. Most mails do not, and need
// not be taken apart.
func MayHold(raw []byte) bool { return signed.Match(raw) }

// IsMail reports whether a file is a mail, not a text: by its name, or by a header at its beginning.
func IsMail(path string, data []byte) bool {
	if strings.EqualFold(filepath.Ext(path), ".eml") {
		return true
	}
	head, _, ok := bytes.Cut(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	return ok && message.FirstField(append(head, '\n', '\n'), "From") != "" &&
		message.FirstField(append(head, '\n', '\n'), "Date") != ""
}
