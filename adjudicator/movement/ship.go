package movement

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/voyage"
)

// shipping carries out the lines that load, ship and unload units.
type shipping struct {
	*progress
	sel        *selector
	sea        *seaTravel
	transports *transports
	landings   *landings
	fleet      *voyage.Fleet
	noShip     *noShip
}

// unload carries out a line that puts cargo ashore that is already aboard.
func (m *shipping) unload(o order.Unload) {
	switch {
	case !m.mayLandIn(o.Line, o.To):
	case !m.Board.Space(o.From).Sea || !m.Board.Touch(o.From, o.To):
		m.AddFault(o.Line, order.NoCoast, phase.WithSpace(o.To), phase.WithOther(o.From))
	case m.phase == order.Noncombat && m.IsHostile(o.From):
		m.AddFault(o.Line, order.ZoneHostile, phase.WithSpace(o.From))
	}
	var ids []int
	for _, w := range o.Units {
		ids = append(ids, m.sel.pick(choice{
			line: o.Line, from: o.From, want: w, few: order.NoCargoAboard,
			has: func(u position.Unit) bool {
				return u.Type.IsLand() && u.Aboard != 0 && u.At == o.From &&
					(o.By == nil || m.transports.isNamed(o.By, m.Pos.Unit(u.Aboard)))
			},
			free: func(u position.Unit) bool {
				return immobileGun(m.Turn, u) == "" && !m.landings.lands(u)
			},
			can: func(u position.Unit) *phase.Fault { return m.cannotLeave(u, o) },
		})...)
	}
	if m.faulty[o.Line] {
		return
	}
	for _, id := range ids {
		m.landings.add(m.Pos.Unit(m.Pos.Unit(id).Aboard), o.To, []int{id}, o.Line)
	}
}

// cannotLeave says what hinders cargo to go ashore.
func (m *shipping) cannotLeave(u position.Unit, o order.Unload) *phase.Fault {
	s := m.Pos.Unit(u.Aboard)
	if m.phase == order.Combat && !u.Type.IsFightingLand() {
		return phase.NewFault(order.NoncombatOnly)
	}
	if l := m.landings.of(s.ID); l != nil && l.target != o.To && !m.landings.landsAgain(s) {
		return phase.NewFault(order.OneTerritory, phase.WithSpace(l.target), phase.WithOther(o.To))
	}
	if !m.Controls(s.Owner) {
		at := m.landings.landedAt(s.ID)
		switch {
		case u.Now.Did.Has(position.LoadedThisTurn):
			return phase.NewFault(order.LoadedThisTurn, phase.WithSpace(o.From))
		case s.Now.Did.Has(position.UnloadedThisTurn) && at != board.NoSpace && at != o.To && !m.landings.landsAgain(s):
			// the ship's owner is not asked
			return phase.NewFault(order.OneTerritory, phase.WithSpace(at), phase.WithOther(o.To))
		}
		return nil
	}
	d := m.transports.duty(s)
	switch {
	case !d.unload:
		return phase.NewFault(order.ShipDone, phase.WithSpace(o.From))
	case d.only != board.NoSpace && d.only != o.To:
		return phase.NewFault(order.OneTerritory, phase.WithSpace(d.only), phase.WithOther(o.To))
	}
	return nil
}

// ship carries out a line that loads, sails and lands. All `ship` lines of one ship are one voyage.
func (m *shipping) ship(o order.ShipUnits) {
	cargo, all := m.pickCargo(o.Line, o.Groups)
	if !m.mayLandIn(o.Line, o.To) || m.faulty[o.Line] {
		return
	}
	v := m.voyageOf(o)
	v.Past = true
	if later := m.laterLoads(o); len(later) > 0 {
		v.Then = func(u position.Unit, cargo []int) []voyage.Voyage { return m.laterLegs(u, cargo, o.To, later) }
	}
	for _, s := range m.embark(o.Line, cargo, all, o.By, v,
		func(u position.Unit) bool { return m.transports.mayShip(u, o.To) }, o.To) {
		m.landings.add(m.Pos.Unit(s.Ship.ID), o.To, s.Cargo, o.Line)
	}
}

// voyageOf is the voyage that a `ship` line asks for, without its cargo.
func (m *shipping) voyageOf(o order.ShipUnits) voyage.Voyage {
	return voyage.Voyage{Via: o.Via, Ends: func(at board.SpaceID) bool {
		return m.Board.Touch(at, o.To) && (len(o.Via) == 0 || at == o.Via[len(o.Via)-1]) &&
			(m.phase == order.Combat || !m.IsHostile(at))
	}}
}

// laterLoad is what a later `ship` line will load.
type laterLoad struct {
	order.ShipUnits
	cargo []int
	needs map[int]bool // by ship: no other can carry it
}

// laterLoads lists the `ship` lines below a line, with the units that they will take if nothing comes between.
func (m *shipping) laterLoads(o order.ShipUnits) []laterLoad {
	var loads []laterLoad
	taken := map[int]bool{} // by another later line
	for _, x := range m.lines {
		l, ok := x.(order.ShipUnits)
		if !ok || l.Line <= o.Line {
			continue
		}
		load := laterLoad{ShipUnits: l, needs: map[int]bool{}}
		for _, g := range l.Groups {
			for _, w := range g.Units {
				n := w.N
				for u := range m.Pos.In(g.From) {
					if n != 0 && !taken[u.ID] && u.Owner == cmp.Or(w.Power, m.Power) &&
						(w.Type == board.NoUnit || u.Type == w.Type) && m.transports.isCargo(u) && m.canStillMove(u) {
						load.cargo, taken[u.ID] = append(load.cargo, u.ID), true
						n--
					}
				}
			}
		}
		loads = append(loads, load)
	}
	return loads
}

// laterLegs are the voyages that later lines ask of a ship that takes some cargo to a territory now: those that no
// other ship can make instead, as far as there is room.
func (m *shipping) laterLegs(u position.Unit, cargo []int, to board.SpaceID, later []laterLoad) []voyage.Voyage {
	var legs []voyage.Voyage
	aboard := slices.Clone(cargo)
	for _, l := range later {
		meant := l.By == nil && u.Type == board.Transport && m.Controls(u.Owner) || l.By != nil &&
			m.transports.isNamed(l.By, u)
		if !meant || len(l.cargo) == 0 || l.To != to && !m.landings.landsAgain(u) ||
			!m.transports.fits(u, append(slices.Clone(aboard), l.cargo...)) {
			continue
		}
		v := m.voyageOf(l.ShipUnits)
		if _, known := l.needs[u.ID]; !known {
			others := m.transports.list(l.By,
				func(s position.Unit) bool { return s.ID != u.ID && m.transports.mayShip(s, l.To) })
			l.needs[u.ID] = m.fleet.Load(l.cargo, others, v, -1) == nil
		}
		if !l.needs[u.ID] {
			continue
		}
		for _, id := range l.cargo {
			if at := m.Pos.Unit(id).At; !slices.Contains(v.From, at) {
				v.From = append(v.From, at)
			}
		}
		legs, aboard = append(legs, v), append(aboard, l.cargo...)
	}
	return legs
}

// load carries out a line that takes units aboard and leaves them there. Without a way the ship stays where it lies
// `sail` says where it goes, else the last zone of `via`.
func (m *shipping) load(o order.Load) {
	cargo, all := m.pickCargo(o.Line, o.Groups)
	if m.faulty[o.Line] {
		return
	}
	to := o.Sail
	if to == board.NoSpace && len(o.Via) > 0 {
		to = o.Via[len(o.Via)-1]
	}
	v := voyage.Voyage{Via: o.Via, Stay: to == board.NoSpace,
		Ends: func(at board.SpaceID) bool { return to == board.NoSpace || at == to }}
	usable := func(u position.Unit) bool {
		if !m.Controls(u.Owner) {
			return to == board.NoSpace
		}
		return m.transports.duty(u).load && m.landings.of(u.ID) == nil
	}
	m.embark(o.Line, cargo, all, o.Onto, v, usable, to)
}

// pickCargo picks the units that a line ships. Loading is a unit's whole move; guns are loaded in noncombat only
// complexes never. It reports whether the line says `all`, so that what finds no room stays.
func (m *shipping) pickCargo(line int, groups []order.Group) (ids []int, all bool) {
	for _, g := range groups {
		for _, w := range g.Units {
			if m.Board.Space(g.From).Sea {
				m.AddFault(line, order.AboardShip, phase.WithUnit(w.Type), phase.WithSpace(g.From))
			}
			all = all || w.N == order.All
			ids = append(ids, m.sel.pick(choice{
				line: line, from: g.From, want: w,
				has:  func(u position.Unit) bool { return w.Type != board.NoUnit || m.transports.isCargo(u) },
				free: m.canStillMove,
				can: func(u position.Unit) *phase.Fault {
					switch {
					case m.transports.isCargo(u):
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

// mayLandIn judges the territory of a landing: enemy land in combat, friendly land in noncombat.
func (m *shipping) mayLandIn(line int, to board.SpaceID) bool {
	switch {
	case m.Board.Space(to).OriginalController == board.Neutral:
		m.AddFault(line, order.NeutralLand, phase.WithSpace(to))
	case m.Board.Space(to).Sea:
		m.AddFault(line, order.CannotMoveThere, phase.WithSpace(to))
	case m.phase == order.Combat && !m.isTarget(to):
		m.AddFault(line, order.LandingFriend, phase.WithSpace(to))
	case m.phase == order.Noncombat && m.IsEnemyLand(to):
		m.AddFault(line, order.HostileTarget, phase.WithSpace(to))
	default:
		return true
	}
	return false
}

// embark finds ships for cargo and sends them on their voyages. It notes why there are none.
func (m *shipping) embark(line int, cargo []int, all bool, by *order.Ship, v voyage.Voyage,
	usable func(position.Unit) bool, to board.SpaceID) []voyage.Shipment {
	if len(cargo) == 0 {
		return nil
	}
	most := -1
	if by != nil && by.N != order.All {
		most = by.N
	}
	ships := m.transports.list(by, usable)
	done := m.fleet.Load(cargo, ships, v, most)
	if done == nil && all {
		var left []int
		done, left = m.fleet.LoadMost(cargo, ships, v, most)
		for _, id := range left {
			delete(m.named, id) // it is free for other lines
		}
	}
	if done == nil {
		m.noShip.explain(line, cargo, by, ships, v, to)
		return nil
	}
	for _, s := range done {
		from := s.Ship.At
		m.sailWith(s, line, v.Via)
		if v.Past {
			m.fleet.Passed[s.Ship.ID] = slices.Concat(m.fleet.Passed[s.Ship.ID], []board.SpaceID{from}, s.Route.Steps)
		}
	}
	return done
}

// sailWith moves a ship along its voyage and takes its cargo aboard. Bridging, without a step, is its action all the
// same. What is aboard may stay there.
func (m *shipping) sailWith(s voyage.Shipment, line int, via []board.SpaceID) {
	from := s.Ship.At
	zones := slices.Concat(m.fleet.Passed[s.Ship.ID], []board.SpaceID{from}, s.Route.Steps)
	loads := map[board.SpaceID][]int{} // cargo by the land where it waits
	var lands []board.SpaceID
	for _, id := range s.Cargo {
		at := m.Pos.Unit(id).At
		if loads[at] == nil {
			lands = append(lands, at)
		}
		loads[at] = append(loads[at], id)
	}
	for _, land := range lands {
		i := slices.IndexFunc(zones, func(z board.SpaceID) bool { return m.Board.Touch(z, land) && !m.IsHostile(z) })
		m.Emit(event.Loaded{Power: m.Power, From: land, To: zones[i], Ship: s.Ship.ID, Units: m.Units(loads[land]),
			Line: line, Phase: m.phase})
	}
	if !m.Controls(s.Ship.Owner) {
		return // an ally's ship does nothing itself
	}
	m.named[s.Ship.ID] = line
	m.hintRoute(line, via, moveGroup{[]int{s.Ship.ID}, s.Route})
	m.sea.captureConvoys(s.Ship, s.Route)
	m.moveAlong([]int{s.Ship.ID}, s.Route, line, false)
}
