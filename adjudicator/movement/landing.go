package movement

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

// landings are what ships are to put ashore, in the order in which lines first name them.
type landings struct {
	*progress
	list []landing
}

// of is a ship's landing of this phase, nil without one; the last one where it makes several.
func (m *landings) of(ship int) *landing {
	for i := len(m.list) - 1; i >= 0; i-- {
		if m.list[i].ship == ship {
			return &m.list[i]
		}
	}
	return nil
}

// landsAgain reports whether a ship may land in more than one territory a turn: transports by Lightning Assaults; else.
func (m *landings) landsAgain(u *position.Unit) bool {
	return m.phase == order.Combat && m.Rules.LandsAgain(m.Advantages(u.Owner), u.Type)
}

// add notes that a ship where it stands puts cargo ashore. What a later line adds for the same territory joins it.
func (m *landings) add(ship *position.Unit, target board.SpaceID, cargo []int, line int) {
	i := slices.IndexFunc(m.list, func(l landing) bool { return l.ship == ship.ID && l.target == target })
	if i < 0 {
		i = len(m.list)
		m.list = append(m.list, landing{ship: ship.ID, target: target, line: line})
	}
	l := &m.list[i]
	l.zone, l.cargo = ship.At, append(l.cargo, cargo...)
	m.named[ship.ID] = line
	for _, id := range cargo {
		m.named[id] = line
	}
	if m.Controls(ship.Owner) {
		m.Mark([]int{ship.ID}, m.asMoved())
	}
}

// settle ends the phase for transports: in combat the landings enter the plan, to be fought for; in noncombat
// the cargo goes ashore, and has finished moving (R-74, T-18).
func (m *landings) settle() {
	for _, l := range m.list {
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
func (m *landings) mustClear() {
	for _, l := range m.list {
		if m.Controls(m.Pos.Unit(l.ship).Owner) || !m.IsHostile(l.zone) || m.willFight(l.zone) {
			continue
		}
		for _, id := range l.cargo {
			m.AddFault(m.named[id], order.ZoneHostile, phase.WithSpace(l.zone))
		}
	}
}

// loadedMustLand holds the tournament rule that what is loaded in combat moves lands in the same turn (LHTR).
func (m *landings) loadedMustLand() {
	for i := range m.Pos.Units {
		u := &m.Pos.Units[i]
		if u.Now.Did.Has(position.LoadedNow) && m.Controls(u.Owner) &&
			!slices.ContainsFunc(m.list, func(l landing) bool { return slices.Contains(l.cargo, u.ID) }) {
			m.AddFault(u.Now.Line, order.MustLand, phase.WithUnit(u.Type), phase.WithSpace(u.At))
		}
	}
}

// landedAt is where a ship put units ashore in combat.
func (m *landings) landedAt(ship int) board.SpaceID {
	for _, l := range m.Pos.Turn.Plan.Landings {
		if l.Ship == ship {
			return l.Target
		}
	}
	return board.NoSpace
}
