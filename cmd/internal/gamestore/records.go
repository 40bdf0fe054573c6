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

// How people come to a seat, and leave it. Every such act is a record, seen by all; who the person is stands beside the chain.

// PartActs is where the texts of act records stand that are about persons, by hash. They can be erased.
const PartActs store.Part = "acts"

// RecordAct records what somebody around the table did. About is whom it concerns, an address mostly: the chain holds only the hash of a
// text that is salted, so that it tells nothing to who guesses, and nothing at all once the text is erased.
func RecordAct(e *env.Env, g *Game, actor, what, about string) (history.Entry, error) {
	if g.Chain.Over() { // people may still go, but the history has ended: a number that no record has names the news
		g.State.ActsAfterEnd++
		return history.Entry{Record: history.Record{Seq: g.Chain.Len() + g.State.ActsAfterEnd}}, g.Save()
	}
	salt := make([]byte, 16)
	if _, err := io.ReadFull(e.Random, salt); err != nil {
		return history.Entry{}, err
	}
	text := dice.Text("pbd1 act", "game "+g.Setup.Name, "actor "+actor, "what "+what, "about "+about, "salt "+hex.EncodeToString(salt), "end")
	hash := dice.Sum(text)
	if err := g.Row.PutOnce(PartActs, hash.String(), store.Value{Version: FormatVersion, Bytes: text}); err != nil {
		return history.Entry{}, err
	}
	return Record(e, g, &history.Act{Actor: actor, What: what, Hash: hash})
}

// Record writes a record of an act into the game's history and saves the game.
func Record(e *env.Env, g *Game, body history.Body) (history.Entry, error) {
	entry, err := g.AppendRecord(body, e.Now())
	if err != nil {
		return entry, err
	}
	return entry, g.Save()
}

// SeqName names the news of a record.
func SeqName(e history.Entry) string { return strconv.Itoa(e.Seq) }

// MasterSecret is the secret from which a game's dice come now, held against the newest commitment to one. Secrets that were replaced are
// handed to the game, whose end reveals them all; with them goes what the house says of locks.
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
			return dice.Master{}, fmt.Errorf("%s is not the master secret that game %s committed to: restore the file from your backup", e.Secrets.MasterPath(name, i+1), name)
		}
	}
	last := len(all) - 1
	g.Replaced = all[:last]
	g.Delay, _ = g.State.House.Duration("beacon-delay")
	return all[last], nil
}

// MeterResolution tells the meter how long the orders of a game took since a moment.
func MeterResolution(e *env.Env, g *Game, since time.Time) {
	e.Metering().Played(g.Setup.Rules, e.Now().Sub(since))
}

// OctetStream keeps mail programs from touching the bytes that hashes are made of (dice.md, "Transport").
const OctetStream = "application/octet-stream"

// RecordFiles are records as files of a mail.
func RecordFiles(e *env.Env, g *Game, records ...history.Entry) []layout.File {
	var out []layout.File
	for _, entry := range records {
		out = append(out, layout.File{Name: history.RecordFile(g.Setup.Name, entry.Seq), Type: OctetStream, Data: entry.Bytes})
	}
	return out
}

// RecordsWithCheckpoint are the records from a number on, as files, with a signed checkpoint of the newest.
func RecordsWithCheckpoint(e *env.Env, g *Game, from int) ([]layout.File, error) {
	name := g.Setup.Name
	var files []layout.File
	for _, r := range g.Chain.From(from) {
		files = append(files, layout.File{Name: history.RecordFile(name, r.Seq), Type: OctetStream, Data: r.Bytes})
	}
	point, err := CheckpointFile(e, g)
	return append(files, point), err
}

// CheckpointFile is a signed checkpoint of the newest record, as a file.
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

func RefereeTextFile(g *Game, seq int, text []byte) layout.File {
	return layout.File{Name: history.WordsFile(g.Setup.Name, seq), Type: OctetStream, Data: text}
}

func HashOf(d store.Digest) dice.Hash { return dice.Hash(d) }

// Drawers of the texts that genesis and upgrade records name, by hash.
const (
	PartSetups  store.Part = "setups"
	PartEngines store.Part = "engines"
)

// KeepVersionTexts keeps the texts of the rules and the program, whose hashes stand in the history, for ever: a later version may write them otherwise.
func KeepVersionTexts(g *Game) error {
	text, err := g.Setup.Text()
	if err != nil {
		return err
	}
	if err := g.Row.PutOnce(PartSetups, dice.Sum(text).String(), store.Value{Version: FormatVersion, Bytes: text}); err != nil {
		return err
	}
	engine := dice.Text(g.State.Engine)
	return g.Row.PutOnce(PartEngines, dice.Sum(engine).String(), store.Value{Version: FormatVersion, Bytes: engine})
}

// KeepRefereeText keeps the text behind a record for ever, by its hash.
func KeepRefereeText(g *Game, text []byte) error {
	return g.Row.PutOnce(PartRefereeTexts, dice.Sum(text).String(), store.Value{Version: FormatVersion, Bytes: text})
}

// caseID is how rulings and conformance cases are called: R-77, T-12, EX-INDIA.
var caseID = regexp.MustCompile(`^[A-Z]{1,6}-[0-9A-Z][0-9A-Z-]*:?$`)

// SplitCase takes the case off the beginning of a ruling; one without gets a number of its own.
func SplitCase(g *Game, text string) (name, rest string) {
	first, rest, _ := strings.Cut(text, " ")
	if caseID.MatchString(first) {
		return strings.TrimSuffix(first, ":"), strings.TrimSpace(rest)
	}
	return "ruling-" + Number(len(readRulings(g))+1), text
}

// ruling is a ruling of this game.
type ruling struct {
	Seq        int
	Case, Text string
}

// readRulings are those of this game, in their order.
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
			if w, err := history.ParseWords(v.Bytes); err == nil {
				c.Text = strings.Join(w.Lines, " ")
			}
		}
		out = append(out, c)
	}
	return out
}

// RulingLines are the rulings of this game as lists and reports tell them.
func RulingLines(g *Game) []string {
	var out []string
	for _, r := range readRulings(g) {
		out = append(out, r.Case+": "+r.Text)
	}
	return slices.Clip(out)
}

// FormatEdits are edits in a reader's language.
func FormatEdits(g *Game, edits []order.Edit, lang string) []string {
	return commands.FormatEdits(edits, syntax.Lang(lang), g.Rules.Board)
}
