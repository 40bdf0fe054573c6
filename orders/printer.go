package orders

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"strconv"
	"strings"
)

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

// say writes a line whose values keep their case, as addresses and letters must.
func (pr *printer) say(verb string, parts ...string) {
	pr.out.WriteString(join(append([]string{strings.ToLower(pr.word(verb))}, parts...)...) + "\n")
}

func (pr *printer) power(p board.Power) string {
	if p == board.Nobody {
		return ""
	}
	return PowerName(p, pr.lang)
}

func (pr *printer) round(n int) string {
	if n == 0 {
		return ""
	}
	return pr.word("round") + " " + strconv.Itoa(n)
}

func (pr *printer) in(id board.SpaceID) string { return pr.clause("in", pr.space(id)) }

// join puts parts together, leaving out empty ones.
func join(parts ...string) string {
	var full []string
	for _, p := range parts {
		if p != "" {
			full = append(full, p)
		}
	}
	return strings.Join(full, " ")
}
