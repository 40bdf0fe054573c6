package triplea

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// ride is cargo at sea: where it was loaded, and where it went. TripleA writes loading, sailing and landing as moves of
// their own; our orders have them in one line.
type ride struct {
	units []group
	from  board.SpaceID   // NoSpace: it was aboard before
	zones []board.SpaceID // from where it was loaded to where it is
	line  int             // that loaded it, or carried it first
}

func (x *ride) at() board.SpaceID { return x.zones[len(x.zones)-1] }

// sail is transports that moved without cargo: to fetch some, or by themselves.
type sail struct {
	move
	used bool
}

// endPhase makes orders of the moves of a phase.
func (r *reader) endPhase() {
	if len(r.moves) == 0 {
		return
	}
	r.join()
	var rides []*ride
	var sails []*sail
	for _, m := range r.moves {
		switch {
		case m.gone:
		case r.b.Space(m.from).Sea && r.b.Space(m.to).Sea:
			rides, sails = r.atSea(m, rides, sails)
		case r.b.Space(m.to).Sea:
			if cargo := pick(m.units, board.UnitType.IsLand); len(cargo) > 0 {
				for _, s := range sails {
					if s.to == m.to && !s.used {
						s.used = true
						r.turn().Lines[s.line].With = r.turn().Lines[m.line].N
					}
				}
				rides = append(rides, &ride{cargo, m.from, []board.SpaceID{m.to}, m.line})
			}
			r.others(m)
		case r.b.Space(m.from).Sea:
			if cargo := pick(m.units, board.UnitType.IsLand); len(cargo) > 0 {
				rides = r.land(m, cargo, rides)
			}
			r.others(m)
		default:
			r.others(m)
		}
	}
	for _, x := range rides { // what stays aboard
		if x.from != board.NoSpace && len(x.units) > 0 {
			at := x.zones[0]
			for _, s := range sails {
				if s.used && s.to == at {
					at = s.from
				}
			}
			r.say(x.line, "load "+listed(x.units)+" from "+r.b.Name(x.from)+" onto 1 transport in "+r.b.Name(at)+
				" and sail to "+r.b.Name(x.at()))
		}
	}
	for _, s := range sails {
		if !s.used {
			r.say(s.line, "move "+listed(s.units)+" from "+r.b.Name(s.from)+" to "+r.b.Name(s.to))
		}
	}
	r.moves = nil
}

// join makes one move of those that lead the same units on: from A to B, then from B to C. Units are taken to be those
// that came if fewer stood in B to begin with.
func (r *reader) join() {
	left := map[[2]int]int{} // of the units that stood in a space, by space and type
	for j := 0; j < len(r.moves); j++ {
		m, joined := &r.moves[j], 0
		if m.gone {
			continue
		}
		for k := range m.units {
			g := &m.units[k]
			key := [2]int{int(m.from), int(g.t)}
			if _, ok := left[key]; !ok {
				left[key] = r.stand(r.turn().Power, m.from, g.t)
			}
			own := min(left[key], g.n)
			left[key] -= own
			if came := r.cameFrom(j, g.t, g.n-own); came >= 0 {
				r.lead(came, j, k, g.n-own)
				m, joined = &r.moves[j], joined+1
			}
		}
		j += joined
		m.units = slices.DeleteFunc(m.units, func(g group) bool { return g.n == 0 })
	}
}

// cameFrom is the earlier move by which n units of a type came to where move j takes them from, -1 for none. Cargo and
// transports are joined otherwise.
func (r *reader) cameFrom(j int, t board.UnitType, n int) int {
	mixed := func(m move) bool { return r.b.Space(m.from).Sea || r.b.Space(m.to).Sea }
	if n == 0 || t == board.Transport || t.IsLand() && mixed(r.moves[j]) {
		return -1
	}
	for i, m := range r.moves[:j] {
		has := func(g group) bool { return g.t == t && g.n >= n }
		if !m.gone && m.to == r.moves[j].from && !(t.IsLand() && mixed(m)) && slices.ContainsFunc(m.units, has) {
			return i
		}
	}
	return -1
}

// lead takes n units of the group k of move j out of it and of move i, and lets them go the whole way.
func (r *reader) lead(i, j, k, n int) {
	first, second := &r.moves[i], &r.moves[j]
	t := second.units[k].t
	for x := range first.units {
		if g := &first.units[x]; g.t == t && g.n >= n {
			g.n -= n
			break
		}
	}
	first.units = slices.DeleteFunc(first.units, func(g group) bool { return g.n == 0 })
	if len(first.units) == 0 {
		first.gone = true
		lines := r.turn().Lines
		for x := range lines {
			if l := &lines[x]; x == first.line || l.With == lines[first.line].N {
				l.With = lines[second.line].N
			}
		}
	}
	second.units[k].n -= n
	r.moves = slices.Insert(r.moves, j+1, move{line: second.line, from: first.from, to: second.to,
		via: append(slices.Clone(first.via), second.from), units: []group{{n, t}}})
}

// atSea are ships that moved, with or without cargo.
func (r *reader) atSea(m move, rides []*ride, sails []*sail) ([]*ride, []*sail) {
	isTransport := func(t board.UnitType) bool { return t == board.Transport }
	transports, cargo := pick(m.units, isTransport), pick(m.units, board.UnitType.IsLand)
	left := map[board.UnitType]int{}
	for _, g := range cargo {
		left[g.t] += g.n
	}
	carried := false
	for _, x := range rides {
		apart := func(g group) bool { return g.n > left[g.t] }
		if x.at() != m.from || len(x.units) == 0 || slices.ContainsFunc(x.units, apart) {
			continue
		}
		for _, g := range x.units {
			left[g.t] -= g.n
		}
		x.zones, carried = append(x.zones, m.to), true
	}
	switch {
	case len(transports) == 0:
	case carried:
		r.goesWith(m.line, rides, m.to)
	default: // empty, or with what was aboard before: that goes along
		sails = append(sails, &sail{move: move{line: m.line, from: m.from, to: m.to, units: transports}})
	}
	r.otherThan(m, func(t board.UnitType) bool { return !isTransport(t) && !t.IsLand() })
	return rides, sails
}

// goesWith says that a line is part of the order of the cargo that it carried.
func (r *reader) goesWith(line int, rides []*ride, to board.SpaceID) {
	for _, x := range rides {
		if x.at() == to && line != x.line {
			r.turn().Lines[line].With = r.turn().Lines[x.line].N
		}
	}
}

// land puts cargo ashore: what was loaded in this phase is shipped, what was aboard before is unloaded.
func (r *reader) land(m move, cargo []group, rides []*ride) []*ride {
	for i, g := range cargo {
		for _, x := range rides {
			if x.at() != m.from || x.from == board.NoSpace {
				continue
			}
			for k := range x.units {
				if n := min(g.n, x.units[k].n); x.units[k].t == g.t && n > 0 {
					r.ship(m, x, group{n, g.t})
					x.units[k].n -= n
					g.n -= n
				}
			}
			x.units = slices.DeleteFunc(x.units, func(g group) bool { return g.n == 0 })
		}
		cargo[i].n = g.n
	}
	cargo = slices.DeleteFunc(cargo, func(g group) bool { return g.n == 0 })
	if len(cargo) > 0 {
		r.say(m.line, "unload "+listed(cargo)+" from "+r.b.Name(m.from)+" to "+r.b.Name(m.to))
	}
	return rides
}

// ship writes one order for cargo of which loading and landing are told; the line that landed it has the order. A
// second kind of unit on the same way joins the first.
func (r *reader) ship(m move, x *ride, g group) {
	var zones []string
	for _, z := range x.zones {
		zones = append(zones, r.b.Name(z))
	}
	tail := " from " + r.b.Name(x.from) + " to " + r.b.Name(m.to) + " via " + strings.Join(zones, ", ")
	lines := r.turn().Lines
	if lines[x.line].With == 0 {
		lines[x.line].With = lines[m.line].N
	}
	for i := range lines {
		if l := &lines[i]; l.With == lines[x.line].N && i != m.line {
			l.With = lines[m.line].N
		}
	}
	if head, ok := strings.CutSuffix(lines[m.line].Order, tail); ok {
		lines[m.line].Order = head + ", " + listed([]group{g}) + tail
		return
	}
	r.say(m.line, "ship "+listed([]group{g})+tail)
}

// others are all but cargo and transports: they go by themselves.
func (r *reader) others(m move) {
	cargo := r.b.Space(m.from).Sea || r.b.Space(m.to).Sea
	r.otherThan(m, func(t board.UnitType) bool { return !cargo || !t.IsLand() })
}

// otherThan writes the moves of units for which a test holds: raids, landings of planes, and plain moves.
func (r *reader) otherThan(m move, is func(board.UnitType) bool) {
	units := pick(m.units, is)
	from, to, via := " from "+r.b.Name(m.from), r.b.Name(m.to), ""
	for i, z := range m.via {
		via += []string{" via ", ", "}[min(i, 1)] + r.b.Name(z)
	}
	if r.phase == order.Combat && r.raids[m.to] {
		bombers := func(t board.UnitType) bool { return t == board.Bomber }
		if list := pick(units, bombers); len(list) > 0 {
			r.say(m.line, "bomb "+to+" with "+listed(list)+from+via)
			units = pick(units, func(t board.UnitType) bool { return !bombers(t) })
		}
	}
	if r.phase == order.Noncombat {
		if planes := pick(units, board.UnitType.IsAir); len(planes) > 0 {
			r.say(m.line, "land "+listed(planes)+from+" in "+to+via)
			units = pick(units, func(t board.UnitType) bool { return !t.IsAir() })
		}
	}
	if len(units) > 0 {
		r.say(m.line, "move "+listed(units)+from+" to "+to+via)
	}
}

// say gives a line an order, below one that it has.
func (r *reader) say(line int, text string) {
	l := &r.turn().Lines[line]
	if l.Order != "" {
		text = l.Order + "\n" + text
	}
	l.Order = text
}
