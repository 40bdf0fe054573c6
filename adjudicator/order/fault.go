package order

import "fieldpost/adjudicator/board"

// Severity says how bad a fault is.
type Severity uint8

// The severities: what was not understood and what is not allowed refuse a file; a hint does not.
const (
	NotUnderstood Severity = iota
	NotAllowed
	Unwise
)

// Fault is one thing wrong with one line. It carries no prose: Code names the message and its remedy in the catalogues
// of package templates; the other fields fill them. Each code's doc comment says which fields it uses.
type Fault struct {
	Line     int // 1-based; 0 for a fault without a line (power, round, key)
	Severity Severity
	Code     Code
	Power    board.Power    `json:",omitempty"`
	Unit     board.UnitType `json:",omitempty"`
	Space    board.SpaceID  // NoSpace where unused
	Other    board.SpaceID  // a second space; NoSpace where unused
	Have     int            `json:",omitempty"`
	Want     int            `json:",omitempty"`
	Word     string         `json:",omitempty"` // a word of the player's
	Suggest  []string       `json:",omitempty"` // what they may have meant, canonical
	Most     int            `json:",omitempty"` // the largest number that would be accepted; 0: unknown
	Offer    string         `json:",omitempty"` // a line that would be accepted, in the reader's language; "": unknown
	Spaces   []board.SpaceID
	Units    []Units
}

// Code names a fault: lower-case words joined by hyphens, the key of its message.
type Code string

// NewFault is a fault with its spaces unset.
func NewFault(line int, sev Severity, code Code) Fault {
	return Fault{Line: line, Severity: sev, Code: code, Space: board.NoSpace, Other: board.NoSpace}
}

// Refuses reports whether a list of faults refuses its file.
func Refuses(fs []Fault) bool {
	for _, f := range fs {
		if f.Severity != Unwise {
			return true
		}
	}
	return false
}
