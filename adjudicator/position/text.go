package position

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
)

// Text writes the public part of a position, one fact a line in a fixed order. Its hash is the state hash of a turn
// record (dice.md). Orders on file are not part of it, because they are secret.
//
//	turn 3 Germany combat
//	nation USSR ipc 12 tech rockets … advantage … used … in-force … attacked-by JPN bought 2 infantry
//	ukraine-s-s-r GER
//	ukraine-s-s-r GER infantry 3 [damaged] [submerged] [aboard GER transport]
//	ukraine-s-s-r GER antiaircraft-gun 1 [of UK] [moved]
//
// A gun's original owner is written where it does not follow from who holds the gun where.
func (p *Position) Text(b *board.Board) string {
	var w strings.Builder
	w.WriteString("pbd1 state\n")
	fmt.Fprintf(&w, "turn %d %s %s\n", p.d.Round, roleOf(b, p.d.Power), p.d.Phase)
	switch {
	case p.d.Winner != board.NoSide:
		fmt.Fprintf(&w, "winner %s %s\n", p.d.Winner, rolesOf(b, p.d.Victors))
	case p.d.Drawn:
		w.WriteString("winner none -\n")
	}
	for i := range p.d.Nations {
		n := &p.d.Nations[i]
		fmt.Fprintf(&w, "nation %s ipc %d", roleOf(b, n.Power), n.Money)
		for _, t := range n.Techs {
			fmt.Fprintf(&w, " tech %d", t)
		}
		for _, a := range n.Advantages {
			fmt.Fprintf(&w, " advantage %s", token(a))
		}
		for _, a := range n.Used {
			fmt.Fprintf(&w, " used %s", token(a))
		}
		for _, a := range n.InForce {
			fmt.Fprintf(&w, " in-force %s", token(a))
		}
		for _, a := range n.AttackedBy {
			fmt.Fprintf(&w, " attacked-by %s", roleOf(b, a))
		}
		for t, c := range n.Bought {
			if c > 0 {
				fmt.Fprintf(&w, " bought %s %d", token(board.UnitType(t).String()), c)
			}
		}
		w.WriteByte('\n')
	}
	for id := range p.d.Owner {
		p.spaceText(&w, b, board.SpaceID(id))
	}
	return w.String()
}

func (p *Position) spaceText(w *strings.Builder, b *board.Board, id board.SpaceID) {
	place := token(b.Name(id))
	if p.d.Owner[id] != board.Nobody && p.d.Owner[id] != board.Neutral {
		fmt.Fprintf(w, "%s %s\n", place, roleOf(b, p.d.Owner[id]))
	}
	lines := map[string]int{}
	for u := range p.In(id) {
		lines[p.unitText(b, u)]++
	}
	keys := make([]string, 0, len(lines))
	for k := range lines {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		head, tail, _ := strings.Cut(k, "|")
		fmt.Fprintf(w, "%s %s %d%s\n", place, head, lines[k], tail)
	}
}

func (p *Position) unitText(b *board.Board, u Unit) string {
	s := roleOf(b, u.Owner) + " " + token(u.Type.String()) + "|"
	if u.Original != board.Nobody && u.Original != gunFrom(b, u) {
		s += " of " + roleOf(b, u.Original)
	}
	if u.Damaged {
		s += " damaged"
	}
	if u.Submerged {
		s += " submerged"
	}
	if u.Round == p.d.Round && u.Round > 0 {
		s += " moved"
	}
	if ship := p.Unit(u.Aboard); ship.ID != 0 {
		s += " aboard " + roleOf(b, ship.Owner) + " " + token(ship.Type.String())
	}
	return s
}

func roleOf(b *board.Board, p board.Power) string {
	if s := b.SeatOf(p); s != nil {
		return s.Role
	}
	return cmp.Or(token(string(p)), "-")
}

// rolesOf lists powers by their roles, "-" if there are none.
func rolesOf(b *board.Board, ps []board.Power) string {
	roles := make([]string, len(ps))
	for i, p := range ps {
		roles[i] = roleOf(b, p)
	}
	return cmp.Or(strings.Join(roles, " "), "-")
}

func token(s string) string {
	f := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	})
	return strings.Join(f, "-")
}
