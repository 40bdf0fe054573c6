package commands

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// Edit changes the position. A line may name several units.
type Edit struct {
	Line
	Do []order.Edit // of a phase without a round N is 0: the current one
}

// EditSyntax is how it is written.
var EditSyntax = define("edit", readEdit, "edit add 2 infantry Germany in Ukraine")

// readEdit: edit VERB and what the verb needs.
func readEdit(s *syntax.Scan) Command {
	c := Edit{Line: Line(s.Line)}
	switch {
	case s.Take("add"):
		c.Do = readPieces(s, order.EditAdd, "in")
	case s.Take("remove", "drop"):
		c.Do = readPieces(s, order.EditRemove, "in", "from")
	case s.Take("owner"):
		c.Do = []order.Edit{readOwner(s)}
	case s.Take("money"):
		e := newEdit(s, order.EditMoney)
		e.Power = s.Power()
		e.N = s.Amount()
		c.Do = []order.Edit{e}
	case s.Take("technology"):
		e := newEdit(s, order.EditTech)
		e.Power = s.Power()
		if s.Take("no") {
			e.Do = order.EditNoTech
		}
		e.N = s.Tech()
		c.Do = []order.Edit{e}
	case s.Take("phase"):
		e := newEdit(s, order.EditPhase)
		if s.Take("round") {
			e.N = s.Number()
		}
		e.Power = s.Power()
		e.Phase = s.Phase()
		c.Do = []order.Edit{e}
	case !s.More():
		s.Fail(syntax.BadValue, "edit")
	default:
		s.Unknown("add", "remove", "owner", "money", "technology", "phase")
	}
	return c
}

func newEdit(s *syntax.Scan, v order.EditVerb) order.Edit {
	return order.Edit{At: s.At(), Do: v, Space: board.NoSpace}
}

// readPieces reads UNITS [POWER] in SPACE. The power may be before the units too; it holds for all of the line.
func readPieces(s *syntax.Scan, v order.EditVerb, where ...string) []order.Edit {
	list := s.Units(false)
	owner := board.Nobody
	if p, n := s.PowerAt(s.Rest()); n > 0 && !s.Failed() {
		owner = p
		s.Pos += n
	}
	if !s.Take(where...) {
		s.Expected(where[0])
	}
	at := s.Space()
	var out []order.Edit
	for _, u := range list {
		e := newEdit(s, v)
		e.Power, e.Space, e.Type, e.N = u.Power, at, u.Type, u.N
		if e.Power == board.Nobody {
			e.Power = owner
		}
		if e.Power == board.Nobody {
			s.Fail(syntax.MissingWord, "power")
		}
		if e.N < 1 || e.Type == board.NoUnit {
			s.Fail(syntax.MissingWord, "number")
		}
		out = append(out, e)
	}
	return out
}

// readOwner reads SPACE POWER: the longest beginning that names a space, if the rest names who may hold one.
func readOwner(s *syntax.Scan) order.Edit {
	e := newEdit(s, order.EditOwner)
	s.SkipArticle()
	ts := s.Rest()
	for n := len(ts) - 1; n > 0; n-- {
		ids := s.Index.Find(syntax.Compact(ts[:n]))
		if len(ids) != 1 {
			continue
		}
		rest := ts[n:]
		if m, k := s.Lexicon.Words.At(rest); m.ID == "to" && k < len(rest) {
			rest = rest[k:]
		}
		if m, k := s.Lexicon.Powers.At(rest); k == len(rest) {
			e.Space, e.Power = ids[0], board.Power(m.ID)
			s.Pos = len(s.Tokens)
			return e
		}
	}
	e.Space = s.Space()
	s.Comma()
	s.Take("to")
	e.Power = s.Power()
	return e
}

// Edits are the edits of all commands, in their order.
func Edits(cs []Command) []order.Edit {
	var out []order.Edit
	for _, c := range cs {
		if e, ok := c.(Edit); ok {
			out = append(out, e.Do...)
		}
	}
	return out
}

// FormatEdits writes edits as lines that read back as the same edits, one a line.
func FormatEdits(edits []order.Edit, lang syntax.Lang, b *board.Board) []string {
	var out []string
	for _, e := range edits {
		out = append(out, Format(Edit{Do: []order.Edit{e}}, lang, b))
	}
	return out
}

// print writes edits as lines; neighbours that differ only in their units are on one.
func (c Edit) print(pr *syntax.Printer) {
	list := c.Do
	for len(list) > 0 {
		e := list[0]
		n := 1
		for n < len(list) && (e.Do == order.EditAdd || e.Do == order.EditRemove) && list[n].Do == e.Do &&
			list[n].Power == e.Power && list[n].Space == e.Space {
			n++
		}
		printEdit(pr, e, list[:n])
		list = list[n:]
	}
}

func printEdit(pr *syntax.Printer, e order.Edit, pieces []order.Edit) {
	power := syntax.PowerName(e.Power, pr.Lang)
	switch e.Do {
	case order.EditAdd, order.EditRemove:
		var units []order.Units
		for _, x := range pieces {
			units = append(units, order.Units{N: x.N, Type: x.Type})
		}
		pr.Say("edit", pr.Word(string(e.Do)), pr.Units(units), power, pr.Word("in"), pr.Space(e.Space))
	case order.EditOwner:
		pr.Say("edit", pr.Word("owner"), pr.Space(e.Space), pr.Word("to"), power)
	case order.EditMoney:
		pr.Say("edit", pr.Word("money"), power, strconv.Itoa(e.N))
	case order.EditTech:
		pr.Say("edit", pr.Word("technology"), power, syntax.TechName(e.N, pr.Lang))
	case order.EditNoTech:
		pr.Say("edit", pr.Word("technology"), power, pr.Word("no"), syntax.TechName(e.N, pr.Lang))
	case order.EditPhase:
		pr.Say("edit", pr.Word("phase"), pr.Round(e.N), power, pr.Word(e.Phase.String()))
	}
}
