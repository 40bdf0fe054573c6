package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// carries tells whether a ship carries land units: transports, and what advantages add (Tokyo Express).
func (m *moves) carries(u *position.Unit) bool {
	return m.holds(u, []board.UnitType{board.Infantry})
}

// holds tells whether cargo fits into a ship.
func (m *moves) holds(u *position.Unit, cargo []board.UnitType) bool {
	return m.Rules.Carries(m.Advantages(u.Owner), u.Type, cargo)
}

// fits tells whether units fit into a ship beside what it carries, whosever that is.
func (m *moves) fits(u *position.Unit, more []int) bool {
	var types []board.UnitType
	for _, id := range append(m.Pos.CargoOf(u.ID), more...) {
		types = append(types, m.Pos.Unit(id).Type)
	}
	return m.holds(u, types)
}

// ship carries out a line that loads, sails and lands. All `ship` lines of one ship are one voyage.
func (m *moves) ship(o order.ShipUnits) {
	cargo, all := m.cargo(o.Line, o.Groups)
	if !m.mayLandIn(o.Line, o.To) || m.faulty[o.Line] {
		return
	}
	v := m.passage(o)
	v.past = true
	if later := m.laterLoads(o); len(later) > 0 {
		v.then = func(u *position.Unit, cargo []int) []voyage { return m.laterLegs(u, cargo, o.To, later) }
	}
	for _, s := range m.embark(o.Line, cargo, all, o.By, v, func(u *position.Unit) bool { return m.mayShip(u, o.To) }, o.To) {
		m.addLanding(s.ship, o.To, s.cargo, o.Line)
	}
}

// passage is the voyage that a `ship` line asks for, without its cargo.
func (m *moves) passage(o order.ShipUnits) voyage {
	return voyage{via: o.Via, ends: func(at board.SpaceID) bool {
		return m.Board.Touch(at, o.To) && (len(o.Via) == 0 || at == o.Via[len(o.Via)-1]) && (m.phase == order.Combat || !m.IsHostile(at))
	}}
}

// mayShip reports whether a ship may still load and land in a territory.
func (m *moves) mayShip(u *position.Unit, to board.SpaceID) bool {
	d, l := m.duty(u), m.landingOf(u.ID)
	return d.load && d.unload && (d.only == board.NoSpace || d.only == to) && (l == nil || l.target == to || m.hops(u))
}

// shipload is what a later `ship` line will load.
type shipload struct {
	order.ShipUnits
	cargo []int
	needs map[int]bool // by ship: no other can carry it
}

// laterLoads lists the `ship` lines below a line, with the units that they will take if nothing comes between.
func (m *moves) laterLoads(o order.ShipUnits) []shipload {
	var loads []shipload
	var waiting map[board.SpaceID][]*position.Unit // units that may go aboard and that no later line has taken yet
	for _, x := range m.lines {
		l, ok := x.(order.ShipUnits)
		if !ok || l.Line <= o.Line {
			continue
		}
		if waiting == nil {
			waiting = map[board.SpaceID][]*position.Unit{}
			for i := range m.Pos.Units {
				if u := &m.Pos.Units[i]; m.shippable(u) && m.ready(u) {
					waiting[u.At] = append(waiting[u.At], u)
				}
			}
		}
		load := shipload{ShipUnits: l, needs: map[int]bool{}}
		for _, g := range l.Groups {
			for _, w := range g.Units {
				n := w.N
				waiting[g.From] = slices.DeleteFunc(waiting[g.From], func(u *position.Unit) bool {
					takes := n != 0 && u.Owner == cmp.Or(w.Power, m.Power) && (w.Type == board.NoUnit || u.Type == w.Type)
					if takes {
						load.cargo = append(load.cargo, u.ID)
						n--
					}
					return takes
				})
			}
		}
		loads = append(loads, load)
	}
	return loads
}

// laterLegs are the voyages that later lines ask of a ship that takes some cargo to a territory now: those that no other ship can
// make instead, as far as there is room.
func (m *moves) laterLegs(u *position.Unit, cargo []int, to board.SpaceID, later []shipload) []voyage {
	var legs []voyage
	aboard := slices.Clone(cargo)
	for _, l := range later {
		meant := l.By == nil && u.Type == board.Transport && m.Controls(u.Owner) || l.By != nil && m.isNamed(l.By, u)
		if !meant || len(l.cargo) == 0 || l.To != to && !m.hops(u) || !m.fits(u, append(slices.Clone(aboard), l.cargo...)) {
			continue
		}
		v := m.passage(l.ShipUnits)
		if _, known := l.needs[u.ID]; !known {
			others := m.bottoms(l.By, func(s *position.Unit) bool { return s.ID != u.ID && m.mayShip(s, l.To) })
			l.needs[u.ID] = m.stow(l.cargo, others, v, -1) == nil
		}
		if !l.needs[u.ID] {
			continue
		}
		for _, id := range l.cargo {
			if at := m.Pos.Unit(id).At; !slices.Contains(v.from, at) {
				v.from = append(v.from, at)
			}
		}
		legs, aboard = append(legs, v), append(aboard, l.cargo...)
	}
	return legs
}

// load carries out a line that takes units aboard and leaves them there. Without a way the ship stays where it lies; `sail`
// says where it goes, else the last zone of `via`.
func (m *moves) load(o order.Load) {
	cargo, all := m.cargo(o.Line, o.Groups)
	if m.faulty[o.Line] {
		return
	}
	to := o.Sail
	if to == board.NoSpace && len(o.Via) > 0 {
		to = o.Via[len(o.Via)-1]
	}
	v := voyage{via: o.Via, stay: to == board.NoSpace, ends: func(at board.SpaceID) bool { return to == board.NoSpace || at == to }}
	usable := func(u *position.Unit) bool {
		if !m.Controls(u.Owner) {
			return to == board.NoSpace
		}
		return m.duty(u).load && m.landingOf(u.ID) == nil
	}
	m.embark(o.Line, cargo, all, o.Onto, v, usable, to)
}

// cargo picks the units that a line ships. Loading is a unit's whole move; guns are loaded in noncombat only,
// complexes never. It tells whether the line says `all`, so that what finds no room stays.
func (m *moves) cargo(line int, groups []order.Group) (ids []int, all bool) {
	for _, g := range groups {
		for _, w := range g.Units {
			if m.Board.Space(g.From).Sea {
				m.blame(line, order.AboardShip, phase.WithUnit(w.Type), phase.WithSpace(g.From))
			}
			all = all || w.N == order.All
			ids = append(ids, m.pick(choice{
				line: line, from: g.From, want: w,
				has:  func(u *position.Unit) bool { return w.Type != board.NoUnit || m.shippable(u) },
				free: m.ready,
				can: func(u *position.Unit) *phase.Fault {
					switch {
					case m.shippable(u):
						return nil
					case u.Type == board.AAGun:
						return phase.NewFault(order.NoncombatOnly)
					}
					return phase.NewFault(order.NotCargo)
				},
			})...)
		}
	}
	return ids, all
}

// stowMost stows as much of some cargo as finds room, each unit in its order; what stays is free for other lines.
func (m *moves) stowMost(cargo []int, ships []*position.Unit, v voyage, most int) []stowage {
	var taken []int
	var best []stowage
	for _, id := range cargo {
		if s := m.stow(append(slices.Clone(taken), id), ships, v, most); s != nil {
			best, taken = s, append(taken, id)
		} else {
			delete(m.named, id)
		}
	}
	return best
}

func (m *moves) shippable(u *position.Unit) bool {
	return u.Type.IsFightingLand() || u.Type == board.AAGun && m.phase == order.Noncombat
}

// mayLandIn judges the territory of a landing: enemy land in combat, friendly land in noncombat.
func (m *moves) mayLandIn(line int, to board.SpaceID) bool {
	switch {
	case m.Board.Space(to).Home == board.Neutral:
		m.blame(line, order.NeutralLand, phase.WithSpace(to))
	case m.Board.Space(to).Sea:
		m.blame(line, order.CannotMoveThere, phase.WithSpace(to))
	case m.phase == order.Combat && !m.target(to):
		m.blame(line, order.LandingFriend, phase.WithSpace(to))
	case m.phase == order.Noncombat && m.IsEnemyLand(to):
		m.blame(line, order.HostileTarget, phase.WithSpace(to))
	default:
		return true
	}
	return false
}

// embark finds ships for cargo and sends them on their voyages. It notes why there are none.
func (m *moves) embark(line int, cargo []int, all bool, by *order.Ship, v voyage, usable func(*position.Unit) bool, to board.SpaceID) []stowage {
	if len(cargo) == 0 {
		return nil
	}
	most := -1
	if by != nil && by.N != order.All {
		most = by.N
	}
	ships := m.bottoms(by, usable)
	done := m.stow(cargo, ships, v, most)
	if done == nil && all {
		done = m.stowMost(cargo, ships, v, most)
	}
	if done == nil {
		m.cannotShip(line, cargo, by, ships, v, to)
		return nil
	}
	for _, s := range done {
		from := s.ship.At
		m.sailWith(s, line, v.via)
		if v.past {
			m.passed[s.ship.ID] = slices.Concat(m.passed[s.ship.ID], []board.SpaceID{from}, s.trail.steps)
		}
	}
	return done
}

// bottoms lists the ships that a line may use. Without `by` those are own transports; other ships, and allies', must be named.
// The place that `by` names is where the ship is, or where it began the turn.
func (m *moves) bottoms(by *order.Ship, usable func(*position.Unit) bool) []*position.Unit {
	var list []*position.Unit
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		switch {
		case !u.Type.IsShip() || u.Submerged || !m.carries(u):
		case by == nil && (u.Type != board.Transport || !m.Controls(u.Owner)):
		case by != nil && !m.isNamed(by, u):
		case usable(u):
			list = append(list, u)
		}
	}
	return list
}

// isNamed tells whether a ship is one that a line names.
func (m *moves) isNamed(by *order.Ship, u *position.Unit) bool {
	if by.Power == board.Nobody && !m.Controls(u.Owner) || by.Power != board.Nobody && u.Owner != by.Power || !m.IsFriendly(u.Owner) {
		return false
	}
	if by.Type == board.NoUnit && u.Type != board.Transport || by.Type != board.NoUnit && u.Type != by.Type {
		return false
	}
	return by.In == board.NoSpace || u.At == by.In || m.began[u.ID] == by.In
}

// cannotShip notes why cargo finds no ship: none that could fetch it, none with room, or enemy ships where it waits.
func (m *moves) cannotShip(line int, cargo []int, by *order.Ship, ships []*position.Unit, v voyage, to board.SpaceID) {
	for _, id := range cargo {
		if m.stow([]int{id}, ships, v, 1) != nil {
			continue
		}
		u := m.Pos.Unit(id)
		for _, z := range m.Board.Near(u.At) {
			if m.Board.Space(z).Sea && m.IsHostile(z) && slices.ContainsFunc(ships, func(s *position.Unit) bool { return s.At == z }) {
				m.blame(line, order.ZoneHostile, phase.WithUnit(u.Type), phase.WithSpace(z))
			}
		}
		why := m.noShip(u, by, ships, to)
		m.blame(line, why.Code, phase.WithUnit(u.Type), why.Fill)
	}
	come := 0
	for _, s := range ships {
		come += boolInt(slices.ContainsFunc(cargo, func(id int) bool { return m.stow([]int{id}, []*position.Unit{s}, v, 1) != nil }))
	}
	m.blame(line, order.TooMuchCargo, phase.WithNumbers(come, m.shiploads(cargo)), phase.WithSpace(to))
}

// noShip says why no ship takes a unit where it is to go: there is no sea, the ship beside it has done its part, is full or cannot
// sail so far, or none is beside it; then it names the nearest.
func (m *moves) noShip(u *position.Unit, by *order.Ship, usable []*position.Unit, to board.SpaceID) *phase.Fault {
	for _, at := range []board.SpaceID{u.At, to} {
		if at != board.NoSpace && !m.Board.Space(at).Sea && !slices.ContainsFunc(m.Board.Near(at), func(z board.SpaceID) bool { return m.Board.Space(z).Sea }) {
			return phase.NewFault(order.Inland, phase.WithSpace(at))
		}
	}
	ships := m.bottoms(by, func(*position.Unit) bool { return true })
	for _, s := range ships {
		if m.Board.Touch(s.At, u.At) {
			return m.cannotTake(s, u, slices.Contains(usable, s), to)
		}
	}
	if by != nil && len(ships) == 0 { // the line names a ship that is not there
		ships = m.bottoms(nil, func(*position.Unit) bool { return true })
	}
	best, far := board.NoSpace, 0
	for _, s := range ships {
		if m.Board.Touch(s.At, u.At) {
			return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to), phase.WithSpaces([]board.SpaceID{s.At}))
		}
		if n := m.zonesTo(s.At, u.At); n > 0 && (best == board.NoSpace || n < far) {
			best, far = s.At, n
		}
	}
	if best == board.NoSpace {
		return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to))
	}
	return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to), phase.WithNumbers(0, far), phase.WithSpaces([]board.SpaceID{best}))
}

// cannotTake says why a ship beside a unit's territory does not take it along.
func (m *moves) cannotTake(s, u *position.Unit, usable bool, to board.SpaceID) *phase.Fault {
	switch {
	case !usable:
		return phase.NewFault(order.ShipDone, phase.WithSpace(s.At))
	case !m.fits(s, []int{u.ID}):
		return phase.NewFault(order.ShipFull, phase.WithSpace(s.At))
	case to == board.NoSpace:
		return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithSpaces([]board.SpaceID{s.At}))
	}
	ends := []board.SpaceID{to}
	if !m.Board.Space(to).Sea {
		ends = slices.DeleteFunc(slices.Clone(m.Board.Near(to)), func(z board.SpaceID) bool { return !m.Board.Space(z).Sea })
	}
	way := m.seaway(s)
	var why *phase.Fault
	for _, z := range ends {
		_, fill, code := m.way(s.At, z, nil, way)
		if z == s.At || code == "" {
			return phase.NewFault(order.NoTransport, phase.WithSpace(u.At), phase.WithOther(to), phase.WithSpaces([]board.SpaceID{s.At}))
		}
		if why == nil || why.Code == order.NoWay || why.Code == order.TooFar && code != order.NoWay {
			why = phase.NewFault(code, fill, phase.WithUnit(s.Type))
		}
	}
	return why
}

// zonesTo is how many spaces a ship would sail from a zone to the coast of a territory if nothing barred its way.
func (m *moves) zonesTo(from, land board.SpaceID) int {
	p := passage{
		budget: len(m.Board.Spaces), cost: func(_, _ board.SpaceID) int { return 1 },
		step: func(a, b board.SpaceID) *block {
			if !m.Board.Space(b).Sea {
				return &block{code: order.NoWay}
			}
			return m.neighbours(a, b)
		},
		through: func(board.SpaceID) bool { return true }, guns: func(board.SpaceID) bool { return false }, foes: func(board.SpaceID) bool { return false },
	}
	trails, n := m.trails(from, p), 0
	for _, z := range m.Board.Near(land) {
		if t := trails[z]; m.Board.Space(z).Sea && t != nil && (n == 0 || t.cost < n) {
			n = t.cost
		}
	}
	return n
}

// shiploads is how many empty transports cargo fills.
func (m *moves) shiploads(cargo []int) int {
	var loads [][]board.UnitType
	for _, heavy := range []bool{true, false} { // infantry fills up
		for _, id := range cargo {
			t := m.Pos.Unit(id).Type
			if heavy == (t == board.Infantry) {
				continue
			}
			i := slices.IndexFunc(loads, func(l []board.UnitType) bool { return m.Rules.Landing.Fits(append(slices.Clone(l), t)) })
			if i < 0 {
				i = len(loads)
				loads = append(loads, nil)
			}
			loads[i] = append(loads[i], t)
		}
	}
	return len(loads)
}

// sailWith moves a ship along its voyage and takes its cargo aboard. Bridging, without a step, is its action all the same
// . What is aboard may stay there.
func (m *moves) sailWith(s stowage, line int, via []board.SpaceID) {
	from := s.ship.At
	zones := slices.Concat(m.passed[s.ship.ID], []board.SpaceID{from}, s.trail.steps)
	loads := map[board.SpaceID][]int{} // cargo by the land where it waits
	var lands []board.SpaceID
	for _, id := range s.cargo {
		at := m.Pos.Unit(id).At
		if loads[at] == nil {
			lands = append(lands, at)
		}
		loads[at] = append(loads[at], id)
	}
	for _, land := range lands {
		i := slices.IndexFunc(zones, func(z board.SpaceID) bool { return m.Board.Touch(z, land) && !m.IsHostile(z) })
		m.Emit(event.Loaded{Power: m.Power, From: land, To: zones[i], Ship: s.ship.ID, Units: m.Units(loads[land]),
			Line: line, Phase: m.phase})
	}
	if !m.Controls(s.ship.Owner) {
		return // an ally's ship does nothing itself
	}
	m.named[s.ship.ID] = line
	m.hintWay(line, via, party{[]int{s.ship.ID}, s.trail})
	m.captureConvoys(s.ship, s.trail)
	m.walk([]int{s.ship.ID}, s.trail, line)
}
