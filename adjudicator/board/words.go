// Package board holds the words of the game: powers, unit types, spaces and how they touch, and the boards of both
// games as data. Everything else speaks in these words; the package itself imports nothing of ours.
package board

import "strings"

// Power is a power by its canonical name ("USSR", "Germany", "UK", "Japan", "USA"), or one of the owners below that
// never take a turn. The zero value is nobody.
type Power string

// Owners of land that are no players.
const (
	Nobody     Power = ""
	Neutral    Power = "neutral"
	MiddleEast Power = "Middle East"
)

// Side is one of the two alliances.
type Side uint8

// The sides. NoSide is that of neutrals and of nobody.
const (
	NoSide Side = iota
	Axis
	Allies
)

// String is the side's canonical name.
func (s Side) String() string { return [...]string{"", "Axis", "Allies"}[s] }

// Other is the enemy side.
func (s Side) Other() Side { return [...]Side{NoSide, Allies, Axis}[s] }

// UnitType is a type of piece. Its order is the order in which dice go to units of one column and power (cases.md).
type UnitType uint8

// The twelve unit types; NoUnit is the zero value.
const (
	NoUnit UnitType = iota
	Infantry
	Artillery
	Tank
	AAGun
	Complex
	Fighter
	Bomber
	Battleship
	Destroyer
	Carrier
	Transport
	Submarine
	NumUnitTypes
)

var unitNames = [NumUnitTypes]string{"", "infantry", "artillery", "tank", "antiaircraft gun", "industrial complex", "fighter",
	"bomber", "battleship", "destroyer", "aircraft carrier", "transport", "submarine"}

// String is the canonical singular name.
func (t UnitType) String() string {
	if t < NumUnitTypes {
		return unitNames[t]
	}
	return "unit?"
}

// Plural is the canonical plural; infantry and artillery have none of their own.
func (t UnitType) Plural() string {
	switch t {
	case Infantry, Artillery:
		return t.String()
	case Complex:
		return "industrial complexes"
	}
	return t.String() + "s"
}

// MarshalText writes the canonical name, so that JSON of positions and events is readable.
func (t UnitType) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a canonical name.
func (t *UnitType) UnmarshalText(b []byte) error {
	u, ok := ParseUnit(string(b))
	if !ok && len(b) > 0 {
		return &FormatError{What: "unit", Text: string(b)}
	}
	*t = u
	return nil
}

// ParseUnit reads a canonical name, singular or plural. Synonyms and other languages are the lexicon's (package
// orders).
func ParseUnit(s string) (UnitType, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	for t := Infantry; t < NumUnitTypes; t++ {
		if s == t.String() || s == t.Plural() {
			return t, true
		}
	}
	return NoUnit, false
}

// IsLand tells land units: those that move on land or as cargo. Guns and complexes are land units that do not fight.
func (t UnitType) IsLand() bool { return t >= Infantry && t <= Complex }

// IsFightingLand tells the land units that fight, can be lost and can capture: infantry, artillery, tank.
func (t UnitType) IsFightingLand() bool { return t >= Infantry && t <= Tank }

// IsAir tells fighters and bombers.
func (t UnitType) IsAir() bool { return t == Fighter || t == Bomber }

// IsShip tells every sea unit, submarines and transports included.
func (t UnitType) IsShip() bool { return t >= Battleship && t <= Submarine }

// UnitTypes lists all types in canonical order.
func UnitTypes() []UnitType {
	ts := make([]UnitType, 0, NumUnitTypes-1)
	for t := Infantry; t < NumUnitTypes; t++ {
		ts = append(ts, t)
	}
	return ts
}

// FormatError is a word or a data line that cannot be read.
type FormatError struct {
	What string // what was expected
	Text string // what was found
	Line int    // 1-based line of a data file; 0 where there is none
}

func (e *FormatError) Error() string {
	s := "bad " + e.What + " " + quote(e.Text)
	if e.Line > 0 {
		s = "line " + itoa(e.Line) + ": " + s
	}
	return s
}

// IsBooty tells the pieces that change hands with their territory: guns and complexes.
func (t UnitType) IsBooty() bool { return t == AAGun || t == Complex }
