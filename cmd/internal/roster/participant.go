package roster

import (
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/keys"
	"fieldpost/mailio"
	"fieldpost/store"
)

// The kinds of participants who play no power.
const (
	Referee  = "referee"
	Observer = "observer"
	// SeatRequest is a request for a seat whose address has yet to confirm. Its Standby holds the power that is wanted.
	SeatRequest = "join"
)

// RefereeRole is how intake lists and act records name the referee.
const RefereeRole = "REFEREE"

// Participant is a power's seat in a game and who has it, or somebody who plays no power. It is stored beside the records, never in
// them, so that a person can be erased without breaking the history.
type Participant struct {
	Power    board.Power   `json:"power"`
	Role     string        `json:"role"`            // RUS, GER, …; REFEREE; - for observers
	Kind     string        `json:"chair,omitempty"` // of who plays no power: Referee, Observer, Request
	Name     string        `json:"name,omitempty"`
	Address  string        `json:"address,omitempty"` // empty: the seat is free
	Language string        `json:"language,omitempty"`
	Zone     string        `json:"zone,omitempty"`    // IANA time zone, empty for UTC
	ClearKey string        `json:"key,omitempty"`     // as an earlier version kept it, until the program has started: only its SHA-256 is kept
	Bot      bool          `json:"bot,omitempty"`     // the bot plays it
	Lost     []LostAddress `json:"lost,omitempty"`    // addresses that mail comes back from; it goes to one of the others
	Bounced  string        `json:"bounced,omitempty"` // why mail comes back for good, and there is no address left
	Thread   []string      `json:"thread,omitempty"`  // Message-IDs of the reports so far, the last few

	Person     string `json:"person,omitempty"`     // the id of who sits there, drawn when they came; empty: the seat is free
	Generation int    `json:"generation,omitempty"` // of the seat's key
	KeyHandle  string `json:"key_handle,omitempty"` // by which the key is known
	OldKey     string `json:"old_key,omitempty"`    // handle of a key that an earlier version gave out: good until there is a new one

	Since                time.Time            `json:"since,omitzero"`     // when the person came
	Unconfirmed          bool                 `json:"unproved,omitempty"` // the address has not confirmed yet, and gets nothing but the request to
	Others               []string             `json:"others,omitempty"`   // the person's further addresses, confirmed: letters from them count
	UnconfirmedAddresses []UnconfirmedAddress `json:"asked,omitempty"`    // addresses that are to become further ones, once they confirm
	PGP                  string               `json:"pgp,omitempty"`      // an OpenPGP public key, armoured: its signature is as good as the seat's key
	Standby              []board.Power        `json:"standby,omitempty"`  // of observers: the seats that they would take over
	Calendar             CalendarEntry        `json:"calendar,omitzero"`  // what its player's calendar holds
}

// UnconfirmedAddress is an address that was asked to confirm with a code of its own.
type UnconfirmedAddress struct {
	Address    string    `json:"address"`
	ClearCode  string    `json:"code,omitempty"` // as an earlier version kept it
	Handle     string    `json:"handle"`         // by which the code is known
	Generation int       `json:"generation"`
	At         time.Time `json:"at"`
}

// LostAddress is an address that mail comes back from.
type LostAddress struct {
	Address string `json:"address"`
	Why     string `json:"why"`
}

// Has reports whether an address is one of the person's.
func (s Participant) Has(addr string) bool {
	is := func(a string) bool { return mailio.FoldAddress(a) == mailio.FoldAddress(addr) }
	return s.Taken() && (is(s.Address) || slices.ContainsFunc(s.Others, is))
}

// AsPerson is who sits there.
func (s Participant) AsPerson() Person {
	return Person{Address: s.Address, Name: s.Name, Language: s.Language, Zone: s.Zone}
}

// Actor is how act records call who sits there.
func (s Participant) Actor() string {
	switch {
	case s.Power != board.Nobody:
		return s.Role
	case s.IsReferee():
		return Referee
	}
	return Observer
}

// Taken reports whether somebody has the seat.
func (s Participant) Taken() bool { return s.Address != "" }

// Recipient is the address that mail goes to, with the name: the first that mail does not come back from.
func (s Participant) Recipient() mailio.Address {
	for _, a := range append([]string{s.Address}, s.Others...) {
		if !s.IsLost(a) {
			return mailio.Address{Name: s.Name, Addr: a}
		}
	}
	return mailio.Address{Name: s.Name, Addr: s.Address}
}

// IsLost reports whether mail to an address comes back for good.
func (s Participant) IsLost(addr string) bool {
	return slices.ContainsFunc(s.Lost, func(l LostAddress) bool { return mailio.FoldAddress(l.Address) == mailio.FoldAddress(addr) })
}

// Greeting is the name to address the person by.
func (s Participant) Greeting() string {
	if s.Name != "" {
		return s.Name
	}
	if s.Power == board.Nobody {
		return s.Address
	}
	return string(s.Power)
}

// CalendarEntry is the deadline as it stands in the calendar of a player: what was sent last.
type CalendarEntry struct {
	Sequence int       `json:"sequence"`
	At       time.Time `json:"at,omitzero"` // zero: it was cancelled
}

// ID is how the store knows a seat: a power's by its role, the referee's by its kind, the others by their address too.
func (s Participant) ID() string {
	switch s.Kind {
	case "":
		return s.Role
	case Referee:
		return s.Kind
	case SeatRequest:
		return s.requestName()
	}
	return s.Kind + ":" + mailio.FoldAddress(s.Address)
}

func (s Participant) part() store.Part { return PartOf(s.ID()) }

// IsReferee reports whether it is the referee.
func (s Participant) IsReferee() bool { return s.Kind == Referee }

// Wanted is the power of a seat, or the one that a request is about.
func (s Participant) Wanted() board.Power {
	if s.Kind == SeatRequest && len(s.Standby) == 1 {
		return s.Standby[0]
	}
	return s.Power
}

// requestName is the name of a request: one for each power and address.
func (s Participant) requestName() string {
	return SeatRequest + ":" + string(s.Wanted()) + ":" + mailio.FoldAddress(s.Address)
}

// KeyOwner is whose key opens the seat: the person's, or the role's if it is free.
func (s Participant) KeyOwner() string {
	if s.Person != "" {
		return s.Person
	}
	return s.Role
}

// HasKey reports whether a key is the seat's: the one in force, or one that an earlier version gave out.
func (s Participant) HasKey(k keys.Key) bool {
	return !k.IsZero() && (k.Handle() == s.KeyHandle || k.Handle() == s.OldKey)
}

// Mark is a seat in a Message-ID, which holds no address.
func (s Participant) Mark() string {
	if s.Kind == Observer || s.Kind == SeatRequest {
		return s.Kind + "-" + store.DigestOf([]byte(mailio.FoldAddress(s.Address))).String()[:8]
	}
	return s.ID()
}

// Location is the person's time zone.
func (s *Participant) Location() *time.Location {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// FillIn fills in from the seat what is not to change.
func (s *Participant) FillIn(p Person) Person {
	if p.Address == "" || strings.EqualFold(p.Address, s.Address) {
		p.Address = s.Address
		if p.Name == "" {
			p.Name = s.Name
		}
		if p.Zone == "" {
			p.Zone = s.Zone
		}
	}
	return p
}

// Handles are what the seat is found by: its addresses, codes and keys.
func (s Participant) Handles() []string {
	var hs []string
	if s.Taken() {
		hs = append(hs, AddressHandle(s.Address))
		for _, a := range s.Others {
			hs = append(hs, AddressHandle(a))
		}
	}
	for _, a := range s.UnconfirmedAddresses {
		hs = append(hs, a.Handle)
	}
	for _, h := range []string{s.KeyHandle, s.OldKey} {
		if h != "" {
			hs = append(hs, h)
		}
	}
	return hs
}
