package roster

import (
	"encoding/json"
	"fmt"
	"strings"

	"fieldpost/mailio"
	"fieldpost/store"
)

// AddressHandle is what the store finds a seat by of an address.
func AddressHandle(addr string) string { return "addr:" + mailio.FoldAddress(addr) }

// Save stores the seat in its game.
func (s Participant) Save(g *store.Game) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return g.Put(s.part(), s.ID(), store.Value{Version: 1, Bytes: b})
}

// ReadSeats returns the seats of the powers.
func ReadSeats(g *store.Game) ([]Participant, error) { return ReadPart(g, store.Seats) }

// PartOthers is where those who play no power are stored.
const PartOthers store.Part = "chairs"

// PartOf is where a seat of that ID is stored: roles are written in capitals.
func PartOf(id string) store.Part {
	if kind, _, _ := strings.Cut(id, ":"); kind == Referee || kind == Observer || kind == SeatRequest {
		return PartOthers
	}
	return store.Seats
}

// ReadOthers returns those who play no power.
func ReadOthers(g *store.Game) ([]Participant, error) { return ReadPart(g, PartOthers) }

// ReadPart returns the seats of a part of a game.
func ReadPart(g *store.Game, part store.Part) ([]Participant, error) {
	var seats []Participant
	for e, err := range g.All(part, "") {
		if err != nil {
			return nil, err
		}
		var s Participant
		if err := json.Unmarshal(e.Value.Bytes, &s); err != nil {
			return nil, fmt.Errorf("game %s, %s %s: %w", g.Name(), part, e.Key, err)
		}
		seats = append(seats, s)
	}
	return seats, nil
}
