// Package movement carries out the lines of both movement phases: combat moves and noncombat moves.
//
// Where to look: movement.go goes through the lines; progress.go keeps how far they have been carried out; select.go finds the
// units that they name; travel.go says how land units, ships and planes get about, and surface.go moves the first two. mission.go
// sends planes to fight, flight.go and home.go fly them to where they stay; carriers.go foresees where carriers will be, or has
// it pledged, decks.go sees to it that fighters can land. ship.go carries out the lines that load, ship and unload: package
// voyage finds the ships, transport.go says what one may still do and keeps what goes ashore, noship.go says why there is none.
// declare.go has rockets, bombardments and the order of the battles, noncombat.go guns and the Patriotic War. ahead.go answers
// what the turn asks beforehand.
package movement

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
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
	fleet := &voyage.Fleet{Turn: t, Travel: transports.travel, Fits: transports.fits, Named: p.named, Passed: map[int][]board.SpaceID{}}
	plan := &carrierPlan{progress: p, sea: sea, air: air, sent: map[int]int{}, bound: map[int]bool{}, deckOf: map[int]board.Power{}}
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

// Combat carries out the orders of the combat move phase (D5), line by line: it moves units, fixes the plan
// (routes over guns, raids, rockets, landings, bombardment, pledges, battle order) and notes faults. Planes take off before
// ships move, as a carrier launches before it sails; what an attack needs of other lines is judged at the end (fine
// print 10).
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

// Noncombat carries out the orders of the noncombat move phase; faults as above. Planes that fought come home first, then
// those that did not fly, in the order of the lines (fine print 8); then everything else moves. Pledged carriers sail, and
// at the end what cannot stand where it is is removed.
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
