package position

import (
	"slices"
	"sort"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Position is the whole state of a game between two resolutions.
type Position struct {
	Round   int
	Power   board.Power // whose turn it is; Nobody while something precedes round 1
	Phase   order.Phase // where that turn stands
	Units   []Unit      // by ID
	NextID  int
	Owner   []board.Power // controller by space; sea zones only where the board gives them an owner
	Nations []Nation      // in turn order
	Turn    Turn
	Winner  board.Side
	Victors []board.Power // individual winners, several if they are equal
	Drawn   bool          // the game is over without a winner
}

// Over reports whether the game has ended, with or without a winner.
func (p *Position) Over() bool { return p.Winner != board.NoSide || p.Drawn }

// Clone copies a position deeply enough that changing either leaves the other alone. Orders are never changed in place
// and are shared.
func (p *Position) Clone() *Position {
	q := *p
	q.Units = slices.Clone(p.Units)
	q.Owner = slices.Clone(p.Owner)
	q.Victors = slices.Clone(p.Victors)
	q.Nations = slices.Clone(p.Nations)
	for i := range q.Nations {
		n := &q.Nations[i]
		n.Techs = slices.Clone(n.Techs)
		n.Advantages = slices.Clone(n.Advantages)
		n.Used = slices.Clone(n.Used)
		n.InForce = slices.Clone(n.InForce)
		n.AttackedBy = slices.Clone(n.AttackedBy)
		n.Standing = slices.Clone(n.Standing)
		n.Answers = slices.Clone(n.Answers)
	}
	q.Turn = p.Turn.clone()
	return &q
}

// Unit returns the unit with that ID, or nil. The pointer is good until a unit is added or removed.
func (p *Position) Unit(id int) *Unit {
	i := sort.Search(len(p.Units), func(i int) bool { return p.Units[i].ID >= id })
	if i < len(p.Units) && p.Units[i].ID == id {
		return &p.Units[i]
	}
	return nil
}

// Add puts a new unit on the board and returns its ID.
func (p *Position) Add(t board.UnitType, owner board.Power, at board.SpaceID) int {
	p.NextID++
	u := Unit{ID: p.NextID, Type: t, Owner: owner, At: at, Now: Fresh(at)}
	if t == board.AAGun {
		u.Original = owner
	}
	p.Units = append(p.Units, u)
	return p.NextID
}

// GunFrom is the original owner of an antiaircraft gun of which nothing else is known: in the hands of the enemy of its
// territory's original owner it was captured from that owner, else it is its holder's own.
func (p *Position) GunFrom(b *board.Board, u *Unit) board.Power {
	if s := b.Space(u.At); !s.Sea && Enemy(b, u.Owner, s.OriginalController) {
		return s.OriginalController
	}
	return u.Owner
}

// NoteGuns gives every antiaircraft gun without an original owner the one that [Position.GunFrom] returns. Such guns
// are in positions that older versions of the program have stored.
func (p *Position) NoteGuns(b *board.Board) {
	for i := range p.Units {
		if u := &p.Units[i]; u.Type == board.AAGun && u.Original == board.Nobody {
			u.Original = p.GunFrom(b, u)
		}
	}
}

// Remove takes units off the board. Their cargo must be named too; see CargoOf.
func (p *Position) Remove(ids ...int) {
	p.Units = slices.DeleteFunc(p.Units, func(u Unit) bool { return slices.Contains(ids, u.ID) })
}

// CargoOf returns the IDs of what is aboard a ship, in ID order.
func (p *Position) CargoOf(ship int) []int {
	var ids []int
	for i := range p.Units {
		if p.Units[i].Aboard == ship {
			ids = append(ids, p.Units[i].ID)
		}
	}
	return ids
}

// In returns pointers to the units in a space, cargo included, in ID order. They are good until a unit is added or
// removed.
func (p *Position) In(at board.SpaceID) []*Unit {
	var us []*Unit
	for i := range p.Units {
		if p.Units[i].At == at {
			us = append(us, &p.Units[i])
		}
	}
	return us
}

// Nation returns a power's own things, or nil for owners without a turn.
func (p *Position) Nation(power board.Power) *Nation {
	for i := range p.Nations {
		if p.Nations[i].Power == power {
			return &p.Nations[i]
		}
	}
	return nil
}

// HoldsCapital reports whether a power controls its own capital.
func (p *Position) HoldsCapital(b *board.Board, power board.Power) bool {
	s := b.SeatOf(power)
	return s != nil && p.Owner[s.Capital] == power
}

// Enemy reports whether two owners are on opposite sides.
func Enemy(b *board.Board, a, c board.Power) bool {
	x, y := b.SideOf(a), b.SideOf(c)
	return x != board.NoSide && y != board.NoSide && x != y
}

// HostileZone reports whether a sea zone holds an enemy ship of that side that is not submerged (R-44, T-4).
func (p *Position) HostileZone(b *board.Board, zone board.SpaceID, side board.Side) bool {
	for i := range p.Units {
		u := &p.Units[i]
		if u.At == zone && u.Type.IsShip() && !u.Submerged && b.SideOf(u.Owner) == side.Other() {
			return true
		}
	}
	return false
}

// FriendlyLand reports whether a territory is controlled by that side.
func (p *Position) FriendlyLand(b *board.Board, land board.SpaceID, side board.Side) bool {
	return !b.Space(land).Sea && b.SideOf(p.Owner[land]) == side
}

// Income is a power's national production: the sum of what it controls (R-131, T-11, without what advantages take).
// Middle East land counts for no power, a convoy centre only for its owner while no enemy controls its port.
func (p *Position) Income(b *board.Board, power board.Power) int {
	sum := 0
	for id, owner := range p.Owner {
		s := b.Space(board.SpaceID(id))
		switch {
		case owner != power, s.OriginalController == board.MiddleEast, s.Sea && s.OriginalController != power,
			s.Port != board.NoSpace && Enemy(b, p.Owner[s.Port], power):
		default:
			sum += s.Income
		}
	}
	return sum
}

// Embark puts fighters that are in sea zones but on no carrier onto the carriers there: own carriers first, then
// allies' in ID order, two to a carrier. Fighters that find no room stay as they are.
func (p *Position) Embark(b *board.Board) {
	for i := range p.Units {
		f := &p.Units[i]
		if f.Type != board.Fighter || f.Aboard != 0 || !b.Space(f.At).Sea {
			continue
		}
		f.Aboard = p.Deck(b, f)
	}
}

// DeckRoom is how many fighters a carrier holds.
const DeckRoom = 2

// Deck finds a carrier with room in a fighter's space: own first, then allies' in ID order; 0 if there is none.
func (p *Position) Deck(b *board.Board, f *Unit) int {
	ally := 0
	for i := range p.Units {
		c := &p.Units[i]
		if c.Type != board.Carrier || c.At != f.At || !b.Allied(c.Owner, f.Owner) || len(p.CargoOf(c.ID)) >= DeckRoom {
			continue
		}
		if c.Owner == f.Owner {
			return c.ID
		}
		if ally == 0 {
			ally = c.ID
		}
	}
	return ally
}
