package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/templates/report"
)

// tripleaFlags are those of a position for TripleA.
type tripleaFlags struct {
	Map       string `placeholder:"FILE" help:"With --format triplea: the XML of the map World War II Revised, as TripleA downloaded it." type:"path"`
	From      string `placeholder:"REPORT" help:"With --format triplea, without a store: the position in a report's JSON." type:"existingfile"`
	Round     int    `help:"With --format triplea: the position at the beginning of this round; default the newest."`
	Power     string `help:"With --round: at the beginning of this power's turn."`
	EveryTurn string `placeholder:"FOLDER" help:"With --format triplea: a file for each turn so far, in that folder." type:"path"`
}

// triplea writes positions as TripleA's files.
func (c *gameExportCmd) triplea(e *invocation) error {
	if c.From != "" && c.File == "" {
		c.Name, c.File = "", c.Name // the report names the game, so the one name is the file's
	}
	switch {
	case c.Public:
		return usage("--public is for bundles: a position holds no orders")
	case c.Map == "":
		return usage("--format triplea needs --map FILE: the XML of the map World War II Revised that your TripleA has, " +
			"such as ww2v2.xml")
	case c.From != "" && (c.Name != "" || c.Round != 0 || c.EveryTurn != ""):
		return usage("--from REPORT has one position: no game is named, and no turn")
	case c.From == "" && c.Name == "":
		return usage("which game? fieldpost game export NAME FILE --format triplea --map FILE; or --from REPORT")
	case c.Power != "" && c.Round == 0:
		return usage("--power needs --round")
	case c.EveryTurn != "" && (c.File != "" || c.Round != 0):
		return usage("--every-turn FOLDER writes all turns, and names the files itself")
	case c.JSON && c.File == "" && c.EveryTurn == "":
		return usage("--json tells about a file: name one")
	}
	xml, err := os.ReadFile(c.Map)
	if err != nil {
		return err
	}
	if c.File != "" {
		if err := c.free(c.File); err != nil {
			return err
		}
	}
	if c.EveryTurn != "" {
		return c.everyTurn(e, xml)
	}
	x, err := c.setting(e)
	if err != nil {
		return err
	}
	b, pos := x.Rules.Board, x.Position
	out, err := exchange.Write(xml, x.Game, x.Rules, pos)
	if err != nil {
		return inMap(c.Map, err)
	}
	if c.File == "" {
		_, err = e.stdout.Write(out.XML)
		return cmp.Or(err, c.tell(e, b, x.Game, pos, out))
	}
	if err := c.writeXML(c.File, out); err != nil {
		return err
	}
	if c.JSON {
		return e.json(rowOf(b, x.Game, pos, out, c.File))
	}
	return c.tell(e, b, x.Game, pos, out)
}

// setting is the position that is asked for.
func (c *gameExportCmd) setting(e *invocation) (report.Setting, error) {
	if c.From != "" {
		text, err := os.ReadFile(c.From)
		if err != nil {
			return report.Setting{}, err
		}
		x, err := report.Parse(text)
		if err != nil {
			return x, fmt.Errorf("%s: %w", c.From, err)
		}
		return x, nil
	}
	g, err := c.replay(e, c.Name)
	if err != nil {
		return report.Setting{}, err
	}
	when, err := parseMoment(g, strings.TrimSpace(strconv.Itoa(c.Round)+" "+c.Power))
	if err != nil {
		return report.Setting{}, err
	}
	return report.Setting{Game: c.Name, Rules: g.Rules, Position: positionAt(g, when)}, nil
}

// inMap says of an error in which file it is, unless the position is to blame.
func inMap(name string, err error) error {
	var unfit *exchange.UnfitError
	if errors.As(err, &unfit) || errors.Is(err, exchange.ErrNoMap) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func (c *gameExportCmd) writeXML(name string, out *exchange.Output) error {
	return c.write(name, 0o644, func(w io.Writer) error { _, err := w.Write(out.XML); return err })
}

// tripleaRow is a file for TripleA as --json prints it.
type tripleaRow struct {
	Game       string   `json:"game"`
	File       string   `json:"file"`
	Round      int      `json:"round"`
	Power      string   `json:"power"`
	Phase      string   `json:"phase"`
	Title      string   `json:"title"`
	NotCarried []string `json:"not_carried"`
	Notes      []string `json:"notes"`
	SHA256     string   `json:"sha256"`
}

func rowOf(b *board.Board, game string, pos *position.Position, out *exchange.Output, file string) tripleaRow {
	return tripleaRow{Game: game, File: file, Round: pos.Round(), Power: string(pos.Power()),
		Phase: pos.Phase().String(), Title: out.Title, NotCarried: losses(out),
		Notes: append([]string{}, out.Notes(b)...), SHA256: dice.Sum(out.XML).String()}
}

func losses(out *exchange.Output) []string {
	list := []string{}
	for _, l := range out.NotCarried {
		list = append(list, l.String())
	}
	return list
}

// tell says what was written, what is not in it, and how TripleA opens it.
func (c *gameExportCmd) tell(e *invocation, b *board.Board, game string, pos *position.Position,
	out *exchange.Output,
) error {
	file := cmp.Or(c.File, "position.xml")
	fmt.Fprintf(e.stderr, "%s: %s, round %d, %s, %s.", filepath.Base(file), game, pos.Round(), pos.Power(), pos.Phase())
	if list := losses(out); len(list) > 0 {
		fmt.Fprintf(e.stderr, " Not carried: %s.", strings.Join(list, "; "))
	}
	fmt.Fprintln(e.stderr)
	for _, note := range out.Notes(b) {
		fmt.Fprintln(e.stderr, note)
	}
	_, err := fmt.Fprintf(e.stderr, "To open it: put %s beside %s, and this line into map.yml under \"games:\"\n  - %s\n"+
		"then choose that game in TripleA, \"Local game\".\n", filepath.Base(file), filepath.Base(c.Map),
		out.Listed(filepath.Base(file)))
	return err
}

// everyTurn writes the position at the beginning of each turn, and the lines of map.yml for all.
func (c *gameExportCmd) everyTurn(e *invocation, xml []byte) error {
	list := filepath.Join(c.EveryTurn, c.Name+"-map.yml")
	if err := c.free(list); err != nil {
		return err
	}
	g, err := c.replay(e, c.Name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.EveryTurn, 0o755); err != nil {
		return err
	}
	var lines []string
	rows := []tripleaRow{}
	for _, pos := range turns(g) {
		out, err := exchange.Write(xml, c.Name, g.Rules, pos)
		var unfit *exchange.UnfitError
		switch {
		case err != nil && !errors.As(err, &unfit):
			return inMap(c.Map, err)
		case err != nil:
			fmt.Fprintf(e.stderr, "round %d, %s: not written: %v\n", pos.Round(), pos.Power(), err)
			continue
		}
		name := fmt.Sprintf("%s-R%02d-%d-%s.xml", c.Name, pos.Round(), g.Rules.Board.Index(pos.Power())+1, pos.Power())
		file := filepath.Join(c.EveryTurn, name)
		if err := c.writeXML(file, out); err != nil {
			return err
		}
		lines, rows = append(lines, "  - "+out.Listed(name)+"\n"), append(rows, rowOf(g.Rules.Board, c.Name, pos, out, file))
	}
	if err := c.write(list, 0o644, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(lines, ""))
		return err
	}); err != nil {
		return err
	}
	if c.JSON {
		return e.json(rows)
	}
	_, err = fmt.Fprintf(e.stdout, "%s: turns written: %d; put the files beside %s, "+
		"and the lines of %s into map.yml under \"games:\"\n", c.EveryTurn, len(rows), filepath.Base(c.Map), filepath.Base(list))
	return err
}

// turns lists the positions at the beginning of each turn.
func turns(g *replay.Game) []*position.Position {
	var list []*position.Position
	add := func(p *position.Position) {
		if p.Power() == board.Nobody || p.Over() {
			return
		}
		if n := len(list); n > 0 && list[n-1].Round() == p.Round() && list[n-1].Power() == p.Power() {
			return
		}
		list = append(list, p)
	}
	for _, x := range g.Resolutions {
		add(x.Before)
	}
	add(g.Position)
	return list
}
