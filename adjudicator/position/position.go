package position

import (
	"iter"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Position is the whole state of a game between two resolutions. Only events change it: what its methods return are
// values, copies, and views that cannot change it.
type Position struct{ d Data }

// Data is the position as a plain value, copied.
func (p *Position) Data() Data { return p.d.Clone() }

// Clone copies a position so that events that change either leave the other alone.
func (p *Position) Clone() *Position { return &Position{d: p.d.CloneApart()} }

// Round is the round of the turn that is played, from 1.
func (p *Position) Round() int { return p.d.Round }

// Power is the power on turn, [board.Nobody] while something precedes round 1.
func (p *Position) Power() board.Power { return p.d.Power }

// Phase is where the turn is.
func (p *Position) Phase() order.Phase { return p.d.Phase }

// Winner is the side that has won.
func (p *Position) Winner() board.Side { return p.d.Winner }

// Drawn reports whether the game is over without a winner.
func (p *Position) Drawn() bool { return p.d.Drawn }

// Over reports whether the game has ended, with or without a winner.
func (p *Position) Over() bool { return p.d.Winner != board.NoSide || p.d.Drawn }

// LastID is the highest ID that a unit was given.
func (p *Position) LastID() int { return p.d.NextID }

// Owner is the controller of a space. Sea zones have one only where the board gives them an owner.
func (p *Position) Owner(at board.SpaceID) board.Power { return p.d.Owner[at] }

// Owners lists the controllers of all spaces.
func (p *Position) Owners() iter.Seq2[board.SpaceID, board.Power] {
	return func(yield func(board.SpaceID, board.Power) bool) {
		for id, power := range p.d.Owner {
			if !yield(board.SpaceID(id), power) {
				return
			}
		}
	}
}

// Nation is what belongs to a power.
func (p *Position) Nation(power board.Power) Nation { return Nation{p.d.Nation(power)} }

// Nations lists what belongs to each power with a turn, in turn order.
func (p *Position) Nations() iter.Seq[Nation] {
	return func(yield func(Nation) bool) {
		for i := range p.d.Nations {
			if !yield(Nation{&p.d.Nations[i]}) {
				return
			}
		}
	}
}

// Turn is the turn of the power on turn.
func (p *Position) Turn() Turn { return Turn{&p.d.Turn} }

// Unit returns the unit with that ID, as it is now. Without one it is the zero Unit, whose ID is 0.
func (p *Position) Unit(id int) Unit {
	if u := p.d.Unit(id); u != nil {
		return *u
	}
	return Unit{}
}

// Units lists all units, by ID. A loop that adds or removes units must collect them first.
func (p *Position) Units() iter.Seq[Unit] {
	return func(yield func(Unit) bool) {
		for i := range p.d.Units {
			if !yield(p.d.Units[i]) {
				return
			}
		}
	}
}

// In lists the units in a space, cargo included, by ID. A loop that adds, moves or removes units must collect them
// first.
func (p *Position) In(at board.SpaceID) iter.Seq[Unit] {
	return func(yield func(Unit) bool) {
		for i := range p.d.Units {
			if p.d.Units[i].At == at && !yield(p.d.Units[i]) {
				return
			}
		}
	}
}

// AnyIn reports whether a space has a unit of which something is true.
func (p *Position) AnyIn(at board.SpaceID, is func(Unit) bool) bool {
	for i := range p.d.Units {
		if p.d.Units[i].At == at && is(p.d.Units[i]) {
			return true
		}
	}
	return false
}

// CargoOf returns the IDs of what is aboard a ship, in ID order.
func (p *Position) CargoOf(ship int) []int { return p.d.CargoOf(ship) }

// HoldsCapital reports whether a power controls its own capital.
func (p *Position) HoldsCapital(b *board.Board, power board.Power) bool {
	s := b.SeatOf(power)
	return s != nil && p.d.Owner[s.Capital] == power
}

// Enemy reports whether two owners are on opposite sides.
func Enemy(b *board.Board, a, c board.Power) bool {
	x, y := b.SideOf(a), b.SideOf(c)
	return x != board.NoSide && y != board.NoSide && x != y
}

// HostileZone reports whether a sea zone holds an enemy ship of that side that is not submerged (R-44, T-4).
func (p *Position) HostileZone(b *board.Board, zone board.SpaceID, side board.Side) bool {
	for i := range p.d.Units {
		u := &p.d.Units[i]
		if u.At == zone && u.Type.IsShip() && !u.Submerged && b.SideOf(u.Owner) == side.Other() {
			return true
		}
	}
	return false
}

// FriendlyLand reports whether a territory is controlled by that side.
func (p *Position) FriendlyLand(b *board.Board, land board.SpaceID, side board.Side) bool {
	return !b.Space(land).Sea && b.SideOf(p.d.Owner[land]) == side
}

// Income is a power's national production: the sum of what it controls (R-131, T-11, without what advantages take).
// Middle East land counts for no power, a convoy centre only for its owner while no enemy controls its port.
func (p *Position) Income(b *board.Board, power board.Power) int {
	sum := 0
	for id, owner := range p.d.Owner {
		s := b.Space(board.SpaceID(id))
		switch {
		case owner != power, s.OriginalController == board.MiddleEast, s.Sea && s.OriginalController != power,
			s.Port != board.NoSpace && Enemy(b, p.d.Owner[s.Port], power):
		default:
			sum += s.Income
		}
	}
	return sum
}

// Deck finds a carrier with room in a fighter's space: own first, then allies' in ID order; 0 if there is none.
func (p *Position) Deck(b *board.Board, f Unit) int { return p.d.Deck(b, &f) }
