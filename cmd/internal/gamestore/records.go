package gamestore

import (
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/env"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// PartActs holds the texts of act records about persons, by hash. They can be erased without breaking the history.
const PartActs store.Part = "acts"

// RecordAct records what a participant did. about is the person concerned, mostly an address: the chain has only the
// hash of a salted text, which cannot be guessed, and says nothing once the text is erased.
func RecordAct(e *env.Env, g *Game, actor, what, about string) (history.Entry, error) {
	if g.Chain.Over() { // people may still leave; a number that no record has names the notice
		g.State.ActsAfterEnd++
		return history.Entry{Record: history.Record{Seq: g.Chain.Len() + g.State.ActsAfterEnd}}, g.Save()
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(e.Random, salt); err != nil {
		return history.Entry{}, err
	}
	text := dice.Text("pbd1 act", "game "+g.Setup.Name, "actor "+actor, "what "+what, "about "+about,
		"salt "+hex.EncodeToString(salt), "end")
	hash := dice.Sum(text)
	if err := g.Row.PutOnce(PartActs, hash.String(), store.Value{Version: FormatVersion, Bytes: text}); err != nil {
		return history.Entry{}, err
	}
	return Record(e, g, &history.Act{Actor: actor, What: what, Hash: hash})
}

// Record writes a record that names no texts, and saves the game.
func Record(e *env.Env, g *Game, body history.Body) (history.Entry, error) {
	entry, err := g.AppendRecord(body, e.Now())
	if err != nil {
		return entry, err
	}
	return entry, g.Save()
}

// SeqName returns the part of a Message-ID that names a record.
func SeqName(e history.Entry) string { return strconv.Itoa(e.Seq) }

// MasterSecret returns the secret that the game's dice come from now, after it is checked against the newest
// commitment. It hands to the game what its records need: the secrets that were replaced, which its end reveals, and
// the setting of the delay of beacons.
func MasterSecret(e *env.Env, g *Game) (dice.Master, error) {
	name, committed := g.Setup.Name, g.Chain.Masters()
	if len(committed) == 0 {
		return dice.Master{}, fmt.Errorf("game %s has no genesis record", name)
	}
	all, err := e.Secrets.Masters(name, len(committed))
	if err != nil {
		return dice.Master{}, err
	}
	for i, m := range all {
		if m.Commitment(name) != committed[i] {
			return dice.Master{}, fmt.Errorf("%s is not the master secret that game %s committed to: "+
				"restore the file from your backup", e.Secrets.MasterPath(name, i+1), name)
		}
	}
	last := len(all) - 1
	g.Replaced = all[:last]
	g.Delay, _ = g.State.House.Duration("beacon-delay")
	return all[last], nil
}

// MeterResolution counts the time since the orders of a resolution were handed to the game.
func MeterResolution(e *env.Env, g *Game, since time.Time) {
	e.ActiveMeter().Played(g.Setup.Rules, e.Now().Sub(since))
}

// OctetStream is the type of files whose bytes are hashed: mail programs do not touch it (dice.md, "Transport").
const OctetStream = "application/octet-stream"

// RecordFiles returns records as files of a mail.
func RecordFiles(g *Game, records ...history.Entry) []layout.File {
	var out []layout.File
	for _, entry := range records {
		out = append(out, layout.File{Name: history.RecordFile(g.Setup.Name, entry.Seq), Type: OctetStream,
			Data: entry.Bytes})
	}
	return out
}

// RecordsWithCheckpoint returns the records from a number on as files, and a signed checkpoint of the newest.
func RecordsWithCheckpoint(e *env.Env, g *Game, from int) ([]layout.File, error) {
	name := g.Setup.Name
	var files []layout.File
	for _, r := range g.Chain.From(from) {
		files = append(files, layout.File{Name: history.RecordFile(name, r.Seq), Type: OctetStream, Data: r.Bytes})
	}
	point, err := CheckpointFile(e, g)
	return append(files, point), err
}

// CheckpointFile returns a signed checkpoint of the newest record, as a file.
func CheckpointFile(e *env.Env, g *Game) (layout.File, error) {
	signer, err := e.Secrets.Signer(g.Setup.Name)
	if err != nil {
		return layout.File{}, err
	}
	point, err := g.Chain.Checkpoint(signer)
	return layout.File{Name: checkpointName(g.Setup.Name, g.Chain.Len()-1), Type: OctetStream, Data: point}, err
}

func checkpointName(name string, seq int) string {
	return name + "-" + strconv.Itoa(seq) + "-checkpoint.txt"
}

// RefereeTextFile returns the text of an edit, a ruling or an announcement, as a file.
func RefereeTextFile(g *Game, seq int, text []byte) layout.File {
	return layout.File{Name: history.RefereeTextFile(g.Setup.Name, seq), Type: OctetStream, Data: text}
}

// HashOf returns a digest of the store as a hash of a record.
func HashOf(d store.Digest) dice.Hash { return dice.Hash(d) }

// Drawers of the texts that genesis and upgrade records name, by hash.
const (
	// PartSetups and PartEngines hold the texts that genesis and upgrade records name, by hash.
	PartSetups  store.Part = "setups"
	PartEngines store.Part = "engines"
)

// KeepVersionTexts stores the texts of the rules and the program for ever, by the hashes that the history names: a
// later version may write them in another way.
func KeepVersionTexts(g *Game) error {
	text, err := g.Setup.Text()
	if err != nil {
		return err
	}
	if err := g.Row.PutOnce(PartSetups, dice.Sum(text).String(),
		store.Value{Version: FormatVersion, Bytes: text}); err != nil {
		return err
	}
	engine := dice.Text(g.State.Engine)
	return g.Row.PutOnce(PartEngines, dice.Sum(engine).String(), store.Value{Version: FormatVersion, Bytes: engine})
}

// KeepRefereeText stores the text that a record names for ever, by its hash.
func KeepRefereeText(g *Game, text []byte) error {
	return g.Row.PutOnce(PartRefereeTexts, dice.Sum(text).String(), store.Value{Version: FormatVersion, Bytes: text})
}

// caseID matches the names of rulings and conformance cases: R-77, T-12, EX-INDIA.
var caseID = regexp.MustCompile(`^[A-Z]{1,6}-[0-9A-Z][0-9A-Z-]*:?$`)

// SplitCase splits the case from the beginning of a ruling. A ruling without one gets a number of its own.
func SplitCase(g *Game, text string) (name, rest string) {
	first, rest, _ := strings.Cut(text, " ")
	if caseID.MatchString(first) {
		return strings.TrimSuffix(first, ":"), strings.TrimSpace(rest)
	}
	return "ruling-" + strconv.Itoa(len(readRulings(g))+1), text
}

// ruling is a ruling of this game.
type ruling struct {
	Seq        int
	Case, Text string
}

// readRulings returns the rulings of the game, in their order.
func readRulings(g *Game) []ruling {
	texts, err := ReadPart(g.Row, PartRefereeTexts)
	if err != nil || len(texts) == 0 {
		return nil // so that the past need not be read
	}
	var out []ruling
	for _, r := range g.Chain.Entries() {
		b, ok := r.Body.(*history.Ruling)
		if !ok {
			continue
		}
		c := ruling{Seq: r.Seq, Case: b.Case}
		if v, found, err := g.Row.Get(PartRefereeTexts, b.Text.String()); err == nil && found {
			if w, err := history.ParseRefereeText(v.Bytes); err == nil {
				c.Text = strings.Join(w.Lines, " ")
			}
		}
		out = append(out, c)
	}
	return out
}

// RulingLines returns the rulings of the game as lines of lists and reports.
func RulingLines(g *Game) []string {
	var out []string
	for _, r := range readRulings(g) {
		out = append(out, r.Case+": "+r.Text)
	}
	return slices.Clip(out)
}

// FormatEdits returns edits in a reader's language.
func FormatEdits(g *Game, edits []order.Edit, lang string) []string {
	return commands.FormatEdits(edits, syntax.Lang(lang), g.Rules.Board)
}
