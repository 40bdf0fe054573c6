package exchange

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Lines is a position at the beginning of a phase as lines of text, from which [Parse] makes it again: the beginning of
// a game that goes on from there. National advantages are not in them, only which are used up: a set-up names them.
func Lines(set *rules.Set, pos *position.Position) []string {
	b := set.Board
	lines := []string{fmt.Sprintf("round %d", pos.Round()), fmt.Sprintf("turn %s %s", role(b, pos.Power()), pos.Phase())}
	for id, holder := range pos.Owners() {
		if s := b.Space(id); holder != s.OriginalController {
			lines = append(lines, fmt.Sprintf("owner %s %s", role(b, holder), s.Name))
		}
	}
	for n := range pos.Nations() {
		who := role(b, n.Power())
		lines = append(lines, fmt.Sprintf("money %s %d", who, n.Money()))
		for _, t := range n.Techs() {
			lines = append(lines, fmt.Sprintf("tech %s %d", who, t))
		}
		for _, a := range n.Used() {
			lines = append(lines, fmt.Sprintf("used %s %s", who, a))
		}
		for t, count := range n.Bought() {
			if count > 0 {
				lines = append(lines, fmt.Sprintf("bought %s %d %s", who, count, board.UnitType(t)))
			}
		}
	}
	for i := range b.Spaces {
		lines = append(lines, stacksIn(b, pos, board.SpaceID(i))...)
	}
	return lines
}

// stacksIn writes the units of a space, equal ones without cargo together, cargo below its ship.
func stacksIn(b *board.Board, pos *position.Position, at board.SpaceID) []string {
	var lines, last []string
	n := 0
	flush := func() {
		if n > 0 {
			lines = append(lines, fmt.Sprintf("unit %s %d %s", last[0], n, last[1]))
		}
		n, last = 0, nil
	}
	units := slices.SortedStableFunc(pos.In(at), func(a, c position.Unit) int {
		return cmp.Or(b.Index(a.Owner)-b.Index(c.Owner), int(a.Type)-int(c.Type))
	})
	for _, u := range units {
		if u.Aboard != 0 {
			continue
		}
		text := u.Type.String()
		if u.Damaged {
			text += " damaged"
		}
		if u.Submerged {
			text += " submerged"
		}
		if u.Type == board.AAGun {
			text += " from " + role(b, u.Original)
		}
		one, cargo := []string{role(b, u.Owner), text + " at " + b.Name(at)}, pos.CargoOf(u.ID)
		if len(cargo) > 0 || !slices.Equal(one, last) {
			flush()
		}
		last, n = one, n+1
		if len(cargo) > 0 {
			flush()
		}
		for _, id := range cargo {
			c := pos.Unit(id)
			line := fmt.Sprintf("cargo %s %s", role(b, c.Owner), c.Type)
			if c.Type == board.AAGun {
				line += " from " + role(b, c.Original)
			}
			lines = append(lines, line)
		}
	}
	flush()
	return lines
}

// others are the owners that have no seat, by the word that lines have for them.
var others = map[board.Power]string{board.Nobody: "nobody", board.Neutral: "neutral", board.MiddleEast: "middle-east"}

func role(b *board.Board, p board.Power) string {
	if s := b.SeatOf(p); s != nil {
		return s.Role
	}
	return others[p]
}

// Parse makes a position of what Lines wrote. The error names the line and what cannot be.
func Parse(set *rules.Set, lines []string) (*position.Position, error) {
	p := &parser{set: set, b: set.Board, pos: adjudicator.Empty(set).Data()}
	p.pos.Power, p.pos.Turn = board.Nobody, position.TurnData{}
	for i, line := range lines {
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("start, line %d, %q: %w", i+1, line, err)
		}
	}
	if p.pos.Power == board.Nobody {
		return nil, errors.New("start: nobody is on turn")
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	pos, err := position.New(p.b, p.pos)
	if err != nil {
		return nil, err
	}
	return pos, adjudicator.BeginTurn(set, pos)
}

// maxUnits is more than any game has.
const maxUnits = 5000

type parser struct {
	set  *rules.Set
	b    *board.Board
	pos  position.Data
	ship int // the last unit, if a ship
}

func (p *parser) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if word == "round" {
		n, err := number(rest)
		p.pos.Round = max(1, n)
		return err
	}
	name, rest, _ := strings.Cut(rest, " ")
	who, err := p.power(name)
	if err != nil {
		return err
	}
	switch word {
	case "owner":
		id, ok := p.b.Find(rest)
		if !ok {
			return fmt.Errorf("there is no space %q", rest)
		}
		p.pos.Owner[id] = who
		return nil
	case "unit":
		count, text, _ := strings.Cut(rest, " ")
		n, err := number(count)
		if err != nil || n == 0 || len(p.pos.Units)+n > maxUnits {
			return fmt.Errorf("%q is no number of units", count)
		}
		return p.units(who, n, text)
	case "cargo":
		return p.cargo(who, rest)
	}
	n := p.pos.Nation(who)
	if n == nil {
		return fmt.Errorf("%s has no seat", name)
	}
	return p.nation(word, n, rest)
}

// nation reads the lines about what belongs to a power as a whole.
func (p *parser) nation(word string, n *position.NationData, rest string) error {
	switch word {
	case "turn":
		p.pos.Power = n.Power
		if err := p.pos.Phase.UnmarshalText([]byte(rest)); err != nil || !slices.Contains(p.set.Phases, p.pos.Phase) {
			return fmt.Errorf("%q is no phase of these rules", rest)
		}
	case "money":
		money, err := number(rest)
		n.Money = money
		return err
	case "tech":
		t, err := number(rest)
		if err != nil || t < 1 || t > rules.NumTechs || slices.Contains(n.Techs, t) {
			return fmt.Errorf("%q is no technology, or there twice", rest)
		}
		n.Techs = append(n.Techs, t)
		slices.Sort(n.Techs)
	case "used":
		n.Used = append(n.Used, rest)
	case "bought":
		count, name, _ := strings.Cut(rest, " ")
		k, err := number(count)
		t, ok := board.ParseUnit(name)
		if err != nil || !ok {
			return fmt.Errorf("%q is nothing bought", rest)
		}
		n.Bought[t] = k
	default:
		return fmt.Errorf("%q begins no line", word)
	}
	return nil
}

func (p *parser) power(name string) (board.Power, error) {
	if who := p.b.PowerOf(name); who != board.Nobody {
		return who, nil
	}
	for who, word := range others {
		if word == name {
			return who, nil
		}
	}
	return board.Nobody, fmt.Errorf("%q is nobody's name", name)
}

// units reads what and where: battleship damaged at SZ5.
func (p *parser) units(who board.Power, n int, text string) error {
	i := strings.LastIndex(text, " at ")
	if i < 0 {
		return errors.New("it says no space")
	}
	at, ok := p.b.Find(text[i+len(" at "):])
	if !ok {
		return fmt.Errorf("there is no space %q", text[i+len(" at "):])
	}
	what, submerged := strings.CutSuffix(text[:i], " submerged")
	what, damaged := strings.CutSuffix(what, " damaged")
	t, from, err := p.unit(what)
	if err != nil {
		return err
	}
	sea := p.b.Space(at).Sea
	switch {
	case t.IsShip() && !sea, t.IsLand() && sea:
		return fmt.Errorf("no %s can stand in %s", t, p.b.Name(at))
	case damaged && t != board.Battleship, submerged && t != board.Submarine:
		return fmt.Errorf("no %s is ever so", t)
	case p.b.SeatOf(who) == nil && who != board.Neutral && who != board.MiddleEast:
		return errors.New("units belong to somebody")
	}
	for range n {
		p.ship = p.pos.Add(t, who, at)
		u := p.pos.Unit(p.ship)
		u.Damaged, u.Submerged, u.Original = damaged, submerged, from
	}
	if n > 1 || !t.IsShip() {
		p.ship = 0
	}
	return nil
}

// unit reads a type, of a gun with whose it was.
func (p *parser) unit(text string) (board.UnitType, board.Power, error) {
	name, from, captured := strings.Cut(text, " from ")
	t, ok := board.ParseUnit(name)
	switch {
	case !ok:
		return t, board.Nobody, fmt.Errorf("there is no unit %q", name)
	case captured != (t == board.AAGun):
		return t, board.Nobody, errors.New("of guns, and only of guns, it says from whom they are")
	case !captured:
		return t, board.Nobody, nil
	}
	who, err := p.power(from)
	return t, who, err
}

// cargo puts a unit aboard the ship of the line above.
func (p *parser) cargo(who board.Power, text string) error {
	t, from, err := p.unit(text)
	switch {
	case err != nil:
		return err
	case p.ship == 0:
		return errors.New("no ship is above it")
	case !t.IsLand() && t != board.Fighter || t == board.Complex || p.b.SeatOf(who) == nil,
		len(p.pos.CargoOf(p.ship)) >= position.DeckRoom:
		return fmt.Errorf("no %s can be aboard", t)
	}
	id := p.pos.Add(t, who, p.pos.Unit(p.ship).At)
	u := p.pos.Unit(id)
	u.Aboard, u.Original = p.ship, from
	return nil
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 9999 || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is no number from 0 to 9999", text)
	}
	return n, nil
}

// check looks for what no position at the beginning of a phase has: enemies side by side on land, two complexes in a
// territory, or one that goes with another's.
func (p *parser) check() error {
	complexes := map[board.SpaceID]bool{}
	for _, u := range p.pos.Units {
		s, holder := p.b.Space(u.At), p.pos.Owner[u.At]
		switch {
		case s.Sea:
		case u.Type == board.Complex && complexes[u.At]:
			return fmt.Errorf("%s has two industrial complexes; a territory holds one", s.Name)
		case position.Enemy(p.b, u.Owner, holder):
			return fmt.Errorf("%s has units of %s, and is held by %s, an enemy; move them or change the owner",
				s.Name, u.Owner, holder)
		}
		complexes[u.At] = complexes[u.At] || u.Type == board.Complex
	}
	for _, n := range p.pos.Nations {
		for _, a := range n.Used {
			if !slices.Contains(rules.AdvantagesOf(n.Power), a) {
				return fmt.Errorf("%s has no national advantage %q", n.Power, a)
			}
		}
	}
	return nil
}
