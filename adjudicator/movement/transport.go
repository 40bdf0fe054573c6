package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// transports are the ships that carry land units: transports proper, and what advantages add.
type transports struct {
	*progress
	sea      *seaTravel
	landings *landings
}

// carries reports whether a ship carries land units: transports, and what advantages add (Tokyo Express).
func (m *transports) carries(u position.Unit) bool {
	return m.Rules.Carries(m.Advantages(u.Owner), u.Type, []board.UnitType{board.Infantry})
}

// mayShip reports whether a ship may still load and land in a territory.
func (m *transports) mayShip(u position.Unit, to board.SpaceID) bool {
	d, l := m.duty(u), m.landings.of(u.ID)
	return d.load && d.unload && (d.only == board.NoSpace || d.only == to) &&
		(l == nil || l.target == to || m.landings.landsAgain(u))
}

func (m *transports) isCargo(u position.Unit) bool {
	return u.Type.IsFightingLand() || u.Type == board.AAGun && m.phase == order.Noncombat
}

// list lists the ships that a line may use. Without `by` those are own transports; other ships, and allies', must be
// named. The place that `by` names is where the ship is, or where it began the turn.
func (m *transports) list(by *order.Ship, usable func(position.Unit) bool) []position.Unit {
	return m.units(func(u position.Unit) bool {
		switch {
		case !u.Type.IsShip() || u.Submerged || !m.carries(u), by != nil && !m.isNamed(by, u):
			return false
		case by == nil && (u.Type != board.Transport || !m.Controls(u.Owner)):
			return false
		}
		return usable(u)
	})
}

// isNamed reports whether a ship is one that a line names.
func (m *transports) isNamed(by *order.Ship, u position.Unit) bool {
	if by.Power == board.Nobody && !m.Controls(u.Owner) || by.Power != board.Nobody && u.Owner != by.Power ||
		!m.IsFriendly(u.Owner) {
		return false
	}
	if by.Type == board.NoUnit && u.Type != board.Transport || by.Type != board.NoUnit && u.Type != by.Type {
		return false
	}
	return by.In == board.NoSpace || u.At == by.In || m.began[u.ID] == by.In
}

// duty is what a ship may still do as a transport in this phase.
type duty struct {
	budget int
	load   bool
	unload bool
	only   board.SpaceID // where alone it may unload, NoSpace if anywhere
}

// duty tells what a ship may still do. In combat it loads, sails and lands as far as its movement goes. In noncombat
// one that fought may load or unload where it is, not both, and not after a retreat; one that landed units may only put
// the rest ashore in the same territory; one that moved without a fight does nothing more. What no line
// lands stays aboard (D21).
func (m *transports) duty(u position.Unit) duty {
	did := u.Now.Did
	free := duty{m.MovementLeft(u), true, true, board.NoSpace}
	if m.sea.hasStopped(u) {
		free.budget = 0
	}
	switch {
	case u.Submerged || !m.Controls(u.Owner), m.phase == order.Noncombat && m.IsJointAttacker(u.Owner) &&
		!did.Any(position.Fought|position.UnloadedThisTurn):
		return duty{}
	case m.phase == order.Combat ||
		!did.Any(position.MovedInCombat|position.Fought|position.UnloadedThisTurn|position.RetreatedNow):
		return free
	case did.Has(position.RetreatedNow) || !did.Any(position.Fought|position.UnloadedThisTurn):
		return duty{}
	case did.Has(position.UnloadedThisTurn):
		return duty{unload: true, only: m.landings.landedAt(u.ID)}
	}
	busy := m.landings.of(u.ID) != nil
	return duty{load: m.Rules.Landing.LoadAfter && !busy, unload: m.named[u.ID] == 0 || busy, only: board.NoSpace}
}

// travel is how a ship gets about as a transport.
func (m *transports) travel(u position.Unit) route.Travel {
	p := m.sea.travel(u)
	p.Movement = m.duty(u).budget
	return p
}

// fits reports whether units fit into a ship in addition to what it carries, whosever that is.
func (m *transports) fits(u position.Unit, more []int) bool {
	var types []board.UnitType
	for _, id := range append(m.Pos.CargoOf(u.ID), more...) {
		types = append(types, m.Pos.Unit(id).Type)
	}
	return m.Rules.Carries(m.Advantages(u.Owner), u.Type, types)
}

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

// lands reports whether a line lands a unit.
func (m *landings) lands(u position.Unit) bool {
	return slices.ContainsFunc(m.list, func(l landing) bool { return slices.Contains(l.cargo, u.ID) })
}

// landsAgain reports whether a ship may land in more than one territory a turn: transports by Lightning Assaults
// else.
func (m *landings) landsAgain(u position.Unit) bool {
	return m.phase == order.Combat && m.Rules.LandsAgain(m.Advantages(u.Owner), u.Type)
}

// add notes that a ship where it stands puts cargo ashore. What a later line adds for the same territory joins it.
func (m *landings) add(ship position.Unit, target board.SpaceID, cargo []int, line int) {
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
	if !m.Controls(ship.Owner) {
		return
	}
	did := position.MovedInNoncombat
	if m.phase == order.Combat {
		did = position.MovedInCombat
	}
	m.Mark([]int{ship.ID}, did)
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

// mustClear judges that a landing from an ally's ship can take place: among enemy ships its zone must be attacked, and
// the ally's ship does not fight. The fault lies on each line that lands units there.
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
	must := func(u position.Unit) bool {
		return u.Now.Did.Has(position.LoadedNow) && m.Controls(u.Owner) && !m.lands(u)
	}
	for _, u := range m.units(must) {
		m.AddFault(u.Now.Line, order.MustLand, phase.WithUnit(u.Type), phase.WithSpace(u.At))
	}
}

// landedAt is where a ship put units ashore in combat.
func (m *landings) landedAt(ship int) board.SpaceID {
	for l := range m.Pos.Turn().Landings() {
		if l.Ship == ship {
			return l.Target
		}
	}
	return board.NoSpace
}
