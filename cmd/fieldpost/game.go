package main

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/templates/report"
)

type gameCmd struct {
	New   gameNewCmd   `cmd:"" help:"Make a game, its seats still free."`
	List  gameListCmd  `cmd:"" help:"List the games."`
	Show  gameShowCmd  `cmd:"" help:"Show a game: seats, position, whom it waits for."`
	Seat  gameSeatCmd  `cmd:"" help:"Put a person on a seat, or show the seat."`
	Door  gameDoorCmd  `cmd:"" help:"Let in who asks, or keep the lists of who may come."`
	Set   gameSetCmd   `cmd:"" help:"Change how a game is run."`
	Start gameStartCmd `cmd:"" help:"Begin to play: every seat gets the first report."`
	Clock gameClockCmd `cmd:"" help:"Show the deadlines of a game, move them on, stop and start its clocks."`

	RollBack gameRollBackCmd `cmd:"" help:"Go back to a turn or a record; the game then waits for go-on."`
	GoOn     gameGoOnCmd     `cmd:"" help:"Let a game go on that was rolled back."`
	Correct  gameCorrectCmd  `cmd:"" help:"Have a go played again that was wrong."`
	Edit     gameEditCmd     `cmd:"" help:"Change the position."`
	Ruling   gameRulingCmd   `cmd:"" help:"Rule on a case; it joins the rules of the game."`
	Announce gameAnnounceCmd `cmd:"" help:"Tell everybody something."`

	Export gameExportCmd `cmd:"" help:"Write a game into one file that anybody can verify."`
	Import gameImportCmd `cmd:"" help:"Take in a game from such a file, or the records that a game lacks."`

	Rekey   gameRekeyCmd   `cmd:"" help:"Replace a secret that somebody may have seen: of a game's dice, or of all keys."`
	Upgrade gameUpgradeCmd `cmd:"" help:"Let this version of the program go on with a game whose rules it words otherwise."`
	Release gameReleaseCmd `cmd:"" help:"Let a game go on that is held because records are missing."`

	Mails   gameMailsCmd   `cmd:"" help:"List the mails that came, and what became of each."`
	Results gameResultsCmd `cmd:"" help:"Table of results and punctuality."`
	Forget  gameForgetCmd  `cmd:"" help:"Erase a person: address, name and mails. Histories stay whole; they name nobody."`
}

type gameNewCmd struct {
	storePlace
	Name      string   `arg:"" help:"The game's name: small letters, digits, hyphens."`
	Rules     string   `enum:"revised,europe" default:"revised" help:"Which game: revised, europe."`
	Option    []string `short:"o" placeholder:"NAME=VALUE" help:"A setting of the game; may be repeated."`
	Advantage []string `sep:"none" placeholder:"POWER=NAME, NAME" help:"National advantages that a power begins with; may be repeated."`
	From      string   `placeholder:"FILE" help:"Go on from the position in FILE: TripleA's XML, a report's JSON, or a case's setup." type:"existingfile"`
	Turn      string   `placeholder:"'POWER PHASE'" help:"With --from: whose turn it is, where the XML does not say it or says it otherwise."`
	Tech      []string `sep:"none" placeholder:"'POWER NAME, NAME'" help:"With --from: a power's technologies, or none; may be repeated."`
	IPC       []string `sep:"none" placeholder:"'POWER N'" help:"With --from: a power's money; may be repeated."`
	JSON      bool     `help:"Print JSON."`
}

// Run makes the game.
func (c *gameNewCmd) Run(e *invocation) error {
	n := people.NewGame{Name: c.Name, Rules: c.Rules}
	for _, o := range c.Option {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return usage(fmt.Sprintf("--option %s: write NAME=VALUE, such as victory=total", o))
		}
		n.Options = append(n.Options, rules.Setting{Name: name, Value: value})
	}
	for _, a := range c.Advantage {
		power, names, ok := strings.Cut(a, "=")
		if !ok {
			return usage(fmt.Sprintf("--advantage %s: write POWER=NAME, NAME, such as 'Germany=Panzerblitz, Wolf Packs'", a))
		}
		n.Advantages = append(n.Advantages,
			people.Grant{Power: strings.TrimSpace(power), Advantages: splitNames(names)})
	}
	if err := c.begin(e, &n); err != nil {
		return err
	}
	var row gamestore.Summary
	if err := c.request(e, "game.new", n, &row); err != nil {
		return err
	}
	if c.JSON {
		return e.json(row)
	}
	_, err := fmt.Fprintf(e.stdout,
		"game %s is made; put people on its seats: fieldpost game seat %s POWER --address ADDRESS\n",
		row.Name, row.Name)
	return err
}

// begin lets the game go on from the position of a file, if one is named.
func (c *gameNewCmd) begin(e *invocation, n *people.NewGame) error {
	if c.From == "" {
		if c.Turn != "" || len(c.Tech)+len(c.IPC) > 0 {
			return usage("--turn, --tech and --ipc are about the file of --from")
		}
		return nil
	}
	text, err := os.ReadFile(c.From)
	if err != nil {
		return err
	}
	assumed, err := n.Begin(people.From{Text: text, Turn: c.Turn, Tech: c.Tech, IPC: c.IPC})
	if err != nil {
		return fmt.Errorf("%s: %w", c.From, err)
	}
	for _, x := range assumed {
		fmt.Fprintln(e.stderr, "assumed:", x)
	}
	return nil
}

func splitNames(list string) []string {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

type gameListCmd struct {
	storePlace
	JSON bool `help:"Print JSON."`
}

// Run lists the games.
func (c *gameListCmd) Run(e *invocation) error {
	var rows []gamestore.Summary
	if err := c.request(e, "game.list", nil, &rows); err != nil {
		return err
	}
	if c.JSON {
		return e.json(rows)
	}
	w := tabwriter.NewWriter(e.stdout, 0, 4, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\tround %d\t%s\t%d records\n", r.Name, r.Rules, r.Round, gameState(r), r.Records)
	}
	return w.Flush()
}

// gameState says in words how a game stands.
func gameState(r gamestore.Summary) string {
	switch {
	case r.Winner != "":
		return "won by " + r.Winner
	case r.Ended != "":
		return "ended: " + r.Ended
	case r.Bids:
		return "waits for secret bids"
	case r.Started.IsZero():
		return "not started"
	case r.Held != "":
		return "held: " + r.Held
	case !r.Beacon.IsZero():
		return "locked until the beacon of " + r.Beacon.Format(time.RFC3339)
	}
	var waits []string
	for _, a := range r.Awaited {
		waits = append(waits, strings.TrimSpace(fmt.Sprintf("%s: %s %s", a.Power, a.What, a.Space)))
	}
	text := "waits for " + strings.Join(waits, ", ")
	switch {
	case r.Paused:
		text += "; the clocks stand still"
	case !r.Deadline.IsZero():
		text += " until " + r.Deadline.Format("2006-01-02 15:04") + " UTC"
	}
	return text
}

type gameShowCmd struct {
	storePlace
	Name string `arg:"" help:"The game."`
	JSON bool   `help:"Print JSON."`
}

// Run shows the game.
func (c *gameShowCmd) Run(e *invocation) error {
	var v admin.GameView
	if err := c.request(e, "game.show", gamestore.GameName{Game: c.Name}, &v); err != nil {
		return err
	}
	set, err := rules.New(v.Rules, rules.Options{})
	if err != nil {
		return err
	}
	pos, err := gamestore.DecodePosition(set.Board, v.Position)
	if err != nil {
		return err
	}
	machine := report.NewMachinePosition(set.Board, pos)
	if c.JSON {
		v.Position = nil
		return e.json(struct {
			admin.GameView
			Position report.MachinePosition `json:"position"`
		}{v, machine})
	}
	fmt.Fprintf(e.stdout, "%s  %s  round %d  %s\n", v.Name, v.Rules, v.Round, gameState(v.Summary))
	for _, o := range v.Options {
		fmt.Fprintln(e.stdout, "option", o)
	}
	fmt.Fprintf(e.stdout, "%d records, newest %s\n\n", v.Records, v.Head)
	w := tabwriter.NewWriter(e.stdout, 0, 4, 2, ' ', 0)
	for _, s := range v.Seats {
		n := pos.Nation(s.Power)
		name := orDash(s.Name)
		if s.Bot {
			name = strings.TrimPrefix(name+" (bot)", "- ")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d IPC\tincome %d\t%s\n", s.Power, name, orDash(s.Address), n.Money(),
			pos.Income(set.Board, s.Power), advantagesOf(n))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, x := range v.Others {
		fmt.Fprintf(e.stdout, "%s  %s  %s\n", cmp.Or(strings.Trim(strings.ToLower(x.Role), "-"), "observer"),
			orDash(x.Name), x.Address)
	}
	for _, line := range v.ApproveLines {
		fmt.Fprintln(e.stdout, "waits for the referee:", line)
	}
	fmt.Fprintln(e.stdout)
	return printPosition(e, set.Board, pos)
}

// advantagesOf lists a power's national advantages, those that are used up marked.
func advantagesOf(n position.Nation) string {
	var names []string
	for _, a := range n.Advantages() {
		if n.HasUsed(a) {
			a += " (used)"
		}
		names = append(names, a)
	}
	return strings.Join(names, ", ")
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// printPosition prints who stands where, a line a space.
func printPosition(e *invocation, b *board.Board, p *position.Position) error {
	w := tabwriter.NewWriter(e.stdout, 0, 4, 2, ' ', 0)
	for _, s := range report.NewMachinePosition(b, p).Spaces {
		var units []string
		for _, u := range s.Units {
			units = append(units, stackText(u, s.Owner))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, orDash(string(s.Owner)), orDash(strings.Join(units, ", ")))
	}
	return w.Flush()
}

// stackText names units, whose they are where it is not the one who is at home, and what is aboard.
func stackText(u event.Stack, home board.Power) string {
	text := fmt.Sprintf("%d %s", u.N, nameOf(u.Type, u.N))
	if u.Power != home {
		text = string(u.Power) + " " + text
	}
	var cargo []string
	for _, c := range u.Aboard {
		cargo = append(cargo, stackText(c, u.Power))
	}
	if len(cargo) > 0 {
		text += " with " + strings.Join(cargo, " and ")
	}
	return text
}

func nameOf(t board.UnitType, n int) string {
	if n == 1 {
		return t.String()
	}
	return t.Plural()
}

type gameExportCmd struct {
	storePlace
	overwrite
	Name   string `arg:"" optional:"" help:"The game; not with --from."`
	File   string `arg:"" optional:"" help:"Where to write it; default stdout." type:"path"`
	Public bool   `help:"Leave out orders that are still closed: a file for players, which cannot be imported."`
	JSON   bool   `help:"Print JSON about the file; needs FILE."`
	Format string `enum:"bundle,triplea" default:"bundle" help:"bundle: all records; triplea: a position, for TripleA."`
	tripleaFlags
}

// Run writes the bundle, or a position for TripleA.
func (c *gameExportCmd) Run(e *invocation) error {
	if c.Format == "triplea" {
		return c.triplea(e)
	}
	if c.tripleaFlags != (tripleaFlags{}) {
		return usage("--map, --from, --round, --power and --every-turn are for --format triplea")
	}
	if c.Name == "" {
		return usage("which game? fieldpost game export NAME FILE")
	}
	if c.File != "" {
		if err := c.free(c.File); err != nil {
			return err
		}
	}
	var d gamestore.Data
	if err := c.request(e, "game.data", gamestore.GameName{Game: c.Name}, &d); err != nil {
		return err
	}
	b, err := d.Bundle(!c.Public)
	if err != nil {
		return err
	}
	text, err := b.Print()
	if err != nil {
		return err
	}
	if open, err := d.Bundle(false); err == nil && len(open.Sets) < len(b.Sets) {
		fmt.Fprintf(e.stderr,
			"the file holds %d order sets that are still closed: it is for another host, not for players; --public leaves them out\n", len(b.Sets)-len(open.Sets))
	}
	switch {
	case c.File == "" && c.JSON:
		return usage("--json tells about a file: name one")
	case c.File == "":
		_, err = e.stdout.Write(text)
		return err
	}
	mode := fs.FileMode(0o600) // sealed orders are in it
	if c.Public {
		mode = 0o644
	}
	if err := c.write(c.File, mode, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	if !c.JSON {
		return nil
	}
	return e.json(map[string]any{"game": b.Game, "file": c.File, "records": len(b.Records), "sets": len(b.Sets),
		"sha256": dice.Sum(text)})
}

type gameImportCmd struct {
	storePlace
	Files    []string `arg:"" name:"file" help:"The file that game export wrote; or saved reports (.eml), with the records that a game here lacks." type:"existingfile"`
	Unsigned bool     `help:"Take in records that no signed checkpoint covers, too: whoever had the files could have changed them."`
	JSON     bool     `help:"Print JSON."`
}

// read gathers the files: one exported game, or mails.
func (c *gameImportCmd) read() (in admin.ImportRequest, err error) {
	for _, name := range c.Files {
		text, err := os.ReadFile(name)
		if err != nil {
			return in, err
		}
		switch {
		case proofs.IsMail(name, text):
			in.Mails = append(in.Mails, text)
		case in.Bundle != nil:
			return in, usage("one exported game at a time")
		default:
			in.Bundle = text
		}
	}
	if in.Bundle != nil && in.Mails != nil {
		return in, usage("give an exported game or saved reports, not both")
	}
	return in, nil
}

// Run takes the game in.
func (c *gameImportCmd) Run(e *invocation) error {
	in, err := c.read()
	if err != nil {
		return err
	}
	in.Unsigned = c.Unsigned
	var row gamestore.Summary
	if err := c.request(e, "game.import", in, &row); err != nil {
		return err
	}
	if c.JSON {
		return e.json(row)
	}
	_, err = fmt.Fprintf(e.stdout, "game %s is taken in: %d records verified and played again\n", row.Name, row.Records)
	return err
}
