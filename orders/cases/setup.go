package cases

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
)

// setup is what a setup section says, on its way to a position.
type setup struct {
	set   *rules.Set
	b     *board.Board
	pos   position.Data
	rules string
	opts  rules.Options
	empty bool
	late  bool // past the beginning: a turn line, or a later round
	round int
}

// Start builds the position in which a case begins, its standing orders on file.
func (c *Case) Start() (*rules.Set, *position.Position, error) {
	set, pos, err := c.position()
	if err != nil {
		return nil, nil, err
	}
	alone := Case{Standing: c.Standing}
	o, err := alone.play(set, pos)
	if err != nil {
		return nil, nil, err
	}
	return set, o.pos, nil
}

// Setup reads the lines of a setup alone, and builds the position that they say.
func Setup(text []byte) (*rules.Set, *position.Position, error) {
	lines := strings.ReplaceAll(string(text), "\r\n", "\n")
	c := Case{Setup: &Section{Name: "setup", Start: 1, Text: lines}}
	return c.position()
}

// position builds the position in which a case begins.
func (c *Case) position() (*rules.Set, *position.Position, error) {
	s := &setup{round: 1}
	// what decides the rules and the board must be known before the lines that name spaces
	if err := c.Setup.each(s.frame); err != nil {
		return nil, nil, err
	}
	if s.rules == "" {
		return nil, nil, malformed(c.Setup.Start, "the first line must be `rules revised` or `rules europe`")
	}
	if err := s.begin(c.Setup.Start); err != nil {
		return nil, nil, err
	}
	if err := c.Setup.each(s.detail); err != nil {
		return nil, nil, err
	}
	pos, err := s.finish()
	return s.set, pos, err
}

// frame reads the lines that decide rules, board and options.
func (s *setup) frame(line int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	if s.rules == "" && word != "rules" {
		return malformed(line, "the first line must be `rules revised` or `rules europe`")
	}
	switch word {
	case "rules":
		if s.rules != "" || !slices.Contains([]string{"revised", "europe"}, rest) {
			return malformed(line, "one line `rules revised` or `rules europe`")
		}
		s.rules = rest
	case "board":
		if rest != "standard" && rest != "empty" {
			return malformed(line, "board is standard or empty, not %q", rest)
		}
		s.empty = rest == "empty"
	case "option":
		name, value, _ := strings.Cut(rest, " ")
		opts, err := s.opts.With(name, value)
		if err != nil {
			return malformed(line, "%v", err)
		}
		s.opts = opts
	case "turn":
		s.late = s.late || rest != "nobody"
	case "round":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return malformed(line, "%q is no round", rest)
		}
		s.round, s.late = n, s.late || n > 1
	}
	return nil
}

// begin makes the rule set and the position that the detail lines change. Past the beginning the starting incomes are
// on hand.
func (s *setup) begin(line int) error {
	set, err := rules.New(s.rules, s.opts)
	if err != nil {
		return malformed(line, "%v", err)
	}
	s.set, s.b = set, set.Board
	start := adjudicator.Empty(set)
	if !s.empty {
		if start, err = adjudicator.Start(set); err != nil {
			return malformed(line, "%v", err)
		}
	}
	s.pos = start.Data()
	if s.late && s.pos.Power == board.Nobody {
		if !s.empty {
			s.pos.Nations[0].Money -= set.Advance // past the bonus: it is spent
			for i := range s.pos.Nations {
				n := &s.pos.Nations[i]
				n.Money += start.Income(set.Board, n.Power)
			}
		}
		s.pos.Power, s.pos.Phase = s.b.Seats[0].Power, set.Phases[0]
	}
	s.pos.Round = s.round
	return nil
}

// detail reads the lines that change the position.
func (s *setup) detail(line int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "rules", "board", "option", "round":
		return nil
	case "turn":
		return s.turnLine(line, rest)
	case "owner":
		return s.owner(line, rest)
	case "ipc", "tech", "advantage", "bought", "used":
		return s.powerLine(line, word, rest)
	}
	return s.space(line, text)
}

func (s *setup) turnLine(line int, rest string) error {
	if rest == "nobody" && !s.late {
		return nil // the beginning, written out
	}
	words := strings.Fields(rest)
	for k := len(words); k > 0; k-- {
		p, err := syntax.FindPower(s.b, strings.Join(words[:k], " "))
		if err != nil {
			continue
		}
		s.pos.Power, s.pos.Phase = p, s.set.Phases[0]
		if k == len(words) {
			return nil
		}
		var ph order.Phase
		if err := ph.UnmarshalText([]byte(strings.Join(words[k:], " "))); err != nil ||
			!slices.Contains(s.set.Phases, ph) {
			return malformed(line, "%q is no phase of these rules", strings.Join(words[k:], " "))
		}
		s.pos.Phase = ph
		return nil
	}
	_, err := syntax.FindPower(s.b, rest)
	return malformed(line, "%v", err)
}

func (s *setup) owner(line int, rest string) error {
	who, where, ok := strings.Cut(rest, ":")
	if !ok {
		return malformed(line, "owner POWER: SPACE, SPACE")
	}
	p, err := syntax.FindOwner(s.b, who)
	if err != nil {
		return malformed(line, "%v", err)
	}
	names, err := list(line, where, ",")
	if err != nil {
		return err
	}
	for _, name := range names {
		id, err := syntax.FindSpace(s.b, name)
		if err != nil {
			return malformed(line, "%v", err)
		}
		s.pos.Owner[id] = p
	}
	return nil
}

// powerLine reads the lines about what belongs to a power as a whole.
func (s *setup) powerLine(line int, word, rest string) error {
	n, rest, err := s.split(line, rest)
	if err != nil {
		return err
	}
	if word == "ipc" {
		money, err := strconv.Atoi(rest)
		if err != nil || money < 0 {
			return malformed(line, "%q is no amount of money", rest)
		}
		n.Money = money
		return nil
	}
	if word == "bought" {
		ss, err := stacks(s.b, line, n.Power, rest)
		for _, st := range ss {
			n.Bought[st.typ] += st.n
		}
		return err
	}
	names, err := list(line, rest, ",")
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := gain(n, word, name); err != nil {
			return malformed(line, "%v", err)
		}
	}
	return nil
}

// gain gives a nation a technology or an advantage, or uses one up.
func gain(n *position.NationData, word, name string) error {
	if word == "tech" {
		t, err := syntax.FindTech(name)
		if err == nil && !slices.Contains(n.Techs, t) {
			n.Techs = append(n.Techs, t)
			slices.Sort(n.Techs)
		}
		return err
	}
	a, err := syntax.FindAdvantage(name)
	if err != nil {
		return err
	}
	if word == "used" {
		n.Used = append(n.Used, a)
	} else if !slices.Contains(n.Advantages, a) {
		n.Advantages = append(n.Advantages, a)
	}
	return nil
}

// split takes the power from the start of a line, which ends where one is found.
func (s *setup) split(line int, rest string) (*position.NationData, string, error) {
	words := strings.Fields(rest)
	for k := min(4, len(words)-1); k > 0; k-- {
		if p, err := syntax.FindPower(s.b, strings.Join(words[:k], " ")); err == nil {
			return s.pos.Nation(p), strings.Join(words[k:], " "), nil
		}
	}
	return nil, "", malformed(line, "%q does not begin with a power and go on", rest)
}

// space reads "SPACE: POWER UNITS; …" or "SPACE: empty".
func (s *setup) space(line int, text string) error {
	name, what, ok := strings.Cut(text, ":")
	if !ok {
		return malformed(line, "%q is no line of a setup", text)
	}
	id, err := syntax.FindSpace(s.b, name)
	if err != nil {
		return malformed(line, "%v", err)
	}
	s.pos.Units = slices.DeleteFunc(s.pos.Units, func(u position.Unit) bool { return u.At == id })
	if what = strings.TrimSpace(what); what == "empty" {
		return nil
	}
	h, err := contents(s.b, line, what)
	if err != nil {
		return err
	}
	for _, st := range h {
		if st.typ.IsShip() && !s.b.Space(id).Sea || st.typ.IsLand() && s.b.Space(id).Sea {
			return malformed(line, "a %s cannot stand in %s", st.typ, s.b.Name(id))
		}
		s.put(id, st)
	}
	return nil
}

// put adds a stack. What is aboard fills its ships in turn, two to a ship.
func (s *setup) put(at board.SpaceID, st stack) {
	var ships []int
	for range st.n {
		id := s.pos.Add(st.typ, st.power, at)
		u := s.pos.Unit(id)
		u.Damaged, u.Submerged = st.damaged, st.submerged
		if st.typ == board.AAGun {
			u.Original = st.from // what is not written, finish tells
		}
		ships = append(ships, id)
	}
	k := 0
	for _, cargo := range st.aboard {
		for range cargo.n {
			id := s.pos.Add(cargo.typ, cargo.power, at)
			s.pos.Unit(id).Aboard = ships[min(k/2, len(ships)-1)]
			k++
		}
	}
}

// finish settles what follows from the lines: complexes are their land's controller's, guns have an original owner,
// fighters go on decks, the turn's memory begins here.
func (s *setup) finish() (*position.Position, error) {
	for i := range s.pos.Units {
		if u := &s.pos.Units[i]; u.Type == board.Complex {
			u.Owner = cmp.Or(s.pos.Owner[u.At], u.Owner)
		}
	}
	s.pos.Embark(s.b)
	pos, err := position.New(s.b, s.pos)
	if err != nil || s.pos.Power == board.Nobody {
		return pos, err
	}
	return pos, adjudicator.BeginTurn(s.set, pos)
}
