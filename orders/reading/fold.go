package reading

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// fold puts the parts of voyages together: land units that go aboard, ships that sail, land units that go ashore become
// one order each. It reports whether all parts fit.
func (r *reader) fold(pieces []piece) ([]piece, bool) {
	legs := false
	for _, p := range pieces {
		legs = legs || p.leg
	}
	if !legs {
		return pieces, true
	}
	v := &voyages{r: r, aboard: map[board.SpaceID][]cargo{}}
	var out []piece
	for _, p := range pieces {
		m, ok := p.order.(order.Move)
		if !ok || !v.part(p, m) {
			out = append(out, p)
			continue
		}
		out = append(out, v.out...)
		v.out = nil
		if v.failed {
			return pieces, false
		}
	}
	for _, at := range v.seas() { // what stays aboard
		for _, c := range v.aboard[at] {
			o := order.Load{At: c.at, Groups: []order.Group{{Units: c.units, From: c.from}},
				Onto: &order.Ship{N: 1, Type: board.Transport, In: c.start}, Sail: board.NoSpace}
			if c.start != at {
				o.Sail = at
			}
			out = append(out, piece{phase: c.phase, order: o, battle: board.NoSpace})
		}
	}
	return out, true
}

// cargo is land units aboard, with where they came from and the zone in which they went aboard.
type cargo struct {
	at    order.At
	phase order.Phase
	units []order.Units
	from  board.SpaceID
	start board.SpaceID
}

// voyages follows land units over sea.
type voyages struct {
	r      *reader
	aboard map[board.SpaceID][]cargo
	out    []piece
	failed bool
}

func (v *voyages) seas() []board.SpaceID {
	var ids []board.SpaceID
	for id, list := range v.aboard {
		if len(list) > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// part takes a move that is a part of a voyage, and reports whether it is one.
func (v *voyages) part(p piece, m order.Move) bool {
	b := v.r.ctx.Board
	from := m.Groups[0].From
	land, other := landOf(m.Groups[0].Units)
	toSea, fromSea := b.Space(m.To).Sea, b.Space(from).Sea
	switch {
	case len(land) > 0 && toSea && !fromSea:
		v.aboard[m.To] = append(v.aboard[m.To], cargo{m.At, p.phase, land, from, m.To})
		if len(other) > 0 {
			m.Groups = []order.Group{{Units: other, From: from}}
			v.out = append(v.out, piece{phase: p.phase, order: m, battle: board.NoSpace})
		}
	case toSea && fromSea && (len(land) > 0 || len(v.aboard[from]) > 0 && count(other, board.Transport) > 0):
		v.sail(p, m, land, other)
	case len(land) > 0 && fromSea && !toSea:
		v.ashore(p, m, land)
		if len(other) > 0 {
			v.failed = true
		}
	default:
		return false
	}
	return true
}

// sail takes what is aboard along; warships sail by themselves.
func (v *voyages) sail(p piece, m order.Move, land, other []order.Units) {
	from := m.Groups[0].From
	if len(v.aboard[from]) == 0 {
		v.failed = true
		return
	}
	v.aboard[m.To] = append(v.aboard[m.To], v.aboard[from]...)
	v.aboard[from] = nil
	var rest []order.Units
	for _, u := range other {
		if u.Type != board.Transport {
			rest = append(rest, u)
		}
	}
	if len(rest) > 0 {
		m.Groups = []order.Group{{Units: rest, From: from}}
		v.out = append(v.out, piece{phase: p.phase, order: m, battle: board.NoSpace})
	}
}

// ashore lands units that are aboard in a zone: as many as went aboard.
func (v *voyages) ashore(p piece, m order.Move, land []order.Units) {
	zone := m.Groups[0].From
	var rest []cargo
	for _, c := range v.aboard[zone] {
		took, stays := take(&land, c.units)
		if len(took) > 0 {
			o := order.ShipUnits{At: m.At, Groups: []order.Group{{Units: took, From: c.from}}, To: m.To, Via: []board.SpaceID{zone}}
			v.out = append(v.out, piece{phase: p.phase, order: o, battle: board.NoSpace})
		}
		if len(stays) > 0 {
			c.units = stays
			rest = append(rest, c)
		}
	}
	v.aboard[zone] = rest
	if len(land) > 0 { // it began the turn aboard
		o := order.Unload{At: m.At, Units: land, From: zone, To: m.To}
		v.out = append(v.out, piece{phase: p.phase, order: o, battle: board.NoSpace})
	}
}

// take takes of what is aboard as many as are wanted, which become fewer.
func take(want *[]order.Units, aboard []order.Units) (took, stays []order.Units) {
	for _, u := range aboard {
		n := 0
		for i := range *want {
			w := &(*want)[i]
			if w.Type == u.Type {
				k := min(w.N, u.N-n)
				w.N -= k
				n += k
			}
		}
		if n > 0 {
			took = append(took, order.Units{N: n, Type: u.Type, Power: u.Power})
		}
		if n < u.N {
			stays = append(stays, order.Units{N: u.N - n, Type: u.Type, Power: u.Power})
		}
	}
	*want = slices.DeleteFunc(slices.Clone(*want), func(u order.Units) bool { return u.N == 0 })
	return took, stays
}

func landOf(us []order.Units) (land, other []order.Units) {
	for _, u := range us {
		if u.Type.IsLand() {
			land = append(land, u)
		} else {
			other = append(other, u)
		}
	}
	return land, other
}
