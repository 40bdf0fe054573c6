package replay_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// golden is a game that is played from a script. Its clock is the script's: a step an hour.
type golden struct {
	*game.Game
	master  dice.Master
	signer  string
	now     time.Time
	engines [][]byte
	sets    [][]byte
	intakes [][]byte
	words   [][]byte
	reports []txtar.File
}

// beginGolden begins a game with its settings, a line each.
func beginGolden(name string, settings txtar.File) (*golden, error) {
	const engine = "fieldpost golden"
	g := &golden{now: time.Date(2026, 1, 10, 18, 0, 0, 0, time.UTC), engines: [][]byte{dice.Text(engine)}}
	setup := game.Setup{Name: name, Created: g.now, Advantages: map[board.Power][]string{}}
	for line := range strings.Lines(string(settings.Data)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		key, value, _ := strings.Cut(rest, " ")
		var err error
		switch word {
		case "master":
			g.master, err = dice.ParseMaster(rest)
		case "rules":
			setup.Rules = rest
		case "option":
			setup.Options = append(setup.Options, rules.Setting{Name: key, Value: value})
		case "advantage":
			power := board.Power(strings.ReplaceAll(key, "_", " "))
			setup.Advantages[power] = append(setup.Advantages[power], value)
		default:
			err = fmt.Errorf("unknown setting %q", line)
		}
		if err != nil {
			return nil, err
		}
	}
	signer, vkey, err := history.GenerateKey(strings.NewReader(strings.Repeat("k", 64)), "golden.test", name)
	if err != nil {
		return nil, err
	}
	g.signer = signer
	g.Game, err = game.Begin(setup, g.master, vkey, engine, g.now)
	return g, err
}

// do does what a step says: its name is an act with its values, its text the orders, edits or reason.
func (g *golden) do(step txtar.File) error {
	g.now = g.now.Add(time.Hour)
	text := string(step.Data)
	reason := strings.TrimSpace(text)
	act, rest, _ := strings.Cut(step.Name, " ")
	first, second, _ := strings.Cut(rest, " ")
	switch act {
	case "orders":
		return g.orders(first, strings.TrimPrefix(second, "salt "), text)
	case "deal":
		out, err := g.take(g.AssignAdvantages(g.master, g.now))
		return g.keep(out, err)
	case "due":
		out, err := g.take(filing.Due(g.Game, rest, g.master, g.now))
		return g.keep(out, err)
	case "beacon":
		value, err := dice.ParseHash(rest)
		if err != nil {
			return err
		}
		g.now = g.BeaconTime()
		out, err := g.take(filing.Beacon(g.Game, value, g.master, g.now))
		return g.keep(out, err)
	case "withdraw":
		_, err := g.take(g.Withdraw(g.Rules.Board.PowerOf(rest), g.now))
		return err
	case "edit", "correct", "rollback":
		return g.referee(act, first, second, text)
	case "relock":
		out, err := g.take(g.Relock(reason, g.master, g.master, g.now))
		return g.keep(out, err)
	case "rekey":
		next, err := dice.ParseMaster(rest)
		if err != nil {
			return err
		}
		out, err := g.take(g.Rekey(reason, g.master, next, g.now))
		g.Replaced, g.master = append(g.Replaced, g.master), next
		return g.keep(out, err)
	case "void":
		_, err := g.take(g.Void(reason, g.master, g.master, g.now))
		return err
	case "upgrade":
		g.engines = append(g.engines, dice.Text(rest))
		_, err := g.take(g.Upgrade(rest, reason, g.now))
		return err
	case "bid":
		return g.payBid(rest)
	case "ruling":
		return g.append(&history.Ruling{Case: rest, Text: g.say(history.TextRuling, reason)})
	case "announce":
		return g.append(&history.Act{Actor: "referee", What: history.ActAnnounce, Hash: g.say(history.TextAnnounce, reason)})
	case "end":
		end, ok := game.ParseEnd("ended " + rest)
		if !ok {
			return fmt.Errorf("unknown end %q", rest)
		}
		out, err := g.take(g.End(end, g.master, g.now))
		return g.keep(out, err)
	}
	return fmt.Errorf("unknown act %q", act)
}

// orders files the orders of a seat, as a mail brings them.
func (g *golden) orders(role, salt, text string) error {
	power := g.Rules.Board.PowerOf(role)
	f := orders.Parse(text, orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(), Power: power})
	if len(f.Faults) > 0 {
		return fmt.Errorf("line %d, %q: %s", f.Faults[0].Line, f.Line(f.Faults[0].Line), f.Faults[0].Code)
	}
	g.Note(g.now, role, "", dice.Sum([]byte(text)))
	out, err := g.take(filing.File(g.Game, power, f.File, salt, g.master, g.now))
	return g.keep(out, err)
}

// take makes a change the game's own.
func (g *golden) take(c game.Change, err error) (game.Change, error) {
	if err == nil {
		g.Game = c.After
	}
	return c, err
}

// keep stores a resolution and makes its report.
func (g *golden) keep(out game.Change, err error) error {
	if err != nil {
		return err
	}
	if out.Refused {
		return fmt.Errorf("refused: %+v", out.Faults)
	}
	for _, s := range append(slices.Clone(out.Sets), g.Game.Sets...) {
		g.sets = append(g.sets, s.Bytes)
	}
	if out.Intake != nil {
		g.intakes = append(g.intakes, out.Intake)
	}
	if !out.Played && out.Closing == nil {
		return nil
	}
	return g.report(out)
}

// report adds the report of a resolution, numbered by its newest record.
func (g *golden) report(out game.Change) error {
	newest := out.Turn
	if out.Closing != nil {
		newest = *out.Closing
	}
	text, err := reportJSON(g.Game, newest.Hash, out.Before, out.Position, out.Awaited, out.Events)
	g.reports = append(g.reports, txtar.File{Name: fmt.Sprintf("report %d", newest.Seq), Data: text})
	return err
}

// reportJSON is the report for programs, version 1. Head is the newest record.
func reportJSON(g *game.Game, head dice.Hash, before, after *position.Position, awaited []adjudicator.Await,
	events []event.Event) ([]byte, error) {
	v := report.View{
		Reader: reader.Reader{Game: g.Setup.Name, Rules: g.Rules, Pos: after, Awaited: awaited},
		Before: before, Events: event.Report(g.Rules.Board, events), Head: head.String(), Tier: g.Chain.Genesis().Tier,
	}
	return v.JSON()
}

// referee carries out an act on the position or the past.
func (g *golden) referee(act, first, policy, text string) error {
	b, err := referee.Open(g.Game, replay.Source{Words: g.words, Sets: g.sets, Parse: filing.Parse}, g.master, g.now)
	if err != nil {
		return err
	}
	defer func() { g.Game = b.Game }()
	who := referee.Actor{Name: "REFEREE"}
	if act == "edit" {
		edits, err := correct.ParseEdits(g.Rules.Board, strings.Split(strings.TrimSpace(text), "\n"))
		if err != nil {
			return err
		}
		out, err := b.Edit(who, edits)
		g.words = append(g.words, out.Words)
		return err
	}
	record, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	if act == "rollback" {
		_, err := b.RollBack(who, referee.Moment{Record: record - 1})
		return err
	}
	wrong, err := b.Find(referee.Moment{Record: record})
	if err != nil {
		return err
	}
	change, err := g.change(wrong, text)
	if err != nil {
		return err
	}
	out, err := b.Correct(who, wrong, change, correct.Policy(policy))
	if refusal, ok := errors.AsType[*referee.Refusal](err); ok {
		return fmt.Errorf("%w: %+v", err, refusal.Faults)
	} else if err != nil {
		return err
	}
	if out.EditText != nil {
		g.words = append(g.words, out.EditText)
	}
	for _, again := range out.Resolutions {
		if err := g.keep(again.Change, nil); err != nil {
			return err
		}
	}
	return nil
}

// change reads a correction: lines that begin with "edit " change the position before the resolution, the others its
// orders.
func (g *golden) change(wrong *game.Resolution, text string) (referee.Change, error) {
	var edits, changed []string
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "edit "); ok {
			edits = append(edits, strings.TrimSpace(rest))
		} else {
			changed = append(changed, line)
		}
	}
	c := referee.Change{File: wrong.File, Lines: wrong.Orders}
	var err error
	if c.Edits, err = correct.ParseEdits(g.Rules.Board, edits); err != nil || len(changed) == 0 {
		return c, err
	}
	f := orders.Parse(strings.Join(changed, ""), orders.Context{Board: g.Rules.Board, Phase: wrong.Phase,
		Power: wrong.Power})
	if len(f.Faults) > 0 {
		return c, fmt.Errorf("%+v", f.Faults)
	}
	c.File, c.Lines, err = filing.Change(g.Rules, wrong.Before, wrong.Power, wrong.File, f.File)
	return c, err
}

// payBid pays what a party has bid for its side.
func (g *golden) payBid(what string) error {
	terms, ok := game.ParsePaid("bid pays " + what)
	if !ok {
		return fmt.Errorf("unknown bid %q", what)
	}
	_, err := g.take(g.Pay(terms, g.now))
	return err
}

func (g *golden) append(body history.Body) error {
	_, err := g.take(g.Append(body, game.Texts{}, g.now))
	return err
}

// say stores words that a record names by their hash.
func (g *golden) say(kind, line string) dice.Hash {
	text, err := history.RefereeText{Game: g.Setup.Name, Kind: kind, Lines: []string{line}}.Print()
	if err != nil {
		panic(err)
	}
	g.words = append(g.words, text)
	return dice.Sum(text)
}
