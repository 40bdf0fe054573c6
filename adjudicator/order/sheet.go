package order

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Header is who speaks about which game. Zero values mean: not said.
type Header struct {
	Game  string
	Power board.Power
	Round int
	Key   string
	Base  string // 64 hex digits
	Salt  string // 32 hex digits
	Lines HeaderLines
}

// HeaderLines are the lines on which the header's fields stand, 0 where they came from the subject or are missing.
type HeaderLines struct{ Game, Power, Round, Key, Base, Salt int }

// File is everything one mail or case section says to the adjudicator.
type File struct {
	Header   Header
	Check    bool // judge, do not play
	Sheet    Sheet
	Standing []Standing
	Answers  []Order // Enigma, Nonaggression, Resistance, PlaceByDefault, Share, Oil, Choose, Garrison, Declare
	Withdraw Withdrawals
	Clear    int // line of `standing clear`, 0 without
}

// Sheet is the turn orders of one file: any leading part of a turn.
type Sheet struct {
	Parts   [NumPhases]PhaseOrders // by phase
	Battles []Battle
	Done    int // line of `done`, 0 without
}

// PhaseOrders is the orders of one phase. Listed without orders it is an empty phase that is played.
type PhaseOrders struct {
	Held   bool
	Line   int // of the first heading or order
	Orders []Order
	Take   Taking `json:"-"` // how a phase is to read the numbers of units; not stored
}

// FirstLine is the line of the first order, of the heading if there is none.
func (p PhaseOrders) FirstLine() int {
	if len(p.Orders) > 0 {
		return p.Orders[0].LineNo()
	}
	return p.Line
}

// Taking says what a line does that names more units than there are.
type Taking uint8

// Exactly makes it a fault. Available takes those that are left: the line is of an accepted file, and what was played
// before its phase has cost some of them (fine print 9).
const (
	Exactly Taking = iota
	Available
)

// Battle is a `battle SPACE` section.
type Battle struct {
	At
	Space   board.SpaceID
	Tactics []Tactic
}

// Scope says where a section of standing orders applies.
type Scope uint8

// Scopes of standing sections.
const (
	DefendEverywhere Scope = iota
	DefendSpace
	AttackSpace // the UK's voice in a Joint Strike
)

// Standing is a standing section: the defender's voice.
type Standing struct {
	At
	Scope   Scope
	Space   board.SpaceID // NoSpace for DefendEverywhere
	Tactics []Tactic
}

// Tactic is one line of a battle or standing section.
type Tactic struct {
	At
	Do       Verb
	Losses   []Loss          // Losses, TheirLosses: unit list
	Keep     []Kept          // Losses, TheirLosses: what is lost after all else
	Mode     Mode            // Losses, TheirLosses: named list instead
	To       board.SpaceID   // Retreat
	N        int             // Submerge, Kaiten, Intercept: how many; 0 = all
	Units    []Units         // Intercept
	Spaces   []board.SpaceID // Flee, in order of preference
	Cond     Cond            // when it applies
	Negative bool            // `submerge never`
}

// Verb is what a tactic line does.
type Verb uint8

// The verbs of tactic lines.
const (
	Losses Verb = iota + 1
	TheirLosses
	Retreat
	WithdrawAircraft
	Submerge
	CallOff
	NoBombardment
	Pause
	Flee
	Intercept
	Kaiten
	Object
)

// Mode is a named order of loss.
type Mode uint8

// The modes that `losses` can name (issue 3): by cost, land units last, aircraft last.
const (
	NoMode Mode = iota
	Cheapest
	SaveLand
	SaveAircraft
)

// When is the kind of a condition.
type When uint8

// The conditions of tactic lines (fine print 11).
const (
	Always         When = iota
	AfterRound          // at the end of round N or any later one
	FewerThan           // fewer than N attacking units still take part
	OddsBelow           // the odds of taking the space are below Percent
	IfAlone             // no other own ship and no plane in the battle
	IfNoDestroyer       // no enemy destroyer in the battle
	AlwaysSubmerge      // `submerge always`: as soon as the rules let it
)

// Cond is a condition.
type Cond struct {
	When    When
	N       int     // AfterRound, FewerThan
	Percent float64 // OddsBelow, 0 to 100
}

// Reaches reports whether the orders reach a phase: with lines for it or a later one, with `done`, or, until the fight
// is over, with a battle section.
func (s *Sheet) Reaches(ph Phase) bool {
	return s.Done != 0 || ph <= Combat && len(s.Battles) > 0 ||
		slices.ContainsFunc(s.Parts[ph:], func(p PhaseOrders) bool { return p.Held })
}

// Empty reports whether there are no turn orders.
func (s *Sheet) Empty() bool { return !s.Reaches(NoPhase) }
