package daemon

import (
	"encoding/json"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/mailio"
	"fieldpost/store"
)

// Seat is a place at the table and the person on it. It stands in the store beside the records, never in them, so that a
// person can be erased without breaking the history.
type Seat struct {
	Power    board.Power `json:"power"`
	Role     string      `json:"role"`            // RUS, GER, …; REFEREE; - for observers
	Chair    string      `json:"chair,omitempty"` // of people without a power: what they are
	Name     string      `json:"name,omitempty"`
	Address  string      `json:"address,omitempty"` // empty: the seat is free
	Language string      `json:"language,omitempty"`
	Zone     string      `json:"zone,omitempty"`    // IANA time zone, empty for UTC
	ClearKey string      `json:"key,omitempty"`     // as an earlier version kept it, until the program has started: only its SHA-256 is kept
	Bot      bool        `json:"bot,omitempty"`     // the bot plays it
	Lost     []lostAddr  `json:"lost,omitempty"`    // addresses that mail comes back from; it goes to one of the others
	Bounced  string      `json:"bounced,omitempty"` // why mail comes back for good, and there is no address left
	Thread   []string    `json:"thread,omitempty"`  // Message-IDs of the reports so far, the last few

	Person     string `json:"person,omitempty"`     // the id of who sits there, drawn when they came; empty: the seat is free
	Generation int    `json:"generation,omitempty"` // of the seat's key
	KeyHandle  string `json:"key_handle,omitempty"` // by which the key is known
	OldKey     string `json:"old_key,omitempty"`    // handle of a key that an earlier version gave out: good until there is a new one

	Since    time.Time     `json:"since,omitzero"`     // when the person came
	Unproved bool          `json:"unproved,omitempty"` // the address has not confirmed yet, and gets nothing but the request to
	Others   []string      `json:"others,omitempty"`   // the person's further addresses, confirmed: letters from them count
	Asked    []askedAddr   `json:"asked,omitempty"`    // addresses that are to become further ones, once they confirm
	PGP      string        `json:"pgp,omitempty"`      // an OpenPGP public key, armoured: its signature is as good as the seat's key
	Standby  []board.Power `json:"standby,omitempty"`  // of observers: the seats that they would take over
	Calendar calendarEntry `json:"calendar,omitzero"`  // what its player's calendar holds
}

// askedAddr is an address that was asked to confirm with a code of its own.
type askedAddr struct {
	Address    string    `json:"address"`
	ClearCode  string    `json:"code,omitempty"` // as an earlier version kept it
	Handle     string    `json:"handle"`         // by which the code is known
	Generation int       `json:"generation"`
	At         time.Time `json:"at"`
}

// Has tells whether an address is one of the person's.
func (s Seat) Has(addr string) bool {
	is := func(a string) bool { return mailio.FoldAddress(a) == mailio.FoldAddress(addr) }
	return s.Taken() && (is(s.Address) || slices.ContainsFunc(s.Others, is))
}

// person is who sits there.
func (s Seat) person() Person {
	return Person{Address: s.Address, Name: s.Name, Language: s.Language, Zone: s.Zone}
}

// actor is how act records call who sits there.
func (s Seat) actor() string {
	switch {
	case s.Power != board.Nobody:
		return s.Role
	case s.IsReferee():
		return refereeChair
	}
	return observerChair
}

// Taken tells whether somebody sits there.
func (s Seat) Taken() bool { return s.Address != "" }

// To is the address that mail goes to, with the name: the first that mail does not come back from.
func (s Seat) To() mailio.Address {
	for _, a := range append([]string{s.Address}, s.Others...) {
		if !s.lost(a) {
			return mailio.Address{Name: s.Name, Addr: a}
		}
	}
	return mailio.Address{Name: s.Name, Addr: s.Address}
}

// lost tells whether mail to an address comes back for good.
func (s Seat) lost(addr string) bool {
	return slices.ContainsFunc(s.Lost, func(l lostAddr) bool { return mailio.FoldAddress(l.Address) == mailio.FoldAddress(addr) })
}

// lostAddr is an address that mail comes back from.
type lostAddr struct {
	Address string `json:"address"`
	Why     string `json:"why"`
}

// Greeting is the name to address the person by.
func (s Seat) Greeting() string {
	if s.Name != "" {
		return s.Name
	}
	if s.Power == board.Nobody {
		return s.Address
	}
	return string(s.Power)
}

// threadLength is how many Message-IDs References name: enough for mail programs to build one thread.
const threadLength = 8

func addressHandle(addr string) string { return "addr:" + mailio.FoldAddress(addr) }

func (s Seat) save(g *store.Game) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return g.Put(s.part(), s.name(), store.Value{Version: 1, Bytes: b})
}

func readSeats(g *store.Game) ([]Seat, error) { return readPlaces(g, store.Seats) }
