package orders

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Format writes a file in its canonical form: one order a line, one blank between words, LF after every line, headings kept,
// nothing that was not ordered. In English it is all lower case and language-free in effect: equal orders give equal bytes,
// whatever language they were written in. The other languages are for reading; they parse back to the same orders.
func Format(f order.File, lang Lang, ctx Context) string {
	pr := newPrinter(lang, ctx.Board)
	if f.Check {
		pr.line("check")
	}
	printHeader(pr, f.Header)
	if f.Withdraw > 0 {
		pr.line("withdraw")
	}
	printSheet(pr, f.Sheet)
	if f.Clear > 0 {
		pr.line("standing clear")
	}
	printStanding(pr, f.Standing)
	for _, o := range f.Answers {
		printOrder(pr, o)
	}
	return pr.out.String()
}

// FormatSheet writes the orders of a turn, in the order in which they are carried out, as the canonical order set of kind
// turn holds them.
func FormatSheet(s order.Sheet, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	printSheet(pr, s)
	return pr.out.String()
}

// FormatStanding writes standing sections and answers, as the canonical order set of kind standing holds them.
func FormatStanding(sections []order.Standing, answers []order.Order, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	printStanding(pr, sections)
	for _, o := range answers {
		printOrder(pr, o)
	}
	return pr.out.String()
}

// FormatOrder writes one order or answer.
func FormatOrder(o order.Order, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	printOrder(pr, o)
	return strings.TrimSpace(pr.out.String())
}

// FormatTactic writes one line of a battle or standing section.
func FormatTactic(t order.Tactic, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	printTactic(pr, t)
	return strings.TrimSpace(pr.out.String())
}

func printHeader(pr *printer, h order.Header) {
	fields := []struct {
		word, value string
	}{{"game", h.Game}, {"power", ""}, {"round", ""}, {"key", h.Key}, {"base", h.Base}, {"salt", h.Salt}}
	if h.Power != board.Nobody {
		fields[1].value = PowerName(h.Power, pr.lang)
	}
	if h.Round > 0 {
		fields[2].value = strconv.Itoa(h.Round)
	}
	for _, f := range fields {
		if f.value != "" {
			pr.line(f.word, f.value)
		}
	}
}

func printSheet(pr *printer, s order.Sheet) {
	for ph := order.Bonus; ph < order.NumPhases; ph++ {
		part := s.Parts[ph]
		headed := ph == order.Combat || ph == order.Noncombat
		switch {
		case part.Held && headed:
			pr.line(ph.String())
			pr.indent = "  "
		case part.Held && len(part.Orders) == 0:
			pr.line(ph.String(), pr.word("nothing"))
		}
		for _, o := range part.Orders {
			printOrder(pr, o)
		}
		pr.indent = ""
		if ph == order.Combat {
			printBattles(pr, s.Battles)
		}
	}
	if s.Done > 0 {
		pr.line("done")
	}
}

func printBattles(pr *printer, bs []order.Battle) {
	for _, b := range bs {
		pr.line("battle", pr.space(b.Space))
		printTactics(pr, b.Tactics)
	}
}

func printStanding(pr *printer, list []order.Standing) {
	for _, s := range list {
		switch s.Scope {
		case order.DefendEverywhere:
			pr.line("defend", pr.word("everywhere"))
		case order.DefendSpace:
			pr.line("defend", pr.space(s.Space))
		case order.AttackSpace:
			pr.line("attack", pr.space(s.Space))
		}
		printTactics(pr, s.Tactics)
	}
}

func printTactics(pr *printer, ts []order.Tactic) {
	pr.indent = "  "
	for _, t := range ts {
		printTactic(pr, t)
	}
	pr.indent = ""
}
