package orders

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/edit"
	"fieldpost/adjudicator/order"
)

// What the referee does to a game that is being played: he changes the position, goes back, has a go played anew.
type (
	// RollBack returns to the beginning of a power's turn.
	RollBack struct {
		Line
		Round  int
		After  bool        // to the end of the round
		Power  board.Power // Nobody: the round's first
		Record int         // or to how things stood after a record, instead of all that
	}
	// Edit changes the position. A line may name several units.
	Edit struct {
		Line
		Do []edit.Edit // of a phase without a round N is 0: the current one
	}
	// Correct has a go played anew: that of a record, else the one of a power's turn that played a phase; the last go if nothing is said.
	// What is different stands in the lines around it: orders, edits.
	Correct struct {
		Line
		Round  int
		Power  board.Power
		Phase  order.Phase
		Record int
	}
)

// checkLine: check, check roll back …, check correct …, check edit ….
func checkLine(s *scan) any {
	m, n := s.lx.words.at(s.rest())
	read, ok := map[string]rule{"roll back": rollBackLine, "correct": correctLine, "edit": editLine}[m.id]
	if !s.more() || n == 0 || !ok {
		return mark{s.verb}
	}
	s.i += n
	act, _ := read(s).(Command)
	return checked{act}
}

// rollBackLine: roll back to round N [POWER], roll back after round N, roll back to record N.
func rollBackLine(s *scan) any {
	c := RollBack{Line: Line(s.line)}
	c.After = s.more() && s.rest()[0].key != "nach" // which is German for "to"
	if !s.take("after round") {
		c.After = false
		s.need("to")
		if s.take("record") {
			c.Record = s.number()
			return c
		}
		s.need("round")
	}
	c.Round = s.number()
	if s.more() && !c.After {
		c.Power = s.power()
	}
	return c
}

// correctLine: correct [round N POWER [PHASE]], correct record N.
func correctLine(s *scan) any {
	c := Correct{Line: Line(s.line)}
	if s.take("record") {
		c.Record = s.number()
		return c
	}
	if s.take("round") {
		c.Round = s.number()
		c.Power = s.power()
	}
	if s.more() {
		c.Phase = s.phase()
	}
	return c
}

// editLine: edit VERB and what the verb needs.
func editLine(s *scan) any {
	c := Edit{Line: Line(s.line)}
	switch {
	case s.take("add"):
		c.Do = readPieces(s, edit.Add, "in")
	case s.take("remove", "drop"):
		c.Do = readPieces(s, edit.Remove, "in", "from")
	case s.take("owner"):
		c.Do = []edit.Edit{readOwner(s)}
	case s.take("money"):
		e := newEdit(s, edit.Money)
		e.Power = s.power()
		e.N = s.amount()
		c.Do = []edit.Edit{e}
	case s.take("technology"):
		e := newEdit(s, edit.Tech)
		e.Power = s.power()
		if s.take("no") {
			e.Do = edit.NoTech
		}
		e.N = s.tech()
		c.Do = []edit.Edit{e}
	case s.take("phase"):
		e := newEdit(s, edit.Phase)
		if s.take("round") {
			e.N = s.number()
		}
		e.Power = s.power()
		e.Phase = s.phase()
		c.Do = []edit.Edit{e}
	case !s.more():
		s.fail(BadValue, "edit")
	default:
		s.unknown("add", "remove", "owner", "money", "technology", "phase")
	}
	return c
}

func newEdit(s *scan, v edit.Verb) edit.Edit {
	return edit.Edit{At: s.at(), Do: v, Space: board.NoSpace}
}

// pieces reads UNITS [POWER] in SPACE. The power may stand before the units too; it holds for all of the line.
func readPieces(s *scan, v edit.Verb, where ...string) []edit.Edit {
	list := s.units(false)
	owner := board.Nobody
	if p, n := s.powerAt(s.rest()); n > 0 && !s.failed() {
		owner = p
		s.i += n
	}
	if !s.take(where...) {
		s.expected(where[0])
	}
	at := s.space()
	var out []edit.Edit
	for _, u := range list {
		e := newEdit(s, v)
		e.Power, e.Space, e.Type, e.N = u.Power, at, u.Type, u.N
		if e.Power == board.Nobody {
			e.Power = owner
		}
		if e.Power == board.Nobody {
			s.fail(MissingWord, "power")
		}
		if e.N < 1 || e.Type == board.NoUnit {
			s.fail(MissingWord, "number")
		}
		out = append(out, e)
	}
	return out
}

// newOwner reads SPACE POWER: the longest beginning that names a space, if the rest names who may hold one.
func readOwner(s *scan) edit.Edit {
	e := newEdit(s, edit.Owner)
	s.skipArticle()
	ts := s.rest()
	for n := len(ts) - 1; n > 0; n-- {
		ids := s.x.find(compact(ts[:n]))
		if len(ids) != 1 {
			continue
		}
		rest := ts[n:]
		if m, k := s.lx.words.at(rest); m.id == "to" && k < len(rest) {
			rest = rest[k:]
		}
		if m, k := s.lx.powers.at(rest); k == len(rest) {
			e.Space, e.Power = ids[0], board.Power(m.id)
			s.i = len(s.ts)
			return e
		}
	}
	e.Space = s.space()
	s.comma()
	s.take("to")
	e.Power = s.power()
	return e
}

// Edits are the edits of all commands, in their order.
func Edits(cs []Command) []edit.Edit {
	var out []edit.Edit
	for _, c := range cs {
		if e, ok := c.(Edit); ok {
			out = append(out, e.Do...)
		}
	}
	return out
}

// FormatEdits writes edits as lines that read back as the same edits, one a line.
func FormatEdits(edits []edit.Edit, lang Lang, b *board.Board) []string {
	var out []string
	for _, e := range edits {
		out = append(out, FormatCommand(Edit{Do: []edit.Edit{e}}, lang, b))
	}
	return out
}

func (pr *printer) refereeCommand(c Command) {
	switch c := c.(type) {
	case RollBack:
		pr.rollBack(c)
	case Correct:
		record, phase := "", ""
		if c.Record > 0 {
			record = pr.word("record") + " " + strconv.Itoa(c.Record)
		}
		if c.Phase != order.NoPhase {
			phase = pr.word(c.Phase.String())
		}
		pr.say("correct", record, pr.round(c.Round), pr.power(c.Power), phase)
	case Edit:
		pr.edits(c.Do)
	}
}

func (pr *printer) rollBack(c RollBack) {
	switch {
	case c.Record > 0:
		pr.say("roll back", pr.word("to"), pr.word("record"), strconv.Itoa(c.Record))
	case c.After && pr.lang != German:
		pr.say("roll back", pr.word("after round"), strconv.Itoa(c.Round))
	case c.After:
		pr.say("roll back", "after round", strconv.Itoa(c.Round))
	default:
		pr.say("roll back", pr.word("to"), pr.round(c.Round), pr.power(c.Power))
	}
}

// edits writes edits as lines; neighbours that differ only in their units stand on one.
func (pr *printer) edits(list []edit.Edit) {
	for len(list) > 0 {
		e := list[0]
		n := 1
		for n < len(list) && (e.Do == edit.Add || e.Do == edit.Remove) && list[n].Do == e.Do && list[n].Power == e.Power && list[n].Space == e.Space {
			n++
		}
		pr.edit(e, list[:n])
		list = list[n:]
	}
}

func (pr *printer) edit(e edit.Edit, pieces []edit.Edit) {
	power := PowerName(e.Power, pr.lang)
	switch e.Do {
	case edit.Add, edit.Remove:
		var units []order.Units
		for _, x := range pieces {
			units = append(units, order.Units{N: x.N, Type: x.Type})
		}
		pr.say("edit", pr.word(string(e.Do)), pr.units(units), power, pr.word("in"), pr.space(e.Space))
	case edit.Owner:
		pr.say("edit", pr.word("owner"), pr.space(e.Space), pr.word("to"), power)
	case edit.Money:
		pr.say("edit", pr.word("money"), power, strconv.Itoa(e.N))
	case edit.Tech:
		pr.say("edit", pr.word("technology"), power, TechName(e.N, pr.lang))
	case edit.NoTech:
		pr.say("edit", pr.word("technology"), power, pr.word("no"), TechName(e.N, pr.lang))
	case edit.Phase:
		pr.say("edit", pr.word("phase"), pr.round(e.N), power, pr.word(e.Phase.String()))
	}
}
