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
	pr.header(f.Header)
	if f.Withdraw > 0 {
		pr.line("withdraw")
	}
	pr.sheet(f.Sheet)
	if f.Clear > 0 {
		pr.line("standing clear")
	}
	pr.standing(f.Standing)
	for _, o := range f.Answers {
		pr.order(o)
	}
	return pr.out.String()
}

// FormatSheet writes the orders of a turn, in the order in which they are carried out, as the canonical order set of kind
// turn holds them.
func FormatSheet(s order.Sheet, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	pr.sheet(s)
	return pr.out.String()
}

// FormatStanding writes standing sections and answers, as the canonical order set of kind standing holds them.
func FormatStanding(sections []order.Standing, answers []order.Order, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	pr.standing(sections)
	for _, o := range answers {
		pr.order(o)
	}
	return pr.out.String()
}

// FormatOrder writes one order or answer.
func FormatOrder(o order.Order, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	pr.order(o)
	return strings.TrimSpace(pr.out.String())
}

// FormatTactic writes one line of a battle or standing section.
func FormatTactic(t order.Tactic, lang Lang, b *board.Board) string {
	pr := newPrinter(lang, b)
	pr.tactic(t)
	return strings.TrimSpace(pr.out.String())
}

// printer writes lines in one language.
type printer struct {
	lx     *lexicon
	b      *board.Board
	lang   Lang
	out    strings.Builder
	indent string
}

func newPrinter(lang Lang, b *board.Board) *printer {
	if b == nil {
		b = board.Default()
	}
	return &printer{lx: theLexicon(), b: b, lang: lang}
}

// line writes parts as one line; keywords are given by their canonical names, everything else comes made.
func (pr *printer) line(verb string, parts ...string) {
	words := []string{pr.word(verb)}
	for _, p := range parts {
		if p != "" {
			words = append(words, p)
		}
	}
	text := strings.Join(words, " ")
	if pr.lang == English {
		text = strings.ToLower(text)
	}
	pr.out.WriteString(pr.indent + text + "\n")
}

// word is a keyword in the printer's language.
func (pr *printer) word(id string) string { return pr.lx.words.byID[id].show(pr.lang).one }

// words is a keyword in its plural, where it has one of its own and n asks for it.
func (pr *printer) words(id string, n int) string {
	f := pr.lx.words.byID[id].show(pr.lang)
	if n != 1 && f.many != "" {
		return f.many
	}
	return f.one
}

// clause is a keyword with what follows it, "" if that is empty.
func (pr *printer) clause(id, rest string) string {
	if rest == "" {
		return ""
	}
	return pr.word(id) + " " + rest
}

func (pr *printer) space(id board.SpaceID) string {
	if id == board.NoSpace {
		return ""
	}
	return SpaceName(pr.b, id, pr.lang)
}

func (pr *printer) spaces(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = pr.space(id)
	}
	return strings.Join(names, ", ")
}

func (pr *printer) units(list []order.Units) string {
	parts := make([]string, len(list))
	for i, u := range list {
		parts[i] = pr.oneUnits(u)
	}
	return strings.Join(parts, ", ")
}

func (pr *printer) oneUnits(u order.Units) string {
	var words []string
	if u.N == order.All {
		words = append(words, pr.word("all"))
	} else {
		words = append(words, strconv.Itoa(u.N))
	}
	if u.Power != board.Nobody {
		words = append(words, PowerName(u.Power, pr.lang))
	}
	if u.Type != board.NoUnit {
		words = append(words, UnitName(u.Type, u.N, pr.lang))
	}
	return strings.Join(words, " ")
}

func (pr *printer) groups(gs []order.Group) string {
	parts := make([]string, len(gs))
	for i, g := range gs {
		parts[i] = pr.units(g.Units) + " " + pr.clause("from", pr.space(g.From))
	}
	return strings.Join(parts, ", ")
}

func (pr *printer) ship(word string, s *order.Ship) string {
	if s == nil {
		return ""
	}
	text := pr.clause(word, pr.oneUnits(order.Units{N: s.N, Type: s.Type, Power: s.Power}))
	if s.In != board.NoSpace {
		text += " " + pr.clause("in", pr.space(s.In))
	}
	return text
}

func (pr *printer) header(h order.Header) {
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

func (pr *printer) sheet(s order.Sheet) {
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
			pr.order(o)
		}
		pr.indent = ""
		if ph == order.Combat {
			pr.battles(s.Battles)
		}
	}
	if s.Done > 0 {
		pr.line("done")
	}
}

func (pr *printer) battles(bs []order.Battle) {
	for _, b := range bs {
		pr.line("battle", pr.space(b.Space))
		pr.tactics(b.Tactics)
	}
}

func (pr *printer) standing(list []order.Standing) {
	for _, s := range list {
		switch s.Scope {
		case order.DefendEverywhere:
			pr.line("defend", pr.word("everywhere"))
		case order.DefendSpace:
			pr.line("defend", pr.space(s.Space))
		case order.AttackSpace:
			pr.line("attack", pr.space(s.Space))
		}
		pr.tactics(s.Tactics)
	}
}

func (pr *printer) tactics(ts []order.Tactic) {
	pr.indent = "  "
	for _, t := range ts {
		pr.tactic(t)
	}
	pr.indent = ""
}
