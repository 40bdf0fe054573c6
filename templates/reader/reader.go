// Package reader describes the reader of a mail, and writes what mails of every kind say of their game: what it waits
// for, the order form, how the powers stand.
package reader

import (
	"slices"
	"strconv"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/local"
)

// Reader is who reads a mail, and how their game stands when it is written. In a mail about no game it is
// empty.
type Reader struct {
	Game    string
	Rules   *rules.Set
	Pos     *position.Position  // as it stands now
	Awaited []adjudicator.Await // what it waits for
	Unbegun bool                // it was not started yet: it waits for no orders

	// Power is the reader's, of several the one that the mail is for first; Nobody for the referee and observers, who
	// get no order form.
	Power board.Power
	Also  []Seat      // the reader's other seats, which have the same key
	Key   string      // of the seat, for its order form; "" leaves the line for the player to fill in
	Base  string      // the record to quote in orders: 64 hex digits
	Salt  string      // for the next orders: 32 hex digits
	Draft order.Sheet // their orders for the turn that is played, which wait

	Players  map[board.Power]string // who plays what; nil where players are not named
	Deadline Deadline
	Beacon   time.Time // when the public value comes that the locked orders wait for; zero: none are locked
}

// Seat is a seat of a reader who has several.
type Seat struct {
	Power board.Power
	Salt  string // for its next orders
}

// Has reports whether a power is the reader's.
func (r *Reader) Has(p board.Power) bool {
	return p != board.Nobody && (p == r.Power || slices.ContainsFunc(r.Also, func(s Seat) bool { return s.Power == p }))
}

// Powers returns all that the reader plays.
func (r *Reader) Powers() []board.Power {
	powers := []board.Power{r.Power}
	for _, s := range r.Also {
		powers = append(powers, s.Power)
	}
	return powers
}

// ToAct returns the reader's powers that the game waits for.
func (r *Reader) ToAct() (powers []board.Power) {
	for _, a := range r.Awaited {
		if r.Has(a.Power) && !slices.Contains(powers, a.Power) {
			powers = append(powers, a.Power)
		}
	}
	return powers
}

// at is the reader as the one who has that seat.
func (r Reader) at(p board.Power) Reader {
	for _, s := range r.Also {
		if s.Power == p {
			r.Power, r.Salt = s.Power, s.Salt
		}
	}
	return r
}

// Deadline is until when the awaited is awaited. The zero value is none.
type Deadline struct {
	At   time.Time
	Now  time.Time      // when the mail is written: gives the time left
	Zone *time.Location // the reader's; nil is UTC

	Paused bool      // the clocks stand still
	Until  time.Time // when they run again by themselves; zero: when the referee says so
}

// Localizer returns the localizer of the reader's board in a language.
func (r *Reader) Localizer(lang syntax.Lang) (*local.Localizer, error) {
	if r.Rules == nil {
		return local.New(nil, lang)
	}
	return local.New(r.Rules.Board, lang)
}

// Tag begins every subject about a game: "[eastfront R3 Germany]". Names are the canonical ones in every language, so
// that mails sort and are found by their tag (names.md).
func (r *Reader) Tag(round int, power board.Power) string {
	tag := "[" + r.Game
	if round > 0 {
		tag += " R" + strconv.Itoa(round)
	}
	if power != board.Nobody {
		tag += " " + string(power)
	}
	return tag + "]"
}

// CurrentTag is the tag of mails about the round that is being played; "fieldpost:" for those about no game.
func (r *Reader) CurrentTag() string {
	switch {
	case r.Game == "":
		return "fieldpost:"
	case r.Pos == nil:
		return r.Tag(0, board.Nobody)
	}
	return r.Tag(r.Pos.Round(), board.Nobody)
}

// Functions are what sentences may call about the reader: their game, what it waits for from them, and until when.
func (r *Reader) Functions(l *local.Localizer) map[string]any {
	d := r.Deadline
	return map[string]any{
		"game":     func() string { return r.Game },
		"base":     func() string { return r.Base },
		"late":     func() bool { return !d.At.After(d.Now) },
		"left":     func() string { return l.Span(d.At.Sub(d.Now)) },
		"until":    func() string { return l.Short(d.At, d.Now, d.Zone) },
		"deadline": func() string { return l.Moment(d.At, d.Now, d.Zone) },
		"mine": func() string {
			var names []string
			for _, p := range r.ToAct() {
				names = append(names, l.Power(p))
			}
			return l.List(names)
		},
	}
}
