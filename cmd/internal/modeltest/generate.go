package modeltest

import (
	"math/rand/v2"
	"slices"
)

// maker makes random positions and orders; the same seed makes the same ones.
type maker struct {
	*rand.Rand
	w *world
}

func newMaker(w *world, seed uint64) *maker {
	return &maker{rand.New(rand.NewPCG(seed, 17)), w}
}

func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

func oneOf[T any](m *maker, list []T) T { return list[m.IntN(len(list))] }

func (m *maker) open(land string) bool { return m.w.places[land].home != "neutral" }

func (m *maker) some(list []string, percent int) []string {
	var out []string
	for _, s := range list {
		if m.chance(percent) {
			out = append(out, s)
		}
	}
	return out
}

// position makes a random position at the beginning of a turn.
func (m *maker) position() *pos {
	w := m.w
	p := newPos(w)
	p.round = 1 + m.IntN(4)
	p.power = oneOf(m, w.powers)
	swapped := []int{0, 10, 30}[m.IntN(3)]
	for _, n := range w.names {
		pl := w.places[n]
		if pl.home == "" || pl.home == "neutral" || !m.chance(swapped) {
			continue
		}
		switch {
		case pl.sea && pl.home != "Germany":
			p.owner[n] = "Germany"
		case pl.sea:
		case w.capital[pl.home] == n && !m.chance(30):
		default:
			p.owner[n] = m.conqueror(pl.home)
		}
	}
	m.eliminate(p)
	for _, q := range w.powers {
		p.ipc[q] = m.IntN(45)
		if !w.europe && m.chance(35) {
			for _, t := range m.some(techs, 35) {
				p.tech[q][t] = true
			}
		}
		if !w.europe && m.chance(70) {
			for _, a := range m.some(advantages[q], []int{40, 100}[m.IntN(2)]) {
				p.has[q][a] = true
			}
		}
	}
	if p.holdsCapital(p.power) && m.chance(8) {
		p.bought[p.power][oneOf(m, []string{"infantry", "tank", "transport"})] = 1 + m.IntN(2)
	}
	density := []int{25, 50, 80}[m.IntN(3)]
	gone := map[string]bool{}
	for _, q := range w.powers {
		if q != p.power && !p.holdsCapital(q) && m.chance(60) {
			gone[q] = true
		}
	}
	for _, n := range w.names {
		if w.sea(n) {
			m.fill(p, n, density*2/3, gone)
		} else if m.open(n) {
			m.garrison(p, n, density, gone)
		}
	}
	p.beginTurn()
	p.phase = firstPhase(p)
	return p
}

// conqueror is who may hold a territory that its home lost.
func (m *maker) conqueror(home string) string {
	var list []string
	for _, q := range m.w.powers {
		if m.w.side[q] != m.w.side[home] {
			list = append(list, q)
		}
	}
	return oneOf(m, list)
}

// eliminate takes the capitals of some powers; allies hold some of their land in trust.
func (m *maker) eliminate(p *pos) {
	for _, q := range m.w.powers {
		if !m.chance(12) {
			continue
		}
		p.owner[m.w.capital[q]] = m.conqueror(q)
		for _, n := range m.w.names {
			if m.w.places[n].home == q && m.w.capital[q] != n && m.chance(30) && !m.w.sea(n) {
				p.owner[n] = oneOf(m, m.w.powers)
			}
		}
	}
}

func (m *maker) garrison(p *pos, n string, density int, gone map[string]bool) {
	w := m.w
	q := p.owner[n]
	guns := 0
	gun := func(owner string) {
		if w.europe && guns > 0 {
			return
		}
		guns++
		g := p.add("antiaircraft gun", owner, n)
		if home := w.places[n].home; w.side[home] != w.side[owner] && home != "" {
			g.first = home
		}
	}
	if w.capital[q] == n || w.places[n].income >= 3 && m.chance(40) || w.places[n].income > 0 && m.chance(4) &&
		!w.europe {
		if q != middleEast {
			p.add("industrial complex", q, n)
		}
	}
	if q == middleEast {
		if m.chance(30) {
			gun(q)
		}
		if side := oneOf(m, w.powers[1:]); m.chance(density/3) && !gone[side] {
			m.troops(p, side, n)
		}
		return
	}
	if gone[q] || !m.chance(density) {
		return
	}
	m.troops(p, q, n)
	if m.chance(25) {
		gun(q)
	}
	if m.chance(12) {
		ally := oneOf(m, w.powers)
		if w.side[ally] == w.side[q] && !gone[ally] {
			m.troops(p, ally, n)
			if m.chance(10) {
				gun(ally)
			}
		}
	}
}

func (m *maker) troops(p *pos, q, n string) {
	for _, t := range []string{"infantry", "artillery", "tank", "fighter", "bomber"} {
		c := map[string]int{"infantry": 60, "artillery": 30, "tank": 40, "fighter": 30, "bomber": 18}[t]
		if isPlane(t) && p.complexIn(n) != nil {
			c *= 2
		}
		if m.chance(c) {
			for range 1 + m.IntN(2) {
				p.add(t, q, n)
			}
		}
	}
}

func (m *maker) fill(p *pos, n string, density int, gone map[string]bool) {
	if !m.chance(density) {
		return
	}
	q := oneOf(m, m.w.powers)
	if gone[q] {
		return
	}
	m.fleet(p, q, n)
	if m.chance(20) {
		if r := oneOf(m, m.w.powers); r != q && !gone[r] {
			m.fleet(p, r, n)
		}
	}
}

func (m *maker) fleet(p *pos, q, n string) {
	for _, t := range []string{"submarine", "transport", "destroyer", "battleship", "aircraft carrier"} {
		c := map[string]int{"submarine": 30, "transport": 45, "destroyer": 30, "battleship": 20,
			"aircraft carrier": 22}[t]
		if !m.chance(c) {
			continue
		}
		more := 1
		if t != "aircraft carrier" && t != "transport" {
			more += m.IntN(2)
		} else if slices.ContainsFunc(p.in(n), func(u *unit) bool {
			return u.kind == t &&
				m.w.side[u.owner] == m.w.side[q]
		}) {
			continue // one carrier and one transport of a side in a zone: no order has to choose between them
		}
		for range more {
			ship := p.add(t, q, n)
			switch {
			case t == "aircraft carrier":
				for range m.IntN(3) {
					p.add("fighter", m.ally(q, 20), n).aboard = ship.id
				}
			case t == "transport" && m.chance(45):
				for range 1 + m.IntN(2) {
					kind := oneOf(m, []string{"infantry", "infantry", "artillery", "tank"})
					c := &unit{kind: kind}
					if cargoFits(p, ship, append(p.cargo(ship), c)) {
						p.add(kind, m.ally(q, 25), n).aboard = ship.id
					}
				}
			}
		}
	}
}

// ally is a power, or sometimes another of its side.
func (m *maker) ally(q string, percent int) string {
	if r := oneOf(m, m.w.powers); m.chance(percent) && m.w.side[r] == m.w.side[q] {
		return r
	}
	return q
}

// losses makes an order of loss over all kinds.
func (m *maker) losses() []entry {
	kinds := slices.Clone(types[:3])
	kinds = append(kinds, types[5:]...)
	m.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	var list []entry
	for _, k := range kinds {
		if k == "battleship" && m.chance(50) {
			list = append(list, entry{kind: k, damage: true})
		}
		if k == "transport" && m.chance(40) {
			list = append(list, entry{kind: k, cargo: "empty"}, entry{kind: k, cargo: "loaded"})
			continue
		}
		list = append(list, entry{kind: k})
	}
	if m.chance(60) { // some of a kind first, the rest in its place
		k := oneOf(m, []string{"infantry", "infantry", "tank", "fighter"})
		first := slices.IndexFunc(list, func(e entry) bool { return e.kind == k })
		list = slices.Insert(list, m.IntN(first+1), entry{kind: k, n: 1 + m.IntN(2)})
	}
	return list
}

// standing makes the defenders' lists.
func (m *maker) standing() map[string]*tactics {
	out := map[string]*tactics{}
	for _, q := range m.w.powers {
		if !m.chance(40) {
			continue
		}
		t := &tactics{losses: m.losses()}
		if m.chance(25) {
			t.keep = 1 + m.IntN(2)
		}
		if m.chance(40) {
			t.submerge = oneOf(m, []string{"always", "never"})
		}
		out[q] = t
	}
	return out
}

// file makes what the players have on file.
func (m *maker) file(p *pos) file {
	f := file{standing: m.standing(), intercept: m.intercept(p), torpedoes: map[string]int{}}
	for _, n := range m.w.names {
		if m.w.places[n].home == "USSR" && !m.w.europe {
			f.treaty = append(f.treaty, n)
		}
		subs := 0
		for _, u := range p.in(n) {
			if u.kind == "submarine" && u.owner == "Japan" {
				subs++
			}
		}
		if subs > 0 && m.chance(70) {
			f.torpedoes[n] = 1 + m.IntN(subs)
		}
	}
	m.Shuffle(len(f.treaty), func(i, j int) { f.treaty[i], f.treaty[j] = f.treaty[j], f.treaty[i] })
	return f
}

// intercept sends fighters up against raids in some territories (Europe).
func (m *maker) intercept(p *pos) map[string]int {
	out := map[string]int{}
	for _, n := range m.w.names {
		fighters := 0
		for _, u := range p.in(n) {
			if u.kind == "fighter" && u.owner == p.owner[n] && !m.w.sea(n) {
				fighters++
			}
		}
		if m.w.europe && fighters > 0 && p.complexIn(n) != nil && m.chance(60) {
			out[n] = 1 + m.IntN(fighters)
		}
	}
	return out
}
