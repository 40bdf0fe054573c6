package board

import (
	"slices"
	"strconv"
)

// SpaceID numbers the spaces of one board: land by name, then sea zones by number or name. So sorting by id is sorting
// as the fine print of the order language wants it (territories alphabetically before sea zones).
type SpaceID int16

// NoSpace is no space; the zero SpaceID is a real one.
const NoSpace SpaceID = -1

// Space is a territory or a sea zone.
type Space struct {
	ID                 SpaceID
	Name               string  // canonical, as printed on the board; sea zones of Revised are SZ1 … SZ64
	Sea                bool    // a sea zone
	Income             int     // IPC a turn for its controller; of a sea zone: it is a convoy centre
	OriginalController Power   // original controller; Neutral for land that no unit may enter
	City               string  // its victory city, if any
	Island             SpaceID // the one sea zone that encloses it, or NoSpace (D p. 26)
	Port               SpaceID // of a convoy centre: land without which it earns nothing, or NoSpace
}

// IsConvoy reports whether s is a convoy centre: a sea zone that is worth income.
func (s *Space) IsConvoy() bool { return s.Sea && s.Income > 0 }

// Seat is what the board prints of a power: its role in labels and records, its side, its capital.
type Seat struct {
	Power   Power
	Role    string // RUS GER UK JPN USA
	Side    Side
	Capital SpaceID
}

// Stack is a number of equal units of a power in a space, as set-ups list them.
type Stack struct {
	Power Power
	Space SpaceID
	Type  UnitType
	N     int
}

// Canal is a passage between two sea zones that is open to a side which holds all its territories at the start of the
// mover's turn.
type Canal struct {
	A, B  SpaceID
	Banks []SpaceID
}

// Board is one game's board and set-up. It never changes after it was parsed.
type Board struct {
	Seats  []Seat // in turn order
	Spaces []Space
	Setup  []Stack
	Canals []Canal

	near   [][]SpaceID // neighbours by space, sorted
	closed map[[2]SpaceID]bool
	byName map[string]SpaceID
}

// Space returns a space by its id.
func (b *Board) Space(id SpaceID) *Space { return &b.Spaces[id] }

// Name returns a space's canonical name, or "" for NoSpace.
func (b *Board) Name(id SpaceID) string {
	if id < 0 || int(id) >= len(b.Spaces) {
		return ""
	}
	return b.Spaces[id].Name
}

// Find returns the space of that canonical name. Package orders has the lexicon for what players write.
func (b *Board) Find(name string) (SpaceID, bool) { id, ok := b.byName[name]; return id, ok }

// Near returns the neighbours of a space in ascending order, also those to which nothing may pass. Callers must not
// change it.
func (b *Board) Near(id SpaceID) []SpaceID { return b.near[id] }

// Touch reports whether two spaces are neighbours, whether or not units may pass.
func (b *Board) Touch(a, c SpaceID) bool { _, ok := slices.BinarySearch(b.near[a], c); return ok }

// Closed reports whether two neighbours touch but nothing may pass between them (the Turkish straits of Europe).
func (b *Board) Closed(a, c SpaceID) bool { return b.closed[[2]SpaceID{min(a, c), max(a, c)}] }

// CanalBetween returns the canal of the step between two sea zones, or nil.
func (b *Board) CanalBetween(a, c SpaceID) *Canal {
	for i := range b.Canals {
		if k := &b.Canals[i]; k.A == a && k.B == c || k.A == c && k.B == a {
			return k
		}
	}
	return nil
}

// SeatOf returns what is printed of a power, or nil if it has no turn on this board.
func (b *Board) SeatOf(p Power) *Seat {
	for i := range b.Seats {
		if b.Seats[i].Power == p {
			return &b.Seats[i]
		}
	}
	return nil
}

// Index is a power's place in the turn order, or len(Seats) for owners without a turn.
func (b *Board) Index(p Power) int {
	for i := range b.Seats {
		if b.Seats[i].Power == p {
			return i
		}
	}
	return len(b.Seats)
}

// SideOf returns a power's side. Middle East land is the Allies' friend; neutrals have no side.
func (b *Board) SideOf(p Power) Side {
	if s := b.SeatOf(p); s != nil {
		return s.Side
	}
	if p == MiddleEast {
		return Allies
	}
	return NoSide
}

// PowerOf returns the power of a role ("RUS"), or Nobody.
func (b *Board) PowerOf(role string) Power {
	for _, s := range b.Seats {
		if s.Role == role {
			return s.Power
		}
	}
	return Nobody
}

// Powers lists the powers in turn order.
func (b *Board) Powers() []Power {
	ps := make([]Power, len(b.Seats))
	for i, s := range b.Seats {
		ps[i] = s.Power
	}
	return ps
}

// CapitalOf returns whose capital a space is, or Nobody.
func (b *Board) CapitalOf(id SpaceID) Power {
	for _, s := range b.Seats {
		if s.Capital == id {
			return s.Power
		}
	}
	return Nobody
}

func itoa(n int) string     { return strconv.Itoa(n) }
func quote(s string) string { return strconv.Quote(s) }

// Allied reports whether two owners are on the same side, a power and itself included.
func (b *Board) Allied(a, c Power) bool {
	return a != Nobody && b.SideOf(a) != NoSide && b.SideOf(a) == b.SideOf(c)
}
