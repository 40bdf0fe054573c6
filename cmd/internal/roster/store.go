package roster

import (
	"encoding/json"
	"fmt"
	"strings"

	"fieldpost/mailio"
	"fieldpost/store"
)

// AddressHandle returns the handle by which the store finds participants of an address.
func AddressHandle(addr string) string { return "addr:" + mailio.FoldAddress(addr) }

// Save stores the participant in their game.
func (s Participant) Save(g *store.Game) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return g.Put(s.part(), s.ID(), store.Value{Version: 1, Bytes: b})
}

// ReadSeats returns the seats of the powers.
func ReadSeats(g *store.Game) ([]Participant, error) { return ReadPart(g, store.Seats) }

// PartOthers is where participants who play no power are stored.
const PartOthers store.Part = "chairs"

// PartOf returns where a participant of that ID is stored. The IDs of seats are roles, which are written in capitals.
func PartOf(id string) store.Part {
	if kind, _, _ := strings.Cut(id, ":"); kind == Referee || kind == Observer || kind == SeatRequest {
		return PartOthers
	}
	return store.Seats
}

// ReadOthers returns the participants who play no power.
func ReadOthers(g *store.Game) ([]Participant, error) { return ReadPart(g, PartOthers) }

// ReadPart returns the participants in a part of a game.
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
