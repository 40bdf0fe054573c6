package gamestore

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/env"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/report"
)

// LockedSet is the turn set that the open lock names, nil if none is locked or the lock is that of the deal.
func LockedSet(row *store.Game, chain *history.Chain) (*game.Set, error) {
	e, err := chain.Epoch()
	if err != nil || e.Lock == nil {
		return nil, nil // over, or nothing is locked
	}
	i := slices.IndexFunc(e.Lock.Orders, func(r dice.OrderRef) bool { return r.Kind == dice.TurnOrders })
	if i < 0 {
		return nil, nil
	}
	v, err := readSet(row, e.Lock.Orders[i])
	return &game.Set{Ref: e.Lock.Orders[i], Bytes: v}, err
}

// How people come to a seat, and leave it. Every such act is a record, seen by all; who the person is stands beside the chain.

// PartActs is where the texts of act records stand that are about persons, by hash. They can be erased.
const PartActs store.Part = "acts"

// OctetStream keeps mail programs from touching the bytes that hashes are made of (dice.md, "Transport").
const OctetStream = "application/octet-stream"

// FiledSet is the order set that a letter brought: its hash, zero if it brought none, and its salt.
type FiledSet struct {
	Hash dice.Hash
	Salt string
}

// OpenStandingOrders gives out the standing sets that were ever locked, each under the name it has in its first lock: the end of a game
// opens them (dice.md §3).
func OpenStandingOrders(g *Game, add func(name string, data []byte)) error {
	opened := map[dice.Hash]bool{}
	for _, e := range g.Chain.Entries() {
		l, ok := e.Body.(*history.Lock)
		if !ok {
			continue
		}
		for _, ref := range l.Orders {
			if ref.Kind != dice.StandingOrders || opened[ref.Set] {
				continue
			}
			text, err := setText(g, ref)
			if err != nil {
				return fmt.Errorf("record %d: %w", e.Seq, err)
			}
			opened[ref.Set] = true
			add(history.SetFile(g.Setup.Name, e.Seq, ref.Role, ref.Kind), text)
		}
	}
	return nil
}

// setText is the text of an order set: of those in force, which may not be in the store yet, or of those that the store keeps.
func setText(g *Game, ref dice.OrderRef) ([]byte, error) {
	for _, s := range g.Sets {
		if s.Ref == ref {
			return s.Bytes, nil
		}
	}
	return readSet(g.Row, ref)
}

// readSet reads an order set that a record names.
func readSet(row *store.Game, ref dice.OrderRef) ([]byte, error) {
	v, ok, err := row.Get(store.Sets, ref.Set.String())
	if err == nil && !ok {
		err = fmt.Errorf("the %s orders of %s, %s, are not in the store", ref.Kind, ref.Role, ref.Set)
	}
	return v.Bytes, err
}

// CheckQuotes holds the heads that players quoted since the last go against the chain, and forgets them.
func CheckQuotes(g *Game) []report.Quote {
	var quotes []history.Quote
	for _, q := range g.State.Quotes {
		quotes = append(quotes, history.Quote{By: q.Role, Head: q.Head})
	}
	g.State.Quotes = nil
	var out []report.Quote
	for _, s := range g.Chain.Compare(quotes) {
		out = append(out, report.Quote{Power: g.Rules.Board.PowerOf(s.By), Base: s.Head.String(), Known: s.Known})
	}
	return out
}

func HashOf(d store.Digest) dice.Hash { return dice.Hash(d) }

// KeepRefereeText keeps the text behind a record for ever, by its hash.
func KeepRefereeText(g *Game, text []byte) error {
	return g.Row.PutOnce(PartRefereeTexts, dice.Sum(text).String(), store.Value{Version: FormatVersion, Bytes: text})
}

// FormatEdits are edits in a reader's language.
func FormatEdits(g *Game, edits []order.Edit, lang string) []string {
	return commands.FormatEdits(edits, syntax.Lang(lang), g.Rules.Board)
}

// RecordFiles are records as files of a mail.
func RecordFiles(e *env.Env, g *Game, records ...history.Entry) []layout.File {
	var out []layout.File
	for _, entry := range records {
		out = append(out, layout.File{Name: history.RecordFile(g.Setup.Name, entry.Seq), Type: OctetStream, Data: entry.Bytes})
	}
	return out
}

func RefereeTextFile(g *Game, seq int, text []byte) layout.File {
	return layout.File{Name: history.WordsFile(g.Setup.Name, seq), Type: OctetStream, Data: text}
}

// Number is a number as part of a name.
func Number(n int) string { return strconv.Itoa(n) }

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
