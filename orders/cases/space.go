package cases

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/orders/syntax"
)

// wantSpace reads "SPACE: POWER UNITS; …" or "SPACE: empty".
func wantSpace(b *board.Board, line int, text string) (check, error) {
	name, what, ok := strings.Cut(text, ":")
	if !ok {
		return nil, malformed(line, "%q is no line of want", text)
	}
	id, err := syntax.FindSpace(b, name)
	if err != nil {
		return nil, malformed(line, "%v", err)
	}
	var h holding
	if what = strings.TrimSpace(what); what != "empty" {
		if h, err = contents(b, line, what); err != nil {
			return nil, err
		}
	}
	return func(o *outcome) string {
		if fits(o.pos, id, h) {
			return ""
		}
		return fmt.Sprintf("%s: it holds %s", text, holds(o.pos, id))
	}, nil
}

// kind is what tells units of a space apart when they are counted.
type kind struct {
	power board.Power
	typ   board.UnitType
}

// ownerOf is whose a unit counts as: complexes are the territory's controller's.
func ownerOf(p *position.Position, u position.Unit) board.Power {
	if u.Type == board.Complex {
		return p.Owner(u.At)
	}
	return u.Owner
}

// fits reports whether exactly the wanted units are in a space. Cargo counts only where it is written; fighters on
// carriers may be written aboard or next to them.
func fits(p *position.Position, id board.SpaceID, h holding) bool {
	wanted, got := map[kind]int{}, map[kind]int{}
	deck := map[kind]int{}
	free := map[kind][]position.Unit{}
	for u := range p.In(id) {
		k := kind{ownerOf(p, u), u.Type}
		if u.Aboard != 0 {
			deck[k]++
			continue
		}
		got[k]++
		free[k] = append(free[k], u)
	}
	for _, s := range h {
		wanted[kind{s.power, s.typ}] += s.n
	}
	for k, n := range wanted {
		if k.typ == board.Fighter && got[k] != n && deck[k] > 0 {
			got[k] += deck[k]
		}
	}
	if !maps.Equal(wanted, got) {
		return false
	}
	// what is written of single units: take the most demanding stacks first
	h = slices.Clone(h)
	slices.SortStableFunc(h, func(a, b stack) int { return b.demands() - a.demands() })
	for _, s := range h {
		k := kind{s.power, s.typ}
		rest, ok := s.takeFrom(p, free[k])
		if !ok {
			return false
		}
		free[k] = rest
	}
	return true
}

func (s stack) demands() int {
	n := 0
	for _, d := range []bool{s.laden, s.damaged, s.submerged, s.from != board.Nobody} {
		if d {
			n++
		}
	}
	return n
}

// takeFrom takes units that are as the stack says from those at hand.
func (s stack) takeFrom(p *position.Position, units []position.Unit) ([]position.Unit, bool) {
	if s.demands() == 0 {
		return units, true // counted already
	}
	like := func(u position.Unit) bool {
		return (!s.damaged || u.Damaged) && (!s.submerged || u.Submerged) &&
			(s.from == board.Nobody || u.Original == s.from)
	}
	if s.laden && s.n > 1 && s.n == len(units) { // all ships of the kind: what they carry together
		sum := map[kind]int{}
		for _, u := range units {
			addCargo(p, u, sum)
		}
		return nil, maps.Equal(sum, s.cargo(1)) &&
			!slices.ContainsFunc(units, func(u position.Unit) bool { return !like(u) })
	}
	var rest []position.Unit
	need := s.n
	for _, u := range units {
		if need > 0 && like(u) && (!s.laden || carries(p, u, s.cargo(s.n))) {
			need--
			continue
		}
		rest = append(rest, u)
	}
	return rest, need == 0
}

// cargo is what is aboard by kind, divided among that many ships.
func (s stack) cargo(ships int) map[kind]int {
	m := map[kind]int{}
	for _, c := range s.aboard {
		m[kind{c.power, c.typ}] += c.n / ships
	}
	return m
}

func carries(p *position.Position, ship position.Unit, want map[kind]int) bool {
	got := map[kind]int{}
	addCargo(p, ship, got)
	return maps.Equal(got, want)
}

func addCargo(p *position.Position, ship position.Unit, m map[kind]int) {
	for _, id := range p.CargoOf(ship.ID) {
		u := p.Unit(id)
		m[kind{u.Owner, u.Type}]++
	}
}

// holds writes what stands in a space as want lines do.
func holds(p *position.Position, id board.SpaceID) string {
	type line struct {
		typ   board.UnitType
		state string
	}
	byPower := map[board.Power]map[line]int{}
	for u := range p.In(id) {
		if u.Aboard != 0 {
			continue
		}
		who := ownerOf(p, u)
		if byPower[who] == nil {
			byPower[who] = map[line]int{}
		}
		byPower[who][line{u.Type, stateText(p, u)}]++
	}
	if len(byPower) == 0 {
		return "nothing"
	}
	var parts []string
	for _, who := range slices.Sorted(maps.Keys(byPower)) {
		var units []string
		for l, n := range byPower[who] {
			units = append(units, countText(n, l.typ)+l.state)
		}
		slices.Sort(units)
		parts = append(parts, string(who)+" "+strings.Join(units, ", "))
	}
	return strings.Join(parts, "; ")
}

// stateText is what is to be said of a single unit in addition to its name.
func stateText(p *position.Position, u position.Unit) string {
	text := ""
	if u.Damaged {
		text += " damaged"
	}
	if u.Submerged {
		text += " submerged"
	}
	if u.Original != board.Nobody && u.Original != u.Owner {
		text += " (of " + string(u.Original) + ")"
	}
	cargo := map[kind]int{}
	addCargo(p, u, cargo)
	if len(cargo) == 0 {
		return text
	}
	var parts []string
	for k, n := range cargo {
		part := countText(n, k.typ)
		if k.power != u.Owner {
			part = strconv.Itoa(n) + " " + string(k.power) + strings.TrimPrefix(part, strconv.Itoa(n))
		}
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return text + " (aboard: " + strings.Join(parts, ", ") + ")"
}

func countText(n int, t board.UnitType) string {
	if n == 1 {
		return "1 " + t.String()
	}
	return strconv.Itoa(n) + " " + t.Plural()
}
