package orders

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// Format writes a file in its canonical form: one order a line, one blank between words, LF after every line, headings
// kept, nothing that was not ordered. The English form is language-free in effect: equal orders give equal bytes,
// whatever language they were written in; what is recorded and hashed is that form in lower case. The other languages
// are for reading; they parse back to the same orders.
func Format(f order.File, lang syntax.Lang, ctx Context) string {
	pr := syntax.NewPrinter(lang, ctx.Board)
	if f.Check {
		pr.Line("check")
	}
	printHeader(pr, f.Header)
	for _, w := range f.Withdraw {
		pr.Out.WriteString(commands.Format(commands.Withdraw{Of: w}, lang, ctx.Board) + "\n")
	}
	printSheet(pr, f.Sheet)
	if f.Clear > 0 {
		pr.Line("standing clear")
	}
	printStanding(pr, f.Standing)
	for _, o := range f.Answers {
		printOrder(pr, o)
	}
	return pr.Out.String()
}

// FormatSheet writes the orders of a turn, in the order in which they are carried out, as the canonical order set of
// kind turn holds them.
func FormatSheet(s order.Sheet, lang syntax.Lang, b *board.Board) string {
	pr := syntax.NewPrinter(lang, b)
	printSheet(pr, s)
	return pr.Out.String()
}

// FormatStanding writes standing sections and answers, as the canonical order set of kind standing holds them.
func FormatStanding(sections []order.Standing, answers []order.Order, lang syntax.Lang, b *board.Board) string {
	pr := syntax.NewPrinter(lang, b)
	printStanding(pr, sections)
	for _, o := range answers {
		printOrder(pr, o)
	}
	return pr.Out.String()
}

// FormatOrder writes one order or answer.
func FormatOrder(o order.Order, lang syntax.Lang, b *board.Board) string {
	pr := syntax.NewPrinter(lang, b)
	printOrder(pr, o)
	return strings.TrimSpace(pr.Out.String())
}

// FormatTactic writes one line of a battle or standing section.
func FormatTactic(t order.Tactic, lang syntax.Lang, b *board.Board) string {
	pr := syntax.NewPrinter(lang, b)
	printTactic(pr, t)
	return strings.TrimSpace(pr.Out.String())
}

func printHeader(pr *syntax.Printer, h order.Header) {
	fields := []struct {
		word, value string
	}{{"game", h.Game}, {"power", ""}, {"round", ""}, {"key", h.Key}, {"base", h.Base}, {"salt", h.Salt}}
	if h.Power != board.Nobody {
		fields[1].value = syntax.PowerName(h.Power, pr.Lang)
	}
	if h.Round > 0 {
		fields[2].value = strconv.Itoa(h.Round)
	}
	for _, f := range fields {
		if f.value != "" {
			pr.Line(f.word, f.value)
		}
	}
}

func printSheet(pr *syntax.Printer, s order.Sheet) {
	for ph := order.Bonus; ph < order.NumPhases; ph++ {
		part := s.Parts[ph]
		headed := ph == order.Combat || ph == order.Noncombat
		switch {
		case part.Held && headed:
			pr.Line(ph.String())
			pr.Indent = "  "
		case part.Held && len(part.Orders) == 0:
			pr.Line(ph.String(), pr.Word("nothing"))
		}
		for _, o := range part.Orders {
			printOrder(pr, o)
		}
		pr.Indent = ""
		if ph == order.Combat {
			printBattles(pr, s.Battles)
		}
	}
	if s.Done > 0 {
		pr.Line("done")
	}
}

func printBattles(pr *syntax.Printer, bs []order.Battle) {
	for _, b := range bs {
		pr.Line("battle", pr.Space(b.Space))
		printTactics(pr, b.Tactics)
	}
}

func printStanding(pr *syntax.Printer, list []order.Standing) {
	for _, s := range list {
		switch s.Scope {
		case order.DefendEverywhere:
			pr.Line("defend", pr.Word("everywhere"))
		case order.DefendSpace:
			pr.Line("defend", pr.Space(s.Space))
		case order.AttackSpace:
			pr.Line("attack", pr.Space(s.Space))
		}
		printTactics(pr, s.Tactics)
	}
}

func printTactics(pr *syntax.Printer, ts []order.Tactic) {
	pr.Indent = "  "
	for _, t := range ts {
		printTactic(pr, t)
	}
	pr.Indent = ""
}
