package daemon

import (
	"encoding/json"

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
	Zone     string      `json:"zone,omitempty"` // IANA time zone, empty for UTC
	Key      Key         `json:"key"`
	Bot      bool        `json:"bot,omitempty"`     // the bot plays it
	Bounced  string      `json:"bounced,omitempty"` // why mail to the address came back for good
	Thread   []string    `json:"thread,omitempty"`  // Message-IDs of the reports so far, the last few
}

// Taken tells whether somebody sits there.
func (s Seat) Taken() bool { return s.Address != "" }

// To is the address with the name.
func (s Seat) To() mailio.Address { return mailio.Address{Name: s.Name, Addr: s.Address} }

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
