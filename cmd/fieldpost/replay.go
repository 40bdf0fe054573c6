package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/archive"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/syntax"
	"fieldpost/templates/replaypage"
	"fieldpost/templates/report"
)

type replayCmd struct {
	storePlace
	Game   string `arg:"" help:"The game."`
	Round  int    `help:"The position at the beginning of this round, or of a power's turn in it."`
	Power  string `help:"With --round: at the beginning of this power's turn."`
	Step   bool   `help:"Tell step by step what was played from there to the end of the turn; without --power, of the round."`
	Diff   string `placeholder:"WHEN" help:"What changed from there until WHEN: now, a round, a round and a power (\"3 Japan\")."`
	Find   string `placeholder:"QUESTION" help:"Search the history: \"battles in SZ5\", \"who held Ukraine\", \"rolls by Germany over 4\"."`
	WhatIf string `placeholder:"FILE" help:"Play this order file from there instead, on dice that are not the game's." type:"existingfile"`
	overwrite
	HTML string `placeholder:"FILE" help:"Write the whole game as one page for the browser, which needs no network." type:"path"`
	Lang string `enum:"en,de,da" default:"en" help:"Language of --step, --what-if and --html: en, de, da."`
	JSON bool   `help:"Print JSON."`
}

// Run shows the past, made again from orders and seeds.
func (c *replayCmd) Run(e *invocation) error {
	if c.HTML != "" {
		if err := c.free(c.HTML); err != nil {
			return err
		}
	}
	g, err := c.replay(e, c.Game)
	if err != nil {
		return err
	}
	if c.Power != "" && c.Round == 0 {
		return usage("--power needs --round")
	}
	if c.HTML != "" {
		return c.page(e, g)
	}
	if c.Find != "" {
		return c.printAnswers(e, g)
	}
	when, err := parseMoment(g, strings.TrimSpace(strconv.Itoa(c.Round)+" "+c.Power))
	if err != nil {
		return err
	}
	switch {
	case c.WhatIf != "":
		return c.whatIf(e, g, when)
	case c.Diff != "":
		return c.diff(e, g, when)
	}
	return c.show(e, g, when)
}

// replay plays a game again.
func (w storePlace) replay(e *invocation, name string) (*replay.Game, error) {
	var d gamestore.Data
	if err := w.request(e, "game.data", gamestore.GameName{Game: name}, &d); err != nil {
		return nil, err
	}
	evidence, err := d.Evidence()
	if err != nil {
		return nil, err
	}
	g, err := replay.Play(evidence.Source)
	if err == nil && len(g.Differences) > 0 {
		fmt.Fprintf(e.stderr, "the records and what was played again differ: %s; fieldpost audit %s tells all\n",
			g.Differences[0], name)
	}
	if err != nil {
		return nil, err
	}
	return g.Standing(), nil
}

// page writes the game as a page.
func (c *replayCmd) page(e *invocation, g *replay.Game) error {
	page, err := replaypage.Page(replaypage.Of(g, syntax.Lang(c.Lang)))
	if err != nil {
		return err
	}
	if err := c.write(c.HTML, 0o644, func(w io.Writer) error { _, err := w.Write(page); return err }); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: %d goes; open it in a browser\n", c.HTML, len(g.Resolutions))
	return nil
}

// parseMoment finds a point of a game: "now", "0" (now too), a round, a round and a power. It returns the number of
// goes played before it.
func parseMoment(g *replay.Game, text string) (int, error) {
	words := strings.Fields(text)
	if len(words) == 0 || text == "now" || text == "0" {
		return len(g.Resolutions), nil
	}
	round, err := strconv.Atoi(words[0])
	if err != nil || round < 1 {
		return 0, usage(fmt.Sprintf("%q is no moment; write now, a round, or a round and a power: 3 Japan", text))
	}
	power := board.Nobody
	if len(words) > 1 {
		if power, err = syntax.FindPower(g.Rules.Board, strings.Join(words[1:], " ")); err != nil {
			return 0, err
		}
	}
	fits := func(p *position.Position) bool {
		return p.Round() == round && (power == board.Nobody || p.Power() == power)
	}
	if i := slices.IndexFunc(g.Resolutions, func(x *game.Resolution) bool { return fits(x.Before) }); i >= 0 {
		return i, nil
	}
	if fits(g.Position) {
		return len(g.Resolutions), nil
	}
	return 0, fmt.Errorf("game %s has not been in round %s", g.Setup.Name, text)
}

// positionAt is the position at a moment.
func positionAt(g *replay.Game, when int) *position.Position {
	if when < len(g.Resolutions) {
		return g.Resolutions[when].Before
	}
	return g.Position
}

// played returns the resolutions from a moment to the end of the turn or round; at the newest position, those of the
// last turn.
func (c *replayCmd) played(g *replay.Game, when int) []*game.Resolution {
	same := func(x, y *position.Position) bool {
		return x.Round() == y.Round() && (x.Power() == y.Power() || c.Round > 0 && c.Power == "")
	}
	if when == len(g.Resolutions) {
		for when > 0 && same(g.Resolutions[when-1].Before, g.Resolutions[len(g.Resolutions)-1].Before) {
			when--
		}
	}
	end := when
	for end < len(g.Resolutions) && same(g.Resolutions[end].Before, g.Resolutions[when].Before) {
		end++
	}
	return g.Resolutions[when:end]
}

// show prints the position, and with --step how it went on.
func (c *replayCmd) show(e *invocation, g *replay.Game, when int) error {
	pos, goes := positionAt(g, when), []*game.Resolution{}
	if c.Step {
		goes = c.played(g, when)
	}
	if c.JSON {
		events := []event.Reported{}
		for _, x := range goes {
			events = append(events, event.Report(g.Rules.Board, x.Events)...)
		}
		return e.json(map[string]any{"game": c.Game, "position": report.NewMachinePosition(g.Rules.Board, pos),
			"events": events})
	}
	for _, x := range goes {
		if err := c.printResolution(e, g, x); err != nil {
			return err
		}
	}
	if c.Step {
		return nil
	}
	fmt.Fprintf(e.stdout, "%s, round %d, %s: %s\n\n", c.Game, pos.Round(), pos.Power(), pos.Phase())
	return printPosition(e, g.Rules.Board, pos)
}

// printResolution prints a resolution: its orders, then its events.
func (c *replayCmd) printResolution(e *invocation, g *replay.Game, x *game.Resolution) error {
	fmt.Fprintf(e.stdout, "== %s, round %d, %s: record %d ==\n\n", c.Game, x.Before.Round(), x.Before.Power(), x.Turn)
	for _, l := range x.Orders {
		fmt.Fprintln(e.stdout, "    "+l)
	}
	story, err := report.Narrative(g.Rules, event.Report(g.Rules.Board, x.Events), syntax.Lang(c.Lang))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "\n%s\n", story)
	return err
}

// diff prints what is not the same at two moments.
func (c *replayCmd) diff(e *invocation, g *replay.Game, when int) error {
	until, err := parseMoment(g, c.Diff)
	if err != nil {
		return err
	}
	changes := archive.Diff(g.Rules.Board, positionAt(g, when), positionAt(g, until))
	if c.JSON {
		return e.json(changes)
	}
	for _, x := range changes {
		fmt.Fprintln(e.stdout, x)
	}
	return nil
}

// printAnswers prints the answers to a question. None is the answer no.
func (c *replayCmd) printAnswers(e *invocation, g *replay.Game) error {
	hits, err := archive.Find(g, c.Find)
	if err != nil {
		return err
	}
	if c.JSON {
		err = e.json(hits)
	}
	for _, h := range hits {
		if !c.JSON {
			fmt.Fprintln(e.stdout, h)
		}
	}
	if len(hits) == 0 && err == nil {
		fmt.Fprintln(e.stderr, "nothing was found")
		err = errNo
	}
	return err
}
