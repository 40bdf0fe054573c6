package main

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/messages"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/orders/triplea"
)

// summaryAnswer is what became of a summary of TripleA.
type summaryAnswer struct {
	Power board.Power  `json:"power"`
	Round int          `json:"round"`
	Legal bool         `json:"legal"` // nothing in it is not legal
	Lines []summaryRow `json:"lines"`
	Why   []string     `json:"why,omitempty"`   // what is not legal of the turn as a whole
	Money *moneyRow    `json:"money,omitempty"` // where what is left differs
}

type summaryRow struct {
	Line   int      `json:"line"`
	Text   string   `json:"text"`
	Mark   string   `json:"mark"` // legal, not-legal, cannot-tell, undone, with
	With   int      `json:"with,omitempty"`
	Orders []string `json:"orders,omitempty"`
	Why    []string `json:"why,omitempty"`
}

type moneyRow struct {
	Said int `json:"said"`
	Here int `json:"here"`
}

// summary judges a turn that was played in TripleA: each of its lines by the rules of the box, on this position.
func (c *ordersCheckCmd) summary(e *invocation, g ground, text string) error {
	turns, err := triplea.Read(g.set.Board, text, g.stand)
	if err != nil {
		return err
	}
	said := board.Nobody
	for _, t := range turns {
		if said == board.Nobody || t.Power == g.pos.Power() {
			said = t.Power
		}
	}
	who, err := c.power(g, said)
	if err != nil {
		return err
	}
	var turn *triplea.Turn
	for i := range turns {
		if turns[i].Power == who && turn == nil {
			turn = &turns[i]
		}
	}
	switch {
	case turn == nil:
		return fmt.Errorf("the summary has no turn of %s", who)
	case who != g.pos.Power():
		return fmt.Errorf("the summary is of %s's turn, and the position of %s's", who, g.pos.Power())
	}
	a := c.judgeSummary(g, *turn)
	if c.JSON {
		err = e.json(a)
	} else {
		err = a.print(e, syntax.Lang(c.Lang))
	}
	if err == nil && !a.Legal {
		err = errNo
	}
	return err
}

// stand counts the units of a type that a power has in a space.
func (g ground) stand(p board.Power, at board.SpaceID, t board.UnitType) (n int) {
	for u := range g.pos.In(at) {
		if u.Owner == p && u.Type == t {
			n++
		}
	}
	return n
}

// judgeSummary has the orders of a turn judged together, and lays the faults at the lines from which they came.
func (c *ordersCheckCmd) judgeSummary(g ground, turn triplea.Turn) summaryAnswer {
	lang := syntax.Lang(c.Lang)
	a := summaryAnswer{Power: turn.Power, Round: g.pos.Round(), Legal: true}
	text, of := c.sheet(g, turn, lang, &a)
	f := orders.Parse(text, orders.Context{Board: g.set.Board, Phase: g.pos.Phase(), Power: turn.Power})
	faults := remedy.Find(remedy.Ground{Rules: g.set, Position: g.pos, Power: turn.Power, Lang: lang}, &f,
		f.Merge(f.Faults, adjudicator.Judge(g.set, g.pos, turn.Power, f.File)))
	for _, x := range faults {
		if x.Severity == order.Unwise {
			continue
		}
		a.Legal = false
		what, fix := messages.Text(x, lang, g.set.Board)
		if fix != "" {
			what += "; " + fix
		}
		if i, ok := of[x.Line]; ok {
			a.Lines[i].Mark, a.Lines[i].Why = "not-legal", append(a.Lines[i].Why, what)
		} else {
			a.Why = append(a.Why, what)
		}
	}
	a.Money = moneyLeft(g, turn)
	return a
}

// moneyLeft compares what the summary says is left with what is left here; nil if it is the same, or not known.
func moneyLeft(g ground, turn triplea.Turn) *moneyRow {
	lines := []string{"power " + string(turn.Power)}
	for _, l := range turn.Lines {
		if l.Phase == order.Buy && l.Order != "" {
			lines = append(lines, l.Order)
		}
	}
	ctx := orders.Context{Board: g.set.Board, Phase: g.pos.Phase(), Power: turn.Power}
	f := orders.Parse(strings.Join(lines, "\n"), ctx)
	if turn.Remaining < 0 || order.Refuses(f.Merge(f.Faults, adjudicator.Judge(g.set, g.pos, turn.Power, f.File))) {
		return nil
	}
	fc := forecast.Of(g.set, g.pos, turn.Power, f.File)
	if here := fc.Money - turn.Spent; fc.Buys && here != turn.Remaining {
		return &moneyRow{Said: turn.Remaining, Here: here}
	}
	return nil
}

// sheet writes the orders of a turn as a text, and says of which line of the answer each of its lines is. What comes
// after a battle, and what belongs to a phase that is over, is not judged.
func (c *ordersCheckCmd) sheet(g ground, turn triplea.Turn, lang syntax.Lang, a *summaryAnswer) (string, map[int]int) {
	lines, of := []string{"power " + string(turn.Power)}, map[int]int{}
	phase := order.NoPhase
	for _, l := range turn.Lines {
		row := summaryRow{Line: l.N, Text: l.Text, Mark: "legal"}
		doubt := string(l.Doubt)
		if doubt == "" && l.Order != "" && l.Phase < g.pos.Phase() {
			doubt = "past"
		}
		switch {
		case l.Doubt == triplea.Undone:
			row.Mark = "undone"
		case doubt != "":
			row.Mark, row.Why = "cannot-tell", []string{messages.Say("summary-"+doubt, lang)}
		case l.Order == "":
			row.Mark, row.With = "with", l.With
		default:
			heading := map[order.Phase]string{order.Combat: "combat", order.Noncombat: "noncombat"}[l.Phase]
			if heading != "" && l.Phase != phase {
				lines = append(lines, heading)
			}
			phase = l.Phase
			row.Orders = strings.Split(l.Order, "\n")
			for _, o := range row.Orders {
				lines = append(lines, o)
				of[len(lines)] = len(a.Lines)
			}
		}
		a.Lines = append(a.Lines, row)
	}
	return strings.Join(lines, "\n") + "\n", of
}

// print prints a mark before each line of the summary, and what the line became.
func (a summaryAnswer) print(e *invocation, lang syntax.Lang) error {
	fmt.Fprintf(e.stdout, "%s: %s\n", messages.Say("summary-read", lang), a.Power)
	for _, l := range a.Lines {
		mark := messages.Say("summary-"+l.Mark, lang)
		if l.With > 0 {
			mark = fmt.Sprintf("%s %d", mark, l.With)
		}
		fmt.Fprintf(e.stdout, "%s: %s %d: %s\n", mark, messages.Say("word-line", lang), l.Line, l.Text)
		for _, o := range l.Orders {
			fmt.Fprintln(e.stdout, "    "+o)
		}
		for _, why := range l.Why {
			fmt.Fprintln(e.stdout, "  "+why)
		}
	}
	for _, why := range a.Why {
		fmt.Fprintf(e.stdout, "%s: %s\n", messages.Say("summary-not-legal", lang), why)
	}
	if a.Money != nil {
		fmt.Fprintf(e.stdout, "%s: %d, %d\n", messages.Say("summary-money", lang), a.Money.Said, a.Money.Here)
	}
	return nil
}
