package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// landing is cargo that a ship is to put ashore in one territory.
type landing struct {
	ship   int
	zone   board.SpaceID
	target board.SpaceID
	cargo  []int
	line   int
}

// landingOf is a ship's landing of this phase, nil without one; the last one where it makes several.
func (m *moves) landingOf(ship int) *landing {
	for i := len(m.landings) - 1; i >= 0; i-- {
		if m.landings[i].ship == ship {
			return &m.landings[i]
		}
	}
	return nil
}

// hops tells whether a ship may land in more than one territory a turn: transports by Lightning Assaults; else.
func (m *moves) hops(u *position.Unit) bool {
	return m.phase == order.Combat && m.Rules.LandsAgain(m.Advantages(u.Owner), u.Type)
}

// addLanding notes that a ship where it stands puts cargo ashore. What a later line adds for the same territory joins it.
func (m *moves) addLanding(ship *position.Unit, target board.SpaceID, cargo []int, line int) {
	i := slices.IndexFunc(m.landings, func(l landing) bool { return l.ship == ship.ID && l.target == target })
	if i < 0 {
		i = len(m.landings)
		m.landings = append(m.landings, landing{ship: ship.ID, target: target, line: line})
	}
	l := &m.landings[i]
	l.zone, l.cargo = ship.At, append(l.cargo, cargo...)
	m.named[ship.ID] = line
	for _, id := range cargo {
		m.named[id] = line
	}
	if m.Controls(ship.Owner) {
		m.Mark([]int{ship.ID}, m.act())
	}
}

// unload carries out a line that puts cargo ashore that is already aboard.
func (m *moves) unload(o order.Unload) {
	switch {
	case !m.mayLandIn(o.Line, o.To):
	case !m.Board.Space(o.From).Sea || !m.Board.Touch(o.From, o.To):
		m.blame(o.Line, order.NoCoast, phase.WithSpace(o.To), phase.WithOther(o.From))
	case m.phase == order.Noncombat && m.IsHostile(o.From):
		m.blame(o.Line, order.ZoneHostile, phase.WithSpace(o.From))
	}
	var ids []int
	for _, w := range o.Units {
		ids = append(ids, m.pick(choice{
			line: o.Line, from: o.From, want: w, few: order.NoCargoAboard,
			has: func(u *position.Unit) bool {
				return u.Type.IsLand() && u.Aboard != 0 && u.At == o.From && (o.By == nil || m.isNamed(o.By, m.Pos.Unit(u.Aboard)))
			},
			free: func(u *position.Unit) bool {
				return m.heldGun(u) == "" && !slices.ContainsFunc(m.landings, func(l landing) bool { return slices.Contains(l.cargo, u.ID) })
			},
			can: func(u *position.Unit) *phase.Fault { return m.cannotLeave(u, o) },
		})...)
	}
	if m.faulty[o.Line] {
		return
	}
	for _, id := range ids {
		m.addLanding(m.Pos.Unit(m.Pos.Unit(id).Aboard), o.To, []int{id}, o.Line)
	}
}

// cannotLeave says what hinders cargo to go ashore.
func (m *moves) cannotLeave(u *position.Unit, o order.Unload) *phase.Fault {
	s := m.Pos.Unit(u.Aboard)
	if m.phase == order.Combat && !u.Type.IsFightingLand() {
		return phase.NewFault(order.NoncombatOnly)
	}
	if l := m.landingOf(s.ID); l != nil && l.target != o.To && !m.hops(s) {
		return phase.NewFault(order.OneTerritory, phase.WithSpace(l.target), phase.WithOther(o.To))
	}
	if !m.Controls(s.Owner) {
		at := m.landedAt(s.ID)
		switch {
		case u.Now.Did.Has(position.LoadedThisTurn):
			return phase.NewFault(order.LoadedThisTurn, phase.WithSpace(o.From))
		case s.Now.Did.Has(position.UnloadedThisTurn) && at != board.NoSpace && at != o.To && !m.hops(s):
			return phase.NewFault(order.OneTerritory, phase.WithSpace(at), phase.WithOther(o.To)) // R-56 asks nobody whose the ship is
		}
		return nil
	}
	d := m.duty(s)
	switch {
	case !d.unload:
		return phase.NewFault(order.ShipDone, phase.WithSpace(o.From))
	case d.only != board.NoSpace && d.only != o.To:
		return phase.NewFault(order.OneTerritory, phase.WithSpace(d.only), phase.WithOther(o.To))
	}
	return nil
}

// settleLandings ends the phase for transports: in combat the landings enter the plan, to be fought for; in noncombat
// the cargo goes ashore, and has finished moving (R-74, T-18).
func (m *moves) settleLandings() {
	for _, l := range m.landings {
		if m.phase == order.Combat {
			one := event.Landing{Ship: l.ship, Zone: l.zone, Target: l.target, Cargo: l.cargo}
			m.Emit(event.Planned{Plan: event.Plan{Landings: []event.Landing{one}}})
			continue
		}
		m.Emit(event.Unloaded{Power: m.Power, From: l.zone, To: l.target, Ship: l.ship, Units: m.Units(l.cargo),
			Phase: m.phase})
	}
	if m.phase == order.Combat && m.Rules.Landing.MustLand {
		m.loadedMustLand()
	}
}

// mustClear judges that a landing from an ally's ship can take place: among enemy ships its zone must be attacked, and the ally's
// ship does not fight. The fault lies on each line that lands units there.
func (m *moves) mustClear() {
	for _, l := range m.landings {
		if m.Controls(m.Pos.Unit(l.ship).Owner) || !m.IsHostile(l.zone) || m.battleAt(l.zone) {
			continue
		}
		for _, id := range l.cargo {
			m.blame(m.named[id], order.ZoneHostile, phase.WithSpace(l.zone))
		}
	}
}

// loadedMustLand holds the tournament rule that what is loaded in combat moves lands in the same turn (LHTR).
func (m *moves) loadedMustLand() {
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		if u.Now.Did.Has(position.LoadedNow) && m.Controls(u.Owner) &&
			!slices.ContainsFunc(m.landings, func(l landing) bool { return slices.Contains(l.cargo, u.ID) }) {
			m.blame(u.Now.Line, order.MustLand, phase.WithUnit(u.Type), phase.WithSpace(u.At))
		}
	}
}

// bombard assigns ships to the landing on one territory; each bombards once a turn.
func (m *moves) bombard(o order.Bombard) {
	plan := &m.Pos.Turn.Plan
	zones := []board.SpaceID{}
	for _, l := range plan.Landings {
		if l.Target == o.Target && (o.In == board.NoSpace || o.In == l.Zone) {
			zones = append(zones, l.Zone)
		}
	}
	if len(zones) == 0 {
		m.blame(o.Line, order.NoLandingThere, phase.WithSpace(o.Target), phase.WithOther(o.In))
		return
	}
	for _, w := range o.Ships {
		var free []int
		for i := range m.Pos.Units {
			u := &m.Pos.Units[i]
			if slices.Contains(zones, u.At) && m.Controls(u.Owner) && (w.Type == board.NoUnit || u.Type == w.Type) && m.bombards(u) &&
				!slices.ContainsFunc(plan.Bombards, func(b position.Bombard) bool { return b.Ship == u.ID }) {
				free = append(free, u.ID)
			}
		}
		n := w.N
		if n == order.All {
			n = len(free)
		}
		if len(free) < n && !m.lenient || len(free) == 0 {
			m.blame(o.Line, order.NoBombarder, phase.WithUnit(w.Type), phase.WithSpace(zones[0]), phase.WithOther(o.Target), phase.WithNumbers(len(free), n))
			return
		}
		var more []event.Bombard
		for _, id := range free[:min(n, len(free))] {
			more = append(more, event.Bombard{Ship: id, Target: o.Target})
		}
		m.Emit(event.Planned{Plan: event.Plan{Bombards: more}})
	}
}

// bombards tells whether a ship can bombard a coast.
func (m *moves) bombards(u *position.Unit) bool {
	return m.Rules.Bombard(m.Advantages(u.Owner), u.Type) > 0
}
