// Package movement carries out the lines of both movement phases: combat moves and noncombat moves.
//
// Where to look: movement.go goes through the lines; progress.go keeps how far they have been carried out; select.go
// finds the units that they name; travel.go says how land units, ships and planes get about, and surface.go moves the
// first two. mission.go sends planes to fight, flight.go and home.go fly them to where they stay; carriers.go foresees
// where carriers will be, or has it pledged, decks.go sees to it that fighters can land. ship.go carries out the lines
// that load, ship and unload: package voyage finds the ships, transport.go says what one may still do and keeps what
// goes ashore, noship.go says why there is none. declare.go has rockets, bombardments and the order of the battles,
// noncombat.go guns and the Patriotic War.
package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
	"fieldpost/adjudicator/voyage"
)

// moves is what carries out the lines of a movement phase, each part with one job.
type moves struct {
	*progress
	land         *landTravel
	sea          *seaTravel
	air          *airTravel
	landMoves    *landMoves
	seaMoves     *seaMoves
	missions     *airMissions
	landings     *landings
	transports   *transports
	shipping     *shipping
	plan         *carrierPlan
	home         *homeFlights
	decks        *decks
	pledges      *pledges
	declarations *declarations
}

// newMoves begins a movement phase of a turn.
func newMoves(t *phase.Turn, ph order.Phase, part order.PhaseOrders) *moves {
	p := newProgress(t, ph, part)
	sel := &selector{p}
	land, sea, air := &landTravel{p}, &seaTravel{p}, &airTravel{p}
	landings := &landings{progress: p}
	transports := &transports{p, sea, landings}
	fleet := &voyage.Fleet{Turn: t, Travel: transports.travel, Fits: transports.fits, Named: p.named,
		Passed: map[int][]board.SpaceID{}}
	plan := &carrierPlan{progress: p, sea: sea, air: air, sent: map[int]int{}, bound: map[int]bool{},
		deckOf: map[int]board.Power{}}
	flights := &flights{p, air, plan}
	return &moves{
		progress: p, land: land, sea: sea, air: air,
		landMoves:    &landMoves{p, sel, land},
		seaMoves:     &seaMoves{p, sel, sea, transports, landings, plan},
		missions:     &airMissions{p, sel, air, flights},
		landings:     landings,
		transports:   transports,
		shipping:     &shipping{p, sel, sea, transports, landings, fleet, &noShip{p, sea, transports, fleet}},
		plan:         plan,
		home:         &homeFlights{p, sel, air, plan, flights, map[entry]int{}},
		decks:        &decks{p, air, plan},
		pledges:      &pledges{p, sel, sea},
		declarations: &declarations{p, sel, air},
	}
}

// Combat carries out the orders of the combat move phase (D5), line by line: it moves units, fixes the plan (routes
// over guns, raids, rockets, landings, bombardment, pledges, battle order) and notes faults. Planes take off before
// ships move, as a carrier launches before it sails; what an attack needs of other lines is judged at the end
// (fine print 10).
func Combat(s phase.State, part order.PhaseOrders) (phase.Result, error) {
	m := newMoves(phase.Begin(s), order.Combat, part)
	m.plan.at = m.plan.destinations()
	for _, o := range part.Orders {
		m.missions.takeOff(o)
	}
	m.missions.needBombers()
	for _, o := range part.Orders {
		m.line(o)
	}
	m.landings.settle()
	for _, o := range part.Orders {
		m.lateLine(o)
	}
	m.landings.mustClear()
	m.decks.mustLand()
	m.declarations.orderBattles()
	return m.Result()
}

// lateLine carries out the lines that speak of what other lines do.
func (m *moves) lateLine(o order.Order) {
	switch o := o.(type) {
	case order.Pledge:
		m.pledges.promise(o)
	case order.Bombard:
		m.declarations.bombard(o)
	case order.AttackSubs:
		m.declarations.attackSubs(o)
	}
}

// Noncombat carries out the orders of the noncombat move phase; faults as above. Planes that fought come home first,
// then those that did not fly, in the order of the lines (fine print 8); then everything else moves. Pledged carriers
// sail, and at the end what cannot stand where it is is removed.
func Noncombat(s phase.State, part order.PhaseOrders) (phase.Result, error) {
	m := newMoves(phase.Begin(s), order.Noncombat, part)
	m.plan.foresee()
	if err := m.home.flyAll(); err != nil {
		return phase.Result{}, err
	}
	for _, o := range part.Orders {
		m.line(o)
	}
	m.landings.settle()
	m.faultSecondGuns()
	m.noteRound()
	m.pledges.sail()
	m.decks.settle()
	m.surfaceSubmarines()
	return m.Result()
}

// line carries out what a line orders on land and at sea, the fire of rockets, and the taking over of units.
func (m *moves) line(o order.Order) {
	switch o := o.(type) {
	case order.Move:
		m.move(o)
	case order.ShipUnits:
		m.shipping.ship(o)
	case order.Load:
		m.shipping.load(o)
	case order.Unload:
		m.shipping.unload(o)
	case order.Rocket:
		if m.phase == order.Combat {
			m.declarations.rocket(o)
		}
	case order.TakeOver:
		if m.phase == order.Noncombat {
			m.takeOver(o)
		}
	}
}

// move carries out the part of a move line that goes by land or by sea; planes fly in a pass of their own.
func (m *moves) move(o order.Move) {
	sea := m.Board.Space(o.To).Sea
	for _, g := range o.Groups {
		for _, w := range g.Units {
			switch {
			case w.Type.IsAir():
			case w.Type == board.NoUnit && sea, w.Type.IsShip():
				m.seaMoves.sail(o, g.From, w)
			default:
				m.landMoves.march(o, g.From, w)
			}
		}
	}
}

// Return is a plane that was sent to fight, and where it could land when nothing is lost: land, then zones with room on
// a deck.
type Return struct {
	Plane  position.Unit
	Places []board.SpaceID
}

// Returns lists the own planes that have not come home, in the order of their lines.
func Returns(t *phase.Turn) []Return {
	m := newMoves(t, order.Noncombat, order.PhaseOrders{})
	m.plan.at = m.plan.destinations()
	var list []Return
	for _, u := range m.decks.sorties() {
		list = append(list, Return{u, m.home.places(u)})
	}
	return list
}

// MayMove reports whether the power on turn may move a unit in noncombat that it does not control: a complex in its
// land to somewhere (Mobile Industry), a gun of the Middle East (Europe, 3.13).
func MayMove(t *phase.Turn, u position.Unit) bool {
	if u.Type != board.Complex {
		return tends(t, u.Owner, u.Type) && immobileGun(t, u) == ""
	}
	if t.Pos.Owner(u.At) != t.Power {
		return false
	}
	own := u
	own.Owner = t.Power
	land := newMoves(t, order.Noncombat, order.PhaseOrders{}).land.travels(own)[0]
	return land.Movement > 0 &&
		slices.ContainsFunc(t.Board.Near(u.At), func(to board.SpaceID) bool { return land.Bar(u.At, to) == nil })
}

// Reach answers what units of the power on turn could reach in combat moves.
type Reach struct{ m *moves }

// NewReach is the reach of the power on turn as things stand.
func NewReach(t *phase.Turn) Reach { return Reach{newMoves(t, order.Combat, order.PhaseOrders{})} }

// Overland reports whether a land unit reaches a territory.
func (r Reach) Overland(u position.Unit, to board.SpaceID) bool {
	return slices.ContainsFunc(r.m.land.travels(u), func(p route.Travel) bool { return p.Routes(u.At)[to] != nil })
}

// BySea reports whether a ship reaches a zone.
func (r Reach) BySea(u position.Unit, to board.SpaceID) bool {
	return r.m.sea.travel(u).Routes(u.At)[to] != nil
}

// ByAir reports whether a plane can attack a space and land afterwards on land.
func (r Reach) ByAir(u position.Unit, to board.SpaceID) bool {
	way := r.m.air.travel(u)
	t := way.Routes(u.At)[to]
	if t == nil {
		return false
	}
	way.Movement -= t.Cost
	return r.m.air.reachesLand(way.Routes(to))
}
