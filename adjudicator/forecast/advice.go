package forecast

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// Thresholds of the hints: what is legal but odd. They refuse nothing.
const (
	poorChance = 0.10 // an attack below it is hardly worth its dice
	weakChance = 0.50 // a capital that falls oftener than it holds
)

// warnings tell what is odd about what was played.
func (s *threatScan) warnings() []order.Fault {
	s.Faults = nil
	s.poorOdds()
	s.unspent()
	if s.reach >= order.Noncombat {
		s.unplaced()
		s.openCapital()
		s.loneTransports()
	}
	return s.Faults
}

// poorOdds warns of attacks that hardly ever succeed.
func (s *threatScan) poorOdds() {
	for _, p := range s.fc.Battles {
		if c := p.Chance(); c < poorChance {
			s.AddHint(s.lineOf(p.Battle.Space), order.PoorOdds, phase.WithSpace(p.Battle.Space),
				phase.WithWord(percent(c)))
		}
	}
}

// percent writes a chance for a sentence.
func percent(chance float64) string {
	switch {
	case chance > 0 && chance < 0.01:
		return "<1"
	case chance < 1 && chance > 0.99:
		return ">99"
	}
	return fmt.Sprintf("%.0f", 100*chance)
}

// lineOf is the first line that brings units to a battle, 0 if none names it.
func (s *threatScan) lineOf(space board.SpaceID) int {
	for _, o := range s.sheet.Parts[order.Combat].Orders {
		if s, ok := movement.Target(o); ok && s == space {
			return o.LineNo()
		}
	}
	return 0
}

// unspent warns of money that buys nothing though a complex could place something. `buy nothing` says that it is meant.
func (s *threatScan) unspent() {
	part := s.sheet.Parts[order.Buy]
	if !s.fc.Buys || part.Held || s.fc.Money < s.Rules.Cost(board.Infantry) ||
		len(phase.UsableComplexes(s.before)) == 0 {
		return
	}
	s.AddHint(0, order.MoneyUnspent, phase.WithUnit(board.Infantry),
		phase.WithNumbers(s.fc.Money, s.Rules.Cost(board.Infantry)))
}

// unplaced warns of units that wait another turn though they could stand somewhere.
func (s *threatScan) unplaced() {
	n := s.Pos.Nation(s.fc.Power)
	if !s.ended || !n.HasTurn() {
		return
	}
	for t, have := range n.Bought() {
		if have > 0 {
			s.AddHint(s.sheet.Parts[order.Place].Line, order.LeftUnplaced, phase.WithUnit(board.UnitType(t)),
				phase.WithNumbers(have, 0))
		}
	}
}

// openCapital warns of an own capital that no unit defends, or that the strongest of the enemies who can come there
// would take more often than not.
func (s *threatScan) openCapital() {
	seat := s.Board.SeatOf(s.fc.Power)
	if seat == nil || !s.Pos.HoldsCapital(s.Board, s.fc.Power) {
		return
	}
	var foe board.Power
	worst := 0.0
	for _, enemy := range s.enemies() {
		x := s.sendTo(enemy, seat.Capital)
		if len(x.land)+len(x.sea) == 0 {
			continue
		}
		c := x.chance()
		if c > worst {
			worst, foe = c, enemy
		}
	}
	switch {
	case foe == board.Nobody:
	case len(s.defenders(seat.Capital)) == 0:
		s.AddHint(0, order.CapitalEmpty, phase.WithSpace(seat.Capital), phase.WithPower(foe))
	case worst >= weakChance:
		s.AddHint(0, order.CapitalWeak, phase.WithSpace(seat.Capital), phase.WithPower(foe),
			phase.WithWord(percent(worst)))
	}
}

// enemies lists the powers of the other side that have a turn.
func (s *threatScan) enemies() []board.Power {
	var list []board.Power
	for _, seat := range s.Board.Seats {
		if position.Enemy(s.Board, seat.Power, s.fc.Power) {
			list = append(list, seat.Power)
		}
	}
	return list
}

// defenders are the units of the side in a territory that defend it.
func (s *threatScan) defenders(at board.SpaceID) []position.Unit {
	return slices.DeleteFunc(slices.Collect(s.Pos.In(at)), func(u position.Unit) bool {
		return !s.Board.Allied(u.Owner, s.fc.Power) || u.Type.IsBooty() || u.Type.IsShip()
	})
}

// loneTransports warns of transports that this file left without a warship where an enemy can come.
func (s *threatScan) loneTransports() {
	var zones []board.SpaceID
	for u := range s.Pos.Units() {
		if u.Type != board.Transport || u.Owner != s.fc.Power || slices.Contains(zones, u.At) {
			continue
		}
		was := s.before.Pos.Unit(u.ID)
		if was.ID == 0 || was.At == u.At || s.escorted(u.At) {
			continue
		}
		zones = append(zones, u.At)
		for _, enemy := range s.enemies() {
			if x := s.sendTo(enemy, u.At); len(x.sea)+len(x.air) > 0 {
				s.AddHint(s.lineOf(u.At), order.TransportAlone, phase.WithSpace(u.At), phase.WithPower(enemy))
				break
			}
		}
	}
}

// escorted reports whether a friendly warship is in a zone.
func (s *threatScan) escorted(zone board.SpaceID) bool {
	return s.Pos.AnyIn(zone, func(u position.Unit) bool {
		return u.Type.IsShip() && u.Type != board.Transport && s.Board.Allied(u.Owner, s.fc.Power)
	})
}

// threats is what an enemy could send to a space in its next turn as things stand: overland, by air, and by sea
// (warships to a zone; to a territory the units that transports can put ashore).
type threats struct {
	turn           *phase.Turn
	reach          movement.Reach
	to             board.SpaceID
	land, air, sea []int
}

// sendTo finds them. It is a rough guess: ships are thought to sail freely, and each transport loads in one place.
func (s *threatScan) sendTo(enemy board.Power, to board.SpaceID) threats {
	j := position.NewJournal(s.Pos)
	adjudicator.StartTurn(s.Rules, j, event.TurnBegan{Power: enemy, Round: s.Pos.Round(), Phase: order.Combat})
	pos := j.Now()
	t := phase.Begin(phase.State{Rules: s.Rules, Position: pos, Resolver: phase.Assumed()})
	x := threats{turn: t, reach: movement.NewReach(t), to: to}
	for u := range pos.Units() {
		switch {
		case u.Owner != enemy || u.Type.IsBooty():
		case u.Type.IsAir():
			if x.reach.ByAir(u, to) {
				x.air = append(x.air, u.ID)
			}
		case u.Type == board.Transport:
			x.embark(u)
		case u.Type.IsShip():
			if t.Board.Space(to).Sea && x.reach.BySea(u, to) {
				x.sea = append(x.sea, u.ID)
			}
		case u.Aboard == 0 && !t.Board.Space(to).Sea:
			if x.reach.Overland(u, to) {
				x.land = append(x.land, u.ID)
			}
		}
	}
	return x
}

// embark puts ashore what a transport has aboard or finds on the coasts next to its zone: two units, one of them
// infantry.
func (x *threats) embark(ship position.Unit) {
	if x.turn.Board.Space(x.to).Sea {
		return
	}
	reaches := func(z board.SpaceID) bool {
		return x.reach.BySea(ship, z) && !x.turn.IsHostile(z)
	}
	if !slices.ContainsFunc(x.turn.Board.Near(x.to), func(z board.SpaceID) bool {
		return x.turn.Board.Space(z).Sea && reaches(z)
	}) {
		return
	}
	cargo := x.turn.Pos.CargoOf(ship.ID)
	for _, heavy := range []bool{true, false} {
		for u := range x.turn.Pos.Units() {
			if len(cargo) >= 2 || u.Owner != ship.Owner || !u.Type.IsFightingLand() ||
				(u.Type != board.Infantry) != heavy ||
				!x.turn.Board.Touch(u.At, ship.At) || u.Aboard != 0 || x.sent(u.ID) || slices.Contains(cargo, u.ID) {
				continue
			}
			cargo = append(cargo, u.ID)
			if heavy {
				break
			}
		}
	}
	x.sea = append(x.sea, cargo...)
}

func (x *threats) sent(id int) bool { return slices.Contains(x.land, id) || slices.Contains(x.sea, id) }

// chance is how likely they would take the territory; 0 for a battle too large to tell, of which there is no warning.
func (x *threats) chance() float64 {
	t := x.turn
	units := t.InOrder(slices.Concat(x.land, x.air, x.sea))
	for i := range units {
		units[i].Aboard = 0
	}
	t.Emit(event.SteppedAside{Power: t.Power, To: x.to, Units: units})
	t.Mark(x.sea, position.FromSea)
	b := position.Battle{Space: x.to, Attackers: t.AttackersIn(x.to), Defenders: t.DefendersIn(x.to),
		Holder: t.Pos.Owner(x.to), Landing: len(x.sea) > 0}
	if len(b.Defenders) == 0 {
		return 1
	}
	p, err := odds.Chance(combat.NewBattle(t, &b))
	if err != nil {
		return 0
	}
	return p
}
