// Package order holds orders as values: what a player's file says once it is understood, free of language and of mail.
// The parser and the printer are in package orders; what an order does is the adjudicator's.
package order

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Phase is a part of a turn that orders can address.
type Phase uint8

// The phases in the order in which any rule set may use them (names.md).
const (
	NoPhase Phase = iota
	Bonus
	Research
	Buy
	Combat
	Noncombat
	Place
	NumPhases
)

// String is the phase's canonical name.
func (p Phase) String() string {
	return [...]string{"", "bonus", "research", "buy", "combat", "noncombat", "place"}[p]
}

// MarshalText writes the canonical name.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a canonical name.
func (p *Phase) UnmarshalText(b []byte) error {
	for q := NoPhase; q < NumPhases; q++ {
		if q.String() == string(b) {
			*p = q
			return nil
		}
	}
	return &board.FormatError{What: "phase", Text: string(b)}
}

// All as a number of units means: as many as can still be taken.
const All = -1

// Units is one entry of a list of units: "3 infantry", "2 UK infantry", "all".
type Units struct {
	N     int            // how many; All for "all infantry" and "all"
	Type  board.UnitType // NoUnit for a bare "all"
	Power board.Power    // whose, if another's are named; else Nobody
}

// Group is units that start from one space.
type Group struct {
	Units []Units
	From  board.SpaceID
}

// Ship picks the ships an order uses: "by 1 transport in SZ14", "onto 1 UK transport in SZ13", "on 1 UK carrier".
type Ship struct {
	N     int
	Type  board.UnitType
	Power board.Power
	In    board.SpaceID // where it starts; NoSpace if not said
}

// Order is one line of orders. Line numbers start at 1 and are those of the text it came from; a joined line has that
// of its first.
type Order interface{ LineNo() int }

// At is the line number of an order. Every order embeds it.
type At struct {
	Line int `json:",omitempty"`
}

// LineNo returns the line.
func (a At) LineNo() int { return a.Line }

// The orders of a turn, in the order of orders.md.
type (
	// BonusUnits places units bought with the advance before round 1 (Europe); Nothing passes.
	BonusUnits struct {
		At
		Units   []Units
		In      board.SpaceID
		Nothing bool
	}
	// ResearchTech buys dice for one technology (number as in names.md, 1 to 6).
	ResearchTech struct {
		At
		Tech int
		Dice int
	}
	// BuyUnits buys units; If is a technology that this turn's research must have brought (or, with Not, must not).
	BuyUnits struct {
		At
		Units []Units
		If    int // 0: unconditional
		Not   bool
	}
	// Convert turns allied units in a territory into one's own (Lend-Lease). Europe's "take over" is TakeOver.
	Convert struct {
		At
		Units []Units
		In    board.SpaceID
	}
	// Move moves units to a space, by a way if Via is given.
	Move struct {
		At
		Groups   []Group
		To       board.SpaceID
		Via      []board.SpaceID
		Kamikaze bool
	}
	// ShipUnits loads, sails and lands in one line. The last of Via is where the cargo goes ashore.
	ShipUnits struct {
		At
		Groups []Group
		To     board.SpaceID
		Via    []board.SpaceID
		By     *Ship
	}
	// Load takes units aboard and leaves them there; Sail moves on afterwards (NoSpace: stays).
	Load struct {
		At
		Groups []Group
		Onto   *Ship
		Sail   board.SpaceID
		Via    []board.SpaceID
	}
	// Unload lands cargo that is already aboard in a sea zone.
	Unload struct {
		At
		Units []Units
		From  board.SpaceID
		To    board.SpaceID
		By    *Ship
	}
	// Bomb is a strategic bombing raid; fighters in Europe escort.
	Bomb struct {
		At
		Target board.SpaceID
		Groups []Group
		Via    []board.SpaceID
	}
	// Rocket fires a gun's rocket.
	Rocket struct {
		At
		Target, From board.SpaceID
	}
	// Bombard assigns ships' bombardment to one landing.
	Bombard struct {
		At
		Target board.SpaceID
		Ships  []Units
		In     board.SpaceID // NoSpace if not said
	}
	// AttackSubs says in words that units stay and fight in a zone.
	AttackSubs struct {
		At
		In board.SpaceID
	}
	// Pledge promises that a carrier will meet fighters in a zone in noncombat.
	Pledge struct {
		At
		Carrier  Units
		From, To board.SpaceID
	}
	// BattleOrder lists battles in the order in which they are fought.
	BattleOrder struct {
		At
		Spaces []board.SpaceID
	}
	// Land lands planes; Onward is a second flight (Mideast Oil), NoSpace without one.
	Land struct {
		At
		Groups    []Group
		To        board.SpaceID
		Via       []board.SpaceID
		On        *Ship
		Onward    board.SpaceID
		OnwardVia []board.SpaceID
	}
	// TakeOver makes allied units one's own (Europe's Patriotic War).
	TakeOver struct {
		At
		Units []Units
		In    board.SpaceID
	}
	// PlaceUnits mobilizes; From is set for an existing fighter that goes onto a new carrier.
	PlaceUnits struct {
		At
		Units []Units
		In    board.SpaceID
		From  board.SpaceID
	}
	// Garrison puts the Colonial Garrison's complex, before round 1.
	Garrison struct {
		At
		In board.SpaceID
	}
	// Declare uses a national advantage that must be declared, by its canonical name.
	Declare struct {
		At
		Advantage string
	}
)

// The orders that are no part of the own turn: answers and agreements.
type (
	// Enigma is the UK's one special move, or its refusal.
	Enigma struct {
		At
		Move  *Move
		Never bool // `enigma never`: standing
	}
	// Nonaggression prefers territories for the treaty's infantry.
	Nonaggression struct {
		At
		Spaces []board.SpaceID
	}
	// Resistance sets when the French rise: at once, or when asked.
	Resistance struct {
		At
		Asked bool
	}
	// PlaceByDefault lets what no line places go by D23.
	PlaceByDefault struct{ At }
	// Share proposes how allies split their advance (Europe).
	Share struct {
		At
		Parts []Part
	}
	// Choose names the national advantages that a power takes before its first turn, by their canonical names.
	Choose struct {
		At
		Advantages []string
	}
	// Oil proposes how the Allies split a Middle East payment (Europe).
	Oil struct {
		At
		Parts []Part
	}
)

// Part is a power's share.
type Part struct {
	Power board.Power
	N     int
}

// Shares are parts in the order in which they name powers: each power once, with all that its parts give it, and none
// that has nothing.
func Shares(parts []Part) []Part {
	var list []Part
	for _, p := range parts {
		i := slices.IndexFunc(list, func(x Part) bool { return x.Power == p.Power })
		switch {
		case i >= 0:
			list[i].N += p.N
		case p.N != 0:
			list = append(list, p)
		}
	}
	return list
}
