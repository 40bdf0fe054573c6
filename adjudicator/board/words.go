// Package board holds the words of the game: powers, unit types, spaces and how they touch, and the boards of both
// games as data. It imports no other package of this module.
package board

import "strings"

// Power is a power by its canonical name ("USSR", "Germany", "UK", "Japan", "USA"), or one of the owners below that
// never take a turn. The zero value is [Nobody].
type Power string

// Owners of land that are not played.
const (
	Nobody     Power = ""
	Neutral    Power = "neutral"
	MiddleEast Power = "Middle East"
)

// Side is one of the two alliances.
type Side uint8

// The sides. NoSide is that of neutrals and of [Nobody].
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

var unitNames = [NumUnitTypes]string{"", "infantry", "artillery", "tank", "antiaircraft gun", "industrial complex",
	"fighter", "bomber", "battleship", "destroyer", "aircraft carrier", "transport", "submarine"}

// String is the canonical singular name.
func (t UnitType) String() string {
	if t < NumUnitTypes {
		return unitNames[t]
	}
	return "unit?"
}

// Plural returns the canonical plural; that of infantry and artillery equals the singular.
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

// ParseUnit reads a canonical name, singular or plural. Package orders has the lexicon of synonyms and other languages.
func ParseUnit(s string) (UnitType, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	for t := Infantry; t < NumUnitTypes; t++ {
		if s == t.String() || s == t.Plural() {
			return t, true
		}
	}
	return NoUnit, false
}

// IsLand reports whether t is a land unit. Antiaircraft guns and industrial complexes are land units that do not fight.
func (t UnitType) IsLand() bool { return t >= Infantry && t <= Complex }

// IsFightingLand reports whether t is a land unit that fights, can be lost and can capture: infantry, artillery or
// tank.
func (t UnitType) IsFightingLand() bool { return t >= Infantry && t <= Tank }

// IsAir reports whether t is a fighter or a bomber.
func (t UnitType) IsAir() bool { return t == Fighter || t == Bomber }

// IsShip reports whether t is a sea unit, submarines and transports included.
func (t UnitType) IsShip() bool { return t >= Battleship && t <= Submarine }

// UnitTypes lists all types in canonical order.
func UnitTypes() []UnitType {
	ts := make([]UnitType, 0, NumUnitTypes-1)
	for t := Infantry; t < NumUnitTypes; t++ {
		ts = append(ts, t)
	}
	return ts
}

// FormatError reports a word or a data line that cannot be read.
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

// IsBooty reports whether units of type t change hands with their territory, as guns and complexes do.
func (t UnitType) IsBooty() bool { return t == AAGun || t == Complex }
