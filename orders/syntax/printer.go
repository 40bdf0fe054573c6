package syntax

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"strconv"
	"strings"
)

// Printer writes lines in one language.
type Printer struct {
	Lexicon *Lexicon
	b       *board.Board
	Lang    Lang
	Out     strings.Builder
	Indent  string
}

// NewPrinter returns a printer for a language and a board; nil is the default board.
func NewPrinter(lang Lang, b *board.Board) *Printer {
	if b == nil {
		b = board.Default()
	}
	return &Printer{Lexicon: TheLexicon(), b: b, Lang: lang}
}

// Line writes parts as one line; keywords are given by their canonical names, everything else comes made. Names keep
// their capitals.
func (pr *Printer) Line(verb string, parts ...string) {
	words := []string{pr.Word(verb)}
	for _, p := range parts {
		if p != "" {
			words = append(words, p)
		}
	}
	pr.Out.WriteString(pr.Indent + strings.Join(words, " ") + "\n")
}

// Word is a keyword in the printer's language.
func (pr *Printer) Word(id string) string { return pr.Lexicon.Words.ByID[id].Show(pr.Lang).One }

// Words is a keyword in its plural, where it has one of its own and n asks for it.
func (pr *Printer) Words(id string, n int) string {
	f := pr.Lexicon.Words.ByID[id].Show(pr.Lang)
	if n != 1 && f.Many != "" {
		return f.Many
	}
	return f.One
}

// Clause is a keyword with what follows it, "" if that is empty.
func (pr *Printer) Clause(id, rest string) string {
	if rest == "" {
		return ""
	}
	return pr.Word(id) + " " + rest
}

// Unit is a unit's name in the number that goes with n.
func (pr *Printer) Unit(t board.UnitType, n int) string { return UnitName(pr.b, t, n, pr.Lang) }

// Space is the name of a space, "" for none.
func (pr *Printer) Space(id board.SpaceID) string {
	if id == board.NoSpace {
		return ""
	}
	return SpaceName(pr.b, id, pr.Lang)
}

// From says where something starts: "from Russia", "aus dem Kaukasus", "" for nowhere. In English, the canonical form,
// names stand bare.
func (pr *Printer) From(id board.SpaceID) string { return pr.place("from", WhereFrom, id) }

// To says where something goes.
func (pr *Printer) To(id board.SpaceID) string { return pr.place("to", WhereTo, id) }

// In says where something is.
func (pr *Printer) In(id board.SpaceID) string { return pr.place("in", Where, id) }

func (pr *Printer) place(word string, phrase func(*board.Board, board.SpaceID, Lang) string, id board.SpaceID) string {
	if pr.Lang == English {
		return pr.Clause(word, pr.Space(id))
	}
	return phrase(pr.b, id, pr.Lang)
}

// Onward says where planes fly on to: "and on to Russia", "und weiter in die Ukraine".
func (pr *Printer) Onward(id board.SpaceID) string {
	if id == board.NoSpace || pr.Lang == English {
		return pr.Clause("onward", pr.Space(id))
	}
	word := pr.Word("onward") // it ends in a preposition, which depends on the name
	return word[:strings.LastIndex(word, " ")+1] + pr.To(id)
}

// InAll is a list of places in which something is; ToAll one of those where it goes.
func (pr *Printer) InAll(ids []board.SpaceID) string { return pr.places("in", pr.In, ids) }

// ToAll says where things go, the likeliest first.
func (pr *Printer) ToAll(ids []board.SpaceID) string { return pr.places("to", pr.To, ids) }

func (pr *Printer) places(word string, place func(board.SpaceID) string, ids []board.SpaceID) string {
	if pr.Lang == English {
		return pr.Clause(word, pr.Spaces(ids))
	}
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = place(id)
	}
	return strings.Join(list, ", ")
}

// Object is a space to which something is done.
func (pr *Printer) Object(id board.SpaceID) string {
	if pr.Lang == English {
		return pr.Space(id)
	}
	return SpacePhrase(pr.b, id, Accusative, pr.Lang)
}

// Objects are such spaces, separated by commas.
func (pr *Printer) Objects(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = pr.Object(id)
	}
	return strings.Join(names, ", ")
}

// Spaces are names of spaces, separated by commas.
func (pr *Printer) Spaces(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = pr.Space(id)
	}
	return strings.Join(names, ", ")
}

// Units are units with their numbers, separated by commas.
func (pr *Printer) Units(list []order.Units) string {
	parts := make([]string, len(list))
	for i, u := range list {
		parts[i] = pr.OneUnits(u)
	}
	return strings.Join(parts, ", ")
}

// OneUnits is a number of units of a type.
func (pr *Printer) OneUnits(u order.Units) string {
	var words []string
	if u.N == order.All {
		words = append(words, pr.Word("all"))
	} else {
		words = append(words, strconv.Itoa(u.N))
	}
	if u.Power != board.Nobody {
		words = append(words, pr.owner(u.Power, u.Type, u.N, Accusative))
	}
	if u.Type != board.NoUnit {
		words = append(words, pr.Unit(u.Type, u.N))
	}
	return strings.Join(words, " ")
}

// owner is a power before units: its name in English, the canonical form, else its adjective: "2 britische Panzer".
func (pr *Printer) owner(p board.Power, t board.UnitType, n int, c Case) string {
	owner := nounOf(pr.b, string(p), pr.Lang)
	if pr.Lang == English || owner == nil || owner.adjective == "" {
		return PowerName(p, pr.Lang)
	}
	if n == order.All && pr.Lang == German { // alle britischen Panzer
		return owner.adjective + "en"
	}
	return unitNoun(pr.b, t, pr.Lang).described(owner.adjective, pr.Lang, n, c)
}

// Lost is units in an order of loss, a number of them if n is not 0: of a power if one is given, behind a word for the
// state they are in.
func (pr *Printer) Lost(n int, p board.Power, state string, t board.UnitType) string {
	count, owner := "", ""
	if n > 0 {
		count = strconv.Itoa(n)
	}
	if p != board.Nobody {
		owner = pr.owner(p, t, max(1, n), Nominative)
	}
	return Join(count, owner, state, pr.Unit(t, max(1, n)))
}

// Groups are units and where they start, separated by commas.
func (pr *Printer) Groups(gs []order.Group) string {
	parts := make([]string, len(gs))
	for i, g := range gs {
		parts[i] = pr.Units(g.Units) + " " + pr.From(g.From)
	}
	return strings.Join(parts, ", ")
}

// Ship is a keyword and the ships after it, "" for none.
func (pr *Printer) Ship(word string, s *order.Ship) string {
	if s == nil {
		return ""
	}
	text := pr.Clause(word, pr.OneUnits(order.Units{N: s.N, Type: s.Type, Power: s.Power}))
	if s.In != board.NoSpace {
		text += " " + pr.In(s.In)
	}
	return text
}

// Say writes a line whose values keep their case, as addresses and letters must.
func (pr *Printer) Say(verb string, parts ...string) {
	pr.Out.WriteString(Join(append([]string{strings.ToLower(pr.Word(verb))}, parts...)...) + "\n")
}

// Power is the name of a power, "" for none.
func (pr *Printer) Power(p board.Power) string {
	if p == board.Nobody {
		return ""
	}
	return PowerName(p, pr.Lang)
}

// Round is "round N", "" for 0.
func (pr *Printer) Round(n int) string {
	if n == 0 {
		return ""
	}
	return pr.Word("round") + " " + strconv.Itoa(n)
}

// Join puts parts together, leaving out empty ones.
func Join(parts ...string) string {
	var full []string
	for _, p := range parts {
		if p != "" {
			full = append(full, p)
		}
	}
	return strings.Join(full, " ")
}
