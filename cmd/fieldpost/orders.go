package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/view"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/cases"
	"fieldpost/orders/messages"
	"fieldpost/orders/reading"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/orders/triplea"
)

type ordersCmd struct {
	Check ordersCheckCmd `cmd:"" help:"Judge an order file or mail, and play nothing."`
	Fmt   ordersFmtCmd   `cmd:"" help:"Print orders in their canonical form."`
}

type ordersCheckCmd struct {
	storePlace
	File  string `arg:"" help:"A text or a mail (.eml); - for stdin."`
	Game  string `help:"Judge by the position of this game." xor:"position"`
	Case  string `help:"Judge by the setup of this case." xor:"position" type:"existingfile"`
	Power string `help:"Whose orders they are, if they do not say so."`
	Lang  string `enum:"en,de,da" default:"en" help:"Language of the answer: en, de, da."`
	Trace bool   `help:"Also print what became of each word."`
	JSON  bool   `help:"Print JSON."`
}

type ordersFmtCmd struct {
	File  string `arg:"" help:"A text or a mail (.eml); - for stdin."`
	Rules string `enum:"revised,europe" default:"revised" help:"Whose board is meant: revised, europe."`
	Lang  string `enum:"en,de,da" default:"en" help:"Language of the result: en, de, da."`
	JSON  bool   `help:"Print JSON."`
}

// source is an order file or a mail, before it is parsed.
type source struct {
	letter  *message.Letter // nil for a text
	text    string
	repairs []message.Repair
}

// readSource reads a file as the daemon would read it from a mailbox.
func readSource(path string) (*source, error) {
	var data []byte
	var err error
	if path == "-" {
		data, err = io.ReadAll(os.Stdin)
	} else {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	if !proofs.IsMail(path, data) {
		return &source{text: string(data)}, nil
	}
	l, err := message.Parse(data, message.DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("%s: the mail cannot be read: %w", path, err)
	}
	return &source{letter: &l}, nil
}

func (s *source) parse(ctx orders.Context) orders.File {
	if s.letter == nil {
		return orders.Parse(s.text, ctx)
	}
	r := intake.Read(*s.letter, nil, ctx)
	s.repairs = r.Text.Repairs
	for _, h := range intake.ReadSubject(s.letter.Subject).Headers {
		r.File.Header = orders.Over(r.File.Header, h)
	}
	return r.File
}

// own is the sender's own text, of which f was read.
func (s *source) own(f orders.File) string {
	if s.letter == nil {
		return s.text
	}
	return strings.Join(f.Lines, "\n")
}

// ground is what orders are judged by.
type ground struct {
	set *rules.Set
	pos *position.Position
	own reading.Own // words of the club
}

func (c *ordersCheckCmd) ground(e *invocation) (ground, error) {
	switch {
	case c.Case != "":
		data, err := os.ReadFile(c.Case)
		if err != nil {
			return ground{}, err
		}
		parsed, err := cases.Parse(c.Case, data)
		if err != nil {
			return ground{}, err
		}
		set, pos, err := parsed.Start()
		return ground{set: set, pos: pos}, err
	case c.Game != "":
		var d gamestore.Data
		if err := c.request(e, "game.data", gamestore.GameName{Game: c.Game}, &d); err != nil {
			return ground{}, err
		}
		set, err := d.Setup.Set()
		if err != nil {
			return ground{}, err
		}
		pos, err := gamestore.DecodePosition(set.Board, d.Position)
		if err != nil {
			return ground{}, err
		}
		conf, err := c.read()
		if err != nil {
			return ground{}, err
		}
		return ground{set, pos, conf.OwnWords()}, nil
	}
	return ground{}, usage("name a game with --game NAME or a case with --case FILE")
}

// checkAnswer is what --json prints.
type checkAnswer struct {
	Accepted bool        `json:"accepted"`
	Power    board.Power `json:"power"`
	Round    int         `json:"round,omitempty"`
	Faults   []faultRow  `json:"faults"`
	Hints    []faultRow  `json:"hints"`
	Repairs  []repairRow `json:"repairs"`
	Orders   string      `json:"orders"` // canonical

	Forecast *forecastRow `json:"forecast,omitempty"` // of accepted orders

	Readings []readingRow `json:"readings,omitempty"` // of orders that had to be guessed
	Mended   string       `json:"mended,omitempty"`   // the whole turn with its gaps, of refused orders
	Left     []leftRow    `json:"left"`               // words that were not read as orders
	Tokens   []tokenRow   `json:"tokens,omitempty"`   // with --trace
	said     []reading.Said
}

type faultRow struct {
	Line   int        `json:"line"` // 0: of no line
	Code   order.Code `json:"code"`
	Text   string     `json:"text,omitempty"` // the line as written
	What   string     `json:"what"`
	Remedy string     `json:"remedy,omitempty"`
	Mended string     `json:"mended,omitempty"` // the line with the first suggestion or number that would be accepted
}

type repairRow struct {
	Line  int    `json:"line"` // 0: of the whole text
	What  string `json:"what"`
	Count int    `json:"count,omitempty"`
}

// Run judges the orders.
func (c *ordersCheckCmd) Run(e *invocation) error {
	src, err := readSource(c.File)
	if err != nil {
		return err
	}
	g, err := c.ground(e)
	if err != nil {
		return err
	}
	ctx := orders.Context{Board: g.set.Board, Phase: g.pos.Phase()}
	f := src.parse(ctx)
	if text := src.own(f); g.set.Name == "revised" && triplea.Is(text) {
		return c.summary(e, g, text)
	}
	if ctx.Power, err = c.power(g, f.Header.Power); err != nil {
		return err
	}
	f = src.parse(ctx)
	text := src.own(f)
	seen := view.View{Rules: g.set, Position: g.pos, Power: ctx.Power}
	r := reading.Result{Outcome: reading.Sure, Notary: true, File: f}
	if !strings.HasSuffix(c.File, ".orders") {
		r = reading.Read(text, reading.Context{Board: g.set.Board, Phase: g.pos.Phase(), Power: ctx.Power,
			Lang: syntax.Lang(c.Lang), Own: g.own, Judge: seen, Stands: seen})
	}
	if !r.Notary && !r.Worse {
		f = r.File
		f.Header = orders.Over(r.File.Header, f.Header)
	}
	ground := remedy.Ground{Rules: g.set, Position: g.pos, Power: ctx.Power, Lang: syntax.Lang(c.Lang)}
	var faults []order.Fault
	if p := f.Header.Power; p != board.Nobody && p != ctx.Power {
		faults = append(faults, orders.WrongPowerFault(p))
	}
	if r.Notary || r.Worse || r.Outcome == reading.Sure {
		faults = append(faults, f.Faults...)
		faults = remedy.Find(ground, &f, f.Merge(faults, adjudicator.Judge(g.set, g.pos, ctx.Power, f.File)))
	} else {
		faults = append(faults, r.Faults...)
		f.Lines = strings.Split(text, "\n") // the reader's faults are of the lines as written
	}
	var fc forecast.Forecast
	if r.Outcome == reading.Sure && !order.Refuses(faults) {
		fc = forecast.Of(g.set, g.pos, ctx.Power, f.File)
		faults = append(faults, remedy.Find(ground, &f, fc.Hints)...)
	}
	a := c.answer(g.set, src, &f, faults)
	a.Round = g.pos.Round()
	a.Power = ctx.Power
	c.addReading(g, r, &a)
	if order.Refuses(faults) && r.Outcome != reading.Likely {
		lines := f.Lines
		if !r.Notary && !r.Worse && r.Outcome == reading.Sure {
			lines = strings.Split(strings.TrimSuffix(r.Canonical, "\n"), "\n")
		}
		a.Mended = c.mended(ground, lines, ctx, faults)
	}
	switch {
	case c.JSON && a.Accepted:
		a.Forecast = forecastRowOf(g.set.Board, fc)
		err = e.json(a)
	case c.JSON:
		err = e.json(a)
	default:
		if err = a.print(e, syntax.Lang(c.Lang)); err == nil && a.Accepted {
			err = printForecast(e, g, fc, syntax.Lang(c.Lang))
		}
	}
	if err == nil && !a.Accepted {
		err = errNo
	}
	return err
}

// mended is the whole turn with what is offered for its faulty lines, and with gaps; each of these names its line. It is
// empty if nothing of the text was understood.
func (c *ordersCheckCmd) mended(g remedy.Ground, lines []string, ctx orders.Context, faults []order.Fault) string {
	judge := func(f *orders.File) []order.Fault { return adjudicator.Judge(g.Rules, g.Position, g.Power, f.File) }
	t, ok := remedy.Mend(g, lines, ctx, faults, judge)
	if !ok || !t.File.HasOrders() {
		return ""
	}
	text := ""
	for _, l := range t.Lines {
		text += l.Text
		if l.Gap || l.Was != "" {
			text += fmt.Sprintf("  # <- %s %d", messages.Say("word-line", g.Lang), l.At)
		}
		text += "\n"
	}
	return text
}

// power is whose orders they are: as the flag says, as they say, else the power on turn.
func (c *ordersCheckCmd) power(g ground, said board.Power) (board.Power, error) {
	switch {
	case c.Power != "":
		return syntax.FindPower(g.set.Board, c.Power)
	case said != board.Nobody:
		return said, nil
	case g.pos.Power() != board.Nobody:
		return g.pos.Power(), nil
	}
	return board.Nobody, errors.New("whose orders are these? say power NAME in the file, or --power NAME")
}

func (c *ordersCheckCmd) answer(set *rules.Set, src *source, f *orders.File, faults []order.Fault) checkAnswer {
	a := checkAnswer{Accepted: !order.Refuses(faults), Faults: []faultRow{}, Hints: []faultRow{}, Left: []leftRow{},
		Repairs: repairRows(src, f)}
	for _, x := range faults {
		row := faultRow{Line: x.Line, Code: x.Code, Text: strings.TrimSpace(f.Line(x.Line))}
		row.What, row.Remedy = messages.Text(x, syntax.Lang(c.Lang), set.Board)
		if len(x.Suggest) > 0 {
			row.Mended = x.Offer
		}
		if x.Severity == order.Unwise {
			a.Hints = append(a.Hints, row)
		} else {
			a.Faults = append(a.Faults, row)
		}
	}
	file := f.File
	file.Header, file.Check = order.Header{}, false
	a.Orders = orders.Format(file, syntax.Lang(c.Lang), orders.Context{Board: set.Board})
	return a
}

func repairRows(src *source, f *orders.File) []repairRow {
	rows := []repairRow{}
	for _, r := range src.repairs {
		rows = append(rows, repairRow{What: string(r.Kind), Count: r.Count})
	}
	for _, r := range f.Repairs {
		rows = append(rows, repairRow{Line: r.Line, What: r.What})
	}
	return rows
}

func (a checkAnswer) print(e *invocation, lang syntax.Lang) error {
	for _, f := range a.Faults {
		printFault(e.stdout, f, lang)
	}
	for _, f := range a.Hints {
		fmt.Fprint(e.stdout, messages.Say("word-hint", lang)+": ")
		printFault(e.stdout, f, lang)
	}
	for _, r := range a.Repairs {
		fmt.Fprintf(e.stdout, "%s: %s", messages.Say("word-repaired", lang), repairWords(r.What, lang))
		if r.Line > 0 {
			fmt.Fprintf(e.stdout, " (%s %d)", messages.Say("word-line", lang), r.Line)
		}
		fmt.Fprintln(e.stdout)
	}
	a.printReadings(e, lang)
	if !a.Accepted {
		return nil
	}
	_, err := fmt.Fprintf(e.stdout, "%s\n%s", messages.Say("word-accepted", lang), a.Orders)
	return err
}

// repairWords says what was mended, in the words of receipts where these have some.
func repairWords(what string, lang syntax.Lang) string {
	if key := intake.RepairText(message.Kind(what)); key != "" {
		what = key
	}
	if words := messages.Say(what, lang); words != "" {
		return words
	}
	return what
}

func printFault(w io.Writer, f faultRow, lang syntax.Lang) {
	if f.Line > 0 {
		fmt.Fprintf(w, "%s %d: %s\n  ", messages.Say("word-line", lang), f.Line, f.Text)
	}
	fmt.Fprint(w, f.What)
	if f.Remedy != "" {
		fmt.Fprintf(w, "; %s", f.Remedy)
	}
	fmt.Fprintln(w)
}

// Run prints the canonical form; orders that cannot be read are the answer no.
func (c *ordersFmtCmd) Run(e *invocation) error {
	src, err := readSource(c.File)
	if err != nil {
		return err
	}
	set, err := rules.New(c.Rules, rules.Options{})
	if err != nil {
		return err
	}
	ctx := orders.Context{Board: set.Board}
	f := src.parse(ctx)
	text := orders.Format(f.File, syntax.Lang(c.Lang), ctx)
	if c.JSON {
		check := ordersCheckCmd{Lang: c.Lang}
		a := check.answer(set, src, &f, f.Faults)
		a.Orders, a.Power = text, f.Header.Power
		err = e.json(a)
	} else {
		for _, x := range f.Faults {
			row := faultRow{Line: x.Line, Text: strings.TrimSpace(f.Line(x.Line))}
			row.What, row.Remedy = messages.Text(x, syntax.Lang(c.Lang), set.Board)
			printFault(e.stderr, row, syntax.Lang(c.Lang))
		}
		_, err = io.WriteString(e.stdout, text)
	}
	if err == nil && order.Refuses(f.Faults) {
		err = errNo
	}
	return err
}
