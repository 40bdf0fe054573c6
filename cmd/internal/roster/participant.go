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
	// SeatRequest is a request for a seat whose address has yet to confirm. Its Standby has the power that is wanted.
	SeatRequest = "join"
)

// RefereeRole is the role of the referee in intake lists and act records.
const RefereeRole = "REFEREE"

// Participant is a seat of a game and the player who has it, or a participant who plays no power. It is stored next to
// the records, never in them, so that a person can be erased without breaking the history.
type Participant struct {
	Power    board.Power   `json:"power"`
	Role     string        `json:"role"`            // RUS, GER, …; REFEREE; - for observers
	Kind     string        `json:"chair,omitempty"` // of who plays no power: Referee, Observer, SeatRequest
	Name     string        `json:"name,omitempty"`
	Address  string        `json:"address,omitempty"` // empty: the seat is free
	Language string        `json:"language,omitempty"`
	Zone     string        `json:"zone,omitempty"`    // IANA time zone, empty for UTC
	ClearKey string        `json:"key,omitempty"`     // of an earlier version, until the program has started
	Bot      bool          `json:"bot,omitempty"`     // the bot plays it
	Lost     []LostAddress `json:"lost,omitempty"`    // addresses that mail bounces from: another one is used
	Bounced  string        `json:"bounced,omitempty"` // why mail bounces for good, if no address is left
	Thread   []string      `json:"thread,omitempty"`  // Message-IDs of the last few reports

	// Person is the ID of the person, drawn when they came into the game: all their seats have the same one, and the
	// same key. A free seat has none, and a key of its own.
	Person     string `json:"person,omitempty"`
	Generation int    `json:"generation,omitempty"` // of the key
	KeyHandle  string `json:"key_handle,omitempty"` // by which the key is known
	// Former are the IDs that the person had before their seats were known to be one person's.
	Former []FormerID `json:"former,omitempty"`
	// Shared is whether several persons play the seat since the sides were exchanged. All of them have its key, which
	// is good for no other seat.
	Shared bool `json:"shared,omitempty"`
	// LastGeneration is the highest that a key of the seat had before the person came.
	LastGeneration int `json:"last_generation,omitempty"`
	// handle of a key of an earlier version, good until there is a new one
	OldKey string `json:"old_key,omitempty"`

	Since       time.Time `json:"since,omitzero"`     // when the person came
	Unconfirmed bool      `json:"unproved,omitempty"` // the address gets nothing but the request to confirm
	// Others are the person's further addresses, confirmed: mails from them count.
	Others []string `json:"others,omitempty"`
	// UnconfirmedAddresses become further addresses once they confirm.
	UnconfirmedAddresses []UnconfirmedAddress `json:"asked,omitempty"`
	// PGP is an armoured OpenPGP public key, whose signature is as good as the seat's key.
	PGP      string        `json:"pgp,omitempty"`
	Standby  []board.Power `json:"standby,omitempty"` // of observers: the seats that they would take over
	Calendar CalendarEntry `json:"calendar,omitzero"` // the deadline in the player's calendar
	Style    Style         `json:"style,omitzero"`    // which mails the person wants
}

// FormerID is an ID that a person had in the game, with its key. Key and tags are good until the person has a new key.
type FormerID struct {
	Person     string `json:"person"`
	Generation int    `json:"generation"`
	KeyHandle  string `json:"key_handle,omitempty"` // empty: the key was replaced
	OldKey     string `json:"old_key,omitempty"`    // as in Participant
}

// UnconfirmedAddress is an address that was asked to confirm with a code of its own.
type UnconfirmedAddress struct {
	Address    string    `json:"address"`
	ClearCode  string    `json:"code,omitempty"` // as an earlier version kept it
	Handle     string    `json:"handle"`         // by which the code is known
	Generation int       `json:"generation"`
	At         time.Time `json:"at"`
}

// LostAddress is an address that mail bounces from.
type LostAddress struct {
	Address string `json:"address"`
	Why     string `json:"why"`
}

// Has reports whether an address is one of the person's.
func (s Participant) Has(addr string) bool {
	is := func(a string) bool { return mailio.FoldAddress(a) == mailio.FoldAddress(addr) }
	return s.Taken() && (is(s.Address) || slices.ContainsFunc(s.Others, is))
}

// AsPerson returns the person who has the seat.
func (s Participant) AsPerson() Person {
	return Person{Address: s.Address, Name: s.Name, Language: s.Language, Zone: s.Zone}
}

// Actor returns the name of the participant in act records.
func (s Participant) Actor() string {
	switch {
	case s.Power != board.Nobody:
		return s.Role
	case s.IsReferee():
		return Referee
	}
	return Observer
}

// Taken reports whether a person has the seat.
func (s Participant) Taken() bool { return s.Address != "" }

// Recipient returns the address that mail goes to, with the name: the first that mail does not bounce from.
func (s Participant) Recipient() mailio.Address {
	for _, a := range append([]string{s.Address}, s.Others...) {
		if !s.IsLost(a) {
			return mailio.Address{Name: s.Name, Addr: a}
		}
	}
	return mailio.Address{Name: s.Name, Addr: s.Address}
}

// IsLost reports whether mail to an address bounces for good.
func (s Participant) IsLost(addr string) bool {
	return slices.ContainsFunc(s.Lost,
		func(l LostAddress) bool { return mailio.FoldAddress(l.Address) == mailio.FoldAddress(addr) })
}

// Greeting returns the name that the person is addressed by.
func (s Participant) Greeting() string {
	if s.Name != "" {
		return s.Name
	}
	if s.Power == board.Nobody {
		return s.Address
	}
	return string(s.Power)
}

// CalendarEntry is the deadline in the calendar of a player, as it was sent last.
type CalendarEntry struct {
	Sequence int       `json:"sequence"`
	At       time.Time `json:"at,omitzero"` // zero: it was cancelled
}

// ID returns the key of the participant in the store: the role of a power, the kind of the referee, the kind and
// address of the others.
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

// part returns where the participant is stored.
func (s Participant) part() store.Part { return PartOf(s.ID()) }

// IsReferee reports whether the participant is the referee.
func (s Participant) IsReferee() bool { return s.Kind == Referee }

// Wanted returns the power of a seat, or the one that a request is about.
func (s Participant) Wanted() board.Power {
	if s.Kind == SeatRequest && len(s.Standby) == 1 {
		return s.Standby[0]
	}
	return s.Power
}

// requestName returns the ID of a request: one for each power and address.
func (s Participant) requestName() string {
	return SeatRequest + ":" + string(s.Wanted()) + ":" + mailio.FoldAddress(s.Address)
}

// KeyOwner returns what the key of the seat is made for: the person, or the role if the seat is free.
func (s Participant) KeyOwner() string {
	if s.Person != "" {
		return s.Person
	}
	return s.Role
}

// HasKey reports whether a key is the seat's: the one in force, or one that an earlier version gave out.
func (s Participant) HasKey(k keys.Key) bool {
	return !k.IsZero() && slices.Contains(s.keyHandles(), k.Handle())
}

// keyHandles returns the handles of the keys that are good for the seat.
func (s Participant) keyHandles() []string {
	hs := []string{s.KeyHandle, s.OldKey}
	for _, f := range s.Former {
		hs = append(hs, f.KeyHandle, f.OldKey)
	}
	return slices.DeleteFunc(hs, func(h string) bool { return h == "" })
}

// IsPerson reports whether the person who has the seat has an ID, or had it. Old reports that their key was replaced
// since it was of a generation.
func (s Participant) IsPerson(id string, generation int) (is, old bool) {
	if id == "" {
		return false, false
	}
	if s.Person == id {
		return true, s.Generation != generation
	}
	for _, f := range s.Former {
		if f.Person == id {
			return true, f.KeyHandle == "" || f.Generation != generation
		}
	}
	return false, false
}

// Mark returns the participant's part of a Message-ID, which shows no address.
func (s Participant) Mark() string {
	if s.Kind == Observer || s.Kind == SeatRequest {
		return s.Kind + "-" + store.DigestOf([]byte(mailio.FoldAddress(s.Address))).String()[:8]
	}
	return s.ID()
}

// Location returns the person's time zone, UTC if it is unknown.
func (s *Participant) Location() *time.Location {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// FillIn returns p with what it leaves open filled in from the seat, if it is the same person.
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

// Handles returns what the store finds the participant by: addresses, codes and keys.
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
	return append(hs, s.keyHandles()...)
}
