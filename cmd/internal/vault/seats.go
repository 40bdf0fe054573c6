package vault

import (
	"strings"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// Around the table of a game sit, beside the powers, people without one: the referee, and those who only look on. A chair is the
// Seat of such a person; its Power is Nobody.

// NewReferee is the chair of a game's referee, with a key of its own.
func NewReferee(e *env.Env, tx *store.Tx, g *gamestore.Game, address string) (roster.Participant, error) {
	s := roster.Participant{Kind: roster.Referee, Role: roster.RefereeRole, Address: address, Language: e.Language}
	return WithPerson(e, tx, g, s, roster.Participant{})
}

// SeatsOf are the seats that references lead to.
func SeatsOf(refs []store.SeatRef) []intake.Seat {
	var out []intake.Seat
	for _, r := range refs {
		kind := intake.WithoutPower
		switch {
		case strings.HasPrefix(r.Seat, roster.SeatRequest+":"):
			kind = intake.Requested
		case roster.PartOf(r.Seat) == store.Seats:
			kind = intake.Playing
		}
		out = append(out, intake.Seat{Game: r.Game, Name: r.Seat, Kind: kind})
	}
	return out
}

// ListSeats lists seats as "game: role", for answers to the person who holds them.
func ListSeats(seats []intake.Seat) []string {
	if len(seats) == 0 {
		return []string{"–"}
	}
	var out []string
	for _, s := range seats {
		out = append(out, s.Game+": "+s.Name)
	}
	return out
}
